"""Adds common headers, a request id and an access-log line to every response."""

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
ERROR_MESSAGES = {
    400: "We could not read this request.",
    408: "This request took too long to arrive. Please send it again.",
    411: "Please send this form with its length.",
    413: "This form is too large. Please shorten it and send it again.",
    415: "Please send this form in UTF-8.",
    500: "Something went wrong on our side. Please try again.",
    501: "We could not read this request.",
    503: "Other uploads are still arriving. Please try again in a minute.",
}
RETRY_SECONDS = {503: 60}
BODILESS_STATUSES = (204, 304)
# The only common header that a response may override: a secret URL must not leak as a referrer.
NO_REFERRER = ("Referrer-Policy", "no-referrer")


class CommonHeaders:
    """The headers of every response, encoded once."""

    def __init__(self, headers: Headers) -> None:
        self.names = {name.lower() for name, _ in headers} | {"content-length"}
        self.encoded = _encoded(headers)
        self.without_referrer = _encoded(
            NO_REFERRER if name == NO_REFERRER[0] else (name, value) for name, value in headers
        )
        self._merge_cached = lru_cache(maxsize=64)(self._encode)  # endpoints send few distinct ones

    def merge(self, headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
        """Return the response's own headers, except length and overridden ones, followed by the common ones."""
        return list(self._merge_cached(headers))

    def _encode(self, headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
        common = self.without_referrer if NO_REFERRER in headers else self.encoded
        return _encoded(pair for pair in headers if pair[0].lower() not in self.names) + common


class Response:
    """The response to one request. `is_started` is true once the head is sent."""

    __slots__ = ("_common", "_send", "_started_at", "environ", "is_started", "request_id")

    def __init__(self, environ: "WSGIEnvironment", send: Send, common: CommonHeaders) -> None:
        self._started_at = time.perf_counter()
        self._send = send
        self._common = common
        self.environ = environ
        self.request_id = access_log.choose_request_id(environ)
        self.is_started = False

    async def send_whole(
        self, status: int, headers: Iterable[tuple[str, str]], body: bytes
    ) -> None:
        """Send head and body, and write the access-log line."""
        has_body = status not in BODILESS_STATUSES
        size = len(body) if has_body else None
        is_head = self.environ["REQUEST_METHOD"] == "HEAD"
        self.log(status, size)
        await self.send_head(status, headers, size)
        await self._send(
            {"type": "http.response.body", "body": body if has_body and not is_head else b""}
        )

    async def send_head(
        self, status: int, headers: Iterable[tuple[str, str]], length: int | None
    ) -> None:
        """Send the head; without a `length`, the body follows in parts.

        Replaces the application's Content-Length and common headers, except NO_REFERRER.
        """
        encoded = self._common.merge(tuple(headers))
        if length is not None:
            encoded.append((b"content-length", b"%d" % length))
        encoded.append((b"x-request-id", self.request_id.encode()))
        self.is_started = True
        await self._send({"type": "http.response.start", "status": status, "headers": encoded})

    async def send_part(self, body: bytes, *, is_last: bool = False) -> None:
        """Send a part of the body; waits until the client has read the parts before."""
        await self._send({"type": "http.response.body", "body": body, "more_body": not is_last})

    async def send_error(self, status: int, *, closes: bool = False) -> None:
        """Send an error response as JSON. `closes`: where the next request begins is uncertain, so none is read."""
        body = responses.refusal(status, ERROR_MESSAGES[status]).body
        headers = [("Content-Type", responses.CONTENT_TYPE), ("Cache-Control", "no-store")]
        if closes:
            headers.append(("Connection", "close"))
        if status in RETRY_SECONDS:
            headers.append(("Retry-After", str(RETRY_SECONDS[status])))
        await self.send_whole(status, headers, body)

    def log(self, status: int, size: int | None) -> None:
        """Write the access-log line; `size` in bytes, None if there is no body."""
        access_log.write(self.environ, status, size, time.perf_counter() - self._started_at)


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Encode headers, without the leading space of Django's cookies."""
    return [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]
