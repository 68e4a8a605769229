"""The server: one loop over all connections, which never waits for anything but them."""

import logging
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from oottam.common.tracebacks import trace
from oottam.intake import calls
from oottam.intake.answers import Answer
from oottam.intake.road import Journey, Road
from oottam.serving.application import ask
from oottam.serving.arriving import Arriving
from oottam.serving.connection import Connection, State
from oottam.serving.doorway import Doorway
from oottam.serving.environment import Environments
from oottam.serving.exchange import Common, Exchange, Headers
from oottam.serving.outlet import Outlet
from oottam.serving.threads import Runs
from oottam.serving.waking import Waking

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

logger = logging.getLogger(__name__)
LAST_CALL_SECONDS = 1.0  # what is sent within it on a connection that is open still counts
DRAIN_SECONDS = 20.0
THREADS_SECONDS = 5.0  # for a thread to end what it is at, when nobody waits for it any more
POLL_SECONDS = 1.0
KEPT_BY_SYSTEM = 256 * 1024  # bytes of answers for one client; by itself it would be megabytes
Given = tuple[Connection, Sequence[bytes] | None, bool]


class Server:
    """Connections cost a file descriptor each and no thread, and last no longer than they may.

    Calls are answered by the loop and the writer (intake/road.py), the long ones prepared `apart`;
    everything else is answered by `application` in one of the threads for `pages`.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        listening: socket.socket | None,
        *,
        pages: Runs,
        apart: Runs,
        headers: Headers,
        trusted_proxy: str = "",
        trusted_proxy_count: int = 1,
    ) -> None:
        self.connections: dict[int, Connection] = {}
        self.draining = False
        self._application = application
        self._common = Common(headers)
        self._threads = (pages, apart)
        self._pages = pages
        self._road = Road(self.wake, apart.submit)
        self._given: deque[Given] = deque()  # by threads
        self._soon: deque[Connection] = deque()
        self._poll = select.poll()
        self._waking = Waking(self._poll)
        self._door = Doorway(listening, self._poll, self.connections)
        name, port = self._door.name
        self._environments = Environments(
            name=name, port=port, proxy=trusted_proxy, proxies=trusted_proxy_count
        )
        self._looked_at = 0.0

    def run_until_stopped(self) -> None:
        """Serve until `stop` is called; then answer what has been sent, and close."""
        while not self.draining:
            self.turn(POLL_SECONDS)
        self._accept()  # those who were connected before the door closes
        self._door.close()
        stopped = time.monotonic()
        while self.connections and time.monotonic() < stopped + DRAIN_SECONDS:
            self.turn(0.05)
            if time.monotonic() > stopped + LAST_CALL_SECONDS:
                self._close_where(lambda each: each.state is State.READING)
        self.close()

    def stop(self) -> None:
        """Ask the loop to end; may be called from a signal handler."""
        self.draining = self._common.closing = True
        self.wake()

    def close(self) -> None:
        """Close every connection, and end the threads."""
        self._close_where(lambda _: True)
        self._door.close()
        for threads in self._threads:
            threads.close(THREADS_SECONDS)
        self._waking.close()

    def wake(self) -> None:
        """Have the loop look again, if it waits; called when something was left for it."""
        self._waking.wake()

    def turn(self, seconds: float) -> None:
        """Do what there is to do; wait for something, but not longer than that."""
        self._waking.may_wait()
        self._answer()
        self._road.hand_over()
        ready = self._poll.poll(0 if self._soon else 1000 * seconds)
        self._waking.waits_no_more()
        for _ in range(len(self._soon)):
            self._guarded(self._soon.popleft(), Connection.go_on)
        for number, flags in ready:
            self._answer()
            if number == self._waking.number:
                self._waking.hear()
            elif each := self.connections.get(number):
                self._guarded(each, partial(Connection.happened, flags=flags))
        if any(number == self._door.number for number, _ in ready):
            self._accept()  # last: a newcomer may get the number of one that is closed by now
        now = time.monotonic()
        if now > self._looked_at + POLL_SECONDS:
            self._looked_at = now
            self._close_where(lambda each: each.overdue(now))
            self._road.give_up()
            self._door.watch()

    def adopt(self, taken: socket.socket, address: str) -> Connection:
        """Serve a connection; the socket is ours from now on."""
        taken.settimeout(0)
        with suppress(OSError):  # not every socket is one of TCP
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BY_SYSTEM)
        self._poll.register(taken, 0)
        adopted = Connection(self, taken, address)
        self.connections[adopted.number] = adopted
        return adopted

    # What connections need.

    def watch(self, connection: Connection, flags: int) -> None:
        """As Owner has it."""
        self._poll.modify(connection.number, flags)

    def soon(self, connection: Connection) -> None:
        """As Owner has it."""
        self._soon.append(connection)

    def forget(self, connection: Connection) -> None:
        """As Owner has it."""
        with suppress(KeyError):
            self._poll.unregister(connection.number)
        self.connections.pop(connection.number, None)
        self._door.watch()

    def refuse(self, connection: Connection, status: int) -> tuple[Exchange, Sequence[bytes]]:
        """As Owner has it."""
        exchange = Exchange(
            {"REQUEST_METHOD": "-", "REMOTE_ADDR": connection.address}, self._common
        )
        return exchange, exchange.refusal(status)

    def begin(self, connection: Connection, arrived: Arriving) -> Exchange:
        """As Owner has it."""
        environ, sensible = self._environments.make(arrived, connection.address)
        exchange = Exchange(environ, self._common)
        call = calls.find(environ["PATH_INFO"])
        if not sensible:
            self._given.append((connection, exchange.refusal(400), True))
        elif call:
            tell = partial(self._tell, connection, exchange)
            journey = Journey(call, environ, arrived.body, exchange.identity, tell, connection.fail)
            self._road.take(journey)
        else:
            give = partial(self._give, connection)
            connection.outlet = Outlet(give)
            self._pages.submit(partial(ask, self._application, exchange, connection.outlet))
        return exchange

    def _give(self, connection: Connection, pieces: Sequence[bytes] | None, last: bool) -> None:  # noqa: FBT001
        """From any thread."""
        self._given.append((connection, pieces, last))
        self.wake()

    def _tell(self, connection: Connection, exchange: Exchange, answer: Answer) -> None:
        pieces = exchange.whole(answer.status, answer.headers.items(), answer.body)
        self._given.append((connection, pieces, True))
        exchange.note(answer.status, len(answer.body))

    def _answer(self) -> None:
        self._road.answer()
        while self._given:
            connection, pieces, last = self._given.popleft()
            self._guarded(connection, partial(Connection.answered, pieces=pieces, last=last))

    def _guarded(self, connection: Connection, what: Callable[[Connection], None]) -> None:
        """The loop has to survive whatever happens with one connection."""
        try:
            what(connection)
        except Exception as error:  # noqa: BLE001
            logger.error("a connection failed: %s", trace(error))  # noqa: TRY400
            try:
                connection.fail()
            except Exception:  # noqa: BLE001 - then nothing can be said
                connection.close()

    def _accept(self) -> None:
        for taken, address in self._door.newcomers():
            self.adopt(taken, address)
            self._door.make_room()

    def _close_where(self, unwanted: Callable[[Connection], bool]) -> None:
        for each in list(self.connections.values()):
            if unwanted(each):
                each.cut_off()
