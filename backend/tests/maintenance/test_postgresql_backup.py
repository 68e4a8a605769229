"""A dump has every request acknowledged before its start; restore checks it and never overwrites unasked."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from oottam.maintenance import postgresql_backup
from system_tests.support.databases import Postgresql
from tests import shared_db
from tests.api_client import until
from tests.bodies import veg_body
from tests.conftest import Send
from tests.maintenance.test_backup import command_error, orders_coming_in, run, wait_for
from tests.serving.live import BACKEND

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.enable_socket,
    pytest.mark.postgresql_only,  # SQLite's backup: test_backup.py
]
MANAGE = [sys.executable, str(BACKEND / "manage.py")]
REFERENCES = "SELECT reference FROM requests_request"
PAPER_LETTERS = "SELECT letter FROM billing_papernumbering"  # series of receipts and bills


Manage = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def elsewhere(database_name: str) -> Postgresql:
    """The empty database of `manage`, without other connections."""
    return Postgresql(shared_db.new_database(database_name))


@pytest.fixture
def manage(elsewhere: Postgresql, tmp_path: Path) -> Manage:
    var = tmp_path / "var"
    shop = {**os.environ, "OOTTAM_VAR": str(var)}

    def run_command(
        *command: object, url: str = elsewhere.url
    ) -> "subprocess.CompletedProcess[str]":
        given = {**shop, "DATABASE_URL": url}
        return subprocess.run(
            [*MANAGE, *map(str, command)], env=given, capture_output=True, text=True, check=False
        )

    return run_command


@pytest.fixture
def backup(send: Send, tmp_path: Path) -> tuple[Path, str]:
    """A backup of a shop with one request, and that request's reference."""
    reference = json.loads(send(veg_body()).content)["reference"]
    file = tmp_path / "backup.dump"
    assert run("backup", file) == f"{file} holds 1 requests, and is sound.\n"
    return file, reference


def test_dump_under_load_has_all_requests_acknowledged_before(
    send: Send, tmp_path: Path, settings: object
) -> None:
    settings.CAP_PER_PERSON = 0  # type: ignore[attr-defined]
    with orders_coming_in(send) as acknowledged:
        for number in range(3):
            wait_for(acknowledged, 20 * (number + 1))
            before = len(acknowledged)
            file = tmp_path / f"{number}.dump"
            run("backup", file)
            rows = postgresql_backup.verify_dump(file).rows
            assert before <= rows["requests_request"]
            # No partial transactions: each request has an order, a line and two mails.
            for table, each in {
                "orders_order": 1,
                "orders_orderline": 1,
                "notify_outboxentry": 2,
            }.items():
                assert rows[table] == each * rows["requests_request"]


def test_dump_is_one_private_file_and_never_overwrites(
    backup: tuple[Path, str],
) -> None:
    file, _ = backup
    assert file.stat().st_mode & 0o777 == 0o600
    assert command_error("backup", file) == f"{file} already exists. Choose another file."
    assert [path.name for path in file.parent.glob("backup*")] == [file.name]


def test_missing_programs_are_reported_with_the_remedy(settings: object, tmp_path: Path) -> None:
    settings.POSTGRESQL_BIN = str(tmp_path)  # type: ignore[attr-defined]
    assert command_error("backup", tmp_path / "b.dump") == (
        f"Not backed up. There is no pg_dump in {tmp_path}. Install PostgreSQL's client programs, of the "
        "server's version (Debian: postgresql-client), or set POSTGRESQL_BIN to their folder."
    )


def test_restored_dump_keeps_erased_requests_erased(
    backup: tuple[Path, str],
    elsewhere: Postgresql,
    manage: Manage,
    tmp_path: Path,
    database_name: str,
) -> None:
    file, reference = backup
    restored = manage("restore", file)
    assert restored.stderr == ""
    assert restored.stdout == (
        f"{database_name} holds the 1 requests of {file}. Before it is served: migrate\n"
    )
    assert elsewhere.rows(REFERENCES) == [(reference,)]
    [(request,)] = elsewhere.rows("SELECT id FROM requests_request")
    (tmp_path / "var").mkdir(exist_ok=True)
    (tmp_path / "var" / "erased").write_text(f"{request} 2026-11-23T00:00:00+00:00\n", "ascii")
    migrated = manage("migrate", "--skip-checks")
    assert "Erased again after the restore: 1 requests." in migrated.stdout, migrated.stderr
    assert elsewhere.rows("SELECT erased_at IS NOT NULL FROM requests_request") == [(True,)]
    # Sequences continue, so new ids do not collide.
    assert elsewhere.rows("SELECT count(*) > 0 FROM pg_sequences WHERE last_value > 1") == [(True,)]


