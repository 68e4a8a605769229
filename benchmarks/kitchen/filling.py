"""Writes many rows quickly without Django: by COPY on PostgreSQL, and without fsync on SQLite."""

import subprocess
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import date, datetime, time
from typing import Any

import psycopg
import sqlcipher3

from benchmarks.kitchen.plans import Rows
from system_tests.support.databases import Database, Sqlite


def fill(
    database: Database,
    parts: Iterable[Rows],
    settled_until: date,
    columns: Mapping[str, Sequence[str]],
    numbered: Sequence[str],
) -> None:
    """Write the rows of all parts; days until `settled_until` count as closed. Rows of `numbered` tables have
    explicit ids.
    """
    settle = (
        f"INSERT INTO schedule_turn (id, settled_until) VALUES (1, '{settled_until}') "
        "ON CONFLICT (id) DO UPDATE SET settled_until = excluded.settled_until"
    )
    if isinstance(database, Sqlite):
        with closing(sqlcipher3.connect(database.file)) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA cache_size=-400000")
            for part in parts:
                _insert(connection, part, columns)
            connection.execute(settle)
            connection.commit()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("ANALYZE")
        subprocess.run(["sync"], check=True)
        return
    with psycopg.connect(database.url) as connection:
        for part in parts:
            _copy(connection, part, columns)
        connection.execute(settle.encode())
        for table in numbered:
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
            )
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _insert(connection: Any, part: Rows, columns: Mapping[str, Sequence[str]]) -> None:
    for table, rows in part.tables.items():
        names = columns[table]
        places = ", ".join(["?"] * len(names))
        connection.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})",
            [tuple(map(_for_sqlite, row)) for row in rows],
        )
    connection.commit()


def _copy(connection: Any, part: Rows, columns: Mapping[str, Sequence[str]]) -> None:
    for table, rows in part.tables.items():
        with connection.cursor().copy(
            f"COPY {table} ({', '.join(columns[table])}) FROM STDIN"
        ) as into:
            for row in rows:
                into.write_row(row)


def _for_sqlite(value: Any) -> Any:
    """Convert a value to Django's format on SQLite."""
    if isinstance(value, uuid.UUID):
        return value.hex
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return value
