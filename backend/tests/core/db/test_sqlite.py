"""Within one process, transactions on an SQLite file take turns: nobody sleeps while others pass."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pysqlite3
import pytest
from django.db import DEFAULT_DB_ALIAS, IntegrityError, OperationalError, connections
from django.db.transaction import Atomic

from oottam.core.db.sqlite import base
from oottam.core.db.sqlite.base import DatabaseWrapper
from oottam.core.db.sqlite.write_lock import WriteLock
from tests.api_client import until

PATIENCE = 0.3  # seconds: what is waited for in vain costs as much
ENOUGH = 20.0


class Wrappers:
    """Connections to one file, and the turns that they take."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = file
        self._settings = {
            **connections.settings[DEFAULT_DB_ALIAS],
            "NAME": file,
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": PATIENCE},
        }
        self._patch = monkeypatch
        with closing(pysqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
            connection.execute(
                "CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)"
            )
            connection.commit()

    def one(self) -> DatabaseWrapper:
        """Its own connection, which any thread may use."""
        wrapper = DatabaseWrapper(self._settings, f"turns-{id(object())}")
        wrapper.inc_thread_sharing()
        return wrapper

    def writing(self, wrapper: DatabaseWrapper) -> Atomic:
        """A transaction on it."""
        self._patch.setattr("django.db.transaction.get_connection", lambda using: using)
        made: Any = wrapper  # where Django's own would look it up by its name
        return Atomic(made, savepoint=True, durable=False)

    @property
    def turns(self) -> WriteLock:
        """Of the file."""
        return base._turns.setdefault(str(self.file), WriteLock())

    def is_free(self) -> bool:
        """Whether nobody has the turn."""
        if not self.turns.take(0):
            return False
        self.turns.give_back()
        return True


@pytest.fixture
def wrappers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any
) -> Iterator[Wrappers]:
    with django_db_blocker.unblock():
        yield Wrappers(tmp_path / "turns.sqlite3", monkeypatch)


def test_turns_come_in_the_order_of_asking() -> None:
    turns, came = WriteLock(), list[int]()

    def ask(number: int) -> None:
        assert turns.take(ENOUGH)
        came.append(number)
        turns.give_back()

    turns.take(0)
    threads = []
    for number in range(8):
        threads.append(Thread(target=ask, args=[number]))
        threads[-1].start()
        until(lambda: len(turns._waiting) == len(threads))
    turns.give_back()
    for thread in threads:
        thread.join(ENOUGH)
    assert came == list(range(8))


def test_who_gives_up_waiting_loses_nobody_a_turn() -> None:
    turns = WriteLock()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give_back()
    assert turns.take(0)


def test_a_transaction_waits_for_its_turn_not_for_sqlite_to_let_it_in(wrappers: Wrappers) -> None:
    mine, other = wrappers.one(), wrappers.one()

    def write() -> None:
        with wrappers.writing(other), other.cursor() as cursor:
            cursor.execute("INSERT INTO parent VALUES (2)")
        other.close()

    thread = Thread(target=write)
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (1)")
        thread.start()
        until(lambda: bool(wrappers.turns._waiting))
    thread.join(ENOUGH)
    with mine.cursor() as cursor:
        assert cursor.execute("SELECT id FROM parent").fetchall() == [(1,), (2,)]
    mine.close()
    assert wrappers.is_free()


def test_reading_waits_for_no_turn(wrappers: Wrappers) -> None:
    mine, other = wrappers.one(), wrappers.one()
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (1)")
        with other.cursor() as reading:
            assert reading.execute("SELECT id FROM parent").fetchall() == []
    mine.close()
    other.close()


def test_a_transaction_within_a_transaction_does_not_wait_for_itself(wrappers: Wrappers) -> None:
    mine = wrappers.one()
    with wrappers.writing(mine):
        with wrappers.writing(mine), mine.cursor() as cursor:
            cursor.execute("INSERT INTO parent VALUES (1)")
        assert not wrappers.is_free()
    mine.close()
    assert wrappers.is_free()


def test_whoever_waits_in_vain_hears_what_sqlite_would_have_said(wrappers: Wrappers) -> None:
    mine, other = wrappers.one(), wrappers.one()
    says = pytest.raises(OperationalError, match=r"^database is locked$")
    with wrappers.writing(mine), says:
        wrappers.writing(other).__enter__()
    mine.close()
    other.close()
    assert wrappers.is_free()


def test_waiting_for_a_turn_and_then_for_another_process_takes_no_longer_than_waiting_for_one(
    wrappers: Wrappers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LONG", 0.0)
    began = time.monotonic()
    take = WriteLock.take

    def take_late(turns: WriteLock, seconds: float) -> bool:
        time.sleep(0.9 * seconds)  # as if others had gone before
        return take(turns, seconds)

    monkeypatch.setattr(WriteLock, "take", take_late)
    mine = wrappers.one()
    with closing(pysqlite3.connect(wrappers.file)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            wrappers.writing(mine).__enter__()
    assert time.monotonic() - began < 1.5 * PATIENCE
    with mine.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (int(1000 * PATIENCE),)
    mine.close()


def refused_by_another_process(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    with closing(pysqlite3.connect(wrappers.file)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            wrappers.writing(mine).__enter__()


def refused_at_its_commit(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    says = pytest.raises(IntegrityError, match="FOREIGN KEY")
    with says, wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO child VALUES (99)")


def ended_by_an_error_of_ours(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    with pytest.raises(ZeroDivisionError), wrappers.writing(mine):
        raise ZeroDivisionError


def closed_under_way(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    with wrappers.writing(mine):
        mine.close()


def undone_by_sqlite_under_way(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    """As a full disk does."""
    with wrappers.writing(mine):
        mine.connection.execute("ROLLBACK")


def refused_to_roll_back(wrappers: Wrappers, mine: DatabaseWrapper) -> None:
    class Broken(pysqlite3.Connection):  # type: ignore[misc] # it has no stubs
        def rollback(self) -> None:
            raise pysqlite3.OperationalError("disk I/O error")

    mine.ensure_connection()
    mine.connection.close()
    mine.connection = Broken(wrappers.file, isolation_level=None, check_same_thread=False)
    with pytest.raises(ZeroDivisionError), wrappers.writing(mine):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "fails",
    [
        refused_by_another_process,
        refused_at_its_commit,
        ended_by_an_error_of_ours,
        closed_under_way,
        undone_by_sqlite_under_way,
        refused_to_roll_back,
    ],
)
def test_however_a_transaction_ends_the_turn_is_given_back(
    wrappers: Wrappers, fails: Callable[[Wrappers, DatabaseWrapper], None]
) -> None:
    mine = wrappers.one()
    fails(wrappers, mine)
    assert wrappers.is_free()
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (7)")
    mine.close()
    assert wrappers.is_free()


def test_rows_of_several_migrations_are_checked_once_at_their_end(
    wrappers: Wrappers, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[Any] = []
    monkeypatch.setattr(
        "django.db.backends.sqlite3.base.DatabaseWrapper.check_constraints",
        lambda _, tables=None: checked.append(tables),
    )
    one = wrappers.one()
    with one.checked_once():
        one.check_constraints()
        assert checked == []
    assert checked == [None]
    one.check_constraints(["child"])
    assert checked == [None, ["child"]]
    with pytest.raises(ZeroDivisionError), one.checked_once():
        _ = 1 / 0
    assert len(checked) == 2
