"""Limits concurrent password hashing, which takes about 0.3 s of CPU by design.

Log-ins wait briefly for each other; when too many wait, further ones are rejected, so that customers keep
threads and CPU.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_CONCURRENT = 1
MAX_WAITING = 4
TIMEOUT_SECONDS = 3.0
RETRY_SECONDS = 5


class BusyError(Exception):
    """Too many log-ins are waiting; the client should retry after RETRY_SECONDS."""


class HashingQueue:
    """Admits `concurrency` threads at a time and lets `waiting` more wait."""

    def __init__(self, concurrency: int = MAX_CONCURRENT, waiting: int = MAX_WAITING) -> None:
        self._running = threading.Semaphore(concurrency)
        self._admitted = threading.Semaphore(concurrency + waiting)

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot in which one password may be hashed; raises BusyError."""
        if not self._admitted.acquire(blocking=False):
            raise BusyError
        try:
            if not self._running.acquire(timeout=TIMEOUT_SECONDS):
                raise BusyError
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._admitted.release()


hashing_queue = HashingQueue()
