"""Where connections come in: as many as there is room for, and no more."""

import select
import socket
from collections.abc import Iterator

from oottam.serving.connection import Connection, State

MOST_CONNECTIONS = 800  # with the database's and the files', below the usual 1,024 descriptors
CROWDED = 700  # from here on the connections that dawdle longest make room ...
ROOM = 50  # ... for so many


class Doorway:
    """The listening socket; without one nobody comes in by themselves."""

    def __init__(
        self,
        listening: socket.socket | None,
        poll: select.poll,
        connections: dict[int, Connection],
    ) -> None:
        self.number = -1
        self._listening = listening
        self._poll = poll
        self._connections = connections
        self._open = False
        if listening:
            listening.settimeout(0)
            self.number = listening.fileno()
            poll.register(self.number, 0)
            self.watch()

    @property
    def name(self) -> tuple[str, int]:
        """Address and port, as the server is known by."""
        if not self._listening:
            return "localhost", 0
        host, port, *_ = self._listening.getsockname()
        return str(host), int(port)

    def watch(self) -> None:
        """Listen while there is room; called whenever that may have changed."""
        has_room = len(self._connections) < MOST_CONNECTIONS
        if self._listening and has_room != self._open:
            self._open = has_room
            self._poll.modify(self.number, select.POLLIN if has_room else 0)

    def newcomers(self) -> Iterator[tuple[socket.socket, str]]:
        """Everybody who waits at the door, each with the address they come from."""
        while self._listening and len(self._connections) < MOST_CONNECTIONS:
            try:
                taken, (address, *_) = self._listening.accept()
            except (BlockingIOError, ConnectionError):  # nobody, or gone again
                return
            except OSError:  # no descriptor is left: the next look is later
                self._open = False
                self._poll.modify(self.number, 0)
                return
            yield taken, address
        self.watch()

    def make_room(self) -> None:
        """In a crowd, close the connections that have been waited for longest."""
        if len(self._connections) < CROWDED:
            return
        waited_for = [
            each for each in self._connections.values() if each.state is not State.WORKING
        ]
        for each in sorted(waited_for, key=lambda each: each.since)[:ROOM]:
            each.cut_off()

    def close(self) -> None:
        """Let nobody in any more."""
        if self._listening:
            self._poll.unregister(self.number)
            self._listening.close()
            self._listening, self.number = None, -1