def test_restore_requires_replace_and_keeps_the_previous_data(
    backup: tuple[Path, str], elsewhere: Postgresql, manage: Manage, tmp_path: Path
) -> None:
    file, reference = backup
    restore_with_pg_restore(file, elsewhere)
    with psycopg.connect(elsewhere.url) as database:
        database.execute("UPDATE requests_request SET reference = 'OT-PRESENT'")
        database.execute("CREATE TABLE later (request bigint)")
    assert "Add --replace" in manage("restore", file).stderr
    assert elsewhere.rows(REFERENCES) == [("OT-PRESENT",)]

    with psycopg.connect(elsewhere.url) as server:
        server.execute("SELECT 1")
        in_use = manage("restore", file, "--replace").stderr
        assert "is in use by 1 other connections. Stop every server first." in in_use

    replaced = manage("restore", file, "--replace")
    assert replaced.stderr == ""
    assert elsewhere.rows(REFERENCES) == [(reference,)]
    assert elsewhere.rows("SELECT to_regclass('later') IS NULL") == [(True,)]
    [kept] = (tmp_path / "var" / "backups").glob("before-restore-*.dump")
    assert replaced.stdout.endswith(f"The previous data is in {kept}.\n")
    assert elsewhere.rows(PAPER_LETTERS) == [("B",)]
    manage("restore", kept, "--replace")
    assert elsewhere.rows(REFERENCES) == [("OT-PRESENT",)]
    assert elsewhere.rows(PAPER_LETTERS) == [("D",)]  # papers of series B are with customers


def restore_with_pg_restore(file: Path, elsewhere: Postgresql) -> None:
    """Faster than the project's command."""
    program = Path(os.environ["POSTGRESQL_BIN"]) / "pg_restore"
    subprocess.run([program, "--no-owner", f"--dbname={elsewhere.url}", file], check=True)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])


def blank_constraint(file: Path) -> None:
    """pg_restore ignores this damage; a key would no longer be unique."""
    _blank(file, b"ALTER TABLE ONLY public.delivery_result\n    ADD CONSTRAINT")


def blank_rows(file: Path) -> None:
    _blank(file, b"COPY public.requests_request")


def _blank(file: Path, words: bytes) -> None:
    raw = bytearray(file.read_bytes())
    at = raw.index(words)
    raw[at : at + 64] = bytes(64)
    file.write_bytes(raw)


def replace_by_sqlite(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\0" * 100)


def delete(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    "damage", [truncate, blank_rows, blank_constraint, replace_by_sqlite, delete]
)
def test_invalid_dump_changes_nothing(
    backup: tuple[Path, str], elsewhere: Postgresql, manage: Manage, damage: Callable[[Path], None]
) -> None:
    file, reference = backup
    restore_with_pg_restore(file, elsewhere)
    damage(file)
    refused = manage("restore", file, "--replace")
    assert refused.returncode == 1
    assert refused.stderr.startswith(
        f"CommandError: Nothing was changed. {file} is damaged, or no dump"
    )
    assert elsewhere.rows(REFERENCES) == [(reference,)]


def test_dump_without_digest_is_restored(
    backup: tuple[Path, str], elsewhere: Postgresql, manage: Manage
) -> None:
    file, reference = backup
    raw = file.read_bytes()
    file.write_bytes(raw[: raw.rindex(b"\nsha256 ")])
    assert manage("restore", file).returncode == 0
    assert elsewhere.rows(REFERENCES) == [(reference,)]


def test_dump_of_a_newer_release_is_rejected(
    backup: tuple[Path, str], elsewhere: Postgresql, manage: Manage
) -> None:
    file, _ = backup
    restore_with_pg_restore(file, elsewhere)
    with psycopg.connect(elsewhere.url) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('intake', '9999_later', now())"
        )
    newer = file.with_name("newer.dump")
    manage("backup", newer)
    assert "intake.9999_later is unknown here" in manage("restore", newer, "--replace").stderr


# Simulates a kill after psql received the first part of the dump.
CUT_OFF = """
import os, runpy, shutil, sys
def some(read, write):
    write.write(read.read(30_000).rpartition(b";\\n")[0] + b";\\n")
    write.flush()
    os._exit(9)
shutil.copyfileobj = some
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_killed_restore_changes_nothing(
    backup: tuple[Path, str], elsewhere: Postgresql, manage: Manage, tmp_path: Path
) -> None:
    file, reference = backup
    manage("restore", file)
    shop = {**os.environ, "DATABASE_URL": elsewhere.url, "OOTTAM_VAR": str(tmp_path / "var")}
    command = [sys.executable, "-c", CUT_OFF, MANAGE[1], "restore", str(file), "--replace"]
    assert subprocess.run(command, env=shop, check=False).returncode == 9
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    until(lambda: elsewhere.rows(others) == [(0,)])
    assert elsewhere.rows(REFERENCES) == [(reference,)]
