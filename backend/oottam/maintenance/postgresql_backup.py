"""Backup and restore of a PostgreSQL database with pg_dump, pg_restore and psql."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from oottam.background.models import CachedPart
from oottam.billing.models import PaperNumbering
from oottam.billing.numbering import current_letter
from oottam.core import private_files
from oottam.core.errors import DomainError
from oottam.maintenance.postgresql_tools import connection_environment, find_program, first_error
from oottam.reporting import triggers

REQUESTS = "requests_request"
MIGRATIONS = "django_migrations"
NUMBERING = PaperNumbering._meta.db_table
# Trailer behind a dump. pg_restore ignores it, and does not notice a damaged definition of a key or an index.
TRAILER = re.compile(rb"\nsha256 ([0-9a-f]{64})\n")
TRAILER_BYTES = 73


@dataclass(slots=True)
class DumpContents:
    """Contents of a dump: row counts by table, applied migrations as (app, name), and the letter of the papers' series."""

    rows: Counter[str] = field(default_factory=Counter)
    migrations: set[tuple[str, str]] = field(default_factory=set)
    numbering: str = (
        ""  # table of the series of receipts and bills with its schema; "" if there is none
    )
    paper_letter: str = ""


def dump(connection: BaseDatabaseWrapper, target: Path) -> int:
    """Dump one snapshot of the database to the new file `target`; return its number of requests.

    Does not block other connections. `target` appears once it is synced, verified, and has the
    snapshot's row counts. Raises DomainError and FileExistsError.
    """
    if target.exists():
        raise FileExistsError(target)
    command = [
        find_program("pg_dump"),
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--no-comments",
        "--no-unlogged-table-data",
    ]
    draft = target.with_name(f"{target.name}.draft")
    os.close(private_files.create(draft))
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            command += [f"--snapshot={cursor.fetchone()[0]}", f"--file={draft}"]
            result = subprocess.run(  # noqa: S603 - PostgreSQL's own program
                command, env=connection_environment(connection), capture_output=True, check=False
            )
            if result.returncode:
                raise DomainError(f"{first_error(result.stderr)}.")
            expected = _count_rows(connection)
        contents = verify_dump(draft)
        if contents.rows != expected:
            raise DomainError("The dump does not hold what the database holds.")
        _append_digest(draft)
        os.link(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    private_files.sync(target.parent)
    return contents.rows[REQUESTS]


def verify_dump(file: Path) -> DumpContents:
    """Read the whole dump and return its contents; raises DomainError."""
    _verify_digest(file)
    contents = DumpContents()
    with _open_as_sql(file) as (sql, check_exit):
        table = ""
        for line in sql:
            if not table:
                if line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n"):
                    table = line.split(b" ")[1].rpartition(b".")[2].strip(b'"').decode()
                    contents.rows[table] += 0
                    if table == NUMBERING:
                        contents.numbering = line.split(b" ")[1].decode()
            elif line == b"\\.\n":
                table = ""
            else:
                contents.rows[table] += 1
                if table == MIGRATIONS:
                    _, app, name, _ = line.decode().split("\t")
                    contents.migrations.add((app, name))
                elif table == NUMBERING:
                    _, contents.paper_letter = line.decode().rstrip("\n").split("\t")
        check_exit()
    if REQUESTS not in contents.rows:
        raise DomainError(f"{file} is not a database of this shop.")
    return contents


def _append_digest(file: Path) -> None:
    """Append the dump's SHA-256 as a trailer."""
    with file.open("r+b") as dump_file:
        digest = _digest(dump_file, file.stat().st_size)
        dump_file.write(f"\nsha256 {digest}\n".encode())
        dump_file.flush()
        os.fsync(dump_file.fileno())


def _verify_digest(file: Path) -> None:
    """Raise DomainError if the digest does not match; dumps from before 0.4.0 have none."""
    with suppress(OSError), file.open("rb") as dump_file:  # pg_restore reports the error
        size = file.stat().st_size - TRAILER_BYTES
        dump_file.seek(max(0, size))
        trailer = TRAILER.fullmatch(dump_file.read())
        if trailer and _digest(dump_file, size) != trailer[1].decode():
            raise DomainError(f"{file} is damaged, or no dump of PostgreSQL (its digest).")


def _digest(dump_file: IO[bytes], size: int) -> str:
    """SHA-256 of the first `size` bytes; leaves the file position behind them."""
    dump_file.seek(0)
    digest = hashlib.sha256()
    while size and (part := dump_file.read(min(size, 1 << 20))):
        digest.update(part)
        size -= len(part)
    return digest.hexdigest()


def list_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the database's tables, sorted."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        )
        return [name for (name,) in cursor.fetchall()]


def require_exclusive(connection: BaseDatabaseWrapper) -> None:
    """Raise DomainError if PostgreSQL has other connections to the database; SQLite relies on file locks."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL"
        )
        count: int = cursor.fetchone()[0]
    if count:
        name = connection.settings_dict["NAME"]
        raise DomainError(
            f"The database {name} is in use by {count} other connections. Stop every server first."
        )


def paper_letter(connection: BaseDatabaseWrapper) -> str | None:
    """Letter of the series in which the database numbers receipts and bills; None where it has no such table."""
    return current_letter() if NUMBERING in list_tables(connection) else None


def set_paper_letter(contents: DumpContents, letter: str) -> str:
    """SQL that lets a restored dump number receipts and bills in the series of this letter; "" where it has no such table."""
    if not contents.numbering:
        return ""
    table = contents.numbering
    return f"DELETE FROM {table};\nINSERT INTO {table} (id, letter) VALUES (1, '{letter}')"  # noqa: S608 - both our own


def restore_dump(connection: BaseDatabaseWrapper, file: Path, *, last: str = "") -> None:
    """Replace all tables by those of a verified dump, in one transaction that ends with the SQL `last`.

    Raises DomainError and leaves the database unchanged.
    """
    existing = [connection.ops.quote_name(name) for name in list_tables(connection)]
    drop_tables = [f"DROP TABLE {', '.join(existing)} CASCADE"] if existing else []
    connection.close()
    command = [
        find_program("psql"),
        "--no-psqlrc",
        "--quiet",
        "--tuples-only",
        "--no-align",
        "--set=ON_ERROR_STOP=1",
    ]
    with tempfile.TemporaryFile() as output, _open_as_sql(file) as (sql, check_exit):
        psql = subprocess.Popen(  # noqa: S603 - PostgreSQL's own program
            [*command, "--file=-"],
            env=connection_environment(connection),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=output,
        )
        psql_input = cast("IO[bytes]", psql.stdin)
        try:
            # Not --single-transaction: if this process is killed, psql would commit the part it has received.
            psql_input.write(b"BEGIN;\n")
            for statement in (*triggers.drop_function_statements(), *drop_tables):
                psql_input.write(f"{statement};\n".encode())
            shutil.copyfileobj(sql, psql_input)
            check_exit()
            psql_input.write(f"{last};\nCOMMIT;\n".encode())
        except BrokenPipeError:
            pass  # psql has failed; its error output follows
        finally:
            with suppress(BrokenPipeError):
                psql_input.close()
            status = psql.wait()
        if status:
            output.seek(0)
            raise DomainError(f"{first_error(output.read())}.")


def _count_rows(connection: BaseDatabaseWrapper) -> Counter[str]:
    counts: Counter[str] = Counter()
    with connection.cursor() as cursor:
        for name in list_tables(connection):
            if name == CachedPart._meta.db_table:
                continue  # unlogged: its rows are in no backup
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608 - quoted
            counts[name] = cursor.fetchone()[0]
    return counts


@contextmanager
def _open_as_sql(file: Path) -> Iterator[tuple[IO[bytes], Callable[[], None]]]:
    """Yield the dump as SQL, and a function that raises DomainError if pg_restore failed."""
    with tempfile.TemporaryFile() as output:
        pg_restore = subprocess.Popen(  # noqa: S603 - PostgreSQL's own program
            [find_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)],
            stdout=subprocess.PIPE,
            stderr=output,
        )
        sql = cast("IO[bytes]", pg_restore.stdout)

        def check_exit() -> None:
            if pg_restore.wait():
                output.seek(0)
                raise DomainError(
                    f"{file} is damaged, or no dump of PostgreSQL ({first_error(output.read())})."
                )

        try:
            yield sql, check_exit
        finally:
            pg_restore.kill()
            sql.close()
            pg_restore.wait()
