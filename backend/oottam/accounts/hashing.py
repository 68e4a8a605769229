"""Passwords are hashed one at a time: it takes a third of a second of a processor, on purpose.

Whoever logs in waits for a moment; a crowd that does is sent away, so that neither threads nor
processors are taken from customers.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 1
MAX_WAITING = 4
TIMEOUT_SECONDS = 3.0
RETRY_SECONDS = 5


class BusyError(Exception):
    """Too many log in at this moment."""


class HashingQueue:
    """Lets `at_once` threads in at a time, and `waiting` more wait for their turn."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = MAX_WAITING) -> None:
        self._inside = threading.Semaphore(at_once)
        self._places = threading.Semaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A moment in which a password may be hashed. Raises BusyError."""
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            if not self._inside.acquire(timeout=TIMEOUT_SECONDS):
                raise BusyError
            try:
                yield
            finally:
                self._inside.release()
        finally:
            self._places.release()


turns = HashingQueue()
