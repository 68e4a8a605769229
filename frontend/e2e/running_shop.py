"""Shops for the browser tests: the built product, served on a database of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "a pass of the desk 1"
# Who works in the sample shop, and as what.
PEOPLE = {"ravi": "owner", "priya": "desk", "mani": "kitchen", "sita": "rider"}


def fill_empty(folder: Path) -> None:
    """A shop that nobody has ordered from yet."""
    manage(folder, "migrate", "--verbosity", "0")


def fill_sample(folder: Path) -> None:
    """A shop with a month of invented requests, and the people who work there."""
    fill_empty(folder)
    manage(folder, "demo")
    for name, role in PEOPLE.items():
        manage(folder, "staff_account", name, "--role", role, typed=f"{PASSWORD}\n")


def manage(folder: Path, *command: str, typed: str = "") -> None:
    """One command of manage.py on the shop in this folder, and what it reads."""
    line = [sys.executable, str(ROOT / "backend/manage.py"), *command]
    subprocess.run(line, check=True, env=_environment(folder), input=typed, text=True)


@contextmanager
def running_shop(folder: Path) -> Iterator[str]:
    """The address of the shop in this folder, which has been filled."""
    port = _free_port()
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
        server.wait(timeout=60)
        log.close()


def _environment(folder: Path) -> dict[str, str]:
    """Its owners need no second factor: nobody here has a phone."""
    return {
        **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "ALLOWED_HOSTS"}},
        "PYTHONPATH": str(ROOT / "backend"),
        "OOTTAM_VAR": str(folder),
        # All tests order with the same few telephones.
        "FLAG_PER_PERSON": "0",
        "CAP_PER_PERSON": "0",
        "SECOND_FACTOR": "OFF",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(200):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the shop did not start:\n{log.read_text()}")
