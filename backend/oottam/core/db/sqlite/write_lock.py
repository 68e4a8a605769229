"""A fair lock for the write transactions of one process on an SQLite file."""

from collections import deque
from threading import Lock


class WriteLock:
    """Grants the lock in order of arrival (FIFO); SQLite's own lock is not fair."""

    def __init__(self) -> None:
        self._mutex = Lock()  # held briefly
        self._is_held = False
        self._waiting: deque[Lock] = deque()  # each is locked until it is granted

    def acquire(self, seconds: float) -> bool:
        """Return whether the lock was acquired within `seconds`; call `release` afterwards."""
        with self._mutex:
            if not self._is_held:
                self._is_held = True
                return True
            ticket = Lock()
            ticket.acquire()
            self._waiting.append(ticket)
        if ticket.acquire(timeout=max(0.0, seconds)):
            return True
        with self._mutex:
            try:
                self._waiting.remove(ticket)
            except ValueError:
                return True  # granted just after the timeout
        return False

    def release(self) -> None:
        """Grant the lock to the next waiter, or free it."""
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_held = False
