"""The real server: refused requests, shutdown, and compatibility with another ASGI server."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.api_client import until
from tests.bodies import veg_body
from tests.serving.live import first_line, free_port, rest, rows, start, with_tables

pytestmark = pytest.mark.enable_socket
VEG = "/vegmeal-form.php"
BODY = json.dumps(veg_body()).encode()
HEAD = f"POST {VEG} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
ORDER = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def server(environment: dict[str, str]) -> "Iterator[subprocess.Popen[str]]":
    with_tables(environment)
    with start(environment) as process:
        assert first_line(process).startswith("Oottam is open at ")
        yield process


@pytest.fixture
def raw(server: "subprocess.Popen[str]", environment: dict[str, str]) -> Iterator[socket.socket]:
    """A TCP connection to the server."""
    with socket.create_connection(("127.0.0.1", int(environment["PORT"]))) as made:
        yield made


def response(connection: socket.socket) -> tuple[int, bytes]:
    """Read the next response: status and body."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.read()


def worker_of(server: "subprocess.Popen[str]") -> int:
    """The worker's process id; Granian's main process only supervises."""
    tasks = Path(f"/proc/{server.pid}/task").iterdir()
    [worker] = [each for task in tasks for each in (task / "children").read_text().split()]
    return int(worker)


def test_client_that_sends_an_oversized_body_can_read_the_413(raw: socket.socket) -> None:
    size = 8_000_000
    raw.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % size + b" " * size)
    status, body = response(raw)
    assert (status, json.loads(body)["status"]) == (413, "error")


@pytest.mark.parametrize(
    "length", [b"Content-Length: 1000000000000", b"Content-Length: 300000\r\nExpect: 100-continue"]
)
def test_oversized_body_is_refused_before_it_is_sent(raw: socket.socket, length: bytes) -> None:
    raw.sendall(HEAD + length + b"\r\n\r\n")
    assert response(raw)[0] == 413


@pytest.mark.parametrize("path", [b"/healthz", b"/readyz", b"/order/meal/VegMeal"])
def test_http_1_0_needs_no_host(raw: socket.socket, path: bytes) -> None:
    """As probes of load balancers ask."""
    raw.sendall(b"GET %s HTTP/1.0\r\n\r\n" % path)
    assert response(raw)[0] == 200
    assert raw.recv(1) == b""


def test_pipelined_requests_are_answered_in_order(raw: socket.socket) -> None:
    raw.sendall(HEALTH + ORDER + HEALTH * 50 + ORDER)
    with raw.makefile("rb") as file:
        received = b""
        while received.count(b"HTTP/1.1 ") < 53 or not received.endswith(b"}"):
            received += file.read1()
    bodies = [part.partition(b"\r\n\r\n")[2] for part in received.split(b"HTTP/1.1 200 OK")]
    assert [b"reference" in body for body in bodies[1:]] == [False, True, *[False] * 50, True]


@pytest.mark.parametrize(
    "broken",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n",
        b"\x16\x03\x01\x00",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        HEALTH.replace(b"Host: x\r\n", b"") + ORDER,
        HEALTH.replace(b"x", b"") + ORDER,
        HEALTH.replace(b"x", b"x\r\nHost: y") + ORDER,
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: 5, 5\r\n\r\n{}   ",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        ORDER.replace(b"Host: x", b"Host: x\r\nHost: y"),
        ORDER.replace(b"Host: x", b"Host: x\r\nTransfer-Encoding: chunked"),
        ORDER.replace(b"POST", b"post"),
    ],
)
def test_malformed_request_ends_its_connection_and_affects_no_other(
    raw: socket.socket, environment: dict[str, str], broken: bytes
) -> None:
    raw.sendall(broken)
    assert 400 <= response(raw)[0] < 500
    with suppress(ConnectionResetError):  # what was sent after a refused head is not read
        assert raw.recv(1) == b""
    with closing(HTTPConnection("127.0.0.1", int(environment["PORT"]))) as browser:
        browser.request("GET", "/healthz")
        assert browser.getresponse().status == 200
    assert rows(environment["OOTTAM_VAR"], "requests_request") == 0


