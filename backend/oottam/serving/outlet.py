"""Where a thread puts what is to be sent, and the loop finds it. Only the thread ever waits."""

from collections.abc import Callable, Sequence
from queue import SimpleQueue


class GoneError(Exception):
    """The client has gone, or did not take what it asked for in time."""


class Outlet:
    """Of one answer. `give` passes pieces to the loop, and None to end the connection there."""

    def __init__(self, give: Callable[[Sequence[bytes] | None, bool], None]) -> None:
        self._give = give
        self._taken: SimpleQueue[bool] = SimpleQueue()

    def finish(self, pieces: Sequence[bytes]) -> None:
        """The last pieces, or all of them."""
        self._give(pieces, True)  # noqa: FBT003 - "last"

    def put(self, pieces: Sequence[bytes]) -> None:
        """Some pieces; more will come."""
        self._give(pieces, False)  # noqa: FBT003

    def wait(self) -> None:
        """Until what was put is taken, or its connection has ended, as each does. Raises GoneError."""
        if not self._taken.get():
            raise GoneError

    def abort(self) -> None:
        """The answer cannot be finished."""
        self._give(None, True)  # noqa: FBT003

    def told(self, *, taken: bool) -> None:
        """Called by the loop: what was put is taken, or never will be."""
        self._taken.put(taken)
