"""Asks a WSGI application (PEP 3333), in a thread, and takes its whole answer over.

The thread is free as soon as the application has said everything: how long the client takes to read
it is the connection's matter. Only an answer that is longer than fits into memory well is sent in
parts, of which the next is asked for when the one before is taken.
"""

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oottam.common.request_context import request_id
from oottam.common.tracebacks import trace
from oottam.serving import access_log
from oottam.serving.exchange import NO_BODY, Exchange
from oottam.serving.outlet import GoneError, Outlet

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

logger = logging.getLogger(__name__)
WHOLE = 1024 * 1024  # bytes that are taken over at once; a list is in memory whatever its length


def ask(application: "WSGIApplication", exchange: Exchange, outlet: Outlet) -> None:
    """Answer an exchange; a failure is a JSON 500, or the end of an answer that has begun."""
    named = request_id.set(exchange.identity)
    answer = _Answer(exchange, outlet)
    try:
        answer.collect(application)
    except GoneError:
        answer.note()
    except Exception as error:  # noqa: BLE001 - the server would log the address with it
        route = access_log.route_of(exchange.environ)
        logger.error("%s failed: %s", route, trace(error))  # noqa: TRY400
        answer.fail()
    finally:
        request_id.reset(named)


class _Answer:
    """What an application says, piece by piece."""

    def __init__(self, exchange: Exchange, outlet: Outlet) -> None:
        self.exchange = exchange
        self.outlet = outlet
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.pieces: list[bytes] = []
        self.size = 0
        self.passed_on = 0  # bytes that the connection has
        self.in_parts = False

    def collect(self, application: "WSGIApplication") -> None:
        """Hear it out, then hand it over."""
        said: Iterable[bytes] = application(self.exchange.environ, self.start)
        try:
            for piece in said:
                self.write(piece)
                if self.size > WHOLE and not isinstance(said, list):
                    self.pass_on()
        finally:
            if hasattr(said, "close"):
                said.close()
        if self.in_parts:
            self.end()
        else:
            pieces = self.exchange.whole(self.status, self.headers, b"".join(self.pieces))
            self.note()
            self.outlet.finish(pieces)

    def start(self, line: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        """The application's `start_response`."""
        if exc_info and self.in_parts:
            raise exc_info[1]
        self.status, self.headers = int(line[:3]), headers
        return self.write

    def write(self, piece: bytes) -> None:
        """Keep a piece of the body."""
        self.pieces.append(piece)
        self.size += len(piece)

    def pass_on(self) -> None:
        """Send what there is, and wait until it is taken. Raises GoneError."""
        part = b"".join(self.pieces)
        self.pieces.clear()
        self.passed_on += self.size
        self.size = 0
        head = []
        if not self.in_parts:
            self.in_parts = True
            head = [self.exchange.head(self.status, self.headers, None)]
        self.outlet.put(head + self._framed(part))
        self.outlet.wait()

    def end(self) -> None:
        """Send the last of an answer in parts."""
        self.pass_on()
        self.note()
        self.outlet.finish([b"0\r\n\r\n"] if self._in_chunks else [])

    def fail(self) -> None:
        """Say so, unless something else was said already."""
        if self.in_parts:
            self.note()
            self.outlet.abort()
        else:
            self.outlet.finish(self.exchange.refusal(500))

    def note(self) -> None:
        """Write the line of the log."""
        self.exchange.note(self.status, self.passed_on + self.size)

    @property
    def _has_body(self) -> bool:
        return not self.exchange.is_head and self.status not in NO_BODY

    @property
    def _in_chunks(self) -> bool:
        return self._has_body and self.exchange.version != "HTTP/1.0"

    def _framed(self, part: bytes) -> list[bytes]:
        if not self._has_body or not part:
            return []
        return [b"%x\r\n" % len(part), part, b"\r\n"] if self._in_chunks else [part]
