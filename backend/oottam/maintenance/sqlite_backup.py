"""Backup and restore of the SQLite database file.

Uses the SQLite library of the lock file only: an older one may have bugs that damage the file.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlcipher3

from oottam.billing.models import PaperNumbering
from oottam.core import private_files
from oottam.core.errors import DomainError

BUSY_SECONDS = 10.0
NUMBERING = PaperNumbering._meta.db_table


def copy(source: Path, target: Path, *, is_quick: bool = False) -> int:
    """Copy one snapshot of `source` to the new file `target`; return its number of requests.

    Does not block readers or writers of `source`. `target` appears once it is checked and synced,
    as one file without a journal. Raises DomainError and FileExistsError.
    """
    if target.exists():
        raise FileExistsError(target)
    draft = target.with_name(f"{target.name}.draft")
    os.close(private_files.create(draft))
    try:
        with _open(source) as original, _open(draft) as copied:
            # In one step, which makes it one snapshot and blocks no writer.
            original.backup(copied, pages=-1)
            copied.execute("PRAGMA journal_mode=DELETE")
        requests = check(draft, is_quick=is_quick)
        private_files.sync(draft)
        os.link(draft, target)
    except sqlcipher3.Error as error:
        raise DomainError(f"{source} cannot be copied: {error}.") from error
    finally:
        draft.unlink(missing_ok=True)
    private_files.sync(target.parent)
    return requests


def check(file: Path, *, is_quick: bool = False) -> int:
    """Check the database and return its number of requests; `is_quick` skips the indexes' contents. Raises DomainError."""
    try:
        with _open(file) as database:
            faults = [
                row[0]
                for row in database.execute(
                    f"PRAGMA {'quick' if is_quick else 'integrity'}_check(3)"
                )
            ]
            if faults != ["ok"]:
                raise DomainError(f"{file} is damaged: {'; '.join(faults)}.")
            if database.execute("PRAGMA foreign_key_check").fetchone():
                raise DomainError(f"{file} is damaged: rows refer to rows that are missing.")
            requests: int = database.execute("SELECT count(*) FROM requests_request").fetchone()[0]
    except sqlcipher3.Error as error:
        raise DomainError(f"{file} is damaged, or no database of this shop ({error}).") from error
    return requests


def migrations(file: Path) -> set[tuple[str, str]]:
    """Applied migrations of a checked file, as (app, name)."""
    with _open(file) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


def paper_letter(file: Path) -> str | None:
    """Letter of the series in which a database numbers receipts and bills; None where it has none, or is damaged."""
    try:
        with _open(file) as database:
            row = database.execute(f"SELECT letter FROM {NUMBERING}").fetchone()  # noqa: S608 - a constant
    except sqlcipher3.Error:
        return None
    return row[0] if row else ""


def set_paper_letter(file: Path, letter: str) -> None:
    """Let a checked file number receipts and bills in the series of this letter."""
    with _open(file) as database:
        statement = f"INSERT OR REPLACE INTO {NUMBERING} (id, letter) VALUES (1, ?)"  # noqa: S608 - a constant
        database.execute(statement, (letter,))


def replace(database: Path, checked: Path, previous: Path) -> None:
    """Replace `database` atomically by the file `checked`; the old one becomes `previous`.

    Raises DomainError if another process has the database open.
    """
    try:
        with _open(database) as current:
            current.execute("PRAGMA busy_timeout=0")
            current.execute("PRAGMA locking_mode=EXCLUSIVE")
            # Leaving WAL requires exclusive access, and moves the journal into the file.
            mode = current.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
            if mode != "delete":
                raise DomainError(f"{database} is in use. Stop the server first.")
            current.execute("BEGIN EXCLUSIVE")
            os.link(database, previous)
            checked.replace(database)
            current.rollback()
    except sqlcipher3.OperationalError as error:
        raise DomainError(f"{database} is in use ({error}). Stop the server first.") from error
    private_files.sync(database.parent)


@contextmanager
def _open(file: Path) -> Iterator[Any]:
    address = f"{file.absolute().as_uri()}?mode=rw"  # does not create a missing file
    connection = sqlcipher3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    with closing(connection) as database:
        yield database
