"""Carries the requests that a newer version took over to the older version's database, when one goes back.

    carry_over.py NEWER OLDER      two SQLite files, neither of them open; OLDER is written in one transaction

A request keeps its id, reference, key, time and body, so that the customer's reference stays right and a form that is
sent again is recognised. Taken are the rows of the intake for requests that OLDER does not hold, with the columns that
both versions know, and for all mails how far they are, so that none is sent twice. What the staff did since stays in
NEWER. It changes nothing where it does not understand something, and called again it finds nothing to do.
"""

# ruff: noqa: S608, T201 - every name in the questions is of this file or of the schema; what it says is for a terminal

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pysqlite3

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))

from oottam.operations.carried import (  # from this release, wherever one stands
    AS_IT_CAME,
    BESIDE,
    MAIL_STATE,
    OUTBOX,
    REQUESTS,
)


class CannotCarryError(Exception):
    """Says what is not understood; nothing was written."""


def carry_over(newer: Path, older: Path) -> list[str]:
    """The references that were carried over, oldest first; raises CannotCarryError."""
    opened = pysqlite3.connect(
        f"{older.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None
    )
    with closing(opened) as database:
        database.execute("ATTACH ? AS newer", (f"{newer.absolute().as_uri()}?mode=ro",))
        database.execute("PRAGMA foreign_keys=ON")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("BEGIN IMMEDIATE")
        try:
            references = _carry(database)
            _require_whole(database, references)
        except pysqlite3.Error as error:
            database.rollback()
            raise CannotCarryError(str(error)) from error
        except CannotCarryError:
            database.rollback()
            raise
        database.commit()
    return references


def _carry(database: Any) -> list[str]:
    database.execute(
        f"CREATE TEMP TABLE carried AS SELECT id, reference FROM newer.{REQUESTS} "
        f"WHERE id NOT IN (SELECT id FROM main.{REQUESTS})"
    )
    _copy(database, REQUESTS, "id IN (SELECT id FROM temp.carried)", AS_IT_CAME)
    of = {REQUESTS: "SELECT id FROM temp.carried"}
    for table, (column, parent) in BESIDE.items():
        if not _columns(database, "newer", table):
            continue  # the newer version does not know it any more, or did not yet
        of[table] = (
            f"SELECT {_key(database, table)} FROM newer.{table} WHERE {column} IN ({of[parent]})"
        )
        _copy(database, table, f"{column} IN ({of[parent]})")
    _copy(database, OUTBOX, "reference IN (SELECT reference FROM temp.carried)")
    known = _both(database, OUTBOX)
    state = [name for name in MAIL_STATE if name in known]
    database.execute(
        f"UPDATE main.{OUTBOX} AS mine SET ({', '.join(state)}) = "
        f"(SELECT {', '.join(state)} FROM newer.{OUTBOX} AS its WHERE its.id = mine.id) "
        f"WHERE EXISTS (SELECT 1 FROM newer.{OUTBOX} AS its WHERE its.id = mine.id AND its.reference = mine.reference)"
    )
    rows = database.execute(
        f"SELECT reference FROM main.{REQUESTS} WHERE id IN (SELECT id FROM temp.carried) ORDER BY received_at, id"
    )
    return [row[0] for row in rows]


def _copy(database: Any, table: str, where: str, instead: dict[str, str] | None = None) -> None:
    """Rows of one table, with their ids; a table that the older version lacks loses nothing that it could show."""
    names = _both(database, table)
    if not names:
        return
    values = [(instead or {}).get(name, f'"{name}"') for name in names]
    quoted = ", ".join(f'"{name}"' for name in names)
    database.execute(
        f"INSERT INTO main.{table} ({quoted}) SELECT {', '.join(values)} FROM newer.{table} WHERE {where}"
    )


def _columns(database: Any, schema: str, table: str) -> list[str]:
    return [row[1] for row in database.execute(f"PRAGMA {schema}.table_info({table})")]


def _both(database: Any, table: str) -> list[str]:
    newer = set(_columns(database, "newer", table))
    return [name for name in _columns(database, "main", table) if name in newer]


def _key(database: Any, table: str) -> str:
    key: str = next(
        row[1] for row in database.execute(f"PRAGMA newer.table_info({table})") if row[5]
    )
    return key


def _require_whole(database: Any, references: list[str]) -> None:
    """Nothing dangles, nothing is missing, and no kind of row was met that this tool does not know."""
    expected = database.execute("SELECT count(*) FROM temp.carried").fetchone()[0]
    if len(references) != expected:
        raise CannotCarryError(
            f"{expected} requests were to be carried over, {len(references)} arrived."
        )
    if database.execute("PRAGMA main.foreign_key_check").fetchone():
        raise CannotCarryError("A row would refer to one that the older database lacks.")
    bare = database.execute(
        f"SELECT count(*) FROM temp.carried WHERE NOT EXISTS (SELECT 1 FROM main.{OUTBOX} AS mail "
        "WHERE mail.reference = carried.reference)"
    ).fetchone()[0]
    if bare:
        raise CannotCarryError(f"{bare} requests would come without their mails.")


def main() -> int:
    """`carry_over.py NEWER OLDER`."""
    if len(sys.argv) != 3:
        print("usage: carry_over.py NEWER.sqlite3 OLDER.sqlite3", file=sys.stderr)
        return 2
    try:
        references = carry_over(Path(sys.argv[1]), Path(sys.argv[2]))
    except (CannotCarryError, pysqlite3.Error) as error:
        print(f"Nothing was carried over. {error}", file=sys.stderr)
        return 1
    print(f"{len(references)} requests were carried over. {' '.join(references)}".strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
