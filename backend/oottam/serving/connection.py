"""One connection: reads a request, waits for its answer, sends it, and only then reads on.

Everything here is done by the server's loop, and nothing waits. What the socket does not take now is
kept: one answer and no more, because the next request is begun only when the socket has taken the
answer before it. Until then nothing is read either, so that the client's own TCP holds it back.

Each state has a deadline by the monotonic clock: a clock that is set closes nobody's connection.
"""

import enum
import fcntl
import socket
import struct
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from select import POLLERR, POLLHUP, POLLIN, POLLNVAL, POLLOUT
from typing import Protocol

from oottam.intake.limits import LARGEST_BODY
from oottam.serving.arriving import Arriving
from oottam.serving.exchange import Exchange
from oottam.serving.leaving import Leaving
from oottam.serving.outlet import Outlet
from oottam.serving.strictness import MalformedError

READ_BYTES = 16 * 1024  # at once: what a client can have waiting here beside one request
ARRIVAL_SECONDS = 30.0  # for a whole request: 256 KB at the pace of a poor mobile connection
IDLE_SECONDS = 60.0  # between requests
TAKING_SECONDS = 30.0  # for a client to take an answer ...
TAKING_PACE = 8 * 1024  # ... and a second more for so many bytes of it
LINGER_SECONDS = 2.0  # for a client that has an answer to say goodbye
ENDLESS = float("inf")
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class State(enum.Enum):
    """What a connection waits for."""

    READING = enum.auto()  # the client, for a request
    WORKING = enum.auto()  # us, for its answer, or the next part of it
    SENDING = enum.auto()  # the client, to take that
    LINGERING = enum.auto()  # the client, to read the last answer and go
    CLOSED = enum.auto()


AT_ONCE = struct.pack("ii", 1, 0)
READS = (State.READING, State.LINGERING)


class Owner(Protocol):
    """The server, as far as its connections need it."""

    def watch(self, connection: "Connection", flags: int) -> None:
        """Tell the connection when one of these happens; 0 for errors alone."""

    def soon(self, connection: "Connection") -> None:
        """Let the connection go on in the next turn."""

    def begin(self, connection: "Connection", arrived: Arriving) -> Exchange:
        """Have a request answered by `answered`, not before this has returned."""

    def refuse(self, connection: "Connection", status: int) -> tuple[Exchange, Sequence[bytes]]:
        """The answer to a request that cannot be read."""

    def forget(self, connection: "Connection") -> None:
        """The connection is closed."""


