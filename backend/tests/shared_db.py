"""Databases of one test run: a PostgreSQL cluster for all its processes, and migrated tables that each of them copies.

The first process that needs the tables makes them, by the migrations themselves; the others wait. A nested run that
a test starts shares them, unless its migrations differ. To migrate takes 12 s of processor: this saves them in all other
processes, and in each of twenty tests whose shop has a database of its own.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

BACKEND = Path(__file__).parents[1]
FOLDER = "OOTTAM_TESTS_FOLDER"  # environment variable of every process of the run


def start_run_postgresql(var: Path) -> tuple[Any, dict[str, str]]:
    """The run's cluster, or None, and its address ("url", "programs"), or why there is none ("missing")."""
    try:
        var.chmod(0o755)  # PostgreSQL runs as a user of its own where the tests run as root
        server = start_postgresql(var / "postgresql")
    except (ImportError, OSError, subprocess.SubprocessError) as error:
        return None, {"missing": f"PostgreSQL cannot be had here: {error}"}
    return server, {"url": server.get_uri(), "programs": str(server.bin_path)}


def start_postgresql(folder: Path) -> Any:
    """A cluster in this folder, without durability; `cleanup()` stops and deletes it.

    Raises ImportError, OSError or subprocess.SubprocessError where PostgreSQL cannot be started.
    """
    from system_tests.support.databases import start_cluster

    server = start_cluster(folder)
    for option in ("fsync", "full_page_writes", "synchronous_commit"):
        server.psql(f"ALTER SYSTEM SET {option} = off")
    server.psql("SELECT pg_reload_conf()")
    return server


def new_database(name: str, *, with_tables: bool = False) -> str:
    """The URL of a new PostgreSQL database in the run's cluster (DATABASE_URL)."""
    return _create_database(name, postgresql_dump().stem if with_tables else "template0")


def _create_database(name: str, template: str = "template0") -> str:
    import psycopg

    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", url, count=1)


def tables_in(var: Path) -> Path:
    """A new shop's SQLite database in its folder, as `migrate` leaves it: for its owner alone."""
    if not var.exists():
        var.mkdir(mode=0o700, parents=True)
    return copy_to(var / "oottam.sqlite3")


def copy_to(file: Path) -> Path:
    """A new SQLite database with all tables and no rows."""
    shutil.copyfile(sqlite_template(), file)
    file.chmod(0o600)
    return file


def sqlite_template() -> Path:
    """The SQLite database that is copied."""
    template = _folder() / f"tables-{_migrations()}.sqlite3"
    _make_once(template, lambda unfinished: _migrate(f"sqlite:///{unfinished}"))
    return template


def postgresql_dump() -> Path:
    """The statements that make the same tables in another cluster; the run's cluster has a database of the file's stem."""
    dump = _folder() / f"tables_{_migrations()}.sql"

    def make(unfinished: Path) -> None:
        url = _create_database(dump.stem)
        _migrate(url)
        pg_dump = Path(os.environ["POSTGRESQL_BIN"]) / "pg_dump"
        subprocess.run([pg_dump, "--no-owner", f"--file={unfinished}", url], check=True)

    _make_once(dump, make)
    return dump


def _make_once(file: Path, make: Callable[[Path], None]) -> None:
    with _locked(file.with_suffix(".lock")):
        if not file.exists():
            unfinished = file.with_suffix(".part")
            make(unfinished)
            unfinished.rename(file)


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _migrate(url: str) -> None:
    var = _folder() / "migrating"
    settings = {"OOTTAM_VAR": str(var), "MAIL_FOLDER": str(var), "SECRET_KEY": "k" * 50}
    command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
    environment = {**os.environ, **settings, "DATABASE_URL": url}
    completed = subprocess.run(
        command, cwd=BACKEND, env=environment, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stderr


def _folder() -> Path:
    return Path(os.environ[FOLDER])


@cache
def _migrations() -> str:
    files = sorted(BACKEND.glob("oottam/*/migrations/*.py"))
    whole = b"".join(file.name.encode() + file.read_bytes() for file in files)
    return hashlib.sha256(whole).hexdigest()[:16]


def make_own(kind: str) -> None:
    """Make this process's database, under the name that Django gives it."""
    from django.db import connections

    settings = connections["default"].settings_dict
    name = settings["TEST"]["NAME"] or f"test_{settings['NAME']}"
    if kind == "sqlite":
        copy_to(Path(name))
    else:
        new_database(name, with_tables=True)
