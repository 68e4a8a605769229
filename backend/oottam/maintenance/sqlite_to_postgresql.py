"""Moves a whole shop from an SQLite file to an empty PostgreSQL database, and proves that nothing is amiss.

One transaction on each side: the file is held alone while it is read, and PostgreSQL keeps all or nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import AutoField, Model

from oottam.maintenance import known_migrations
from oottam.maintenance.table_digest import Proof, any_row, models, proof, rows

SOURCE = "moved"
# What `migrate` itself puts into empty tables; the shop's own takes its place.
MADE_WITH_TABLES = {"auth_permission", "django_content_type", "requests_statuskey"}


class NotMovedError(Exception):
    """Nothing was moved; says why and what to do."""


@contextmanager
def held_alone(file: Path) -> Iterator[None]:
    """The file as the database SOURCE, which nobody else reads or writes meanwhile.

    Raises NotMovedError when somebody has it open.
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
            cursor.execute(
                "PRAGMA journal_mode=DELETE"
            )  # the file alone, and only when it is ours alone
            if cursor.fetchone()[0] != "delete":
                raise NotMovedError(f"{file} is in use. Stop the server first.")
        with transaction.atomic(using=SOURCE):
            yield
    except OperationalError as error:
        if "locked" not in str(error):
            raise
        raise NotMovedError(f"{file} is in use ({error}). Stop the server first.") from error
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.settings[SOURCE]


def require_same_tables() -> None:
    """Both sides stand at this version's migrations; raises NotMovedError."""
    for alias, where in ((SOURCE, "The SQLite shop's"), ("default", "The PostgreSQL database's")):
        try:
            known_migrations.require_known(connections[alias])
        except ImproperlyConfigured as error:
            raise NotMovedError(str(error)) from error
        executor = MigrationExecutor(connections[alias])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise NotMovedError(f"{where} tables are not up to date. Run migrate on it first.")


def require_empty() -> None:
    """PostgreSQL holds nothing but what `migrate` puts there; raises NotMovedError."""
    for model in models():
        table = model._meta.db_table
        if table not in MADE_WITH_TABLES and any_row(model):
            raise NotMovedError(
                f"The PostgreSQL database {connection.settings_dict['NAME']} is not empty: {table} has rows. "
                "Create another one (createdb), and run migrate on it, but no server."
            )


def move() -> None:
    """Write every row of SOURCE, and where each table's numbers go on; inside the caller's transaction."""
    with connection.cursor() as cursor:
        for name in sorted(MADE_WITH_TABLES):
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - ours
        for model in models():
            _copy(model, cursor)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # every row that is referred to is there
    _go_on_counting()


def differences(output: Any) -> list[str]:
    """Tables that are not the same on both sides; `said` is told of every table."""
    different = []
    for model in models():
        table = model._meta.db_table
        here, there = proof(model, SOURCE), proof(model, "default")
        output(_line(table, here, there))
        if here != there:
            different.append(table)
    return different


def _line(table: str, here: Proof, there: Proof) -> str:
    if here == there:
        return f"{table:<36}{here.rows:>9}  {here.digest}"
    return (
        f"{table:<36}{here.rows:>9}  {here.digest}\n"
        f"{'  DIFFERS on PostgreSQL':<36}{there.rows:>9}  {there.digest}"
    )


def _copy(model: type[Model], cursor: Any) -> None:
    quoted = connection.ops.quote_name
    fields = model._meta.concrete_fields
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    with cursor.copy(f"COPY {quoted(model._meta.db_table)} ({columns}) FROM STDIN") as copying:
        for row in rows(model, SOURCE):
            copying.write_row(
                [
                    field.get_db_prep_save(value, connection)
                    for field, value in zip(fields, row, strict=True)
                ]
            )


def _go_on_counting() -> None:
    """From where SQLite stood: the number of a row that is gone is not given to another."""
    with connections[SOURCE].cursor() as there:
        there.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")
        stood = dict(there.fetchall())
    with connection.cursor() as cursor:
        for model in models():
            key = model._meta.pk
            table = model._meta.db_table
            if isinstance(key, AutoField) and table in stood:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                    [connection.ops.quote_name(table), key.column, stood[table]],
                )
