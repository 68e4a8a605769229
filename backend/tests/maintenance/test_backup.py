"""A backup holds every request acknowledged before it began, and comes back only whole and on purpose."""

import json
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pysqlite3
import pytest
from django.conf import settings as configured
from django.core.management import CommandError, call_command
from django.db import connection, connections

from oottam.maintenance import sqlite_backup
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import Send

# PostgreSQL's backup: test_postgresql_backup.py.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
VISITORS = 4


@pytest.fixture(autouse=True)
def _uncapped(settings: Any) -> None:
    settings.CAP_PER_PERSON = 0


def rows(file: Path, sql: str) -> list[Any]:
    with closing(pysqlite3.connect(file)) as database:
        return [row[0] for row in database.execute(sql)]


def references(file: Path) -> set[str]:
    return set(rows(file, "SELECT reference FROM requests_request"))


def run(*command: Any) -> str:
    out = StringIO()
    call_command(*map(str, command), stdout=out)
    return out.getvalue()


def refusal(*command: Any) -> str:
    with pytest.raises(CommandError) as stopped:
        run(*command)
    return str(stopped.value)


@contextmanager
def orders_coming_in(send: Send) -> Iterator[list[str]]:
    """References as they are acknowledged, while the block runs."""
    acknowledged: list[str] = []
    enough = threading.Event()

    def visitor(_: int) -> None:
        try:
            while not enough.is_set():
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
            enough.set()
    assert list(visitors) == [None] * VISITORS


def wait_for(acknowledged: list[str], count: int) -> None:
    deadline = time.monotonic() + 120
    while len(acknowledged) < count:
        assert time.monotonic() < deadline, "no orders come in"
        threading.Event().wait(0.01)


def test_a_backup_under_load_holds_all_that_was_acknowledged_before_it_began(
    send: Send, tmp_path: Path
) -> None:
    with orders_coming_in(send) as acknowledged:
        for number in range(5):
            wait_for(acknowledged, 20 * (number + 1))
            before = set(acknowledged)
            file = tmp_path / f"{number}.sqlite3"
            said = run("backup", file)
            found = references(file)
            assert before <= found
            assert said == f"{file} holds {len(found)} requests, and is sound.\n"
            # Whole transactions: an order, its line, its mails and its rate-limit entry for each request.
            for table, each in {
                "orders_order": 1,
                "orders_orderline": 1,
                "notify_outboxentry": 2,
                "intake_ratelimitentry": 1,
            }.items():
                assert rows(file, f"SELECT count(*) FROM {table}") == [each * len(found)]
    assert Request.objects.count() == len(acknowledged)  # nobody was refused because of it


