"""Going back to an older version's tables on PostgreSQL: the statements that carry over what came in since.

The newer tables stand in a schema of their own meanwhile, and all of it is one transaction: a kill, or a row that is not
understood, leaves everything as it was. `deploy/carry_over.py` does the same for SQLite's files.
"""

# ruff: noqa: S608 - every name in the statements is of this package or of the schema

from collections.abc import Iterator, Mapping, Sequence

from django.db.backends.base.base import BaseDatabaseWrapper

from oottam.operations.carried import AS_IT_CAME, BESIDE, MAIL_STATE, OUTBOX, REQUESTS

SCHEMA = "oottam_newer"  # where the newer tables stand aside
Columns = Mapping[str, Sequence[str]]  # of each table


def columns(connection: BaseDatabaseWrapper) -> Columns:
    """Those of every table that stands there, in their order."""
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
    yield f"CREATE SCHEMA {SCHEMA}"
    for table in tables:
        yield f'ALTER TABLE "{schema}"."{table}" SET SCHEMA {SCHEMA}'


def carry(schema: str, newer: Columns, older: Columns) -> Iterator[str]:
    """Statements that carry it over to the older tables, which stand in `schema`, and see that it is whole."""
    carry = _Carry(schema, newer, older)
    # Which requests the older tables do not hold.
    yield (
        f"CREATE TEMP TABLE carried ON COMMIT DROP AS SELECT id, reference FROM {SCHEMA}.{REQUESTS} "
        f"WHERE id NOT IN (SELECT id FROM {carry.mine(REQUESTS)})"
    )
    yield from carry.copied(REQUESTS, "id IN (SELECT id FROM pg_temp.carried)", AS_IT_CAME)
    yield from carry.beside()
    yield from carry.copied(OUTBOX, "reference IN (SELECT reference FROM pg_temp.carried)")
    yield from carry.mails()
    yield _refused(
        f"SELECT 1 FROM pg_temp.carried WHERE id NOT IN (SELECT id FROM {carry.mine(REQUESTS)})",
        "A request did not arrive.",
    )
    yield _refused(
        "SELECT 1 FROM pg_temp.carried AS one WHERE NOT EXISTS "
        f"(SELECT 1 FROM {carry.mine(OUTBOX)} AS mail WHERE mail.reference = one.reference)",
        "A request would come without its mails.",
    )
    yield "SET CONSTRAINTS ALL IMMEDIATE"  # no row refers to one that the older tables lack
    yield f"DROP SCHEMA {SCHEMA} CASCADE"


def references(schema: str) -> str:
    """Of what was carried over, oldest first."""
    return (
        f'SELECT reference FROM "{schema}".{REQUESTS} '
        "WHERE id IN (SELECT id FROM pg_temp.carried) ORDER BY received_at, id"
    )


class _Carry:
    def __init__(self, schema: str, newer: Columns, older: Columns) -> None:
        self._schema, self._newer, self._older = schema, newer, older

    def mine(self, table: str) -> str:
        return f'"{self._schema}"."{table}"'

    def copied(
        self, table: str, where: str, instead: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        """Rows of one table, with their ids; the next ones get others."""
        names = self._both(table)
        if not names:
            return
        values = [(instead or {}).get(name, f'"{name}"') for name in names]
        quoted = ", ".join(f'"{name}"' for name in names)
        yield (
            f"INSERT INTO {self.mine(table)} ({quoted}) "
            f'SELECT {", ".join(values)} FROM {SCHEMA}."{table}" WHERE {where}'
        )
        if table != REQUESTS and "id" in names:
            yield (
                "SELECT setval(counter, highest) FROM (SELECT"
                f" pg_get_serial_sequence('{self.mine(table)}', 'id')::regclass AS counter,"
                f" (SELECT max(id) FROM {self.mine(table)}) AS highest) AS ids"
                " WHERE counter IS NOT NULL AND highest > coalesce(pg_sequence_last_value(counter), 0)"
            )

    def beside(self) -> Iterator[str]:
        of = {REQUESTS: "SELECT id FROM pg_temp.carried"}
        for table, (column, parent) in BESIDE.items():
            if table not in self._newer:
                continue  # the newer version does not know it any more, or did not yet
            where = f"{column} IN ({of[parent]})"
            # A row that others refer to is known by what it refers to, or by an id of its own.
            key = "id" if "id" in self._newer[table] else column
            of[table] = f'SELECT {key} FROM {SCHEMA}."{table}" WHERE {where}'
            yield from self.copied(table, where)

    def mails(self) -> Iterator[str]:
        """How far they are."""
        known = self._both(OUTBOX)
        state = [name for name in MAIL_STATE if name in known]
        yield (
            f"UPDATE {self.mine(OUTBOX)} AS mine SET ({', '.join(state)}) = "
            f"ROW({', '.join(f'its.{name}' for name in state)}) FROM {SCHEMA}.{OUTBOX} AS its "
            "WHERE its.id = mine.id AND its.reference = mine.reference"
        )

    def _both(self, table: str) -> list[str]:
        newer = set(self._newer.get(table, ()))
        return [name for name in self._older.get(table, ()) if name in newer]


def _refused(found: str, sentence: str) -> str:
    """A statement that ends the transaction with this sentence if anything is found."""
    return f"DO $$ BEGIN IF EXISTS ({found}) THEN RAISE EXCEPTION '{sentence}'; END IF; END $$"
