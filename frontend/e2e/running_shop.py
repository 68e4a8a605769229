"""Shops for the browser tests: the built product on a separate database."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "a pass of the desk 1"
# The sample shop's staff and their roles.
PEOPLE = {"ravi": "owner", "priya": "desk", "mani": "kitchen", "sita": "rider"}
# In one process: starting one takes longer than the command.
_CREATE_STAFF = f"""
from django.core.management import call_command
for name, role in {PEOPLE}.items():
    call_command("staff_account", name, role=[role])
"""


def fill_empty(folder: Path) -> None:
    """Create a shop without requests."""
    manage(folder, "migrate", "--verbosity", "0")


def add_sample(folder: Path) -> None:
    """Fill the empty shop in this folder with a month of sample requests, and its staff."""
    manage(folder, "demo")
    add_staff(folder)


def add_staff(folder: Path) -> None:
    """Create the accounts of PEOPLE in this folder's shop."""
    manage(folder, "shell", "-v", "0", "-c", _CREATE_STAFF, typed=f"{PASSWORD}\n" * len(PEOPLE))


def manage(folder: Path, *command: str, typed: str = "") -> None:
    """Run a manage.py command on the shop in this folder, with `typed` as standard input."""
    line = [sys.executable, str(ROOT / "backend/manage.py"), *command]
    subprocess.run(line, check=True, env=_environment(folder), input=typed, text=True)


@contextmanager
def running_shop(folder: Path) -> Iterator[str]:
    """Serve the prepared shop in this folder; yield its base URL."""
    port = free_port()
    log = (folder / "server.log").open("wb")
    environment = {**_environment(folder), "HOST": "127.0.0.1", "PORT": str(port)}
    server = subprocess.Popen(
        [sys.executable, "-m", "oottam"], env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/healthz", server, folder / "server.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()
        log.close()


def _environment(folder: Path) -> dict[str, str]:
    """The server's environment; owners need no second factor."""
    return {
        **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "ALLOWED_HOSTS"}},
        "PYTHONPATH": str(ROOT / "backend"),
        "OOTTAM_VAR": str(folder),
        # All tests order with the same few phone numbers.
        "FLAG_PER_PERSON": "0",
        "CAP_PER_PERSON": "0",
        "SECOND_FACTOR": "OFF",
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    def responds() -> bool:
        assert server.poll() is None, f"the shop did not start:\n{log.read_text()}"
        try:
            with urllib.request.urlopen(url):
                return True
        except OSError:
            return False

    wait_for(responds, f"the shop responds at {url}")
