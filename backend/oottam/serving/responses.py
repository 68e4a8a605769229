"""One response: the one place where each gets its headers, its id and its line in the log.

Endpoints, pages, files, the back office and refusals all pass here.
"""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from oottam.core import responses
from oottam.serving import access_log

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = Sequence[tuple[str, str]]
Send = Callable[[Any], Awaitable[None]]
SENTENCES = {
    400: "We could not read this request.",
    408: "This request took too long to arrive. Please send it again.",
    411: "Please send this form with its length.",
    413: "This form is too large. Please shorten it and send it again.",
    500: "Something went wrong on our side. Please try again.",
    501: "We could not read this request.",
}
NO_BODY = (204, 304)
# The one header of ours that an answer may give itself: an address that is a secret is told to nobody.
NO_REFERRER = ("Referrer-Policy", "no-referrer")


class CommonHeaders:
    """The headers of every response, encoded once."""

    def __init__(self, headers: Headers) -> None:
        self.names = {name.lower() for name, _ in headers} | {"content-length"}
        self.encoded = _encoded(headers)
        self.without_referrer = _encoded(
            NO_REFERRER if name == NO_REFERRER[0] else (name, value) for name, value in headers
        )
        self._beside = lru_cache(maxsize=64)(self._encode)  # endpoints say few different ones

    def beside(self, headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
        """What an answer says of itself, but of length and of our own headers, with ours."""
        return list(self._beside(headers))

    def _encode(self, headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
        ours = self.without_referrer if NO_REFERRER in headers else self.encoded
        return _encoded(pair for pair in headers if pair[0].lower() not in self.names) + ours


class Response:
    """To one request. `is_started`: its head is sent."""

    __slots__ = ("_began", "_common", "_send", "environ", "identity", "is_started")

    def __init__(self, environ: "WSGIEnvironment", send: Send, common: CommonHeaders) -> None:
        self._began = time.perf_counter()
        self._send = send
        self._common = common
        self.environ = environ
        self.identity = access_log.identify(environ)
        self.is_started = False

    async def whole(self, status: int, headers: Iterable[tuple[str, str]], body: bytes) -> None:
        """Head and body at once, and the line of the log."""
        has_body = status not in NO_BODY
        size = len(body) if has_body else None
        is_head = self.environ["REQUEST_METHOD"] == "HEAD"
        self.log(status, size)
        await self.start(status, headers, size)
        await self._send(
            {"type": "http.response.body", "body": body if has_body and not is_head else b""}
        )

    async def start(
        self, status: int, headers: Iterable[tuple[str, str]], length: int | None
    ) -> None:
        """The head; a body of unknown length follows in parts.

        What the application says of length or of our own headers is replaced by what is right, but for NO_REFERRER.
        """
        encoded = self._common.beside(tuple(headers))
        if length is not None:
            encoded.append((b"content-length", b"%d" % length))
        encoded.append((b"x-request-id", self.identity.encode()))
        self.is_started = True
        await self._send({"type": "http.response.start", "status": status, "headers": encoded})

    async def part(self, body: bytes, *, is_last: bool = False) -> None:
        """Of a body, once the client has taken what came before."""
        await self._send({"type": "http.response.body", "body": body, "more_body": not is_last})

    async def refuse(self, status: int) -> None:
        """The whole response to what cannot be answered otherwise."""
        body = responses.refusal(status, SENTENCES[status]).body
        headers = [("Content-Type", responses.CONTENT_TYPE), ("Cache-Control", "no-store")]
        await self.whole(status, headers, body)

    def log(self, status: int, size: int | None) -> None:
        """Write the line of the log; `size` in bytes."""
        access_log.write(self.environ, status, size, time.perf_counter() - self._began)


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Without the space that Django's cookies begin with."""
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]
