"""Runs a WSGI application (PEP 3333) in threads, beside an event loop.

The thread is free as soon as the application has said everything: how long the client takes to read it is the server's
matter. Only a body that is longer than fits into memory well is sent in parts, of which the next is asked for when the
one before is taken.
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
PART_TIMEOUT_SECONDS = 60.0  # that a client has for each part
# How long a thread may go on while another waits for the interpreter: beside pages the loop and the writer would wait up
# to three times as long with Python's own 5 ms. Without pages, shorter turns cost an order 6 % of its processor time.
SWITCH_SECONDS = 0.005
SWITCH_SECONDS_BESIDE_PAGES = 0.0005


class ClientGoneError(Exception):
    """The client has left, or did not take what it asked for in time."""


class WsgiPool:
    """`executor` has as many threads as pages may be made at once."""

    def __init__(self, application: "WSGIApplication", executor: Executor) -> None:
        self._application = application
        self._executor = executor
        self._under_way = 0

    async def respond(self, response: Response, receive: Any) -> None:
        """Raises whatever the application raises; ClientGoneError when nobody is there for the rest."""
        loop = asyncio.get_running_loop()
        run = contextvars.copy_context().run
        parts = _Parts(loop, response, receive)
        self._count(1)
        try:
            body = await loop.run_in_executor(
                self._executor, partial(run, parts.collect, self._application)
            )
        finally:
            self._count(-1)
            parts.end()
        if body is not None:
            await response.whole(parts.status, parts.headers, body)

    def _count(self, more: int) -> None:
        """Called by the loop when a page begins and ends."""
        self._under_way += more
        sys.setswitchinterval(SWITCH_SECONDS_BESIDE_PAGES if self._under_way else SWITCH_SECONDS)


class _Parts:
    """What an application says, part by part."""

    def __init__(self, loop: asyncio.AbstractEventLoop, response: Response, receive: Any) -> None:
        self._loop = loop
        self._response = response
        self._receive = receive
        self._gone: asyncio.Task[None] | None = None
        self._kept: list[bytes] = []
        self._size = self._sent = 0
        self.status = 0
        self.headers: list[tuple[str, str]] = []

    def collect(self, application: "WSGIApplication") -> bytes | None:
        """The whole body; None where it was too long for that and has been sent in parts. In a thread."""
        buffered: Iterable[bytes] = application(self._response.environ, self._start)
        try:
            for part in buffered:
                self._write(part)
                if self._size > MAX_WHOLE_BYTES and not isinstance(buffered, list):
                    self._pass_on()
        finally:
            if hasattr(buffered, "close"):
                buffered.close()
        if not self._response.is_started:
            return b"".join(self._kept)
        self._pass_on(is_last=True)
        self._response.log(self.status, self._sent)
        return None

    def _start(self, line: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        """The application's `start_response`."""
        if exc_info and self._response.is_started:
            raise exc_info[1]
        self.status, self.headers = int(line[:3]), headers
        return self._write

    def _write(self, part: bytes) -> None:
        self._kept.append(part)
        self._size += len(part)

    def _pass_on(self, *, is_last: bool = False) -> None:
        """Send what there is, and wait until it is taken."""
        body = b"".join(self._kept)
        self._kept.clear()
        self._sent += self._size
        self._size = 0
        sending = asyncio.run_coroutine_threadsafe(self._send(body, is_last=is_last), self._loop)
        try:
            sending.result(PART_TIMEOUT_SECONDS)
        except TimeoutError:
            sending.cancel()
            raise ClientGoneError from None

    def end(self) -> None:
        """Wait no more for the client to leave."""
        if self._gone:
            self._gone.cancel()

    async def _leaving(self) -> None:
        """Ends when the client has left."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _send(self, body: bytes, *, is_last: bool) -> None:
        if self._gone is None:
            self._gone = asyncio.ensure_future(self._leaving())
            await self._response.start(self.status, self.headers, None)
        if self._gone.done():
            raise ClientGoneError
        await self._response.part(body, is_last=is_last)
