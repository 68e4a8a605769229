"""How large a database is, and making it as small as what it holds."""

import subprocess
from contextlib import closing

import psycopg
import sqlcipher3

from system_tests.support.databases import Cluster, Database, Sqlite


def bytes_of(database: Database) -> int:
    """Pages that hold something: what was deleted is written over by what comes."""
    if isinstance(database, Sqlite):
        ((pages,), (free,), (size,)) = (
            database.rows(f"PRAGMA {name}")[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)
    return int(database.rows("SELECT pg_database_size(current_database())")[0][0])


def programs_of(cluster: Cluster | None) -> dict[str, str]:
    """The setting by which backups find PostgreSQL's own programs."""
    return {"POSTGRESQL_BIN": str(cluster.program("pg_dump").parent)} if cluster else {}


def compact(database: Database) -> None:
    """As if what was pruned had gone night by night; statistics afresh."""
    if isinstance(database, Sqlite):
        with closing(sqlcipher3.connect(database.file)) as connection:
            connection.execute("VACUUM")
            connection.execute("ANALYZE")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        subprocess.run(["sync"], check=True)
        return
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("VACUUM FULL ANALYZE")
