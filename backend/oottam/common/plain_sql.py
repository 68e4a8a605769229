"""SQL on the driver's own cursor: for a short statement, Django's costs more than SQLite itself."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from django.db import connection

Values = Sequence[Any]


class Cursor(Protocol):
    """What statements are run with: this module's cursor, or Django's. Places are written %s."""

    def execute(self, sql: str, values: Values = ..., /) -> Any:
        """Run a statement."""

    def executemany(self, sql: str, rows: Sequence[Values], /) -> Any:
        """Run a statement once for each row."""

    def fetchone(self) -> Any:
        """The next row of what a query found, or None."""


class PlainCursor:
    """A cursor of this thread's connection; what the database refuses is raised as Django's errors.

    Values have to be such as the driver takes, and there is no log of statements.
    """

    def __init__(self) -> None:
        connection.ensure_connection()
        self._driver = connection.connection.cursor()
        self._errors = connection.wrap_database_errors
        self._spell = _for_sqlite if connection.vendor == "sqlite" else str

    def execute(self, sql: str, values: Values = (), /) -> None:
        """Run a statement."""
        with self._errors:
            self._driver.execute(self._spell(sql), values)

    def executemany(self, sql: str, rows: Sequence[Values], /) -> None:
        """Run a statement once for each row."""
        with self._errors:
            self._driver.executemany(self._spell(sql), rows)

    def fetchone(self) -> Any:
        """The next row of what a query found, or None."""
        with self._errors:
            return self._driver.fetchone()


@lru_cache(maxsize=128)
def _for_sqlite(sql: str) -> str:
    return sql.replace("%s", "?")
