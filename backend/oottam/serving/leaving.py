"""An answer on its way out: the bytes that the client's socket has not taken."""

import socket
from collections import deque
from collections.abc import Sequence

SEND_BYTES = 512 * 1024  # at once, so that one quick client does not hold up the others


class Leaving:
    """Holds pieces as they are, and copies none of them: a file's bytes belong to all who read it."""

    def __init__(self) -> None:
        self._pieces: deque[memoryview] = deque()

    @property
    def size(self) -> int:
        """Bytes that are left."""
        return sum(len(piece) for piece in self._pieces)

    def add(self, pieces: Sequence[bytes]) -> None:
        """More to send, behind what there is."""
        self._pieces.extend(memoryview(piece) for piece in pieces if piece)

    def send(self, taker: socket.socket) -> bool:
        """Give a socket that does not block what it takes; whether that was all there is.

        Raises OSError when the client is gone.
        """
        allowed = SEND_BYTES
        while self._pieces and allowed > 0:
            try:
                sent = taker.send(self._pieces[0][:allowed])
            except BlockingIOError:
                break
            allowed -= sent
            rest = self._pieces.popleft()[sent:]
            if rest:
                self._pieces.appendleft(rest)
        return not self._pieces

    def drop(self) -> None:
        """Nobody will take it."""
        self._pieces.clear()
