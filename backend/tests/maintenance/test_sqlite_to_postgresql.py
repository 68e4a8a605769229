"""Moving from SQLite to PostgreSQL copies everything and compares digests, or changes nothing."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
import sqlcipher3

from oottam.maintenance.table_digest import canonical
from system_tests.support.databases import Postgresql
from tests import shared_db
from tests.serving.live import BACKEND

MANAGE = [sys.executable, str(BACKEND / "manage.py")]
ANOTHER_STATUS = """
CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF NEW.status = 'completed' THEN NEW.status = 'new'; END IF; RETURN NEW; END $$;
CREATE TRIGGER changed BEFORE INSERT ON requests_request FOR EACH ROW EXECUTE FUNCTION changed();
"""
STATUSES = "SELECT reference, status FROM requests_request"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moving")


def manage(settings: dict[str, str], *command: object) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [*MANAGE, *map(str, command)],
        env={**inherited, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def file(folder: Path) -> Path:
    """An SQLite shop with the demo month."""
    tables = shared_db.tables_in(folder / "var")
    filled = manage({"OOTTAM_VAR": str(folder / "var")}, "demo")
    assert filled.returncode == 0, filled.stderr
    return tables


@pytest.fixture
def target(database_name: str) -> Postgresql:
    """An empty migrated database."""
    return Postgresql(shared_db.new_database(database_name, with_tables=True))


@pytest.fixture
def move(target: Postgresql, folder: Path, file: Path) -> Run:
    shop = {"DATABASE_URL": target.url, "OOTTAM_VAR": str(folder / "new")}
    return lambda *more: manage(shop, "move_to_postgresql", file, *more)


pytestmark = pytest.mark.enable_socket


@pytest.mark.slow
@pytest.mark.postgresql_only
def test_move_copies_all_rows_and_sequences(move: Run, target: Postgresql, file: Path) -> None:
    with closing(sqlcipher3.connect(file)) as old:
        old.execute("UPDATE sqlite_sequence SET seq = seq + 100 WHERE name = 'handling_note'")
        old.commit()
        [last] = old.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'handling_note'"
        ).fetchone()
        requests = old.execute(STATUSES).fetchall()
    moved = move()
    assert moved.stderr == ""
    assert "Both hold the same data: rows and digests of every table match." in moved.stdout
    assert sorted(target.rows(STATUSES)) == sorted(requests)
    assert target.rows("SELECT nextval(pg_get_serial_sequence('handling_note', 'id'))") == [
        (last + 1,)
    ]
    again = move()
    assert again.stderr.startswith(
        "CommandError: Nothing was changed. The PostgreSQL database shop_"
    )
    assert "is not empty: audit_entry has rows." in again.stderr


@pytest.mark.postgresql_only
def test_compare_finds_one_changed_value(move: Run, target: Postgresql) -> None:
    assert move().returncode == 0
    assert move("--compare").returncode == 0
    with psycopg.connect(target.url) as other:
        other.execute(
            "UPDATE schedule_serving SET seq = seq + 1000 WHERE id = (SELECT min(id) FROM schedule_serving)"
        )
    compared = move("--compare")
    assert compared.stderr.endswith("Not the same on both sides: schedule_serving.\n")


@pytest.mark.postgresql_only
def test_move_is_rolled_back_if_data_differ(move: Run, target: Postgresql) -> None:
    with psycopg.connect(target.url) as other:
        other.execute(ANOTHER_STATUS)
    moved = move()
    assert moved.stderr == (
        "CommandError: Nothing was changed. Not the same on both sides: requests_request.\n"
    )
    assert target.rows("SELECT count(*) FROM requests_request") == [(0,)]


@pytest.mark.postgresql_only
def test_open_shop_is_not_moved(move: Run, target: Postgresql, file: Path) -> None:
    with closing(sqlcipher3.connect(file)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("SELECT count(*) FROM requests_request").fetchone()
        moved = move()
    assert moved.stderr.startswith(f"CommandError: Nothing was changed. {file} is in use")
    assert moved.stderr.endswith("Stop the server first.\n")
    assert target.rows("SELECT count(*) FROM requests_request") == [(0,)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (datetime(2026, 11, 23, 1, 2, 3, 4, UTC), "2026-11-23T01:02:03.000004+00:00"),
        (date(2026, 11, 23), "2026-11-23"),
        (UUID(int=7), UUID(int=7).hex),
        (b"7", "7"),
        (1, "1"),
        (None, ""),
        (["a"], '["a"]'),
        ("ab", "a b"),
    ],
)
def test_values_of_different_types_are_encoded_differently(first: object, second: object) -> None:
    assert canonical([first]) != canonical([second])


def test_equal_values_are_encoded_equally() -> None:
    at = datetime(2026, 11, 23, 1, tzinfo=UTC)
    ist = timezone(timedelta(hours=5, minutes=30))
    assert canonical([at]) == canonical([at.astimezone(ist)])
    assert canonical([b"x", {"a": 1, "b": 2}]) == canonical([memoryview(b"x"), {"b": 2, "a": 1}])
    assert canonical([Decimal("1.50")]) == canonical([Decimal("1.5")])
