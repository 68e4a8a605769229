"""Starts and stops the real server in its own process."""

import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from tests import shared_db

BACKEND = Path(__file__).parents[2]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def with_tables(environment: dict[str, str]) -> None:
    """Create the tables from a template; faster than `migrate`."""
    shared_db.tables_in(Path(environment["OOTTAM_VAR"]))


def migrate(environment: dict[str, str]) -> None:
    manage = [sys.executable, str(BACKEND / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(manage, env=environment, check=True, capture_output=True)


class Server(subprocess.Popen[str]):
    """A server process that is killed at the end of its context."""

    def __exit__(self, *raised: Any) -> None:
        self.kill()
        super().__exit__(*raised)


def start(environment: dict[str, str], *server: str) -> Server:
    return Server(
        [sys.executable, "-m", *(server or ("oottam",))],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def first_line(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    return server.stdout.readline()


def rest(server: "subprocess.Popen[str]") -> tuple[int, str, str]:
    try:
        out, err = server.communicate()
    finally:
        server.kill()  # where the test's time is up
    return server.returncode, out, err


def rows(var: str, table: str) -> int:
    with closing(sqlite3.connect(Path(var) / "oottam.sqlite3")) as database:
        count: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count
