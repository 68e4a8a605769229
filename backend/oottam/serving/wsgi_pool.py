"""Runs a WSGI application (PEP 3333) in threads beside the event loop.

A body up to MAX_WHOLE_BYTES is buffered, so that a slow client does not block the thread. A longer one is sent in parts,
each after the client has read the one before.
"""

import asyncio
import contextvars
import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from functools import partial
from typing import TYPE_CHECKING, Any

from oottam.serving.responses import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MAX_WHOLE_BYTES = 1024 * 1024
PART_TIMEOUT_SECONDS = 60.0  # for the client to read one part
# The interpreter's switch interval. While pages are made, Python's default of 5 ms delays the loop and the writer up to
# threefold. Without pages, a shorter interval costs an order 6 % of its CPU time.
SWITCH_SECONDS = 0.005
SWITCH_SECONDS_WITH_PAGES = 0.0005


class ClientDisconnectedError(Exception):
    """The client disconnected, or did not read a part in time."""


class WsgiPool:
    """Runs requests on `executor`, whose threads bound the concurrent pages."""

    def __init__(self, application: "WSGIApplication", executor: Executor) -> None:
        self._application = application
        self._executor = executor
        self._active_pages = 0

    async def respond(self, response: Response, receive: Any) -> None:
        """Send the application's response. Raises its errors, and ClientDisconnectedError after a disconnect."""
        loop = asyncio.get_running_loop()
        run = contextvars.copy_context().run
        sender = _BodySender(loop, response, receive)
        self._change_active(1)
        try:
            body = await loop.run_in_executor(
                self._executor, partial(run, sender.collect, self._application)
            )
        finally:
            self._change_active(-1)
            sender.stop_watching()
        if body is not None:
            await response.send_whole(sender.status, sender.headers, body)

    def _change_active(self, change: int) -> None:
        """Adjust the number of active pages. Runs in the event loop."""
        self._active_pages += change
        sys.setswitchinterval(SWITCH_SECONDS_WITH_PAGES if self._active_pages else SWITCH_SECONDS)


class _BodySender:
    """Collects an application's output and sends long bodies in parts."""

    def __init__(self, loop: asyncio.AbstractEventLoop, response: Response, receive: Any) -> None:
        self._loop = loop
        self._response = response
        self._receive = receive
        self._disconnected: asyncio.Task[None] | None = None
        self._chunks: list[bytes] = []
        self._size = self._bytes_sent = 0
        self.status = 0
        self.headers: list[tuple[str, str]] = []

    def collect(self, application: "WSGIApplication") -> bytes | None:
        """Return the whole body; None if it was sent in parts. Runs in a thread."""
        output: Iterable[bytes] = application(self._response.environ, self._start)
        try:
            for part in output:
                self._write(part)
                if self._size > MAX_WHOLE_BYTES and not isinstance(output, list):
                    self._flush()
        finally:
            if hasattr(output, "close"):
                output.close()
        if not self._response.is_started:
            return b"".join(self._chunks)
        self._flush(is_last=True)
        self._response.log(self.status, self._bytes_sent)
        return None

    def _start(self, line: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        """Implement WSGI's `start_response`."""
        if exc_info and self._response.is_started:
            raise exc_info[1]
        self.status, self.headers = int(line[:3]), headers
        return self._write

    def _write(self, part: bytes) -> None:
        self._chunks.append(part)
        self._size += len(part)

    def _flush(self, *, is_last: bool = False) -> None:
        """Send the buffered chunks and wait until the client has read them."""
        body = b"".join(self._chunks)
        self._chunks.clear()
        self._bytes_sent += self._size
        self._size = 0
        sending = asyncio.run_coroutine_threadsafe(self._send(body, is_last=is_last), self._loop)
        try:
            sending.result(PART_TIMEOUT_SECONDS)
        except TimeoutError:
            sending.cancel()
            raise ClientDisconnectedError from None

    def stop_watching(self) -> None:
        """Stop watching for a disconnect."""
        if self._disconnected:
            self._disconnected.cancel()

    async def _wait_for_disconnect(self) -> None:
        """Return when the client disconnects."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _send(self, body: bytes, *, is_last: bool) -> None:
        if self._disconnected is None:
            self._disconnected = asyncio.ensure_future(self._wait_for_disconnect())
            await self._response.send_head(self.status, self.headers, None)
        if self._disconnected.done():
            raise ClientDisconnectedError
        await self._response.send_part(body, is_last=is_last)
