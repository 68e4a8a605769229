"""Calls over a socket: every one is answered by loop and writer, whatever the threads are doing."""

import json
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import pytest

from oottam import catalogue
from oottam.common.request_context import ROUTE
from oottam.intake import answers, road
from oottam.intake.forms.form import Form, FormError
from oottam.intake.limits import LARGEST_BODY
from oottam.intake.models import RateLimitEntry
from oottam.intake.refusals import wrong_fields
from oottam.intake.writing import group_commit, transactions, writer
from oottam.requests.models import Request
from oottam.serving import access_log
from tests.bodies import veg_body
from tests.calling import until
from tests.conftest import VEG
from tests.serving.running import Running

pytestmark = [pytest.mark.enable_socket, pytest.mark.django_db(transaction=True)]
NOT_SAVED = "We could not save your order. Please try again in a moment."


@pytest.fixture
def running() -> Iterator[Running]:
    """With an application that would answer calls with something else."""
    running = Running()
    yield running
    running.stop()


def post(running: Running, body: Any, **headers: str) -> HTTPResponse:
    connection = running.connect()
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", VEG, raw, {"Content-Type": "application/json", **named})
    return connection.getresponse()


def said(response: HTTPResponse) -> tuple[int, str]:
    return response.status, json.loads(response.read())["message"]


def wire(*bodies: dict[str, Any], version: str = "1.1", **headers: str) -> bytes:
    """Calls one after another, as they go over a connection."""
    raws = [json.dumps(body).encode() for body in bodies]
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return b"".join(
        f"POST {VEG} HTTP/{version}\r\nHost: x\r\nContent-Type: application/json\r\n{more}"
        f"Content-Length: {len(raw)}\r\n\r\n".encode()
        + raw
        for raw in raws
    )


def test_a_call_is_stored_and_answered_while_every_thread_is_busy(running: Running) -> None:
    for _ in range(3):  # there are two
        running.connect().request("GET", "/slow")
    assert running.kitchen.begun.wait(10)
    response = post(running, veg_body())
    reply = json.loads(response.read())
    assert (response.status, reply["status"]) == (200, "success")
    assert Request.objects.get().reference == reply["reference"]


def test_the_answer_has_the_headers_of_every_other_one(running: Running) -> None:
    headers = post(running, veg_body()).headers
    assert {name: value for name, value in headers.items() if name not in ("Date", "X-Request-ID")} == {
        "Cache-Control": "no-store",
        "Content-Length": headers["Content-Length"],
        "Content-Type": "application/json",
        "X-Content-Type-Options": "nosniff",
    }  # fmt: skip
    assert len(headers["X-Request-ID"]) == 16


