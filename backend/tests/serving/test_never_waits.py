"""The loop's thread waits for nothing but its connections: every other wait in it raises here."""

import json
import logging
import queue
import select
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from django.db import connections

from oottam.common import plain_sql
from oottam.intake.limits import LARGEST_BODY
from oottam.intake.writing import rate_limits
from oottam.operations.logs import WrittenApart
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.every_call import BODIES
from tests.serving.running import Running

pytestmark = [pytest.mark.enable_socket, pytest.mark.django_db(transaction=True)]

# Calls into C that may wait, by the name of what they belong to and their own.
WAITING = {
    ("lock", "acquire"), ("lock", "acquire_lock"), ("RLock", "acquire"), ("SimpleQueue", "get"),
    ("time", "sleep"), ("posix", "fsync"), ("posix", "fdatasync"), ("posix", "open"),
    ("posix", "waitpid"), ("Cursor", "execute"), ("Cursor", "executemany"), ("Cursor", "fetchall"),
    ("Connection", "execute"), ("Connection", "commit"), ("select", "select"),
    ("TextIOWrapper", "write"), ("TextIOWrapper", "flush"), ("BufferedReader", "read"),
}  # fmt: skip
POLLS = 0.5  # seconds: no poll of the tests' own is shorter


class WaitedError(BaseException):
    """Nothing of ours catches it by accident."""


class Watch:
    """Raises at a wait in one thread, and notes it: who catches it does not hide it."""

    def __init__(self) -> None:
        self.thread: int | None = None
        self.seen: list[str] = []
        self.calls = 0

    def profile(self, frame: Any, event: str, what: Any) -> None:
        """As `sys.setprofile` calls it, in the loop's thread alone."""
        self.calls += event == "c_call"
        if event != "c_call":
            return
        owner = getattr(what, "__self__", None)
        kind = getattr(owner, "__name__", None) or type(owner).__name__
        if (kind, what.__name__) in WAITING and not self._is_harmless(frame, what):
            self.meet(f"{kind}.{what.__name__} in {frame.f_code.co_qualname}")

    def here(self) -> bool:
        """Whether this is the loop's thread."""
        return threading.get_ident() == self.thread

    def meet(self, what: str) -> None:
        """Note it, and fail."""
        self.seen.append(what)
        raise WaitedError(what)

    def audit(self, event: str, arguments: Any) -> None:
        """As `sys.addaudithook` calls it, in every thread."""
        if (
            event in ("open", "sqlite3.connect", "socket.connect", "subprocess.Popen")
            and self.here()
        ):
            self.meet(f"{event} {arguments[:1]}")

    @staticmethod
    def _is_harmless(frame: Any, what: Any) -> bool:
        """A thread is started, logging looks up a level: moments. And how these tests listen."""
        while frame:
            if frame.f_code.co_qualname in ("Thread.start", "_acquireLock"):
                return True
            handler = frame.f_locals.get("self")
            if isinstance(handler, logging.Handler) and not isinstance(handler, WrittenApart):
                return True
            frame = frame.f_back
        return False


