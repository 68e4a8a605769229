"""A backup has every request acknowledged before its start; restore checks it and never overwrites unasked."""

import json
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import sqlcipher3
from django.conf import settings as configured
from django.core.management import CommandError, call_command
from django.db import connection, connections

from oottam.maintenance import sqlite_backup
from oottam.requests.models import Request
from tests.api_client import until
from tests.bodies import veg_body
from tests.conftest import Send

# PostgreSQL's backup: test_postgresql_backup.py.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
VISITORS = 4


@pytest.fixture(autouse=True)
def _uncapped(settings: Any) -> None:
    settings.CAP_PER_PERSON = 0


def rows(file: Path, sql: str) -> list[Any]:
    with closing(sqlcipher3.connect(file)) as database:
        return [row[0] for row in database.execute(sql)]


def references(file: Path) -> set[str]:
    return set(rows(file, "SELECT reference FROM requests_request"))


def run(*command: Any) -> str:
    out = StringIO()
    call_command(*map(str, command), stdout=out)
    return out.getvalue()


def command_error(*command: Any) -> str:
    with pytest.raises(CommandError) as stopped:
        run(*command)
    return str(stopped.value)


@contextmanager
def orders_coming_in(send: Send) -> Iterator[list[str]]:
    """Posts orders during the block; yields the list of acknowledged references."""
    acknowledged: list[str] = []
    stop = threading.Event()

    def visitor(_: int) -> None:
        try:
            while not stop.is_set():
                response = send(veg_body())
                assert response.status_code == 200
                acknowledged.append(json.loads(response.content)["reference"])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(VISITORS) as pool:
        visitors = pool.map(visitor, range(VISITORS))
        try:
            yield acknowledged
        finally:
            stop.set()
    assert list(visitors) == [None] * VISITORS


def wait_for(acknowledged: list[str], count: int) -> None:
    until(lambda: len(acknowledged) >= count)


def test_backup_under_load_has_all_requests_acknowledged_before(send: Send, tmp_path: Path) -> None:
    with orders_coming_in(send) as acknowledged:
        for number in range(5):
            wait_for(acknowledged, 20 * (number + 1))
            before = set(acknowledged)
            file = tmp_path / f"{number}.sqlite3"
            output = run("backup", file)
            backed_up = references(file)
            assert before <= backed_up
            assert output == f"{file} holds {len(backed_up)} requests, and is sound.\n"
            # No partial transactions: each request has an order, a line, two mails and a rate-limit entry.
            for table, each in {
                "orders_order": 1,
                "orders_orderline": 1,
                "notify_outboxentry": 2,
                "intake_ratelimitentry": 1,
            }.items():
                assert rows(file, f"SELECT count(*) FROM {table}") == [each * len(backed_up)]
    assert Request.objects.count() == len(acknowledged)  # the backups rejected no request


