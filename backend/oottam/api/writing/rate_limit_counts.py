"""How often senders come up in RateLimitEntry since a time, many senders asked for in one statement."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from oottam.api.models import RateLimitEntry
from oottam.core.db.bulk_insert import Row
from oottam.core.db.cursor import Cursor, chunks, values_list

WINDOW_SECONDS = 3600

Columns = tuple[tuple[str, int], ...]  # each with the count beyond which nothing more is told


def counts(
    cursor: Cursor, columns: Columns, entries: Sequence[Row]
) -> Iterator[tuple[str, int | None, int]]:
    """Column, sender and count of every sender of these entries."""
    for together in chunks(entries):
        asked = [part for entry in together for part in _asked(columns, entry)]
        cursor.execute(_count(columns, len(together)), asked)
        for found in cursor.fetchall():
            senders, counted = found[: len(columns)], found[len(columns) :]
            for (column, _), sender, count in zip(columns, senders, counted, strict=True):
                yield column, sender, count


def seconds_to_wait(cursor: Cursor, column: str, entry: Row, cap: int) -> int:
    """Until the oldest of the sender's last `cap` entries no longer counts."""
    last = f"{_recent('at', column)} ORDER BY at DESC LIMIT {cap}"
    at: int = entry.values["at"]
    sender = (entry.values[column], at - WINDOW_SECONDS)
    cursor.execute(f"SELECT min(at) FROM ({last}) AS recent", sender)  # noqa: S608 - own names
    oldest: int | None = cursor.fetchone()[0]  # None when all of them came a moment ago
    return (oldest or at) + WINDOW_SECONDS - at


def _asked(columns: Columns, entry: Row) -> list[Any]:
    """What `_count` takes of an entry."""
    senders = [entry.values[column] for column, _ in columns]
    return [*senders, entry.values["at"] - WINDOW_SECONDS]


@cache
def _count(columns: Columns, entries: int) -> str:
    """For each entry its senders and their counts, no further than what matters.

    The figures stand in the text: SQLite plans a query anew for each value of a LIMIT.
    """
    since = f"asked.column{len(columns) + 1}"
    senders = [f"asked.column{position}" for position in range(1, len(columns) + 1)]
    counted = [
        f"(SELECT count(*) FROM ({_recent('1', column, sender, since)} LIMIT {most}) AS recent)"  # noqa: S608
        for (column, most), sender in zip(columns, senders, strict=True)
    ]
    row = "(" + ", ".join(["CAST(%s AS bigint)"] * (len(columns) + 1)) + ")"
    asked = values_list(row, entries)
    return f"SELECT {', '.join(senders + counted)} FROM ({asked}) AS asked"  # noqa: S608


def _recent(what: str, column: str, sender: str = "%s", since: str = "%s") -> str:
    """Something of a sender's rows since a time; two values, unless they come from elsewhere."""
    table = RateLimitEntry._meta.db_table
    return f"SELECT {what} FROM {table} WHERE {column} = {sender} AND at > {since}"  # noqa: S608
