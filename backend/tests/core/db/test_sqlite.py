"""The fair write lock of SQLite transactions within one process."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
import sqlcipher3
from django.db import DEFAULT_DB_ALIAS, IntegrityError, OperationalError, connections
from django.db.transaction import Atomic

from oottam.core.db.sqlite import base
from oottam.core.db.sqlite.base import DatabaseWrapper
from oottam.core.db.sqlite.write_lock import WriteLock
from tests.api_client import WAIT_SECONDS, until

TIMEOUT = 0.3  # seconds; each expected timeout costs as much


class Database:
    """Connections to one file, and its write lock."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = file
        self._settings = {
            **connections.settings[DEFAULT_DB_ALIAS],
            "NAME": file,
        }
        self._patch = monkeypatch
        with closing(sqlcipher3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
            connection.execute(
                "CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)"
            )
            connection.commit()

    def one(self, timeout: float = TIMEOUT) -> DatabaseWrapper:
        """Open a connection that any thread may use."""
        options = {"transaction_mode": "IMMEDIATE", "timeout": timeout}
        wrapper = DatabaseWrapper({**self._settings, "OPTIONS": options}, f"lock-{id(object())}")
        wrapper.inc_thread_sharing()
        return wrapper

    def writing(self, wrapper: DatabaseWrapper) -> Atomic:
        """A transaction on `wrapper`."""
        self._patch.setattr("django.db.transaction.get_connection", lambda using: using)
        made: Any = wrapper  # a wrapper instead of an alias
        return Atomic(made, savepoint=True, durable=False)

    @property
    def lock(self) -> WriteLock:
        """The file's write lock."""
        return base._write_locks.setdefault(str(self.file), WriteLock())

    def is_free(self) -> bool:
        """Whether the lock is free."""
        if not self.lock.acquire(0):
            return False
        self.lock.release()
        return True


@pytest.fixture
def wrappers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any
) -> Iterator[Database]:
    with django_db_blocker.unblock():
        yield Database(tmp_path / "lock.sqlite3", monkeypatch)


def test_lock_is_granted_in_order_of_arrival() -> None:
    lock, order = WriteLock(), list[int]()

    def ask(number: int) -> None:
        assert lock.acquire(WAIT_SECONDS)
        order.append(number)
        lock.release()

    lock.acquire(0)
    threads = []
    for number in range(8):
        threads.append(Thread(target=ask, args=[number]))
        threads[-1].start()
        until(lambda: len(lock._waiting) == len(threads))
    lock.release()
    for thread in threads:
        thread.join(WAIT_SECONDS)
    assert order == list(range(8))


def test_timed_out_waiter_does_not_block_the_lock() -> None:
    lock = WriteLock()
    assert lock.acquire(0)
    assert not lock.acquire(0.01)
    lock.release()
    assert lock.acquire(0)


def test_transaction_waits_for_the_write_lock(wrappers: Database) -> None:
    mine, other = wrappers.one(), wrappers.one(WAIT_SECONDS)

    def write() -> None:
        with wrappers.writing(other), other.cursor() as cursor:
            cursor.execute("INSERT INTO parent VALUES (2)")
        other.close()

    thread = Thread(target=write)
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (1)")
        thread.start()
        until(lambda: bool(wrappers.lock._waiting))
    thread.join(WAIT_SECONDS)
    with mine.cursor() as cursor:
        assert cursor.execute("SELECT id FROM parent").fetchall() == [(1,), (2,)]
    mine.close()
    assert wrappers.is_free()


def test_reads_do_not_wait_for_the_write_lock(wrappers: Database) -> None:
    mine, other = wrappers.one(), wrappers.one()
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (1)")
        with other.cursor() as reading:
            assert reading.execute("SELECT id FROM parent").fetchall() == []
    mine.close()
    other.close()


def test_nested_transaction_does_not_deadlock(wrappers: Database) -> None:
    mine = wrappers.one()
    with wrappers.writing(mine):
        with wrappers.writing(mine), mine.cursor() as cursor:
            cursor.execute("INSERT INTO parent VALUES (1)")
        assert not wrappers.is_free()
    mine.close()
    assert wrappers.is_free()


def test_timeout_raises_sqlites_error(wrappers: Database) -> None:
    mine, other = wrappers.one(), wrappers.one()
    says = pytest.raises(OperationalError, match=r"^database is locked$")
    with wrappers.writing(mine), says:
        wrappers.writing(other).__enter__()
    mine.close()
    other.close()
    assert wrappers.is_free()


def test_waits_for_lock_and_process_share_one_timeout(
    wrappers: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LONG_WAIT_SECONDS", 0.0)
    clock = itertools.count(0.0, TIMEOUT / 2)  # half of it has passed when the lock is granted
    monkeypatch.setattr(base, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    mine, statements = wrappers.one(), list[str]()

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with closing(sqlcipher3.connect(wrappers.file)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with mine.execute_wrapper(note), pytest.raises(OperationalError, match="locked"):
            wrappers.writing(mine).__enter__()
    assert statements[0] == f"PRAGMA busy_timeout={int(1000 * TIMEOUT / 2)}"
    with mine.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (int(1000 * TIMEOUT),)
    mine.close()


def fail_to_begin(wrappers: Database, mine: DatabaseWrapper) -> None:
    with closing(sqlcipher3.connect(wrappers.file)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            wrappers.writing(mine).__enter__()


def fail_to_commit(wrappers: Database, mine: DatabaseWrapper) -> None:
    says = pytest.raises(IntegrityError, match="FOREIGN KEY")
    with says, wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO child VALUES (99)")


def raise_an_error(wrappers: Database, mine: DatabaseWrapper) -> None:
    with pytest.raises(ZeroDivisionError), wrappers.writing(mine):
        raise ZeroDivisionError


def close_during_transaction(wrappers: Database, mine: DatabaseWrapper) -> None:
    with wrappers.writing(mine):
        mine.close()


def roll_back_by_sqlite(wrappers: Database, mine: DatabaseWrapper) -> None:
    """SQLite does so when the disk is full."""
    with wrappers.writing(mine):
        mine.connection.execute("ROLLBACK")


def fail_to_roll_back(wrappers: Database, mine: DatabaseWrapper) -> None:
    class Broken(sqlcipher3.Connection):  # type: ignore[misc] # it has no stubs
        def rollback(self) -> None:
            raise sqlcipher3.OperationalError("disk I/O error")

    mine.ensure_connection()
    mine.connection.close()
    mine.connection = Broken(wrappers.file, isolation_level=None, check_same_thread=False)
    with pytest.raises(ZeroDivisionError), wrappers.writing(mine):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "fails",
    [
        fail_to_begin,
        fail_to_commit,
        raise_an_error,
        close_during_transaction,
        roll_back_by_sqlite,
        fail_to_roll_back,
    ],
)
def test_lock_is_released_however_the_transaction_ends(
    wrappers: Database, fails: Callable[[Database, DatabaseWrapper], None]
) -> None:
    mine = wrappers.one()
    fails(wrappers, mine)
    assert wrappers.is_free()
    with wrappers.writing(mine), mine.cursor() as cursor:
        cursor.execute("INSERT INTO parent VALUES (7)")
    mine.close()
    assert wrappers.is_free()


def test_migrations_check_foreign_keys_once_at_their_end(
    wrappers: Database, monkeypatch: pytest.MonkeyPatch
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