def test_a_backup_is_one_sound_file_for_its_owner_alone(send: Send, tmp_path: Path) -> None:
    send(veg_body())
    file = tmp_path / "new" / "b.sqlite3"
    run("backup", file)
    assert [path.name for path in file.parent.iterdir()] == ["b.sqlite3"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert rows(file, "PRAGMA journal_mode") == ["delete"]
    assert sqlite_backup.check(file) == 1


def test_backups_go_to_a_folder_of_their_own_under_a_name_that_tells_when(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR = tmp_path
    run("backup")
    run("backup")
    names = [path.name for path in (tmp_path / "backups").glob("oottam-2*Z.sqlite3")]
    assert len(names) == 2


def test_a_backup_never_overwrites(tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite3"
    file.write_text("an older one")
    assert refusal("backup", file) == f"{file} already exists. Choose another file."
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
    """The database that the commands see from here on; it does not exist yet."""
    connection.close()
    database = tmp_path / "var" / "oottam.sqlite3"
    monkeypatch.setitem(configured.DATABASES["default"], "NAME", str(database))
    return database


def test_a_backup_is_restored_where_there_is_nothing(backup: Path, elsewhere: Path) -> None:
    said = run("restore", backup)
    assert said == f"{elsewhere} holds the 1 requests of {backup}. Before it is served: migrate\n"
    assert references(elsewhere) == references(backup)
    assert [path.name for path in elsewhere.parent.iterdir()] == [elsewhere.name]


@pytest.fixture
def present(backup: Path, elsewhere: Path) -> Path:
    """A database in use with another request, in WAL mode as the server leaves it."""
    run("restore", backup)
    with closing(pysqlite3.connect(elsewhere)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE requests_request SET reference = 'OT-PRESENT'")
        database.commit()
    return elsewhere


def test_orders_that_are_there_are_replaced_only_on_purpose(backup: Path, present: Path) -> None:
    assert refusal("restore", backup).startswith(f"There is already a database: {present}. Add")
    assert references(present) == {"OT-PRESENT"}


def test_what_was_there_before_is_kept(backup: Path, present: Path) -> None:
    said = run("restore", backup, "--replace")
    assert references(present) == references(backup)
    [kept] = present.parent.glob(f"{present.name}.before-*")
    assert said.endswith(f"The previous data is in {kept}.\n")
    assert references(kept) == {"OT-PRESENT"}
    assert len(list(present.parent.iterdir())) == 2


def test_nothing_is_switched_under_a_running_server(backup: Path, present: Path) -> None:
    with closing(pysqlite3.connect(present)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("SELECT count(*) FROM requests_request").fetchone()
        said = refusal("restore", backup, "--replace")
        assert said.startswith(f"Nothing was changed. {present} is in use")
        assert said.endswith("Stop the server first.")
        assert references(present) == {"OT-PRESENT"}
    assert not list(present.parent.glob("*.restored-*"))
    assert not list(present.parent.glob("*.before-*"))


def test_nothing_is_switched_under_a_reader_of_a_file_that_was_never_served(
    backup: Path, elsewhere: Path
) -> None:
    """Without a journal to leave, only the lock itself tells that somebody is at work."""
    run("restore", backup)
    with closing(pysqlite3.connect(elsewhere, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM requests_request").fetchone()
        said = refusal("restore", backup, "--replace")
    assert said == (
        f"Nothing was changed. {elsewhere} is in use (database is locked). Stop the server first."
    )
    assert len(list(elsewhere.parent.iterdir())) == 1


def damaged(backup: Path) -> None:
    """Change a reference in the index alone: every query still works, and one finds nothing."""
    [size] = rows(backup, "PRAGMA page_size")
    [reference] = references(backup)
    indexes = "type = 'index' AND tbl_name = 'requests_request'"
    raw = bytearray(backup.read_bytes())
    for page in rows(backup, f"SELECT rootpage FROM sqlite_schema WHERE {indexes}"):
        place = slice((page - 1) * size, page * size)
        raw[place] = raw[place].replace(reference.encode(), b"OT-CHANGED"[: len(reference)])
    backup.write_bytes(raw)


def without_what_its_rows_refer_to(backup: Path) -> None:
    with closing(pysqlite3.connect(backup)) as database:
        database.execute("DELETE FROM requests_request")
        database.commit()


def of_something_else(backup: Path) -> None:
    backup.unlink()
    with closing(pysqlite3.connect(backup)) as database:
        database.execute("CREATE TABLE cats (name)")


def no_database(backup: Path) -> None:
    backup.write_text("not a database, whatever its name says " * 100)


def missing(backup: Path) -> None:
    backup.unlink()


def newer(backup: Path) -> None:
    with closing(pysqlite3.connect(backup)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('intake', '9999_later', '')"
        )
        database.commit()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (damaged, " is damaged: row 1 missing from index sqlite_autoindex_requests_request_2"),
        (without_what_its_rows_refer_to, " is damaged: rows refer to rows that are missing."),
        (
            of_something_else,
            " is damaged, or no database of this shop (no such table: requests_request)",
        ),
        (no_database, " is damaged, or no database of this shop (file is not a database)"),
        (missing, " is damaged, or no database of this shop (unable to open database file)"),
        (
            newer,
            " is newer than this server, or from before 0.2.0 (intake.9999_later is unknown here): ",
        ),
    ],
)
def test_what_is_no_sound_backup_is_not_restored(
    backup: Path, present: Path, spoil: Any, why: str
) -> None:
    spoil(backup)
    said = refusal("restore", backup, "--replace")
    assert said.startswith(f"Nothing was changed. {backup}")
    assert why in said
    assert references(present) == {"OT-PRESENT"}
    assert len(list(present.parent.iterdir())) == 1


def test_a_damaged_database_is_not_called_a_backup(
    backup: Path, elsewhere: Path, tmp_path: Path
) -> None:
    elsewhere.parent.mkdir()
    shutil.copy(backup, elsewhere)
    damaged(elsewhere)
    file = tmp_path / "b.sqlite3"
    assert refusal("backup", file).startswith("Not backed up. ")
    assert [path.name for path in tmp_path.glob("b.sqlite3*")] == []
