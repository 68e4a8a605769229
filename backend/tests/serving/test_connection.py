"""One connection: a request at a time, its answer kept within bounds, and an end in every case."""

import errno
import json
import select
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from oottam.serving import application as application_module
from oottam.serving import connection as connection_module
from oottam.serving.connection import (
    ARRIVAL_SECONDS,
    IDLE_SECONDS,
    LINGER_SECONDS,
    READ_BYTES,
    Connection,
    State,
)
from oottam.serving.outlet import GoneError
from tests.bodies import veg_body
from tests.caller import AtOnce, Caller
from tests.calling import until
from tests.conftest import VEG
from tests.serving.running import Running

LARGE = b"x" * 2_000_000
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def large(environ: Any, start_response: Any) -> list[bytes]:
    """More than a socket takes, to whoever asks."""
    start_response("200 OK", [])
    return [LARGE]


class Line:
    """A client's end of a connection to a server that this test turns."""

    def __init__(self, caller: Caller) -> None:
        self.server = caller.server
        self.socket, theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.ours = self.server.adopt(theirs, "127.0.0.1")

    def turn(self, times: int = 3) -> "Line":
        for _ in range(times):
            self.server.turn(0)
        return self

    def read(self) -> bytes:
        """What has come, until nothing comes any more."""
        came = b""
        while True:
            self.turn()
            try:
                data = self.socket.recv(1 << 20)
            except (BlockingIOError, ConnectionResetError):
                return came
            if not data:
                return came
            came += data


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line(Caller(large))
    yield line
    line.socket.close()


def test_an_answer_that_nobody_takes_costs_no_thread_and_holds_one_answer(line: Line) -> None:
    line.socket.sendall(GET * 20)
    line.turn(60)
    assert line.ours.state is State.SENDING
    assert 0 < line.ours.output <= len(LARGE) + 1000
    answers = line.read()
    assert answers.count(b"HTTP/1.1 200 OK") == 20
    assert len(answers) > 20 * len(LARGE)


def test_no_more_is_read_ahead_than_one_read_takes() -> None:
    line = Line(Caller(large))
    sent = 0
    with pytest.raises(BlockingIOError):  # noqa: PT012 - the client is held back by its own socket
        for _ in range(20_000):
            sent += line.socket.send(GET * 100)
            line.turn(1)
    assert len(line.ours._ahead) <= READ_BYTES
    assert sent < 2_000_000
    line.socket.close()


def test_whoever_does_not_take_an_answer_in_time_is_cut_off(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "TAKING_SECONDS", -10_000.0)
    line.socket.sendall(GET * 100)
    line.turn()
    assert line.ours.output > 0
    line.server._looked_at = 0.0
    line.turn(1)
    assert line.ours.state is State.CLOSED
    assert line.ours.output == 0
    assert not line.server.connections


@pytest.mark.enable_socket
def test_who_is_cut_off_hears_of_it_at_once_and_the_system_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "TAKING_SECONDS", -10_000.0)
    running = Running(large)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(GET * 10)
        until(lambda: raw.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET)
    running.stop()


GET_AND_CLOSE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def page(environ: Any, start_response: Any) -> list[bytes]:
    """What a socket takes at once, although its client may not."""
    start_response("200 OK", [])
    return [b"x" * 100_000]


def look_at_deadlines(line: Line) -> State:
    line.server._looked_at = 0.0
    return line.turn(1).ours.state


