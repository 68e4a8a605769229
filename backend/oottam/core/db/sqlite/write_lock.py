"""Who may write to an SQLite file next: within this process one after another, in the order of asking."""

from collections import deque
from threading import Lock


class WriteLock:
    """A lock that goes to whoever has waited longest; SQLite's own goes to whoever wakes up at the right moment."""

    def __init__(self) -> None:
        self._changing = Lock()  # held for moments
        self._taken = False
        self._waiting: deque[Lock] = deque()  # each locked until its owner's turn comes

    def take(self, seconds: float) -> bool:
        """Whether the turn came within so many seconds; whoever has it gives it back."""
        with self._changing:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=max(0.0, seconds)):
            return True
        with self._changing:
            try:
                self._waiting.remove(turn)
            except ValueError:
                return True  # it came in the very last moment
        return False

    def give_back(self) -> None:
        """The next one's turn, whoever that is."""
        with self._changing:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
