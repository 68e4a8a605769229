"""One request and its answer: the one place where every answer gets its head and its line in the log.

Calls, pages, files, the back office and refusals all pass here, so that no reply is without the
security headers and an id.
"""

import time
from collections.abc import Collection, Iterable
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING

from waitress.utilities import build_http_date

from oottam.common import replies
from oottam.common.request_context import request_id
from oottam.serving import access_log

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = list[tuple[str, str]]
SENTENCES = {
    400: "We could not read this request.",
    413: "This form is too large. Please shorten it and send it again.",
    431: "This request's headers are too large.",
    500: "Something went wrong on our side. Please try again.",
    501: "We could not read this request.",
    505: "We could not read this request.",
}
NO_BODY = (204, 304)
# The one header of ours that an answer may give itself: an address that is a secret is told to nobody.
NO_REFERRER = ("Referrer-Policy", "no-referrer")


class Common:
    """The headers of every answer, written once."""

    closing = False  # the server ends: every connection does, once its answer is sent

    def __init__(self, headers: Headers) -> None:
        self.names = frozenset(name.lower() for name, _ in headers)
        self.names_and_length = self.names | {"content-length"}
        self.text = _written(headers)
        self.text_without_referrer = _written(
            [NO_REFERRER if name == NO_REFERRER[0] else (name, value) for name, value in headers]
        )


class Exchange:
    """`closes` says whether the connection ends with it."""

    __slots__ = ("began", "closes", "common", "environ", "identity", "version")

    def __init__(self, environ: "WSGIEnvironment", common: Common) -> None:
        self.began = time.perf_counter()
        self.environ = environ
        self.common = common
        self.identity = access_log.identify(environ)
        self.version = environ.get("SERVER_PROTOCOL", "HTTP/1.1")
        self.closes = _closes(self.version, environ.get("HTTP_CONNECTION", ""))

    @property
    def is_head(self) -> bool:
        """Whether the head of an answer is all that is asked for."""
        return bool(self.environ["REQUEST_METHOD"] == "HEAD")

    def whole(self, status: int, headers: Collection[tuple[str, str]], body: bytes) -> list[bytes]:
        """Head and body of an answer that is known whole, to be sent as they are."""
        head = self.head(status, headers, len(body))
        if self.is_head or status in NO_BODY:
            return [head]
        return [head, body] if len(body) > len(head) else [head + body]

    def head(self, status: int, headers: Collection[tuple[str, str]], length: int | None) -> bytes:
        """The head of an answer; one of unknown `length` comes in chunks, or ends the connection.

        What the application says of length or of our own headers is replaced by what is right,
        but for NO_REFERRER.
        """
        self.closes = self.closes or self.common.closing
        lines = [f"HTTP/1.1 {status} {_phrase(status)}", f"Date: {_date(int(time.time()))}"]
        if not self.is_head:
            lines += self._framing(status, length)
        replaced = self.common.names if self.is_head else self.common.names_and_length
        lines += [f"{name}: {value}" for name, value in headers if name.lower() not in replaced]
        if self.closes:
            lines.append("Connection: close")
        elif self.version == "HTTP/1.0":
            lines.append("Connection: keep-alive")
        lines.append(f"X-Request-ID: {self.identity}")
        text = "\r\n".join(lines)
        if text.count("\n") >= len(lines) or text.count("\r") >= len(lines):
            raise ValueError("a line end in a header")
        common = self.common
        ours = common.text_without_referrer if NO_REFERRER in headers else common.text
        return f"{text}\r\n{ours}\r\n".encode("latin-1")

    def refusal(self, status: int) -> list[bytes]:
        """The whole answer to a request that cannot be answered otherwise; the connection ends.

        Its line is in the log then.
        """
        self.closes = True
        body = replies.refusal(status, SENTENCES[status]).body
        headers = [("Content-Type", replies.CONTENT_TYPE), ("Cache-Control", "no-store")]
        self.note(status, len(body))
        return self.whole(status, headers, body)

    def note(self, status: int, size: int | None) -> None:
        """Write the line of the log."""
        named = request_id.set(self.identity)
        access_log.write(self.environ, status, size, time.perf_counter() - self.began)
        request_id.reset(named)

    def _framing(self, status: int, length: int | None) -> list[str]:
        if status in NO_BODY:
            return []
        if length is not None:
            return [f"Content-Length: {length}"]
        if self.version == "HTTP/1.0":
            self.closes = True
            return []
        return ["Transfer-Encoding: chunked"]


def _written(headers: Iterable[tuple[str, str]]) -> str:
    return "".join([f"{name}: {value}\r\n" for name, value in headers])


@lru_cache(maxsize=64)
def _closes(version: str, connection: str) -> bool:
    """Whether the client wants the connection to end; in HTTP/1.0 it says so when it does not."""
    tokens = {each.strip().lower() for each in connection.split(",")}
    return "close" in tokens or (version == "HTTP/1.0" and "keep-alive" not in tokens)


@lru_cache(maxsize=1)
def _date(seconds: int) -> str:
    date: str = build_http_date(seconds)
    return date


@lru_cache(maxsize=64)
def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