def test_a_last_answer_that_only_the_system_has_is_not_torn_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow client has the time for it that it has for every answer; then its moment to go."""
    monkeypatch.setattr(connection_module, "LINGER_SECONDS", -1.0)
    line = Line(Caller(page))
    line.socket.sendall(GET_AND_CLOSE)
    assert line.turn().ours.output == 0
    assert look_at_deadlines(line) is State.LINGERING
    assert line.read().endswith(b"x" * 100_000)
    assert look_at_deadlines(line) is State.CLOSED
    line.socket.close()


def test_a_last_answer_that_is_not_taken_in_time_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "TAKING_SECONDS", -10_000.0)
    line = Line(Caller(page))
    line.socket.sendall(GET_AND_CLOSE)
    assert line.turn().ours.state is State.LINGERING
    assert look_at_deadlines(line) is State.CLOSED
    line.socket.close()


def test_a_trickle_does_not_put_the_deadline_off(line: Line) -> None:
    line.socket.sendall(GET)
    line.turn()
    deadline = line.ours.deadline
    assert time.monotonic() + 250 < deadline < time.monotonic() + 300  # 2 MB at 8 KB a second
    for _ in range(10):
        line.socket.recv(1000)
        line.turn()
    assert line.ours.state is State.SENDING
    assert line.ours.deadline == deadline


def test_each_state_has_its_own_time_counted_from_its_beginning() -> None:
    line = Line(Caller())

    def has() -> float:
        return line.turn().ours.deadline - line.ours.since

    assert has() == pytest.approx(IDLE_SECONDS)
    line.socket.sendall(GET[:5])
    assert has() == pytest.approx(ARRIVAL_SECONDS)
    deadline = line.ours.deadline
    line.socket.sendall(GET[5:9])
    line.turn()
    assert line.ours.deadline == deadline  # a byte now and then does not put it off
    line.socket.sendall(GET[9:])
    assert has() == pytest.approx(IDLE_SECONDS)  # it is answered, and may ask again
    line.socket.sendall(b"broken\r\n\r\n")
    assert has() == pytest.approx(LINGER_SECONDS)
    line.socket.close()


def test_one_client_of_many_requests_does_not_hold_up_another() -> None:
    """Each connection gets one answer a turn."""
    caller = Caller()
    first, second = Line(caller), Line(caller)
    first.socket.sendall(GET * 500)
    first.turn(2)
    second.socket.sendall(GET)
    second.turn(3)
    assert second.socket.recv(9999).startswith(b"HTTP/1.1 404")
    assert first.socket.recv(1 << 20).count(b"HTTP/1.1 404") < 10
    for line in (first, second):
        line.socket.close()


@pytest.mark.parametrize("requests", [1, 2, 7])
def test_who_sends_no_more_still_gets_every_answer(line: Line, requests: int) -> None:
    line.socket.sendall(GET * requests)
    line.socket.shutdown(socket.SHUT_WR)
    answers = line.read()
    assert answers.count(b"HTTP/1.1 200 OK") == requests
    assert line.turn().ours.state is State.CLOSED


@pytest.mark.parametrize(
    "part", [GET[:20], GET + GET[:5], b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"]
)
def test_a_request_whose_end_will_never_come_is_a_400(line: Line, part: bytes) -> None:
    line.socket.sendall(part)
    line.socket.shutdown(socket.SHUT_WR)
    answers = line.read()
    assert answers.count(b"HTTP/1.1 400 Bad Request") == 1
    assert line.turn().ours.state is State.CLOSED


def test_what_nobody_asked_for_is_not_sent(line: Line) -> None:
    """As an answer that comes after its client was told to try again."""
    line.ours.answered([b"unasked"], last=True)
    assert line.read() == b""
    assert line.ours.state is State.READING


def test_who_says_nothing_and_goes_leaves_nothing_behind(line: Line) -> None:
    line.socket.close()
    assert line.turn().ours.state is State.CLOSED
    assert not line.server.connections
    assert not line.server._poll.poll(0)  # nor does the loop hear of it again


def test_who_goes_before_the_answer_is_let_go_of(line: Line) -> None:
    line.socket.sendall(GET)
    line.turn()
    line.socket.close()
    assert line.turn(5).ours.state is State.CLOSED


def test_an_answer_comes_before_the_next_request_is_looked_at(line: Line) -> None:
    line.socket.sendall(GET + b"broken\r\n\r\n")
    answers = line.read()
    assert answers.startswith(b"HTTP/1.1 200 OK")
    assert b"HTTP/1.1 400" in answers[len(LARGE) :]


def test_what_was_read_ahead_comes_before_what_is_read_now() -> None:
    """The loop may hear of more to read before it goes on with what it has."""
    line = Line(Caller())
    line.socket.sendall(GET + GET[:10])
    line.turn(1)
    line.socket.sendall(GET[10:])
    line.server._answer()
    line.ours.happened(select.POLLIN)
    assert line.read().count(b"HTTP/1.1 404") == 2
    line.socket.close()


def test_the_length_of_a_body_that_came_in_chunks_is_told() -> None:
    """Django reads no further than that."""

    def told(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["CONTENT_LENGTH"].encode()]

    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = Caller(told).exchange(head + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
    assert answer.endswith(b"\r\n\r\n5")


def test_who_expects_to_be_asked_for_the_body_is_asked() -> None:
    line = Line(Caller())
    head = b"POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
    line.socket.sendall(head)
    assert line.read() == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.socket.sendall(b"x")
    assert line.read().startswith(b"HTTP/1.1 404")
    line.socket.sendall(head + b"x")  # was not waited for
    assert line.read().startswith(b"HTTP/1.1 404")
    line.socket.close()


def test_who_expects_to_be_asked_is_asked_once() -> None:
    """Also where the loop hears of the head's end before it goes on with its beginning."""
    line = Line(Caller())
    head = b"POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
    line.socket.sendall(GET + head[:10])
    line.turn(1)
    line.socket.sendall(head[10:])
    line.server._answer()
    line.ours.happened(select.POLLIN)
    answers = line.read()
    assert answers.startswith(b"HTTP/1.1 404")
    assert answers.count(b"100 Continue") == 1
    line.socket.close()


