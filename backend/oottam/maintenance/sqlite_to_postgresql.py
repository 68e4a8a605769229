"""Moves a shop from an SQLite file to an empty PostgreSQL database, and compares digests of every table.

One transaction on each side: the file is locked exclusively, and PostgreSQL commits all tables or none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import AutoField, Model

from oottam.core.errors import DomainError
from oottam.maintenance import known_migrations
from oottam.maintenance.table_digest import (
    TableDigest,
    digest_table,
    has_rows,
    iter_rows,
    list_models,
)

SOURCE = "moved"
# Tables that `migrate` fills; the shop's rows replace these.
CREATED_BY_MIGRATIONS = {"auth_permission", "django_content_type", "requests_statuskey"}


@contextmanager
def open_exclusive(file: Path) -> Iterator[None]:
    """Open the file as the database SOURCE with an exclusive lock.

    Raises DomainError if another process has it open.
    """
    connections.settings[SOURCE] = {
        **connections.settings["default"],
        "ENGINE": "oottam.core.db.sqlite",
        "NAME": str(file),
        "OPTIONS": {"transaction_mode": "EXCLUSIVE", "timeout": 1.0},
        "CONN_HEALTH_CHECKS": False,
    }
    try:
        with connections[SOURCE].cursor() as cursor:
            cursor.execute("PRAGMA locking_mode=EXCLUSIVE")
            cursor.execute("PRAGMA journal_mode=DELETE")  # requires exclusive access
            if cursor.fetchone()[0] != "delete":
                raise DomainError(f"{file} is in use. Stop the server first.")
        with transaction.atomic(using=SOURCE):
            yield
    except OperationalError as error:
        if "locked" not in str(error):
            raise
        raise DomainError(f"{file} is in use ({error}). Stop the server first.") from error
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.settings[SOURCE]


def require_same_tables() -> None:
    """Raise DomainError unless both databases have this release's migrations."""
    for alias, where in ((SOURCE, "The SQLite shop's"), ("default", "The PostgreSQL database's")):
        try:
            known_migrations.require_known(connections[alias])
        except ImproperlyConfigured as error:
            raise DomainError(str(error)) from error
        executor = MigrationExecutor(connections[alias])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise DomainError(f"{where} tables are not up to date. Run migrate on it first.")


def require_empty() -> None:
    """Raise DomainError if PostgreSQL has rows other than those of `migrate`."""
    for model in list_models():
        table = model._meta.db_table
        if table not in CREATED_BY_MIGRATIONS and has_rows(model):
            raise DomainError(
                f"The PostgreSQL database {connection.settings_dict['NAME']} is not empty: {table} has rows. "
                "Create another one (createdb), and run migrate on it, but no server."
            )


def move() -> None:
    """Copy every row and sequence of SOURCE, in the caller's transaction."""
    with connection.cursor() as cursor:
        for name in sorted(CREATED_BY_MIGRATIONS):
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - constant names
        for model in list_models():
            _copy(model, cursor)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # checks foreign keys
    _copy_sequences()


def compare_tables(output: Any) -> list[str]:
    """Return the tables that differ; `output` receives a line for each table."""
    different = []
    for model in list_models():
        table = model._meta.db_table
        source, target = digest_table(model, SOURCE), digest_table(model, "default")
        output(_line(table, source, target))
        if source != target:
            different.append(table)
    return different


def _line(table: str, source: TableDigest, target: TableDigest) -> str:
    if source == target:
        return f"{table:<36}{source.rows:>9}  {source.digest}"
    return (
        f"{table:<36}{source.rows:>9}  {source.digest}\n"
        f"{'  DIFFERS on PostgreSQL':<36}{target.rows:>9}  {target.digest}"
    )


def _copy(model: type[Model], cursor: Any) -> None:
    quoted = connection.ops.quote_name
    fields = model._meta.concrete_fields
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    with cursor.copy(f"COPY {quoted(model._meta.db_table)} ({columns}) FROM STDIN") as copy:
        for row in iter_rows(model, SOURCE):
            copy.write_row(
                [
                    field.get_db_prep_save(value, connection)
                    for field, value in zip(fields, row, strict=True)
                ]
            )


def _copy_sequences() -> None:
    """Continue SQLite's sequences, so that ids of deleted rows are not reused."""
    with connections[SOURCE].cursor() as source:
        source.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")
        sequences = dict(source.fetchall())
    with connection.cursor() as cursor:
        for model in list_models():
            key = model._meta.pk
            table = model._meta.db_table
            if isinstance(key, AutoField) and table in sequences:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                    [connection.ops.quote_name(table), key.column, sequences[table]],
                )
