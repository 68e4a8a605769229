"""Runs SQL on the driver's cursor: for short statements, Django's costs more than SQLite itself.

The driver releases the GIL during every statement and then waits to get it back. Batching rows into
one statement avoids this (`write_rows`, `chunks`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Protocol, TypeVar

from django.db import connection, transaction

Values = Sequence[Any]
T = TypeVar("T")

MAX_CHUNK = 128  # rows in one statement


class Cursor(Protocol):
    """This module's cursor or Django's. Placeholders are %s."""

    def execute(self, sql: str, values: Values = ..., /) -> Any:
        """Run a statement."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> Any:
        """Return the remaining rows."""


class PlainCursor:
    """A driver cursor of this thread's connection. Raises Django's database errors.

    Values must have types that the driver accepts; statements are not logged.
    """

    def __init__(self) -> None:
        connection.ensure_connection()
        self._driver = connection.connection.cursor()
        self._wrap_errors = connection.wrap_database_errors
        self._convert_placeholders = (
            _to_sqlite_placeholders if connection.vendor == "sqlite" else str
        )

    def execute(self, sql: str, values: Values = (), /) -> None:
        """Run a statement."""
        with self._wrap_errors:
            self._driver.execute(self._convert_placeholders(sql), values)

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        with self._wrap_errors:
            return self._driver.fetchone()

    def fetchall(self) -> Any:
        """Return the remaining rows."""
        with self._wrap_errors:
            return self._driver.fetchall()


def write_rows(
    cursor: Cursor, table: str, columns: tuple[str, ...], rows: Sequence[Values]
) -> None:
    """Insert rows, many per statement. `table` and `columns` are not escaped: pass trusted names only."""
    for chunk in chunks(rows):
        statement = _insert(table, columns, len(chunk))
        cursor.execute(statement, tuple(chain.from_iterable(chunk)))


def chunks(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield chunks whose sizes are powers of two: few distinct statements, which stay prepared."""
    at = 0
    while at < len(rows):
        remaining = len(rows) - at
        size = min(MAX_CHUNK, 1 << (remaining.bit_length() - 1))
        yield rows[at : at + size]
        at += size


def values_list(row: str, count: int) -> str:
    """Return a VALUES list of `count` rows; both databases name its columns column1, column2, ..."""
    return "VALUES " + ", ".join([row] * count)


@cache
def _insert(table: str, columns: tuple[str, ...], count: int) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    return f'INSERT INTO "{table}" ({names}) {values_list(row, count)}'


@lru_cache(maxsize=512)
def _to_sqlite_placeholders(sql: str) -> str:
    return sql.replace("%s", "?")


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Run the block's queries in one read snapshot, or in the transaction that is already open.

    The block must not write. On SQLite it takes no lock, so that writers continue.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Django's transaction would be IMMEDIATE and block the API's writer.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
