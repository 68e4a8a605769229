"""Carries the requests that a newer version took over to the older version's database, when one goes back.

    carry_over.py NEWER OLDER      two SQLite files, neither of them open; OLDER is written in one transaction

What is carried, and how, stands in backend/oottam/operations/carrying_over.py. What the staff did since stays in NEWER. It
changes nothing where it does not understand something, and called again it finds nothing to do.
"""

# ruff: noqa: T201 - what it says is for a terminal

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pysqlite3

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))

from oottam.operations import carrying_over  # from this release, wherever one stands

PLACES = carrying_over.Places("main", "newer", "temp.carried")


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
        except pysqlite3.Error as error:
            database.rollback()
            raise CannotCarryError(str(error)) from error
        except CannotCarryError:
            database.rollback()
            raise
        database.commit()
    return references


def _carry(database: Any) -> list[str]:
    columns = _columns(database, "newer"), _columns(database, "main")
    for statement in carrying_over.statements(PLACES, *columns):
        database.execute(statement)
    for sentence, found in carrying_over.faults(PLACES).items():
        if database.execute(found).fetchone():
            raise CannotCarryError(sentence)
    if database.execute("PRAGMA main.foreign_key_check").fetchone():
        raise CannotCarryError("A row would refer to one that the older database lacks.")
    return [row[0] for row in database.execute(carrying_over.references(PLACES))]


def _columns(database: Any, schema: str) -> carrying_over.Columns:
    tables = database.execute(f"SELECT name FROM {schema}.sqlite_master WHERE type = 'table'")  # noqa: S608
    return {
        table: [row[1] for row in database.execute(f'PRAGMA {schema}.table_info("{table}")')]
        for (table,) in tables.fetchall()
    }


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
