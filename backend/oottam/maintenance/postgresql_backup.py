"""Whole copies of a PostgreSQL database: dumped beside running servers, read through, and put back."""

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
from oottam.core import private_files
from oottam.maintenance.postgresql_tools import environment, path, what_went_wrong
from oottam.reporting import triggers

REQUESTS = "requests_request"
MIGRATIONS = "django_migrations"
# Behind a dump, where PostgreSQL's programs do not look: they read over a damaged description of a key or an index.
SEAL = re.compile(rb"\nsha256 ([0-9a-f]{64})\n")
SEAL_BYTES = 73


class UnusableDumpError(Exception):
    """It is no whole dump of a shop, or the database cannot take it; says which."""


@dataclass(slots=True)
class Held:
    """What a dump holds: rows by table, and app and name of each migration that made its tables."""

    rows: Counter[str] = field(default_factory=Counter)
    migrations: set[tuple[str, str]] = field(default_factory=set)


def dump(connection: BaseDatabaseWrapper, target: Path) -> int:
    """Write all that is committed at this moment to the new file `target`; how many requests it holds.

    Others go on reading and writing meanwhile. `target` appears only when it is on the disk and
    was read through, and holds as many rows of every table as the database at that moment. Raises
    UnusableDumpError, MissingProgramError, and FileExistsError when there is a `target` already.
    """
    if target.exists():
        raise FileExistsError(target)
    command = [
        path("pg_dump"),
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
            dumped = subprocess.run(  # noqa: S603 - PostgreSQL's own program
                command, env=environment(connection), capture_output=True, check=False
            )
            if dumped.returncode:
                raise UnusableDumpError(f"{what_went_wrong(dumped.stderr)}.")
            there = _counted(connection)
        held = read_through(draft)
        if held.rows != there:
            raise UnusableDumpError("The dump does not hold what the database holds.")
        _seal(draft)
        os.link(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return held.rows[REQUESTS]


def read_through(file: Path) -> Held:
    """What a dump holds, every byte of it read; raises UnusableDumpError, MissingProgramError."""
    _require_seal(file)
    held = Held()
    with _as_sql(file) as (sql, failure):
        table = ""
        for line in sql:
            if not table:
                if line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n"):
                    table = line.split(b" ")[1].rpartition(b".")[2].strip(b'"').decode()
                    held.rows[table] += 0
            elif line == b"\\.\n":
                table = ""
            else:
                held.rows[table] += 1
                if table == MIGRATIONS:
                    _, app, name, _ = line.decode().split("\t")
                    held.migrations.add((app, name))
        failure()
    if REQUESTS not in held.rows:
        raise UnusableDumpError(f"{file} is not a database of this shop.")
    return held


def _seal(file: Path) -> None:
    """Write the digest of a dump behind it."""
    with file.open("r+b") as dumped:
        digest = _digest(dumped, file.stat().st_size)
        dumped.write(f"\nsha256 {digest}\n".encode())
        dumped.flush()
        os.fsync(dumped.fileno())


def _require_seal(file: Path) -> None:
    """Raises UnusableDumpError where a dump is not what was sealed; those of before 0.4.0 have no seal."""
    with suppress(OSError), file.open("rb") as dumped:  # pg_restore says what is wrong with it
        size = file.stat().st_size - SEAL_BYTES
        dumped.seek(max(0, size))
        sealed = SEAL.fullmatch(dumped.read())
        if sealed and _digest(dumped, size) != sealed[1].decode():
            raise UnusableDumpError(f"{file} is damaged, or no dump of PostgreSQL (its digest).")


def _digest(dumped: IO[bytes], size: int) -> str:
    """SHA-256 of so many bytes from the beginning; leaves the file behind them."""
    dumped.seek(0)
    digest = hashlib.sha256()
    while size and (part := dumped.read(min(size, 1 << 20))):
        digest.update(part)
        size -= len(part)
    return digest.hexdigest()


def tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Those that stand in the database, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        )
        return [name for (name,) in cursor.fetchall()]


def require_alone(connection: BaseDatabaseWrapper) -> None:
    """Raises UnusableDumpError where anybody else is connected to the database; a file's is known by its locks."""
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
        raise UnusableDumpError(
            f"The database {name} is in use by {count} other connections. Stop every server first."
        )


def put_back(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Put all of a dump that was read through in the place of all tables, in one transaction.

    Raises UnusableDumpError, and the database is as it was.
    """
    there = [connection.ops.quote_name(name) for name in tables(connection)]
    emptied = [f"DROP TABLE {', '.join(there)} CASCADE"] if there else []
    connection.close()
    command = [
        path("psql"),
        "--no-psqlrc",
        "--quiet",
        "--tuples-only",
        "--no-align",
        "--set=ON_ERROR_STOP=1",
    ]
    with tempfile.TemporaryFile() as output, _as_sql(file) as (sql, failure):
        putting = subprocess.Popen(  # noqa: S603 - likewise
            [*command, "--file=-"],
            env=environment(connection),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=output,
        )
        copying = cast("IO[bytes]", putting.stdin)
        try:
            # Not psql's own --single-transaction: whatever ends us, it would commit the part that it has.
            copying.write(b"BEGIN;\n")
            for statement in (*triggers.drop_function_statements(), *emptied):
                copying.write(f"{statement};\n".encode())
            shutil.copyfileobj(sql, copying)
            failure()
            copying.write(b"COMMIT;\n")
        except BrokenPipeError:
            pass  # it has failed, and says why
        finally:
            with suppress(BrokenPipeError):
                copying.close()
            status = putting.wait()
        if status:
            output.seek(0)
            raise UnusableDumpError(f"{what_went_wrong(output.read())}.")


def _counted(connection: BaseDatabaseWrapper) -> Counter[str]:
    counted: Counter[str] = Counter()
    with connection.cursor() as cursor:
        for name in tables(connection):
            if name == CachedPart._meta.db_table:
                continue  # unlogged: its rows are in no backup
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608 - quoted
            counted[name] = cursor.fetchone()[0]
    return counted


@contextmanager
def _as_sql(file: Path) -> Iterator[tuple[IO[bytes], Callable[[], None]]]:
    """The dump as statements, and what raises UnusableDumpError when it could not be read to its end."""
    with tempfile.TemporaryFile() as output:
        reading = subprocess.Popen(  # noqa: S603 - likewise
            [path("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)],
            stdout=subprocess.PIPE,
            stderr=output,
        )
        read = cast("IO[bytes]", reading.stdout)

        def failure() -> None:
            if reading.wait():
                output.seek(0)
                raise UnusableDumpError(
                    f"{file} is damaged, or no dump of PostgreSQL ({what_went_wrong(output.read())})."
                )

        try:
            yield read, failure
        finally:
            reading.kill()
            read.close()
            reading.wait()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