def test_order_in_transmission_at_the_stop_is_answered_or_not_stored(
    server: "subprocess.Popen[str]", environment: dict[str, str], raw: socket.socket
) -> None:
    """The second half is sent while the server stops and accepts no new connections."""
    raw.sendall(ORDER[:-20])
    raw.sendall(b"")
    server.terminate()
    until(lambda: not _listens(environment))
    answered = False
    try:
        raw.sendall(ORDER[-20:])
        answered = response(raw)[0] == 200
    except OSError:
        pass
    assert rest(server)[0] == 0
    assert rows(environment["OOTTAM_VAR"], "requests_request") == answered


def test_worker_ends_with_the_main_process(
    server: "subprocess.Popen[str]", environment: dict[str, str]
) -> None:
    worker = worker_of(server)
    server.kill()
    until(lambda: not Path(f"/proc/{worker}").exists() or not _listens(environment))
    server.wait()
    with start(environment) as again:
        assert first_line(again).startswith("Oottam is open at ")
        again.send_signal(signal.SIGTERM)
        assert rest(again)[0] == 0


def test_main_process_does_not_load_django(server: "subprocess.Popen[str]") -> None:
    maps = Path(f"/proc/{server.pid}/maps").read_text("utf-8")
    assert "granian" in maps
    assert "sqlcipher3" not in maps
    assert "psycopg" not in maps


@pytest.mark.parametrize(
    ("settings", "warns"),
    [
        ({"HOST": "127.0.0.1"}, False),
        ({"HOST": "localhost"}, False),
        ({"HOST": "0.0.0.0"}, True),
        ({"HOST": "0.0.0.0", "TRUSTED_PROXY": "127.0.0.1"}, False),
    ],
)
def test_public_address_without_a_proxy_logs_a_warning(
    environment: dict[str, str], settings: dict[str, str], *, warns: bool
) -> None:
    with_tables(environment)
    with start({**environment, **settings}) as server:
        assert first_line(server).startswith("Oottam is open at ")
        server.send_signal(signal.SIGTERM)
        code, _, err = rest(server)
    assert code == 0
    assert ("TRUSTED_PROXY is not set" in err) == warns


def test_sigterm_right_after_the_ready_line_stops_the_server(environment: dict[str, str]) -> None:
    with_tables(environment)
    with start(environment, "tests.serving.late_loop") as server:
        assert first_line(server).startswith("Oottam is open at ")
        server.send_signal(signal.SIGTERM)
        code, out, _ = rest(server)
    assert (code, "Oottam has stopped" in out) == (0, True)


def test_uvicorn_can_serve_the_application(environment: dict[str, str]) -> None:
    with_tables(environment)
    port = str(free_port())
    uvicorn = (
        "uvicorn",
        "--factory",
        "oottam.serving.serve:load",
        "--port",
        port,
        "--no-access-log",
    )
    with start({**environment, "PORT": port}, *uvicorn) as server:
        assert first_line(server).startswith("Oottam is open at ")
        with closing(HTTPConnection("127.0.0.1", int(port))) as browser:
            browser.request("POST", VEG, BODY, {"Content-Type": "application/json"})
            reply = browser.getresponse()
            assert (reply.status, json.loads(reply.read())["status"]) == (200, "success")
            for path in ("/order/meal/VegMeal", "/backoffice/login/"):
                browser.request("GET", path)
                page = browser.getresponse()
                assert (page.status, b"<title>" in page.read()) == (200, True)
                assert page.headers["X-Request-ID"]
        server.send_signal(signal.SIGTERM)
        _, out, _ = rest(server)
    assert out == "Oottam has stopped; every accepted order is stored.\n"
    assert rows(environment["OOTTAM_VAR"], "requests_request") == 1


def _listens(environment: dict[str, str]) -> bool:
    try:
        socket.create_connection(("127.0.0.1", int(environment["PORT"]))).close()
    except OSError:
        return False
    return True
