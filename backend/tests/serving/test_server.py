"""The server refuses in JSON, is not held up by slow clients, and finishes what it has begun."""

import json
import os
import resource
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from oottam.intake.limits import LARGEST_BODY
from oottam.serving import connection as connection_module
from oottam.serving import doorway
from oottam.serving import server as server_module
from oottam.serving.connection import State
from oottam.serving.server import Server
from tests.caller import AtOnce
from tests.calling import until
from tests.serving.running import Kitchen, Running

pytestmark = pytest.mark.enable_socket


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


def test_a_body_at_the_limit_reaches_the_application(running: Running) -> None:
    connection = running.connect()
    connection.request("POST", "/", b" " * LARGEST_BODY)
    assert connection.getresponse().read() == f"127.0.0.1 http {LARGEST_BODY}".encode()


def refusal(answer: Any) -> tuple[int, str, str, str]:
    body = json.loads(answer.read())
    assert body["status"] == "error"
    kind, sniff = answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]
    return answer.status, body["message"], kind, sniff


def test_a_body_over_the_limit_is_refused_in_json_before_it_is_read(running: Running) -> None:
    connection = running.connect()
    connection.putrequest("POST", "/")
    connection.putheader("Content-Length", str(10**12))
    connection.endheaders()
    assert refusal(connection.getresponse()) == (
        413,
        "This form is too large. Please shorten it and send it again.",
        "application/json",
        "nosniff",
    )


def test_a_client_that_goes_on_sending_can_read_the_refusal(running: Running) -> None:
    connection = running.connect()
    connection.request("POST", "/", b" " * 8_000_000)
    assert refusal(connection.getresponse())[0] == 413


def test_a_refused_connection_is_closed_after_a_moment(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "LINGER_SECONDS", 0.0)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n")
        with raw.makefile("rb") as file:
            assert b" 413 " in file.readline()
        until(lambda: not running.open)


def test_a_body_without_a_length_is_refused_as_soon_as_it_is_over_the_limit(
    running: Running,
) -> None:
    connection = running.connect()
    connection.putrequest("POST", "/")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    connection.send(b"%x\r\n" % (LARGEST_BODY + 1) + b" " * (LARGEST_BODY + 1) + b"\r\n")
    assert refusal(connection.getresponse())[0] == 413


def test_broken_http_is_refused_in_json(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n")
        with raw.makefile("rb") as file:
            head, _, body = file.read().partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0].endswith(b" 400 Bad Request")
    assert json.loads(body)["message"] == "We could not read this request."


def test_clients_that_dawdle_do_not_hold_up_the_others(running: Running) -> None:
    dawdling = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(50)]
    for slow in dawdling:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n1")
    connection = running.connect()
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"127.0.0.1 http 0"
    for slow in dawdling:
        slow.close()


def test_the_loop_goes_on_when_an_answer_is_given_not_at_its_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        server_module, "POLL_SECONDS", 60.0
    )  # longer than connections have patience
    running = Running()
    connections = [running.connect() for _ in range(5)]
    for _ in range(20):
        for connection in connections:
            connection.request("GET", "/")
        for connection in connections:
            assert connection.getresponse().read() == b"127.0.0.1 http 0"
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 19)  # are read together
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with raw.makefile("rb") as file:
            assert file.read().count(b"HTTP/1.1 200") == 20
    running.stop()
    assert not running.thread.is_alive()


def test_an_answer_whose_end_takes_its_time_arrives_whole(running: Running) -> None:
    connection = running.connect()
    connection.request("GET", "/begun-and-slow")
    assert running.kitchen.begun.wait(10)
    running.kitchen.may_answer.set()
    assert connection.getresponse().read() == b"beginning, end"


def test_stopping_finishes_the_requests_in_flight_and_in_the_queue(running: Running) -> None:
    connections = [running.connect() for _ in range(5)]  # more than there are threads
    for connection in connections:
        connection.request("GET", "/slow")
    assert running.kitchen.begun.wait(10)
    until(lambda: sum(c.state is State.WORKING for c in running.open) == len(connections))
    running.server.stop()
    _until_refused(running.port)
    running.kitchen.may_answer.set()
    for connection in connections:
        assert connection.getresponse().read() == b"127.0.0.1 http 0"
    running.thread.join(10)
    assert not running.thread.is_alive()


def test_what_is_sent_on_an_open_connection_right_after_the_stop_is_still_answered(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "LAST_CALL_SECONDS", 10.0)
    connection = running.connect()
    connection.connect()
    until(lambda: len(running.open) == 1)
    running.server.stop()
    _until_refused(running.port)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert (answer.read(), answer.headers["Connection"]) == (b"127.0.0.1 http 0", "close")
    running.thread.join(10)
    assert not running.thread.is_alive()


def dawdle(
    running: Running, sent: bytes = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"
) -> Any:
    before = len(running.open)
    dawdling = socket.create_connection(("127.0.0.1", running.port), timeout=10)
    dawdling.sendall(sent)
    until(lambda: len(running.open) == before + 1)
    return dawdling


def test_a_connection_on_which_nothing_happens_is_closed(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "IDLE_SECONDS", 0.0)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as idle:
        assert idle.recv(1) == b""


