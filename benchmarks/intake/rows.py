"""Reads the rows of one order, to write them again with other ids.

They come from a database in which the server has stored a single order, so that the raw loops write the same rows.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

TABLES = (
    "requests_request",
    "orders_order",
    "orders_orderline",
    "intake_idempotencyrecord",
    "intake_ratelimitentry",
    "notify_outboxentry",
)
_SCATTER = 0x9E3779B97F4A7C15  # odd, so that the multiples are distinct and scattered


class Varying(Enum):
    """Values that differ between orders."""

    ID = "id"
    REFERENCE = "reference"
    KEY = "key"
    SENDER = "sender"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one table; values that differ between orders are a `Varying`."""

    table: str
    columns: tuple[str, ...]
    values: list[list[Any]]

    def insert(self, format_value: Any) -> str:
        """Return one INSERT of all rows, with values formatted by `format_value`."""
        rows = ", ".join(f"({', '.join(map(format_value, row))})" for row in self.values)
        return f"INSERT INTO {self.table} ({', '.join(self.columns)}) VALUES {rows}"


class Cursor(Protocol):
    """The common interface of both database drivers."""

    @property
    def description(self) -> Sequence[Any] | None:
        """A tuple for each column, with its name first."""

    def execute(self, query: Any, /) -> Any:
        """Run a query."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""


def rows_of_only_order(cursor: Cursor) -> list[Rows]:
    """Return the rows of the only stored order."""
    rows_by_table = [_table(cursor, name) for name in TABLES]
    request = dict(zip(rows_by_table[0].columns, rows_by_table[0].values[0], strict=True))
    known = {request["id"]: Varying.ID, request["reference"]: Varying.REFERENCE}
    return [_with_varying(rows, known) for rows in rows_by_table]


def _table(cursor: Cursor, table: str) -> Rows:
    cursor.execute(f"SELECT * FROM {table}")
    columns = tuple(column[0] for column in cursor.description or ())
    db = [name for name in columns if name != "id" or table == TABLES[0]]  # others are automatic
    values = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return Rows(table, tuple(db), [[row[name] for name in db] for row in values])


def _with_varying(rows: Rows, known: dict[Any, Varying]) -> Rows:
    by_column = {("intake_idempotencyrecord", "key"): Varying.KEY} | {
        ("intake_ratelimitentry", column): Varying.SENDER
        for column in ("address", "phone", "email")
    }

    def replaced(column: str, value: Any) -> Any:
        varying = known.get(value) if isinstance(value, Hashable) else None
        return by_column.get((rows.table, column)) or varying or value

    values = [
        [replaced(name, value) for name, value in zip(rows.columns, row, strict=True)]
        for row in rows.values
    ]
    return Rows(rows.table, rows.columns, values)


def varying_values(number: int) -> dict[Varying, Any]:
    """Return the values of order `number`: ids ascend, as the server's do; other values are scattered."""
    scattered = number * _SCATTER % 2**63
    return {
        Varying.ID: f"{number:032x}",
        Varying.REFERENCE: f"{scattered:016x}",
        Varying.KEY: f"{scattered:036x}",
        Varying.SENDER: scattered,
    }