WATCH = Watch()
sys.addaudithook(WATCH.audit)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server whose loop may not wait."""
    WATCH.__init__()  # type: ignore[misc]
    for owner, name in [
        (threading.Condition, "wait"), (threading.Event, "wait"), (threading.Thread, "join"),
        (threading.Semaphore, "acquire"), (queue.Queue, "get"), (queue.Queue, "put"),
        (plain_sql.PlainCursor, "__init__"),
        (type(connections["default"]), "ensure_connection"), (type(connections["default"]), "cursor"),
    ]:  # fmt: skip
        monkeypatch.setattr(owner, name, _guarded(getattr(owner, name), f"{owner.__name__}.{name}"))
    ours, apart = logging.getLogger("oottam"), WrittenApart()  # as in production
    ours.addHandler(apart)
    running = Running(run=_watched_run)
    yield running
    running.stop()
    ours.removeHandler(apart)


def _guarded(real: Callable[..., Any], name: str) -> Callable[..., Any]:
    def guarded(*args: Any, **named: Any) -> Any:
        if WATCH.here() and not Watch._is_harmless(sys._getframe(), None):
            WATCH.meet(name)
        return real(*args, **named)

    return guarded


def _watched_run(server: Any) -> None:
    WATCH.thread = threading.get_ident()
    sys.setprofile(WATCH.profile)
    waited: WaitedError | None = None
    try:
        while not server.draining:
            server.turn(POLLS)
    except WaitedError as met:
        waited = met
    finally:
        sys.setprofile(None)
        WATCH.thread = None
    if waited:
        traceback.print_exception(waited)
        server.close()
    else:
        server.run_until_stopped()


def post(running: Running, path: str, body: Any, **headers: str) -> int:
    connection = HTTPConnection("127.0.0.1", running.port, timeout=20)
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", path, raw, {"Content-Type": "application/json", **named})
    status = connection.getresponse().status
    connection.close()
    return status


def test_no_journey_of_any_call_makes_the_loop_wait(watched: Running, settings: Any) -> None:
    settings.CAP_PER_ADDRESS = 0
    for path, body in BODIES.items():
        statuses = [
            post(watched, path, body),
            post(watched, path, body, Idempotency_Key="k-1"),
            post(watched, path, body, Idempotency_Key="k-1"),
            post(watched, path, {**body, "email": "no"}, Idempotency_Key="k-1"),
            post(watched, path, {**body, "email": "no"}, Idempotency_Key="k-2"),
            post(watched, path, {**body, "email": "no"}),
            post(watched, path, {**body, "more": "x" * 200_000}),
            post(watched, path, json.dumps({"more": "x" * LARGEST_BODY}).encode()),
            post(watched, path, b"{"),
            post(watched, path, body, Origin="https://elsewhere.example"),
            post(watched, path, body, Content_Encoding="gzip"),
        ]
        assert statuses == [200, 200, 200, 422, 422, 422, 200, 413, 400, 403, 415], path
    assert WATCH.seen == []
    assert WATCH.calls > 1000
    assert Request.objects.count() == 3 * len(BODIES)


def much(environ: Any, start_response: Any) -> list[bytes]:
    """More than any socket takes."""
    start_response("200 OK", [])
    return [b"x" * 3_000_000]


def test_no_answer_that_nobody_takes_and_no_refusal_makes_the_loop_wait(watched: Running) -> None:
    watched.server._application = much
    order = json.dumps(veg_body(phone="")).encode()
    call = f"POST {VEG} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(order)}\r\n\r\n"
    clients = []
    for number in range(24):
        client = socket.create_connection(("127.0.0.1", watched.port), timeout=20)
        gets = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * number
        client.sendall(gets + (call.encode() + order) * 4 + b"broken\r\n\r\n")
        clients.append(client)
    assert post(watched, VEG, veg_body()) == 200
    assert b"422" in clients[0].recv(100_000)
    for client in clients:
        client.close()
    assert post(watched, VEG, veg_body()) == 200
    assert WATCH.seen == []


@pytest.mark.parametrize(
    "wait",
    [
        lambda: time.sleep(0),
        lambda: threading.Event().wait(0.01),
        lambda: threading.Lock().acquire(),
        lambda: queue.SimpleQueue().get(timeout=0.01),
        lambda: open(__file__).close(),  # noqa: PTH123
        lambda: next(iter(connections.all())).ensure_connection(),
        lambda: select.select([], [], [], 0),
    ],
)
def test_a_wait_in_the_loop_would_be_noticed(
    watched: Running, monkeypatch: pytest.MonkeyPatch, wait: Callable[[], Any]
) -> None:
    """In the place where a call is prepared."""
    monkeypatch.setattr(rate_limits, "entry", lambda *_: wait())
    with pytest.raises(OSError, match="closed"):
        post(watched, VEG, veg_body())
    assert len(WATCH.seen) == 1
