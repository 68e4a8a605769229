"""`manage.py run_jobs`: the child process of the background jobs, which the server starts."""

import json
import os
import resource
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from oottam.background import jobs
from oottam.core import allocator

NICENESS = 19  # a file can wait for a processor; visitors, kitchen and desk should not
MAX_MEMORY_BYTES = (
    400 * 1024 * 1024
)  # of data; what needs more fails by itself, and nothing beside it
SIGN_OF_LIFE_SECONDS = 2.0
PROGRESS_SECONDS = 0.3


class Command(BaseCommand):
    """Reads a job per line of standard input, as JSON, and says on standard output what becomes of it."""

    help = "Make files in the background; the server starts this, and ends it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until standard input ends."""
        os.nice(NICENESS)
        allocator.bound()
        with suppress(OSError, ValueError):  # where the system has a lower limit, or allows none
            resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
        reports = _Reports()
        for line in sys.stdin:
            order = json.loads(line)
            reports.begin()
            outcome = jobs.run(order["token"], order["job"], order["arguments"], reports.progress)
            connection.close()
            reports.end(outcome)


class _Reports:
    """What is said to the server: how far a job is, signs of life meanwhile, and its outcome."""

    def __init__(self) -> None:
        # Nothing else may write there, whatever a library prints.
        self._to_server = os.fdopen(os.dup(sys.stdout.fileno()), "w")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self._lock = threading.Lock()
        self._running = threading.Event()
        self._said_at = 0.0
        threading.Thread(target=self._say_signs_of_life, daemon=True).start()

    def begin(self) -> None:
        self._running.set()

    def progress(self, done: int, total: int) -> None:
        """Not each time: a job may count by the row."""
        if time.monotonic() > self._said_at + PROGRESS_SECONDS:
            self._said_at = time.monotonic()
            self._say({"done": done, "total": total})

    def end(self, outcome: dict[str, Any]) -> None:
        with self._lock:
            self._running.clear()
        self._say({"outcome": outcome})

    def _say_signs_of_life(self) -> None:
        while True:
            time.sleep(SIGN_OF_LIFE_SECONDS)
            self._running.wait()
            with self._lock:
                if self._running.is_set():
                    self._write({})

    def _say(self, event: dict[str, Any]) -> None:
        with self._lock:
            self._write(event)

    def _write(self, event: dict[str, Any]) -> None:
        try:
            print(json.dumps(event), file=self._to_server, flush=True)
        except BrokenPipeError:  # the server is gone
            os._exit(1)
