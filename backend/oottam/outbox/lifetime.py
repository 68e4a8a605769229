"""Lifetime of the worker process: until a signal, or until the server that started it ends."""

import select
import signal
import socket
import sys
from types import FrameType


class ProcessLifetime:
    """Ends on SIGTERM or SIGINT, and with `ends_with_stdin` also when standard input closes.

    The server holds the other end of that pipe; the kernel closes it even after kill -9.
    """

    def __init__(self, *, ends_with_stdin: bool) -> None:
        self._has_ended = False
        self._wakeup_reader, self._wakeup_writer = socket.socketpair()
        self._wakeup_writer.setblocking(False)  # noqa: FBT003 - the socket's own signature
        self._watched: list[int] = [self._wakeup_reader.fileno()]
        if ends_with_stdin:
            self._watched.append(sys.stdin.fileno())
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.set_wakeup_fd(self._wakeup_writer.fileno())  # a signal interrupts `wait`

    def is_over(self) -> bool:
        """Whether to stop after the current mail."""
        self.wait(0)
        return self._has_ended

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`, or until the lifetime ends."""
        if not self._has_ended and select.select(self._watched, [], [], seconds)[0]:
            self._has_ended = True

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._has_ended = True
