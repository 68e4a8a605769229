"""Going back to an older version's tables on PostgreSQL, in one transaction with what came in since.

The newer tables stand in a schema of their own meanwhile: a kill, or a row that is not understood, leaves everything as
it was.
"""

# ruff: noqa: S608 - every name in the statements is of this package or of the schema

from collections.abc import Iterator, Sequence

from django.db.backends.base.base import BaseDatabaseWrapper

from oottam.operations.carrying_over import (
    BESIDE,
    OUTBOX,
    Columns,
    Places,
    faults,
    references,
    statements,
)

ASIDE = "oottam_newer"  # the schema


def columns(connection: BaseDatabaseWrapper) -> Columns:
    """Those of every table that stands there."""
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        )
        for table, column in cursor.fetchall():
            found.setdefault(table, []).append(column)
    return found


def may_set_aside(connection: BaseDatabaseWrapper) -> bool:
    """Whether this account may make the schema."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_database_privilege(current_database(), 'CREATE')")
        may: bool = cursor.fetchone()[0]
    return may


def set_aside(schema: str, tables: Sequence[str]) -> Iterator[str]:
    """Statements that make room for the older tables in `schema`."""
    yield f"CREATE SCHEMA {ASIDE}"
    for table in tables:
        yield f'ALTER TABLE "{schema}"."{table}" SET SCHEMA {ASIDE}'


def carry(schema: str, newer: Columns, older: Columns) -> Iterator[str]:
    """Statements that carry over to the older tables in `schema`, end where that is not whole, and drop the newer ones."""
    places = _places(schema)
    yield from statements(places, newer, older)
    for table in (*BESIDE, OUTBOX):
        if "id" in older.get(table, ()):
            yield _counted_on(f'"{schema}"."{table}"')
    for sentence, found in faults(places).items():
        yield (f"DO $$ BEGIN IF EXISTS ({found}) THEN RAISE EXCEPTION '{sentence}'; END IF; END $$")
    yield "SET CONSTRAINTS ALL IMMEDIATE"  # no row refers to one that the older tables lack
    yield f"DROP SCHEMA {ASIDE} CASCADE"


def carried(schema: str) -> str:
    """The question for the references, after that."""
    return references(_places(schema))


def _places(schema: str) -> Places:
    return Places(f'"{schema}"', ASIDE, "pg_temp.carried")


def _counted_on(table: str) -> str:
    """The next row gets an id that none of those has which were carried."""
    return (
        "SELECT setval(counter, highest) FROM (SELECT"
        f" pg_get_serial_sequence('{table}', 'id')::regclass AS counter,"
        f" (SELECT max(id) FROM {table}) AS highest) AS ids"
        " WHERE counter IS NOT NULL AND highest > coalesce(pg_sequence_last_value(counter), 0)"
    )