def test_who_expects_to_be_asked_and_has_no_body_is_answered() -> None:
    for method in (b"GET", b"POST"):
        line = Line(Caller())
        line.socket.sendall(method + b" /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n")
        assert line.read().startswith(b"HTTP/1.1 404")
        line.socket.close()


def test_a_body_that_is_too_long_is_not_asked_for() -> None:
    line = Line(Caller())
    line.socket.sendall(
        b"POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 999999\r\n\r\n"
    )
    assert line.read().startswith(b"HTTP/1.1 413")
    line.socket.close()


def not_modified(environ: Any, start_response: Any) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", '"a"')])
    return []


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_a_304_and_an_answer_to_head_keep_the_connection(method: bytes) -> None:
    line = Line(Caller(not_modified))
    line.socket.sendall(GET.replace(b"GET", method) * 3)
    answers = line.read()
    assert answers.count(b"HTTP/1.1 304 Not Modified\r\n") == 3
    assert answers.endswith(b"\r\n\r\n")
    assert b"Content-Length" not in answers
    assert b"Connection" not in answers
    assert line.ours.state is State.READING
    line.socket.close()


@pytest.mark.parametrize(
    ("version", "said", "kept"),
    [
        (b"1.1", b"", True), (b"1.1", b"close", False), (b"1.1", b"close, TE", False),
        (b"1.1", b"TE , Close", False), (b"1.1", b"closed", True), (b"1.1", b"keep-alive", True),
        (b"1.0", b"", False), (b"1.0", b"Keep-Alive", True), (b"1.0", b"close, keep-alive", False),
    ],
)  # fmt: skip
def test_a_connection_is_kept_unless_the_client_wants_it_otherwise(
    version: bytes, said: bytes, *, kept: bool
) -> None:
    line = Line(Caller())
    line.socket.sendall(b"GET / HTTP/%s\r\nHost: x\r\nConnection: %s\r\n\r\n" % (version, said))
    answer = line.read()
    assert (b"Connection: close\r\n" in answer) is not kept
    assert (b"Connection: keep-alive\r\n" in answer) is (kept and version == b"1.0")
    assert (line.ours.state is State.READING) is kept
    line.socket.close()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_header_with_a_line_end_is_a_500(end: str) -> None:
    def split(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Location", f"/x{end}Set-Cookie: a=b")])
        return []

    answer = Caller(split).exchange(GET)
    assert answer.startswith(b"HTTP/1.1 500")
    assert b"Set-Cookie" not in answer


# Answers that are longer than is kept of one: they are sent in parts, by threads that wait.

PART = b"y" * 300_000


def endless(environ: Any, start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [("Content-Length", "999")])
    for _ in range(10):
        yield PART


@pytest.mark.enable_socket
@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_a_very_long_answer_comes_in_parts(version: str) -> None:
    running = Running(endless)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(f"GET / HTTP/{version}\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        with raw.makefile("rb") as file:
            head, _, body = file.read().partition(b"\r\n\r\n")
    running.stop()
    assert b"999" not in head
    assert (b"Transfer-Encoding: chunked" in head) is (version == "1.1")
    assert body.count(b"y") == 10 * len(PART)
    assert body.endswith(b"\r\n0\r\n\r\n" if version == "1.1" else b"y")


@pytest.mark.enable_socket
def test_a_thread_waits_for_its_client_no_longer_than_the_client_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(application_module, "WHOLE", 100_000)
    monkeypatch.setattr(connection_module, "TAKING_SECONDS", -1000.0)
    closed = threading.Event()

    class Answer:
        def __iter__(self) -> Iterator[bytes]:
            while True:
                yield LARGE

        def close(self) -> None:
            closed.set()

    def unending(environ: Any, start_response: Any) -> Answer:
        start_response("200 OK", [])
        return Answer()

    running = Running(unending)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(GET)
        assert closed.wait(10)
        until(lambda: not running.open)
    running.stop()


@pytest.mark.enable_socket
def test_an_answer_that_fails_half_way_ends_with_the_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def failing(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        for _ in range(5):
            yield PART
        raise ZeroDivisionError

    running = Running(failing)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(GET)
        with raw.makefile("rb") as file:
            answer = file.read()
    running.stop()
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert not answer.endswith(b"0\r\n\r\n")
    assert "- failed: ZeroDivisionError" in caplog.text


@pytest.fixture
def unanswered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """A client whose page every thread is too busy for."""
    monkeypatch.setattr(AtOnce, "submit", lambda *_: None)
    line = Line(Caller())
    line.socket.sendall(GET)
    line.turn()
    assert line.ours.state is State.WORKING
    yield line
    line.socket.close()


def test_who_goes_while_the_answer_is_made_is_let_go_of_and_so_is_the_thread(
    unanswered: Line,
) -> None:
    """Else the loop would hear of it again and again."""
    outlet = unanswered.ours.outlet
    assert outlet is not None
    unanswered.socket.close()
    assert unanswered.turn(1).ours.state is State.CLOSED
    assert not unanswered.server.connections
    with pytest.raises(GoneError):
        outlet.wait()


def test_a_failure_before_the_answer_is_a_500_and_the_thread_need_not_wait(
    unanswered: Line,
) -> None:
    """What it says later is not sent: there is an answer already."""
    outlet = unanswered.ours.outlet
    assert outlet is not None
    unanswered.ours.fail()
    outlet.put([b"late"])
    answer = unanswered.read()
    assert answer.startswith(b"HTTP/1.1 500")
    assert b"late" not in answer
    assert not outlet._taken.empty()  # the thread is told
    with pytest.raises(GoneError):
        outlet.wait()


def test_a_failure_between_two_parts_of_an_answer_ends_it_there(unanswered: Line) -> None:
    unanswered.ours.answered([b"first part"], last=False)
    unanswered.ours.fail()
    assert unanswered.read() == b"first part"
    assert unanswered.ours.state is State.CLOSED


# The end.


def test_while_the_next_part_is_made_the_loop_has_nothing_to_do(
    unanswered: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    unanswered.ours.answered([LARGE], last=False)
    assert unanswered.read() == LARGE
    events: list[int] = []
    monkeypatch.setattr(Connection, "happened", lambda _, flags: events.append(flags))
    unanswered.turn()
    assert not events


@pytest.mark.enable_socket
def test_stopping_takes_no_longer_than_it_may_whatever_clients_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from oottam.serving import server as server_module

    monkeypatch.setattr(server_module, "LAST_CALL_SECONDS", 0.1)
    monkeypatch.setattr(server_module, "DRAIN_SECONDS", 1.0)
    running = Running(large)
    clients = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(40)]
    order = json.dumps(veg_body(phone="")).encode()
    call = f"POST {VEG} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(order)}\r\n\r\n"
    for number, client in enumerate(clients):
        client.sendall((GET * number + call.encode() + order * (number % 3))[:60_000])
        if number % 4 == 0:
            client.shutdown(socket.SHUT_WR)
    until(lambda: len(running.open) >= 30)
    began = time.monotonic()
    running.server.stop()
    running.thread.join(10)
    assert not running.thread.is_alive()
    assert time.monotonic() - began < 5
    assert not running.open
    for client in clients:
        client.close()
    running.stop()


@pytest.mark.enable_socket
def test_whoever_is_connected_when_the_stop_is_told_is_let_in() -> None:
    running = Running()
    turn, held, go_on = running.server.turn, threading.Event(), threading.Event()

    def stand_still(seconds: float) -> None:
        held.set()
        go_on.wait(10)

    running.server.turn = stand_still  # type: ignore[method-assign]
    running.server._waking.may_wait()
    running.server.wake()
    assert held.wait(10)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as late:
        late.sendall(GET)
        running.server.stop()
        running.server.turn = turn  # type: ignore[method-assign]
        go_on.set()
        assert late.recv(12) == b"HTTP/1.1 200"
    running.stop()


def test_whatever_fails_within_the_server_is_a_500_and_harms_nobody_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caller = Caller()
    monkeypatch.setattr(AtOnce, "submit", lambda *_: 1 / 0)
    assert caller.exchange(GET).startswith(b"HTTP/1.1 500")
    assert "a connection failed: ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert caller.exchange(GET).startswith(b"HTTP/1.1 404")


def test_where_not_even_the_500_can_be_said_the_connection_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Line(Caller())
    monkeypatch.setattr(AtOnce, "submit", lambda *_: 1 / 0)
    monkeypatch.setattr(Connection, "_refuse", lambda *_: 1 / 0)
    line.socket.sendall(GET)
    assert line.turn().ours.state is State.CLOSED
    assert line.read() == b""
    line.socket.close()
