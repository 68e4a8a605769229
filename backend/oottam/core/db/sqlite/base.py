"""The part that Django asks for by this name."""

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
LONG = 1.0  # seconds of waiting for a turn, after which SQLite itself has to be less patient

_turns: dict[str, WriteLock] = {}  # by file


# What begins, commits, rolls back and closes is left out of django-stubs, hence the ignored lines.
class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite gives its journals the database's own mode, so the database has to have the right one.

    Who begins to write while another one does sleeps, up to 100 ms at a time, and may find a third one at it then. So
    the transactions of this process take turns before they ask SQLite, whose lock is left to tell processes apart.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._turns: WriteLock | None = None  # that this connection has taken, and not given back
        self._checks_later = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection to a file that nobody else may read; one in memory has none."""
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            with suppress(OSError):  # SQLite meets it, too, and says so as it always does
                private_files.make_file(Path(name))
                for journal in JOURNALS:
                    private_files.restrict(Path(name + journal))
        return super().get_new_connection(conn_params)

    def check_constraints(self, table_names: Any = None) -> None:
        """Read all rows that refer to others; within `checked_once` at its end."""
        if not self._checks_later:
            super().check_constraints(table_names)

    @contextmanager
    def checked_once(self) -> Iterator[None]:
        """Migrations that are run in it are checked together: each by itself reads the whole database once more."""
        self._checks_later = True
        try:
            yield
        finally:
            self._checks_later = False
        self.check_constraints()

    def _start_transaction_under_autocommit(self) -> None:
        if self._turns is not None or self.is_in_memory_db():
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        waited = self._take_turn()
        try:
            if waited < LONG:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            else:
                self._begin_within(self._patience - waited)
        except BaseException:
            self._give_turn_back()
            raise

    def _take_turn(self) -> float:
        """Seconds that it took."""
        turns = _turns.setdefault(str(self.settings_dict["NAME"]), WriteLock())
        began = time.monotonic()
        if not turns.take(self._patience):
            raise OperationalError("database is locked")  # as SQLite would have said
        self._turns = turns
        return time.monotonic() - began

    def _begin_within(self, seconds: float) -> None:
        """Nobody waits longer in all than for SQLite alone."""
        with self.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout={max(0, int(1000 * seconds))}")
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            finally:
                cursor.execute(f"PRAGMA busy_timeout={int(1000 * self._patience)}")

    @property
    def _patience(self) -> float:
        """Seconds, as the settings have it; Python's own unless they say."""
        return float(self.settings_dict["OPTIONS"].get("timeout", 5.0))

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._give_turn_back_when_over()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn_back_when_over()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _give_turn_back_when_over(self) -> None:
        """A COMMIT that failed may have left the transaction open: Django rolls back then, or closes."""
        if self.connection is None or not self.connection.in_transaction:
            self._give_turn_back()

    def _give_turn_back(self) -> None:
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.give_back()
