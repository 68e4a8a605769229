"""The backend module that Django loads by this name."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from oottam.core import private_files
from oottam.core.db.sqlite.write_lock import WriteLock

JOURNALS = ("-wal", "-shm", "-journal")
# Wait for the write lock from which SQLite's own timeout is shortened.
LONG_WAIT_SECONDS = 1.0

_write_locks: dict[str, WriteLock] = {}  # by file


# django-stubs lacks the methods that begin, commit, roll back and close, hence the ignores.
class DatabaseWrapper(base.DatabaseWrapper):
    """Restricts the database file to its owner, and queues this process's write transactions.

    SQLite creates journals with the database's mode. A writer that finds its file locked sleeps up to 100 ms at a time
    and may be overtaken. A WriteLock therefore queues the transactions of this process; SQLite's lock only separates
    processes.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._held_lock: WriteLock | None = None  # held by this connection
        self._defers_checks = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Restrict the file and its journals to their owner, and connect. In-memory databases have no file."""
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            with suppress(OSError):  # SQLite then raises its usual error
                private_files.make_file(Path(name))
                for journal in JOURNALS:
                    private_files.restrict(Path(name + journal))
        return super().get_new_connection(conn_params)

    def check_constraints(self, table_names: Any = None) -> None:
        """Check all foreign keys; within `checked_once`, once at its end."""
        if not self._defers_checks:
            super().check_constraints(table_names)

    @contextmanager
    def checked_once(self) -> Iterator[None]:
        """Check foreign keys once for all migrations inside: each check reads the whole database."""
        self._defers_checks = True
        try:
            yield
        finally:
            self._defers_checks = False
        self.check_constraints()

    def _start_transaction_under_autocommit(self) -> None:
        if self._held_lock is not None or self.is_in_memory_db():
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        waited = self._acquire_write_lock()
        try:
            if waited < LONG_WAIT_SECONDS:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            else:
                self._begin_with_timeout(self._timeout - waited)
        except BaseException:
            self._release_write_lock()
            raise

    def _acquire_write_lock(self) -> float:
        """Acquire the write lock; return the seconds waited. Raises OperationalError on a timeout."""
        lock = _write_locks.setdefault(str(self.settings_dict["NAME"]), WriteLock())
        started_at = time.monotonic()
        if not lock.acquire(self._timeout):
            raise OperationalError("database is locked")  # SQLite's own message
        self._held_lock = lock
        return time.monotonic() - started_at

    def _begin_with_timeout(self, seconds: float) -> None:
        """Begin with a shorter SQLite timeout, so that both waits together stay within the configured one."""
        with self.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout={max(0, int(1000 * seconds))}")
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            finally:
                cursor.execute(f"PRAGMA busy_timeout={int(1000 * self._timeout)}")

    @property
    def _timeout(self) -> float:
        """The configured timeout in seconds; Python's default is 5."""
        return float(self.settings_dict["OPTIONS"].get("timeout", 5.0))

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._release_write_lock_after_transaction()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._release_write_lock_after_transaction()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._release_write_lock()

    def _release_write_lock_after_transaction(self) -> None:
        """Release the lock unless a failed COMMIT left the transaction open; Django then rolls back or closes."""
        if self.connection is None or not self.connection.in_transaction:
            self._release_write_lock()

    def _release_write_lock(self) -> None:
        lock, self._held_lock = self._held_lock, None
        if lock is not None:
            lock.release()
