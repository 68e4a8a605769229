"""The rows that one order leaves behind, as statements to be written again with other ids.

Taken from a database in which the server has stored a single order: whatever the server writes,
the raw loops write too.
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
_SCATTER = 0x9E3779B97F4A7C15  # odd: neighbouring numbers land far apart, and no two on one place


class Varying(Enum):
    """What differs from order to order."""

    ID = "id"
    REFERENCE = "reference"
    KEY = "key"
    SENDER = "sender"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one table; values that differ from order to order are a `Varying`."""

    table: str
    columns: tuple[str, ...]
    values: list[list[Any]]

    def insert(self, spell: Any) -> str:
        """One INSERT of all the rows, each value spelt by `spell(value)`."""
        rows = ", ".join(f"({', '.join(map(spell, row))})" for row in self.values)
        return f"INSERT INTO {self.table} ({', '.join(self.columns)}) VALUES {rows}"


class Cursor(Protocol):
    """What both database drivers offer."""

    @property
    def description(self) -> Sequence[Any] | None:
        """A tuple for every column, its name first."""

    def execute(self, query: Any, /) -> Any:
        """Run a query."""

    def fetchall(self) -> list[Any]:
        """What it found."""


def of_only_order(cursor: Cursor) -> list[Rows]:
    """The rows of the one order that is stored."""
    found = [_table(cursor, name) for name in TABLES]
    request = dict(zip(found[0].columns, found[0].values[0], strict=True))
    known = {request["id"]: Varying.ID, request["reference"]: Varying.REFERENCE}
    return [_with_varying(rows, known) for rows in found]


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


def varied(number: int) -> dict[Varying, Any]:
    """The values of order `number`: its id in order of time, as the server's are; the rest is not."""
    scattered = number * _SCATTER % 2**63
    return {
        Varying.ID: f"{number:032x}",
        Varying.REFERENCE: f"{scattered:016x}",
        Varying.KEY: f"{scattered:036x}",
        Varying.SENDER: scattered,
    }