def test_the_call_is_logged_and_counted(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[Any] = []
    monkeypatch.setattr(access_log, "write", lambda *line: logged.append(line))
    body = post(running, veg_body(), X_Request_ID="0123456789abcdef").read()
    assert post(running, veg_body(date=5)).status == 422
    until(lambda: len(logged) == 2)  # the line follows the answer
    (first, status, size, seconds), (_, other, *_) = logged
    assert (first[ROUTE], status, size, other) == (VEG, 200, len(body), 422)
    assert 0 < seconds < 10


def test_refusals_are_answered_without_a_thread(running: Running) -> None:
    for _ in range(3):
        running.connect().request("GET", "/slow")
    assert running.kitchen.begun.wait(10)
    assert post(running, b"{").status == 400
    assert said(post(running, veg_body(date=5))) == (
        422,
        "Days must be a whole number from 6 to 40.",
    )
    assert post(running, veg_body(), Origin="https://elsewhere.example").status == 403
    assert Request.objects.count() == 0


@pytest.mark.parametrize("path", ["/", "/vegmeal-form.php/", "/nothing"])
def test_what_is_no_call_goes_to_the_application(running: Running, path: str) -> None:
    connection = running.connect()
    connection.request("POST", path, b"{}", {"Content-Type": "application/json"})
    assert connection.getresponse().read() == b"127.0.0.1 http 2"


def test_a_call_that_is_not_sent_is_a_405(running: Running) -> None:
    connection = running.connect()
    connection.request("GET", VEG)
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Allow"]) == (405, "POST")
    assert json.loads(answer.read())["status"] == "error"


def chunked(raw: bytes, size: int) -> Iterator[bytes]:
    return (raw[at : at + size] for at in range(0, len(raw), size))


def longest() -> bytes:
    """An order that is as long as a body may be."""
    raw = json.dumps(veg_body(extra="")).encode()
    return json.dumps(veg_body(extra="x" * (LARGEST_BODY - len(raw)))).encode()


@pytest.mark.parametrize("size", [0, 9, 8192])
def test_the_longest_body_goes_the_same_road_in_one_piece_and_in_chunks(
    running: Running, size: int
) -> None:
    for _ in range(3):  # there are two threads
        running.connect().request("GET", "/slow")
    assert running.kitchen.begun.wait(10)
    raw = longest() if size != 9 else json.dumps(veg_body()).encode()
    connection = running.connect()
    headers = {"Content-Type": "application/json", "Idempotency-Key": "k-1"}
    if size:
        connection.request("POST", VEG, chunked(raw, size), headers, encode_chunked=True)
    else:
        connection.request("POST", VEG, raw, headers)
    assert said(connection.getresponse())[0] == 200
    assert Request.objects.get().body == raw.decode()


@pytest.mark.parametrize("size", [0, 8192])
def test_one_byte_more_is_a_413(running: Running, size: int) -> None:
    raw, connection = longest() + b" ", running.connect()
    body = chunked(raw, size) if size else raw
    connection.request(
        "POST", VEG, body, {"Content-Type": "application/json"}, encode_chunked=bool(size)
    )
    assert said(connection.getresponse())[0] == 413
    assert Request.objects.count() == 0


def test_a_keyed_form_that_is_not_in_order_any_more_gets_its_first_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken before the menu changed, which only the database knows."""
    first = post(running, veg_body(), Idempotency_Key="k-1").read()

    def unfit(*_: Any) -> Any:
        raise FormError([])

    monkeypatch.setattr(Form, "read", unfit)
    assert post(running, veg_body(), Idempotency_Key="k-1").read() == first
    other = post(running, veg_body(), Idempotency_Key="k-2")
    assert (other.status, other.read()) == (422, wrong_fields([]).reply.body)
    assert post(running, veg_body(date=7), Idempotency_Key="k-1").status == 422
    assert Request.objects.count() == 1


@pytest.mark.parametrize("extra", [0, road.SHORT_BODY])
def test_what_fails_while_it_is_prepared_is_a_500(
    running: Running, monkeypatch: pytest.MonkeyPatch, extra: int
) -> None:
    monkeypatch.setattr(catalogue, "current", lambda: 1 / 0)
    status, message = said(post(running, veg_body(extra="x" * extra)))
    assert (status, message[:39]) == (500, "Something went wrong on our side and yo")


def test_a_retry_gets_the_same_answer(running: Running) -> None:
    answers = {post(running, veg_body(), Idempotency_Key="k-1").read() for _ in range(3)}
    assert (len(answers), Request.objects.count()) == (1, 1)


def test_calls_that_come_at_once_are_answered_in_their_order(running: Running) -> None:
    bodies = [veg_body(), veg_body(date=5), veg_body(date=7), veg_body(date=8)]
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(wire(*bodies) + b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with raw.makefile("rb") as file:
            answers = file.read()
    parts = answers.split(b"HTTP/1.1 ")[1:]
    assert [part[:3] for part in parts] == [b"200", b"422", b"200", b"200", b"200"]
    references = [
        json.loads(part.partition(b"\r\n\r\n")[2])["reference"] for part in parts[::2][:2]
    ]
    by_days = {request.order.days: request.reference for request in Request.objects.all()}
    assert references == [by_days[6], by_days[7]]
    assert parts[-1].endswith(b"127.0.0.1 http 0")


@pytest.mark.parametrize(
    ("version", "header"),
    [("1.0", {}), ("1.1", {"Connection": "close"}), ("1.1", {"Connection": "TE, Close"})],
)
def test_who_wants_the_connection_closed_gets_it_closed(
    running: Running, version: str, header: dict[str, str]
) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(wire(veg_body(), version=version, **header))
        with raw.makefile("rb") as file:
            assert b" 200 OK" in file.read().split(b"\r\n")[0]


def test_who_leaves_before_the_answer_leaves_the_order_behind(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(wire(veg_body()))
    assert post(running, veg_body()).status == 200
    assert Request.objects.count() == 2


def test_the_visitor_behind_the_trusted_proxy_is_the_sender() -> None:
    running = Running(trusted_proxy="127.0.0.1")
    try:
        for visitor in ("203.0.113.9", "203.0.113.9", "198.51.100.7"):
            assert post(running, veg_body(), X_Forwarded_For=visitor).status == 200
        assert len(set(RateLimitEntry.objects.values_list("address"))) == 2
        malformed = post(running, veg_body(), X_Forwarded_Proto="http, , https")
        assert malformed.status == 400
    finally:
        running.stop()


def test_a_database_that_fails_is_a_503(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise transactions.NotWrittenError

    monkeypatch.setattr(writer, "submit", fail)
    assert said(post(running, veg_body())) == (503, NOT_SAVED)


def test_whoever_waits_too_long_for_the_writer_is_told_and_nothing_is_stored(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(road, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(group_commit.GroupCommitWriter, "_next_batch", lambda writer: [])
    monkeypatch.setattr(writer, "_writer", group_commit.GroupCommitWriter(lambda *_: []))
    assert said(post(running, veg_body())) == (503, NOT_SAVED)
    assert writer.waiting() == 0


def test_when_the_database_does_not_answer_the_visitor_is_told_and_may_ask_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen, thawed = threading.Event(), threading.Event()

    def freeze(batch: Any) -> Any:
        frozen.set()
        thawed.wait(10)
        return commit(batch)

    commit = writer._writer._commit
    monkeypatch.setattr(writer._writer, "_commit", freeze)
    monkeypatch.setattr(road, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(road, "LONGEST_WAIT_SECONDS", 0.0)
    connection = running.connect()
    order = json.dumps(veg_body()).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": "k-1"}
    connection.request("POST", VEG, order, headers)
    assert frozen.wait(10)
    assert said(connection.getresponse()) == (503, NOT_SAVED)
    monkeypatch.setattr(road, "PATIENCE_SECONDS", 20.0)  # this time it is answered
    thawed.set()
    connection.request("POST", VEG, order, headers)
    assert json.loads(connection.getresponse().read())["status"] == "success"
    assert Request.objects.count() == 1


def test_of_several_that_the_writer_does_not_take_every_one_is_told(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come in one turn of the loop, and are handed over together."""
    handed: list[int] = []

    def refuse(jobs: Any) -> Any:
        handed.append(len(jobs))
        raise transactions.NotWrittenError

    monkeypatch.setattr(writer, "submit", refuse)
    held = Held(running)
    raws = []
    for _ in range(4):
        raws.append(socket.create_connection(("127.0.0.1", running.port), timeout=10))
        raws[-1].sendall(wire(veg_body()))
    held.let_go()
    assert [raw.recv(12) for raw in raws] == [b"HTTP/1.1 503"] * 4
    assert max(handed) > 1
    for raw in raws:
        raw.close()


class Held:
    """A server whose loop stands still, as under load, until it is let go."""

    def __init__(self, running: Running) -> None:
        self.go_on, held = threading.Event(), threading.Event()
        turn = running.server.turn

        def hold(seconds: float) -> None:
            held.set()
            self.go_on.wait(10)
            turn(seconds)

        running.server.turn = hold  # type: ignore[method-assign]
        running.server._waking.may_wait()
        running.server.wake()
        assert held.wait(10)

    def let_go(self) -> None:
        self.go_on.set()


def test_an_answer_that_fails_is_a_500_and_harms_nobody_else(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "to", lambda *_: 1 / 0)
    assert post(running, veg_body()).status == 500
    monkeypatch.undo()
    assert post(running, veg_body()).status == 200


def test_stopping_answers_what_waits_for_the_writer(running: Running) -> None:
    connection = running.connect()
    connection.connect()
    running.server.stop()
    raw = json.dumps(veg_body()).encode()
    connection.request("POST", VEG, raw, {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert (response.status, response.headers["Connection"]) == (200, "close")
    running.thread.join(10)
    assert not running.thread.is_alive()
