"""The mail worker's life: started with the server, restarted when dead, stopped with it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.api_client import until
from tests.bodies import veg_body
from tests.serving.live import BACKEND, first_line, rest, start, with_tables

pytestmark = pytest.mark.enable_socket


@pytest.fixture
def shop(environment: dict[str, str]) -> dict[str, str]:
    """Settings of a shop with a mail worker."""
    with_mails = {**environment, "OOTTAM_MAIL_WORKER": "1"}
    with_tables(with_mails)
    return with_mails


@pytest.fixture
def server(shop: dict[str, str]) -> "Iterator[subprocess.Popen[str]]":
    with start(shop) as process:
        assert first_line(process).startswith("Oottam is open")
        yield process
        process.kill()


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    return [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]


def workers(server: "subprocess.Popen[str]") -> list[int]:
    """The process ids of the serving process's children."""
    return [pid for serving in children(server.pid) for pid in children(serving)]


def worker(server: "subprocess.Popen[str]") -> int:
    until(lambda: bool(workers(server)))
    [pid] = workers(server)
    return pid


def is_alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def order(shop: dict[str, str]) -> str:
    with closing(HTTPConnection("127.0.0.1", int(shop["PORT"]))) as browser:
        headers = {"Content-Type": "application/json"}
        browser.request("POST", "/vegmeal-form.php", json.dumps(veg_body()), headers)
        reference: str = json.loads(browser.getresponse().read())["reference"]
    return reference


def mails(shop: dict[str, str]) -> set[str]:
    return {path.name for path in Path(shop["OOTTAM_VAR"], "mail").glob("*.eml")}


def mails_of(reference: str) -> set[str]:
    return {f"{reference}.shop.eml", f"{reference}.customer.eml"}


@pytest.mark.parametrize(
    "stop", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_worker_sends_mails_and_stops_with_the_server(
    server: "subprocess.Popen[str]", shop: dict[str, str], stop: signal.Signals
) -> None:
    expected = mails_of(order(shop))
    until(lambda: mails(shop) == expected)
    mailing = worker(server)
    server.send_signal(stop)
    code, _, log = rest(server)
    assert (code, is_alive(mailing)) == (0, False)
    assert "Traceback" not in log
    assert "asha" not in log.lower()


def test_ctrl_c_in_a_terminal_stops_server_and_worker_cleanly(shop: dict[str, str]) -> None:
    command = [sys.executable, "-m", "oottam"]
    with subprocess.Popen(
        command,
        env=shop,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        first_line(server)
        mailing = worker(server)
        expected = mails_of(order(shop))
        until(lambda: mails(shop) == expected)
        os.killpg(server.pid, signal.SIGINT)
        code, _, log = rest(server)
    assert (code, is_alive(mailing)) == (0, False)
    assert "Traceback" not in log
    assert "started again" not in log


def test_dead_worker_is_restarted(server: "subprocess.Popen[str]", shop: dict[str, str]) -> None:
    first = worker(server)
    os.kill(first, signal.SIGKILL)
    until(lambda: workers(server) not in ([], [first]))
    expected = mails_of(order(shop))
    until(lambda: mails(shop) == expected)
    server.terminate()
    code, _, log = rest(server)
    assert code == 0
    assert "The mail worker ended with status -9; it is started again" in log


def test_worker_ends_when_the_server_is_killed(server: "subprocess.Popen[str]") -> None:
    mailing = worker(server)
    server.kill()
    until(lambda: not is_alive(mailing))


def test_worker_is_not_started_when_disabled(environment: dict[str, str]) -> None:
    with_tables(environment)
    with start(environment) as server:
        first_line(server)
        order(environment)
        assert workers(server) == []
        server.terminate()
        assert rest(server)[0] == 0
    assert not Path(environment["OOTTAM_VAR"], "mail").exists()


def test_standalone_worker_sends_pending_mails_once(environment: dict[str, str]) -> None:
    with_tables(environment)
    with start(environment) as server:
        first_line(server)
        references = [order(environment) for _ in range(3)]
        server.terminate()
        rest(server)
    command = [sys.executable, str(BACKEND / "manage.py"), "deliver_mail", "--once"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "")
    assert mails(environment) == set().union(*map(mails_of, references))


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_standalone_worker_ends_on_a_signal(
    environment: dict[str, str], stop: signal.Signals
) -> None:
    with_tables(environment)
    command = [sys.executable, str(BACKEND / "manage.py"), "deliver_mail"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        begun = next(line for line in process.stderr if "deliver_mail" in line)
        assert begun.endswith(f"Mails go to {environment['OOTTAM_VAR']}/mail\n")
        process.send_signal(stop)
        code, _, log = rest(process)
    assert code == 0
    assert "Traceback" not in log
