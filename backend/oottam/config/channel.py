"""One connection of the server: refused in JSON, heard out, and not kept open for ever."""

import socket
import time
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from select import POLLIN, POLLOUT, POLLPRI
from typing import Any

import msgspec
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import build_http_date

from oottam.common import replies

LINGER_SECONDS = 2.0
DISCARD_BYTES = 64 * 1024
ARRIVAL_SECONDS = 30.0  # for a whole request: 256 KB at the pace of a poor mobile connection
IDLE_SECONDS = 60.0  # between requests, and for a client to take what was sent to it

SENTENCES = {
    400: "We could not read this request.",
    413: "This request is too large. Please shorten it and try again.",
    431: "This request's headers are too large.",
    501: "We could not read this request.",
}
INTERNAL = "Something went wrong on our side. Please try again."


class _SentAtOnce:
    """Head and body leave together, from the task's own thread."""

    channel: "Channel"

    def finish(self) -> None:
        """Send what is small enough to have been kept back until now."""
        super().finish()  # type: ignore[misc]  # of the task that this is mixed into
        self.channel.flush()


class JsonErrorTask(_SentAtOnce, ErrorTask):
    """Over-long bodies, broken HTTP, a failure of the application: all in the calls' own shape."""

    def execute(self) -> None:
        """Write the refusal and close the connection."""
        error = self.request.error
        body = replies.refusal(error.code, SENTENCES.get(error.code, INTERNAL)).body
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", replies.CONTENT_TYPE))
        self.response_headers.extend(self.channel.server.headers)
        self.channel.refused = True
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Task(_SentAtOnce, WSGITask):
    """Tells the client not to come back on a connection that is about to be closed."""

    def start(self) -> None:
        """As waitress does; the last answer says so."""
        super().start()
        if self.channel.server.draining:
            self.set_close_on_finish()

    def execute(self) -> None:
        """Ask the application, unless the lane has left an answer."""
        ready, self.channel.ready = self.channel.ready, None
        if ready is None:
            super().execute()
            return
        self.complete = True
        self.status = f"{ready.status} {HTTPStatus(ready.status).phrase}"
        closes = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.version == "1.1" and not (closes or self.close_on_finish):
            # As waitress would write it, for much less.
            self.channel.write_soon(ready.in_one_piece(self.status, self.start_time))
            self.wrote_header = True
            return
        self.response_headers.extend(ready.headers)
        self.content_length = len(ready.body)
        self.write(ready.body)


class Ready(msgspec.Struct, frozen=True):
    """An answer that needs only to be sent; `headers` without the body's length."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def in_one_piece(self, status: str, now: float) -> bytes:
        """Head and body of an HTTP/1.1 answer after which the connection stays open."""
        lines = [
            f"HTTP/1.1 {status}",
            f"Content-Length: {len(self.body)}",
            f"Date: {_date(int(now))}",
            *[f"{name}: {value}" for name, value in self.headers],
            "\r\n",
        ]
        return "\r\n".join(lines).encode("latin-1") + self.body


@lru_cache(maxsize=1)
def _date(seconds: int) -> str:
    date: str = build_http_date(seconds)
    return date


class Channel(HTTPChannel):
    """Takes nothing more when the server has given its last call, and lets a refusal be read.

    Times are monotonic (waitress's own are not): a clock that is set closes nobody's connection.

    A socket that is closed while the client is still sending is reset, and the client never sees
    the reply. So after a refusal only our half is closed, and what still comes is thrown away for
    a moment.
    """

    task_class = Task
    error_task_class = JsonErrorTask
    will_close: bool  # waitress's own, which has no types
    close_when_flushed: bool
    refused = False
    ready: Ready | None = None
    lingers_until = 0.0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.active_at = self.waits_since = time.monotonic()

    def overdue(self, now: float) -> bool:
        """Whether nobody is working for this connection, and it has had its time."""
        if self.requests:
            return False
        arriving = self.request is not None
        return (arriving and now - self.waits_since > ARRIVAL_SECONDS) or (
            now - self.active_at > IDLE_SECONDS
        )

    def received(self, data: bytes) -> bool:
        """Note when a request began to arrive."""
        if self.request is None:
            self.waits_since = time.monotonic()
        return bool(super().received(data))

    def interest(self) -> int:
        """What to wait for, as flags of `select.poll`; asked of every channel at every turn.

        Waitress's own `readable` and `writable` in one, but that nothing is sent for a task that
        is still writing: it does so itself, and the loop would spin until it has.
        """
        if self.lingers_until:
            self.will_close = self.will_close or time.monotonic() > self.lingers_until
        if self.will_close or self.close_when_flushed:
            return POLLOUT
        if self.requests:
            return POLLOUT if self.total_outbufs_len >= self.adj.send_bytes else 0
        if self.total_outbufs_len:
            return POLLOUT
        return 0 if self.server.deaf and not self.lingers_until else POLLIN | POLLPRI

    def flush(self) -> None:
        """Send what a task has written; what the socket does not take now, the loop sends."""
        with self.outbuf_lock:
            self._flush_exception(self._flush_some, do_close=False)

    def handle_read(self) -> None:
        """Read a request, or throw away what comes after a refusal."""
        self.active_at = time.monotonic()
        if not self.lingers_until:
            super().handle_read()
        elif not self.recv(DISCARD_BYTES):
            self.will_close = True

    def handle_write(self) -> None:
        """Send what is waiting; the last of a refusal is followed by a half-closed moment."""
        self.active_at = time.monotonic()
        flushed = not self.total_outbufs_len
        if self.refused and self.close_when_flushed and flushed and not self.lingers_until:
            self.close_when_flushed = False
            self.lingers_until = time.monotonic() + LINGER_SECONDS
            with suppress(OSError):  # the client may be gone already
                self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()