class Connection:
    """A socket that does not block, and the `address` that it comes from."""

    def __init__(self, owner: Owner, taken: socket.socket, address: str) -> None:
        self.address = address
        self.number = taken.fileno()
        self.outlet: Outlet | None = None
        self._owner = owner
        self._socket = taken
        self._arriving = Arriving(LARGEST_BODY)
        self._ahead = b""  # was read together with the request that is being answered
        self._ended = False  # the client sends no more, but may want its answers
        self._exchange: Exchange | None = None
        self._leaving = Leaving()
        self._more_to_come = False
        self._to_be_taken_by = 0.0
        self._watched = 0
        self.state = State.READING
        self._wait(State.READING, IDLE_SECONDS)

    @property
    def output(self) -> int:
        """Bytes that the socket has not taken."""
        return self._leaving.size

    def overdue(self, now: float) -> bool:
        """Whether the client has had its time; for an answer that the system has all of it, too."""
        if self.state is State.LINGERING and self._kept_by_system():
            return now > self._to_be_taken_by
        return now > self.deadline

    def happened(self, flags: int) -> None:
        """Do what the socket is ready for."""
        if flags & POLLIN and self.state in READS:
            self._read()
        elif flags & (POLLERR | POLLNVAL | POLLHUP):
            self.close()
        elif flags & POLLOUT and self.state is State.SENDING:
            self._send()
        elif flags & POLLIN:  # more is sent than we look at now
            self._watch(POLLOUT if self.state is State.SENDING else 0)

    def go_on(self) -> None:
        """With what was read before, if anything was."""
        if self.state is State.READING:
            ahead, self._ahead = self._ahead, b""
            self._take(ahead)

    def answered(self, pieces: Sequence[bytes] | None, *, last: bool) -> None:
        """Send an answer, or a part of it; None breaks off."""
        if self.state is not State.WORKING:
            return  # there was an answer already, or there is nobody to take one
        if pieces is None:
            self.close()
        else:
            self._more_to_come = not last
            self._leaving.add(pieces)
            self._wait(State.SENDING, TAKING_SECONDS + self.output / TAKING_PACE)
            self._to_be_taken_by = self.deadline
            self._send()

    def fail(self) -> None:
        """Something went wrong on our side: say so, where nothing was said yet."""
        if self.state in (State.READING, State.WORKING) and not self._more_to_come:
            self._refuse(500)
        else:
            self.close()

    def cut_off(self) -> None:
        """Close without waiting for what the client has not taken, which the system would keep for it."""
        if self._kept_by_system():
            with suppress(OSError):
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.close()

    def close(self) -> None:
        """Give the socket back, and let go of everything."""
        if self.state is State.CLOSED:
            return
        self.state = State.CLOSED
        self._leaving.drop()
        self._ahead = b""
        self._owner.forget(self)
        self._socket.close()
        self._tell_outlet(taken=False)

    def _read(self) -> None:
        try:
            data = self._socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            self.close()
            return
        if self.state is State.LINGERING:  # it is read so that our answer is not torn off
            if not data:
                self.close()
            return
        self._ended = not data
        ahead, self._ahead = self._ahead, b""  # if this comes sooner than `go_on`
        self._take(ahead + data)

    def _take(self, data: bytes) -> None:
        begun = self._arriving.begun
        try:
            self._ahead = self._arriving.take(data)
        except MalformedError as malformed:
            self._refuse(malformed.status)
            return
        if self._arriving.complete:
            self._wait(State.WORKING, ENDLESS)
            self._exchange = self._owner.begin(self, self._arriving)
        elif self._ended and self._arriving.begun:  # nobody will send the rest
            self._refuse(400)
        elif self._ended:
            self.close()
        elif self._arriving.begun and not begun:
            self._wait(State.READING, ARRIVAL_SECONDS)
        if self.state is State.READING and self._arriving.wants_word:
            self._say_go_on()

    def _say_go_on(self) -> None:
        """A few bytes into an empty buffer: a socket that does not take them is not worth it."""
        self._arriving.was_told()
        with suppress(OSError):
            self._socket.send(CONTINUE)

    def _refuse(self, status: int) -> None:
        self._wait(State.WORKING, ENDLESS)
        self._exchange, pieces = self._owner.refuse(self, status)
        self.answered(pieces, last=True)

    def _send(self) -> None:
        try:
            all_taken = self._leaving.send(self._socket)
        except OSError:
            self.close()
            return
        if all_taken:
            self._sent()
        else:
            self._watch(POLLOUT)

    def _sent(self) -> None:
        """The socket has taken all there was."""
        if self._more_to_come:
            self._wait(State.WORKING, ENDLESS)
            self._watch(0)  # a socket with room is always ready, and the loop would never wait
            self._tell_outlet(taken=True)
        elif self._exchange is None or self._exchange.closes:
            self._linger()
        else:
            self._exchange, self.outlet = None, None
            self._arriving = Arriving(LARGEST_BODY)
            self._wait(State.READING, IDLE_SECONDS)
            if self._ahead:
                self._owner.soon(self)

    def _linger(self) -> None:
        """A socket that is closed while its client still sends is reset, and the answer lost."""
        self._tell_outlet(taken=False)  # no thread waits for more of it to be taken
        self._exchange, self.outlet = None, None
        self._wait(State.LINGERING, LINGER_SECONDS)
        with suppress(OSError):  # the client may be gone already
            self._socket.shutdown(socket.SHUT_WR)

    def _kept_by_system(self) -> bool:
        """Whether it has bytes that the client's system has not taken from it."""
        unsent = bytearray(struct.calcsize("i"))
        with suppress(OSError):  # not every socket can tell
            fcntl.ioctl(self._socket, termios.TIOCOUTQ, unsent)
        return any(unsent)

    def _wait(self, state: State, seconds: float) -> None:
        self.state = state
        self.since = time.monotonic()
        self.deadline = self.since + seconds
        if state in READS:  # otherwise only once more comes, which is seldom
            self._watch(POLLIN)

    def _watch(self, flags: int) -> None:
        if flags != self._watched:
            self._watched = flags
            self._owner.watch(self, flags)

    def _tell_outlet(self, *, taken: bool) -> None:
        if self.outlet:
            self.outlet.told(taken=taken)
