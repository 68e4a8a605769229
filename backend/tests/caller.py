"""Calls the server in this process: bytes in, bytes out, over its own connections and its own road.

There is no network and no thread of the loop's: the caller turns it. Where a test's database is one
transaction that is rolled back, the writer's work is done in the test's own thread, too.
"""

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from django.db import connection
from django.http import HttpResponse

from oottam.intake.writing import writer
from oottam.intake.writing.group_commit import GroupCommitWriter, Job
from oottam.serving.server import Server

HERE = "127.0.0.1"
PATIENCE_SECONDS = 60.0
OPENED: "list[Caller]" = []  # closed when the test is over that opened them (conftest.py)
HEADERS = [("X-Content-Type-Options", "nosniff")]


class AtOnce:
    """In the place of threads: does what it is given, there and then."""

    def submit(self, task: Callable[[], None]) -> None:
        task()

    def close(self, seconds: float) -> None:
        """There is nothing to end."""


class WritesHere(GroupCommitWriter[Any]):
    """The writer without its thread."""

    def submit(self, jobs: Sequence[Job[Any]]) -> None:
        batch = list(jobs)
        for job, outcome in zip(batch, self._commit(batch), strict=True):
            job.done(outcome)

    @staticmethod
    def _look_at_connection() -> None:
        """In a test's transaction it would be closed for not committing by itself."""


class Caller:
    """A server that is asked one thing at a time."""

    def __init__(self, application: Any = None, headers: Any = None, **settings: Any) -> None:
        self.server = Server(
            application or _nothing,
            None,
            pages=AtOnce(),
            apart=AtOnce(),
            headers=HEADERS if headers is None else headers,
            **settings,
        )
        OPENED.append(self)

    def close(self) -> None:
        """Give its sockets back."""
        self.server.close()

    @classmethod
    def of_everything(cls, **settings: Any) -> "Caller":
        """All that one process serves, with the storefront of the settings."""
        from oottam.serving.wsgi import build_application, headers

        return cls(build_application(), headers(), **settings)

    def request(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        address: str = HERE,
    ) -> HttpResponse:
        """The answer to one request; `Host` and the body's length are added where they are missing."""
        own = {"Host": "localhost", **(headers or {})}
        if body or method in ("POST", "PUT", "PATCH"):
            own.setdefault("Content-Length", str(len(body)))
        lines = [f"{method} {quote(path, safe='/?=&%:@!$,;()*+~')} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in own.items()]
        head = "\r\n".join([*lines, "\r\n"]).encode()
        return parsed(self.exchange(head + body, address, whole=method != "HEAD"))

    def exchange(self, raw: bytes, address: str = HERE, *, whole: bool = True) -> bytes:
        """What comes back for these bytes: one answer, or its head."""
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            adopted = self.server.adopt(theirs, address)
            answer = self._talk(ours, raw, whole=whole)
            adopted.close()
        return answer

    def _talk(self, ours: socket.socket, raw: bytes, *, whole: bool) -> bytes:
        left, answer = memoryview(raw), b""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not _is_complete(answer, whole=whole):
            assert time.monotonic() < deadline, "the server did not answer"
            if left:
                try:
                    left = left[ours.send(left) :]
                except BlockingIOError:
                    pass
                except BrokenPipeError:
                    left = left[:0]
            with writer_of_this_test():
                self.server.turn(0.01)
            try:
                data = ours.recv(65536)
            except BlockingIOError:
                continue
            if not data:
                return answer
            answer += data
        return answer


def parsed(answer: bytes) -> HttpResponse:
    """An answer as Django's tests know it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    line, *fields = head.decode("latin-1").split("\r\n")
    pairs = [field.split(": ", 1) for field in fields]
    assert len({name.lower() for name, _ in pairs}) == len(pairs), "a header twice"
    headers = dict(pairs)
    if headers.get("Transfer-Encoding") == "chunked":
        body = _unchunked(body)
    return HttpResponse(body, status=int(line.split(" ")[1]), headers=headers)


def _is_complete(answer: bytes, *, whole: bool) -> bool:
    head, found, body = answer.partition(b"\r\n\r\n")
    if not found or not whole:
        return bool(found)
    if head.split(b" ", 2)[1] in (b"204", b"304"):
        return True
    lowered = head.lower()
    if b"transfer-encoding: chunked" in lowered:
        return body.endswith(b"0\r\n\r\n")
    length = lowered.partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return bool(length) and len(body) >= int(length)


def _unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        whole += rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]
    return whole


class writer_of_this_test:  # noqa: N801 - a context manager, which is called like a function
    """In a transaction that is rolled back, what another thread's connection writes would be lost."""

    def __enter__(self) -> None:
        self.before = writer._writer
        if connection.in_atomic_block and not isinstance(self.before, WritesHere):
            writer._writer = WritesHere(self.before._write)

    def __exit__(self, *_: object) -> None:
        writer._writer = self.before


def _nothing(environ: Any, start_response: Any) -> list[bytes]:
    start_response("404 Not Found", [])
    return [b"Not found\n"]
