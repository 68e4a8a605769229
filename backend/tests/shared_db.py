"""What one run of the tests makes once, for all its processes: a database with its tables, to be copied.

The first process that needs it makes it, by the migrations themselves; the others wait. A run that a test
begins takes the same one, unless its migrations are others.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

BACKEND = Path(__file__).parents[1]
FOLDER = "OOTTAM_TESTS_FOLDER"  # in the environment of every process of the run


def tables_in(var: Path) -> Path:
    """A new shop's database in its folder, as `migrate` leaves it: for its owner alone."""
    if not var.exists():
        var.mkdir(mode=0o700, parents=True)
    return copied_to(var / "oottam.sqlite3")


def copied_to(file: Path) -> Path:
    """A new SQLite database with all tables and no rows."""
    shutil.copyfile(sqlite_tables(), file)
    file.chmod(0o600)
    return file


def sqlite_tables() -> Path:
    """The database that is copied."""
    made = _folder() / f"tables-{_migrations()}.sqlite3"
    _once(made, lambda being_made: _migrate(f"sqlite:///{being_made}"))
    return made


def postgresql_template(create: Callable[[str], str]) -> str:
    """The name of a PostgreSQL database with all tables, in the run's cluster; `create` gives an empty one's address."""
    return postgresql_tables(create).stem


def postgresql_tables(create: Callable[[str], str]) -> Path:
    """The statements that make the same tables in a cluster of a system test's own."""
    made = _folder() / f"tables_{_migrations()}.sql"

    def make(being_made: Path) -> None:
        address = create(made.stem)
        _migrate(address)
        dump = Path(os.environ["POSTGRESQL_BIN"]) / "pg_dump"
        subprocess.run([dump, "--no-owner", f"--file={being_made}", address], check=True)

    _once(made, make)
    return made


def _once(made: Path, make: Callable[[Path], None]) -> None:
    with _alone(made.with_suffix(".lock")):
        if not made.exists():
            being_made = made.with_suffix(".part")
            make(being_made)
            being_made.rename(made)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _migrate(url: str) -> None:
    var = _folder() / "migrating"
    settings = {"OOTTAM_VAR": str(var), "MAIL_FOLDER": str(var), "SECRET_KEY": "k" * 50}
    command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
    environment = {**os.environ, **settings, "DATABASE_URL": url}
    made = subprocess.run(
        command, cwd=BACKEND, env=environment, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr


def _folder() -> Path:
    return Path(os.environ[FOLDER])


@cache
def _migrations() -> str:
    files = sorted(BACKEND.glob("oottam/*/migrations/*.py"))
    whole = b"".join(file.name.encode() + file.read_bytes() for file in files)
    return hashlib.sha256(whole).hexdigest()[:16]
