"""Asks the ASGI application in this process, without a network or a thread: pages are made in the loop's own thread.

Where a test's database is one transaction that is rolled back, the writer's work is done in the test's own thread, too.
"""

import asyncio
import contextlib
import threading
from asyncio import events
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.db import connection
from django.http import HttpResponse

from oottam.api.writing.writer import WRITER, Job, settle
from oottam.serving import asgi
from oottam.serving.files import StaticFiles
from oottam.serving.requests import TrustedProxy

HERE = "127.0.0.1"
SUBMIT = WRITER.submit  # unless a test replaced it
LOOPS: list[asyncio.AbstractEventLoop] = []  # closed when all tests are over (conftest.py)
_of_thread = threading.local()
HEADERS = [("X-Content-Type-Options", "nosniff")]


def loop() -> asyncio.AbstractEventLoop:
    """This thread's own."""
    if not hasattr(_of_thread, "loop"):
        _of_thread.loop = asyncio.new_event_loop()
        LOOPS.append(_of_thread.loop)
    found: asyncio.AbstractEventLoop = _of_thread.loop
    return found


class AtOnce(Executor):
    """In the place of threads: does what it is given, there and then."""

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            with outside_the_loop():
                future.set_result(task(*given, **named))
        except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
            future.set_exception(error)
        return future


def write_here(jobs: Sequence[Job]) -> None:
    """The writer without its thread."""
    batch = [job for job in jobs if job.future.set_running_or_notify_cancel()]
    with outside_the_loop():
        outcomes = WRITER._commit(batch)
    for job, outcome in zip(batch, outcomes, strict=True):
        settle(job, outcome)


class Caller:
    """An application that is asked one thing at a time."""

    def __init__(
        self,
        application: Any = None,
        headers: Any = None,
        files: Sequence[StaticFiles] = (),
        *,
        proxy: str = "",
        proxies: int = 1,
    ) -> None:
        self.application = asgi.Application(
            application or _nothing,
            files,
            HEADERS if headers is None else headers,
            proxy=TrustedProxy(proxy, proxies),
            pages=AtOnce(),
            long_bodies=AtOnce(),
        )

    @classmethod
    def of_everything(cls) -> "Caller":
        """All that one process serves, with the storefront of the settings."""
        caller = cls()
        caller.application = asgi.build(pages=AtOnce(), long_bodies=AtOnce())
        return caller

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
        encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in own.items()]
        return self.ask(scope(method, path, encoded, address), [body])

    def ask(self, asked: dict[str, Any], parts: Iterable[bytes]) -> HttpResponse:
        """The answer to a request whose body comes in these parts; when there are no more, the client is gone."""
        return response_of(self.messages(asked, parts))

    def messages(self, asked: dict[str, Any], parts: Iterable[bytes]) -> list[dict[str, Any]]:
        """All that the application sends. Raises what it raises."""
        left, sent = list(parts), list[dict[str, Any]]()

        async def receive() -> dict[str, Any]:
            if not left:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        with writer_of_this_test():
            loop().run_until_complete(self.application(asked, receive, send))
        return sent


def caller() -> Caller:
    """This thread's client of everything that one process serves."""
    if not hasattr(_of_thread, "caller"):
        _of_thread.caller = Caller.of_everything()
    found: Caller = _of_thread.caller
    return found


@dataclass(frozen=True, slots=True)
class Answer:
    """One whole answer, as a browser gets it; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def browse(
    application: Caller, path: str, method: str = "GET", query: str = "", **headers: str
) -> Answer:
    """The application's answer; keyword arguments are headers, as Accept_Encoding."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    asked = application.request(method, f"{path}?{query}" if query else path, headers=given)
    named = {name.lower(): value for name, value in asked.items()}
    return Answer(asked.status_code, named, asked.content)


def response_of(messages: Sequence[dict[str, Any]]) -> HttpResponse:
    """What an application has sent, as Django's tests know it."""
    kinds = [message["type"] for message in messages[:2]]
    assert kinds == ["http.response.start", "http.response.body"]
    pairs = [(name.decode(), value.decode("latin-1")) for name, value in messages[0]["headers"]]
    assert len(dict(pairs)) == len(pairs), "a header twice"
    content = b"".join(message["body"] for message in messages[1:])
    response = HttpResponse(content, status=messages[0]["status"])
    del response["Content-Type"]
    for name, value in pairs:
        response[name] = value
    return response


def scope(
    method: str, path: str, headers: Sequence[tuple[bytes, bytes]], address: str = HERE
) -> dict[str, Any]:
    """Of a request, as a server gives it; `path` with its query."""
    raw, _, query = quote(path, safe="/?=&%:@!$,;()*+~").encode().partition(b"?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": raw.decode(),
        "raw_path": raw,
        "query_string": query,
        "headers": list(headers),
        "client": (address, 40_000),
        "server": ("localhost", 8000),
    }


@contextlib.contextmanager
def outside_the_loop() -> Iterator[None]:
    """As in a thread of its own: where a loop runs, Django has other connections, and refuses queries."""
    loop = events._get_running_loop()
    events._set_running_loop(None)
    try:
        yield
    finally:
        events._set_running_loop(loop)


@contextlib.contextmanager
def writer_of_this_test() -> Iterator[None]:
    """In a transaction that is rolled back, what another thread's connection writes would be lost."""
    is_here = connection.in_atomic_block and WRITER.submit == SUBMIT
    if is_here:
        # The check would close the connection for not committing by itself.
        vars(WRITER).update(submit=write_here, _check_connection=lambda: None)
    try:
        yield
    finally:
        if is_here:
            del WRITER.submit, WRITER._check_connection


def _nothing(environ: Any, start_response: Any) -> list[bytes]:
    start_response("404 Not Found", [])
    return [b"Not found\n"]
