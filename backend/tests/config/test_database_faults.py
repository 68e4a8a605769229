"""Database errors at the start of `migrate` and the server are one-line messages."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
import sqlcipher3
from django.db import OperationalError

from oottam.config.database_faults import describe_database_error
from system_tests.support.shop import small_disk
from tests.serving.live import BACKEND, free_port, with_tables

pytestmark = pytest.mark.enable_socket
SHARED = {"SECRET_KEY": "k" * 50, "MAIL_FOLDER": "/tmp/oottam-no-mails"}  # what PostgreSQL asks for
COMMANDS = pytest.mark.parametrize(
    "command",
    [("backend/manage.py", "migrate", "--skip-checks"), ("-m", "oottam")],
    ids=["migrate", "server"],
)


def refusal(environment: dict[str, str], command: tuple[str, ...]) -> str:
    """Return the failing command's one-line message."""
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=BACKEND.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr.removeprefix("oottam: ").removesuffix("\n")


@pytest.fixture
def file(environment: dict[str, str]) -> Path:
    """The path of the database file, in a folder that has a secret key."""
    environment["SECRET_KEY"] = "k" * 50
    return Path(environment["OOTTAM_VAR"]) / "oottam.sqlite3"


@COMMANDS
def test_file_that_is_no_database_is_a_one_line_error(
    environment: dict[str, str], file: Path, command: tuple[str, ...]
) -> None:
    file.parent.mkdir()
    file.write_bytes(b"a letter, not a database\n" * 100)
    assert refusal(environment, command) == (
        f"The database {file} is not an SQLite database. Restore a backup (manage.py restore), "
        "or correct DATABASE_URL or OOTTAM_VAR."
    )


@COMMANDS
def test_unreadable_file_is_a_one_line_error(
    environment: dict[str, str], file: Path, command: tuple[str, ...]
) -> None:
    file.mkdir(parents=True)
    assert refusal(environment, command) == (
        f"The database {file} cannot be opened. Give this account the right to use it and its "
        "folder, or correct DATABASE_URL or OOTTAM_VAR."
    )


@pytest.fixture
def disk(environment: dict[str, str], file: Path, tmp_path: Path) -> Iterator[Path]:
    """A separate file system for the shop."""
    with ExitStack() as stack:
        try:
            place = stack.enter_context(small_disk(tmp_path / "disk", "16m"))
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no file system can be mounted here: {error}")
        environment["OOTTAM_VAR"] = str(place)
        yield place


@COMMANDS
def test_read_only_disk_is_a_one_line_error(
    environment: dict[str, str], disk: Path, command: tuple[str, ...]
) -> None:
    with_tables(environment)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    message = refusal(environment, command)
    assert message.startswith(f"The database {disk}/oottam.sqlite3 cannot be ")
    assert message.endswith(" and its folder, or correct DATABASE_URL or OOTTAM_VAR.")


def test_full_disk_is_a_one_line_error(environment: dict[str, str], disk: Path) -> None:
    (disk / "filler").write_bytes(b"x" * (shutil.disk_usage(disk).free - 64 * 1024))
    assert refusal(environment, ("backend/manage.py", "migrate", "--skip-checks")) == (
        f"The database {disk}/oottam.sqlite3 cannot grow: there is no room left. Make some, "
        "or correct DATABASE_URL or OOTTAM_VAR."
    )


@COMMANDS
def test_locked_database_is_a_one_line_error(
    environment: dict[str, str], file: Path, command: tuple[str, ...]
) -> None:
    if "oottam" in command:
        with_tables(environment)
    file.parent.mkdir(exist_ok=True)
    with closing(sqlcipher3.connect(str(file), isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        quick = {**environment, "PYTHONPATH": f"{_short_timeout_settings(file.parent)}:{BACKEND}"}
        assert refusal(quick, command) == (
            f"The database {file} is locked by another program. End that one, then try again."
        )


def _short_timeout_settings(folder: Path) -> Path:
    """Settings with a short lock timeout instead of ten seconds."""
    place = folder / "impatient"
    place.mkdir()
    (place / "sitecustomize.py").write_text(
        "import oottam.config.database as d\nd.BUSY_SECONDS = 0.1\n", "utf-8"
    )
    return place


@COMMANDS
def test_unreachable_postgresql_is_a_one_line_error(
    environment: dict[str, str], command: tuple[str, ...]
) -> None:
    port = free_port()
    url = f"postgres://oottam:secret@127.0.0.1:{port}/shop"
    assert refusal({**environment, **SHARED, "DATABASE_URL": url}, command) == (
        f"The PostgreSQL database shop on 127.0.0.1 port {port} cannot be reached. "
        "Start it, or correct DATABASE_URL."
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("user", "name", "message"),
    [
        ("", "no_such_shop", "does not exist. Create it (createdb), or correct DATABASE_URL."),
        ("nobody@", "", "does not let this user in. Correct user and password in DATABASE_URL."),
    ],
)
@COMMANDS
@pytest.mark.postgresql_only
def test_unknown_postgresql_database_or_user_is_a_one_line_error(
    environment: dict[str, str], command: tuple[str, ...], user: str, name: str, message: str
) -> None:
    url = re.sub(
        r"//([^/]*@)/(\w+)",
        lambda right: f"//{user or right[1]}/{name or right[2]}",
        os.environ["DATABASE_URL"],
    )
    assert refusal({**environment, **SHARED, "DATABASE_URL": url}, command).endswith(f" {message}")


POSTGRESQL = {"ENGINE": "django.db.backends.postgresql", "NAME": "shop", "HOST": "", "PORT": ""}


@pytest.mark.parametrize(
    ("error_text", "message"),
    [
        ('FATAL:  password authentication failed for user "asha"', "does not let this user in."),
        ('FATAL:  role "asha" does not exist', "does not let this user in."),
        ('FATAL:  database "shop" does not exist', "does not exist. Create it (createdb)"),
        ("permission denied for schema public", "lets this user do too little."),
        ("cannot execute UPDATE in a read-only transaction", "takes no writes."),
        ("canceling statement due to lock timeout", "is locked by another program."),
    ],
)
def test_postgresql_error_is_converted_to_a_message(error_text: str, message: str) -> None:
    sent = describe_database_error(POSTGRESQL, OperationalError(f"connection failed: {error_text}"))
    assert sent is not None
    assert sent.startswith(f"The PostgreSQL database shop on this machine port 5432 {message}")
    assert "asha" not in sent
