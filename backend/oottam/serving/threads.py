"""A fixed number of threads that do what they are given, in its order."""

import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol

from oottam.common.tracebacks import trace

logger = logging.getLogger(__name__)
Task = Callable[[], None]


class Runs(Protocol):
    """What does tasks, as the server needs it."""

    def submit(self, task: Task) -> None:
        """Have it done some time."""

    def close(self, seconds: float) -> None:
        """End, within that time."""


class Threads:
    """`submit` never waits, and holds no lock: the server's loop calls it."""

    def __init__(self, count: int, name: str) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task) -> None:
        """Have it done as soon as a thread is free."""
        self._tasks.put(task)

    def close(self, seconds: float) -> None:
        """End the threads; one that is busy for longer than that is left to its work."""
        for _ in self._threads:
            self._tasks.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self) -> None:
        while task := self._tasks.get():
            try:
                task()
            except Exception as error:  # noqa: BLE001 - the thread has to survive whatever happens
                logger.error("a task failed: %s", trace(error))  # noqa: TRY400
