"""Measures and compacts databases."""

import subprocess
from contextlib import closing

import psycopg
import sqlcipher3

from system_tests.support.databases import Database, Sqlite


def used_bytes(database: Database) -> int:
    """Return the size without free pages, which later rows reuse."""
    if isinstance(database, Sqlite):
        ((pages,), (free,), (size,)) = (
            database.rows(f"PRAGMA {name}")[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)
    return int(database.rows("SELECT pg_database_size(current_database())")[0][0])


def compact(database: Database) -> None:
    """Release free pages, as if pruned night by night, and update statistics."""
    if isinstance(database, Sqlite):
        with closing(sqlcipher3.connect(database.file)) as connection:
            connection.execute("VACUUM")
            connection.execute("ANALYZE")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        subprocess.run(["sync"], check=True)
        return
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("VACUUM FULL ANALYZE")
