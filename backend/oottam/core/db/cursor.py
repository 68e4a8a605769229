"""SQL on the driver's own cursor: for a short statement, Django's costs more than SQLite itself.

The driver lets other threads run during every statement, and has to wait for them afterwards. So
what is written or asked for together goes into one statement (`write_rows`, `chunks`).
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Protocol, TypeVar

from django.db import connection

Values = Sequence[Any]
T = TypeVar("T")

MAX_CHUNK = 128  # rows in one statement


class Cursor(Protocol):
    """What statements are run with: this module's cursor, or Django's. Places are written %s."""

    def execute(self, sql: str, values: Values = ..., /) -> Any:
        """Run a statement."""

    def fetchone(self) -> Any:
        """The next row of what a query found, or None."""

    def fetchall(self) -> Any:
        """All rows of what a query found."""


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

    def fetchone(self) -> Any:
        """The next row of what a query found, or None."""
        with self._errors:
            return self._driver.fetchone()

    def fetchall(self) -> Any:
        """All rows of what a query found."""
        with self._errors:
            return self._driver.fetchall()


def write_rows(
    cursor: Cursor, table: str, columns: tuple[str, ...], rows: Sequence[Values]
) -> None:
    """INSERT rows, many with each statement; `table` and `columns` are names of our own."""
    for chunk in chunks(rows):
        statement = _insert(table, columns, len(chunk))
        cursor.execute(statement, tuple(chain.from_iterable(chunk)))


def chunks(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """The rows in pieces of 1, 2, 4, ... so that there are few statements, which stay prepared."""
    at = 0
    while at < len(rows):
        left = len(rows) - at
        size = min(MAX_CHUNK, 1 << (left.bit_length() - 1))
        yield rows[at : at + size]
        at += size


def values_list(row: str, count: int) -> str:
    """What `count` rows are in SQL; its columns are column1, column2, ... in both databases."""
    return "VALUES " + ", ".join([row] * count)


@cache
def _insert(table: str, columns: tuple[str, ...], count: int) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    return f'INSERT INTO "{table}" ({names}) {values_list(row, count)}'


@lru_cache(maxsize=512)
def _for_sqlite(sql: str) -> str:
    return sql.replace("%s", "?")
