"""How the loop is told, while it waits for its connections, that something else was left for it."""

import select
import socket
from contextlib import suppress


class Waking:
    """A pair of sockets, of which the loop watches one: only a poll can end a poll.

    Threads leave something, then call `wake`; the loop says `may_wait`, then looks at what was left,
    then waits. In that order nothing is overlooked, and a loop that is at work anyway costs no byte.
    """

    def __init__(self, poll: select.poll) -> None:
        self._theirs, self._ours = socket.socketpair()
        for each in (self._theirs, self._ours):
            each.settimeout(0)
        self._needed = False
        poll.register(self._ours, select.POLLIN)

    @property
    def number(self) -> int:
        """What a poll calls it; -1 once it is closed, since the number may be another socket's then."""
        return self._ours.fileno()

    def may_wait(self) -> None:
        """The loop is about to look at everything, and to wait: from here on it needs to be told."""
        self._needed = True

    def waits_no_more(self) -> None:
        """The loop will look at everything before it waits again."""
        self._needed = False

    def wake(self) -> None:
        """Tell the loop, if it may wait; from any thread, and safe at any time."""
        if self._needed:
            self._needed = False
            with suppress(OSError):  # full of such words already, or the server has ended
                self._theirs.send(b"w")

    def hear(self) -> None:
        """Take the words; they say nothing but that there is something."""
        with suppress(OSError):
            self._ours.recv(4096)

    def close(self) -> None:
        """Give the sockets back."""
        for each in (self._theirs, self._ours):
            each.close()