def test_backup_is_one_valid_private_file(send: Send, tmp_path: Path) -> None:
    send(veg_body())
    file = tmp_path / "new" / "b.sqlite3"
    run("backup", file)
    assert [path.name for path in file.parent.iterdir()] == ["b.sqlite3"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert rows(file, "PRAGMA journal_mode") == ["delete"]
    assert sqlite_backup.check(file) == 1


def test_backup_has_a_default_folder_and_a_timestamped_name(settings: Any, tmp_path: Path) -> None:
    settings.VAR = tmp_path
    run("backup")
    run("backup")
    names = [path.name for path in (tmp_path / "backups").glob("oottam-2*Z.sqlite3")]
    assert len(names) == 2


def test_backup_never_overwrites(tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite3"
    file.write_text("an older one")
    assert command_error("backup", file) == f"{file} already exists. Choose another file."
    assert file.read_text() == "an older one"


@pytest.fixture
def backup(send: Send, tmp_path: Path) -> Path:
    """A backup of a shop with one request."""
    send(veg_body())
    file = tmp_path / "backup.sqlite3"
    run("backup", file)
    return file


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path of the commands' database, which does not exist yet."""
    connection.close()
    database = tmp_path / "var" / "oottam.sqlite3"
    monkeypatch.setitem(configured.DATABASES["default"], "NAME", str(database))
    return database


def test_restore_creates_a_missing_database(backup: Path, elsewhere: Path) -> None:
    output = run("restore", backup)
    assert output == f"{elsewhere} holds the 1 requests of {backup}. Before it is served: migrate\n"
    assert references(elsewhere) == references(backup)
    assert [path.name for path in elsewhere.parent.iterdir()] == [elsewhere.name]


@pytest.fixture
def present(backup: Path, elsewhere: Path) -> Path:
    """An existing database with another request, in WAL mode."""
    run("restore", backup)
    with closing(sqlcipher3.connect(elsewhere)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE requests_request SET reference = 'OT-PRESENT'")
        database.commit()
    return elsewhere


def test_restore_requires_replace_for_an_existing_database(backup: Path, present: Path) -> None:
    assert command_error("restore", backup).startswith(
        f"There is already a database: {present}. Add"
    )
    assert references(present) == {"OT-PRESENT"}


def test_restore_keeps_the_previous_database(backup: Path, present: Path) -> None:
    output = run("restore", backup, "--replace")
    assert references(present) == references(backup)
    [previous] = present.parent.glob(f"{present.name}.before-*")
    assert output.endswith(f"The previous data is in {previous}.\n")
    assert references(previous) == {"OT-PRESENT"}
    assert len(list(present.parent.iterdir())) == 2


def paper_letters(file: Path) -> list[str]:
    """Letter of the series in which the database numbers receipts and bills."""
    return rows(file, "SELECT letter FROM billing_papernumbering")


def test_papers_go_on_in_a_new_series_after_each_restore(backup: Path, present: Path) -> None:
    """Of the same backup, too: papers of the series between are with customers."""
    assert paper_letters(backup) == []
    assert paper_letters(present) == ["B"]
    run("restore", backup, "--replace")
    assert paper_letters(present) == ["D"]


def test_backup_older_than_papers_asks_for_another_prefix(backup: Path, elsewhere: Path) -> None:
    with closing(sqlcipher3.connect(backup)) as database:
        database.execute("DROP TABLE billing_papernumbering")
    assert run("restore", backup).endswith("so that no number is given twice.\n")


def test_restore_fails_while_the_server_has_the_database_open(backup: Path, present: Path) -> None:
    with closing(sqlcipher3.connect(present)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("SELECT count(*) FROM requests_request").fetchone()
        output = command_error("restore", backup, "--replace")
        assert output.startswith(f"Nothing was changed. {present} is in use")
        assert output.endswith("Stop the server first.")
        assert references(present) == {"OT-PRESENT"}
    assert not list(present.parent.glob("*.restored-*"))
    assert not list(present.parent.glob("*.before-*"))


def test_restore_fails_while_a_reader_has_an_unserved_file_open(
    backup: Path, elsewhere: Path
) -> None:
    """Without WAL only the file lock shows that the file is in use."""
    run("restore", backup)
    with closing(sqlcipher3.connect(elsewhere, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM requests_request").fetchone()
        output = command_error("restore", backup, "--replace")
    assert output == (
        f"Nothing was changed. {elsewhere} is in use (database is locked). Stop the server first."
    )
    assert len(list(elsewhere.parent.iterdir())) == 1


def damage_index(backup: Path) -> None:
    """Change a reference in the index only: queries run, but one finds no row."""
    [size] = rows(backup, "PRAGMA page_size")
    [reference] = references(backup)
    indexes = "type = 'index' AND tbl_name = 'requests_request'"
    raw = bytearray(backup.read_bytes())
    for page in rows(backup, f"SELECT rootpage FROM sqlite_schema WHERE {indexes}"):
        place = slice((page - 1) * size, page * size)
        raw[place] = raw[place].replace(reference.encode(), b"OT-CHANGED"[: len(reference)])
    backup.write_bytes(raw)


def delete_referenced_rows(backup: Path) -> None:
    with closing(sqlcipher3.connect(backup)) as database:
        database.execute("DELETE FROM requests_request")
        database.commit()


def replace_by_other_database(backup: Path) -> None:
    backup.unlink()
    with closing(sqlcipher3.connect(backup)) as database:
        database.execute("CREATE TABLE cats (name)")


def replace_by_text(backup: Path) -> None:
    backup.write_text("not a database, whatever its name says " * 100)


def delete(backup: Path) -> None:
    backup.unlink()


def add_unknown_migration(backup: Path) -> None:
    with closing(sqlcipher3.connect(backup)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('intake', '9999_later', '')"
        )
        database.commit()


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (damage_index, " is damaged: row 1 missing from index sqlite_autoindex_requests_request_2"),
        (delete_referenced_rows, " is damaged: rows refer to rows that are missing."),
        (
            replace_by_other_database,
            " is damaged, or no database of this shop (no such table: requests_request)",
        ),
        (replace_by_text, " is damaged, or no database of this shop (file is not a database)"),
        (delete, " is damaged, or no database of this shop (unable to open database file)"),
        (
            add_unknown_migration,
            " is newer than this server, or from before 0.2.0 (intake.9999_later is unknown here): ",
        ),
    ],
)
def test_invalid_backup_is_not_restored(
    backup: Path, present: Path, damage: Any, error: str
) -> None:
    damage(backup)
    output = command_error("restore", backup, "--replace")
    assert output.startswith(f"Nothing was changed. {backup}")
    assert error in output
    assert references(present) == {"OT-PRESENT"}
    assert len(list(present.parent.iterdir())) == 1


def test_damaged_database_is_not_backed_up(backup: Path, elsewhere: Path, tmp_path: Path) -> None:
    elsewhere.parent.mkdir()
    shutil.copy(backup, elsewhere)
    damage_index(elsewhere)
    file = tmp_path / "b.sqlite3"
    assert command_error("backup", file).startswith("Not backed up. ")
    assert [path.name for path in tmp_path.glob("b.sqlite3*")] == []