def test_empty_lines_do_not_keep_a_connection_open(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "IDLE_SECONDS", 1.0)
    with dawdle(running, b"") as idle:

        def go_on() -> None:
            for _ in range(200):
                idle.sendall(b"\r\n")
                time.sleep(0.05)

        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            go_on()


def test_a_request_that_takes_too_long_to_arrive_is_cut_off(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "ARRIVAL_SECONDS", 0.0)
    with dawdle(running, b"") as idle, dawdle(running) as dawdling:
        assert dawdling.recv(1) == b""
        idle.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")  # in time, and whole
        assert idle.recv(12) == b"HTTP/1.1 200"


def test_in_a_crowd_those_who_dawdle_longest_make_room(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorway, "CROWDED", 4)
    monkeypatch.setattr(doorway, "ROOM", 1)
    first, *others = [dawdle(running) for _ in range(3)]
    connection = running.connect()
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"127.0.0.1 http 0"
    assert first.recv(1) == b""
    assert len(running.open) == 3
    for dawdling in (first, *others):
        dawdling.close()


def test_in_a_crowd_nobody_is_closed_who_waits_for_us(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = running.connect()
    waiting.request("GET", "/slow")
    assert running.kitchen.begun.wait(10)
    monkeypatch.setattr(doorway, "CROWDED", 1)
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as newcomer:
        assert newcomer.recv(1) == b""
        running.kitchen.may_answer.set()
        assert waiting.getresponse().read() == b"127.0.0.1 http 0"


def test_at_the_most_connections_others_wait_at_the_door_until_one_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doorway, "MOST_CONNECTIONS", 2)
    monkeypatch.setattr(server_module, "POLL_SECONDS", 60.0)  # it is let in at once, not then
    by_hand = ByHand()
    clients = [by_hand.connect() for _ in range(3)]
    by_hand.server.turn(0)
    assert len(by_hand.server.connections) == 2
    assert not by_hand.server._poll.poll(0)  # it is not even looked at
    clients[0].close()
    for _ in range(2):
        by_hand.server.turn(0)
    assert len(by_hand.server.connections) == 2
    clients[2].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in range(2):
        by_hand.server.turn(0)
    assert clients[2].recv(12) == b"HTTP/1.1 200"
    by_hand.close()


def test_without_a_descriptor_for_them_newcomers_wait_until_the_next_look() -> None:
    by_hand = ByHand()
    by_hand.server.turn(0)  # the look of this second
    by_hand.connect()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest_free = os.dup(0)
    os.close(lowest_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, limits[1]))
    try:
        by_hand.server.turn(0)
        assert not by_hand.server.connections
        assert not by_hand.server._poll.poll(0)  # the loop does not run in circles
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    by_hand.server._looked_at = 0.0
    for _ in range(2):
        by_hand.server.turn(0)
    assert len(by_hand.server.connections) == 1
    by_hand.close()


def test_stopping_ends_the_threads(running: Running) -> None:
    running.stop()
    threads = [each for of in running.server._threads for each in of._threads]  # type: ignore[attr-defined]
    assert [thread.is_alive() for thread in threads] == [False] * 3


def test_stopping_does_not_wait_for_idle_and_dawdling_clients(running: Running) -> None:
    idle, dawdling = running.connect(), running.connect()
    idle.connect()
    dawdling.putrequest("POST", "/")
    dawdling.putheader("Content-Length", "100")
    dawdling.endheaders(b"1")
    until(lambda: len(running.open) == 2)
    running.server.stop()
    running.thread.join(5)
    assert not running.thread.is_alive()


class ByHand:
    """A server with a door, which the test turns."""

    def __init__(self) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        self.server = Server(Kitchen(), listening, pages=AtOnce(), apart=AtOnce(), headers=[])
        self.address = listening.getsockname()
        self.clients: list[socket.socket] = []

    def connect(self) -> socket.socket:
        self.clients.append(socket.create_connection(self.address, timeout=10))
        return self.clients[-1]

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.server.close()


def _until_refused(port: int) -> None:
    def refused() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=10).close()
        except OSError:
            return True
        return False

    until(refused)


@pytest.mark.parametrize(
    ("settings", "seen"),
    [({}, b"127.0.0.1 http 0"), ({"trusted_proxy": "127.0.0.1"}, b"203.0.113.9 https 0")],
)
def test_forwarding_headers_are_believed_of_the_trusted_proxy_only(
    settings: dict[str, Any], seen: bytes
) -> None:
    running = Running(**settings)
    try:
        connection = running.connect()
        forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        connection.request("GET", "/", headers=forwarded)
        assert connection.getresponse().read() == seen
    finally:
        running.stop()


@pytest.mark.parametrize(
    ("count", "visitor"), [(1, b"198.51.100.7"), (2, b"203.0.113.9"), (3, b"192.0.2.66")]
)
def test_the_visitor_is_as_many_proxies_from_the_right_as_there_are(
    count: int, visitor: bytes
) -> None:
    """What a visitor wrote into the header stands on the left, and is read only when asked for."""
    running = Running(trusted_proxy="127.0.0.1", trusted_proxy_count=count)
    try:
        connection = running.connect()
        forwarded = {"X-Forwarded-For": "192.0.2.66, 203.0.113.9, 198.51.100.7"}
        connection.request("GET", "/", headers=forwarded)
        assert connection.getresponse().read() == visitor + b" http 0"
    finally:
        running.stop()
