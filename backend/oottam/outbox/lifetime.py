"""How long the worker's process lives: until a signal, or until the server that started it is gone."""

import select
import signal
import socket
import sys
from types import FrameType


class ProcessLifetime:
    """Over with SIGTERM or SIGINT; where `tied`, also when standard input ends.

    The server holds the other end of that pipe, and however it dies, even by kill -9, the system
    closes it.
    """

    def __init__(self, *, tied: bool) -> None:
        self._over = False
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)  # noqa: FBT003 - the socket has it so
        self._watched: list[int] = [self._woken.fileno()]
        if tied:
            self._watched.append(sys.stdin.fileno())
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.set_wakeup_fd(self._waker.fileno())  # a signal ends a wait at once

    def is_over(self) -> bool:
        """Whether to end after the mail at hand."""
        self.wait(0)
        return self._over

    def wait(self, seconds: float) -> None:
        """Pause; no longer than the lifetime."""
        if not self._over and select.select(self._watched, [], [], seconds)[0]:
            self._over = True

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._over = True
