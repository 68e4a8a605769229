"""Whole copies of the SQLite database: made beside a running server, checked, and put back.

Everything here uses the project's own SQLite library; a faulty one must not open the file.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pysqlite3

from oottam.core import private_files

BUSY_SECONDS = 10.0


class UnusableFileError(Exception):
    """The file is no whole database of this shop, or the database is in use; says which."""


def copy(source: Path, target: Path, *, is_quick: bool = False) -> int:
    """Write all that is committed in `source` at this moment to the new file `target`.

    Others go on reading and writing `source` meanwhile. `target` appears only when it is whole,
    sound and on the disk, as one file without a journal; how many requests it holds is returned.
    Raises UnusableFileError, and FileExistsError when there is a `target` already.
    """
    if target.exists():
        raise FileExistsError(target)
    draft = target.with_name(f"{target.name}.draft")
    os.close(private_files.create(draft))
    try:
        with _opened(source) as original, _opened(draft) as written:
            # One step: a single snapshot, which no writer has to wait for.
            original.backup(written, pages=-1)
            written.execute("PRAGMA journal_mode=DELETE")
        requests = check(draft, is_quick=is_quick)
        _on_the_disk(draft)
        os.link(draft, target)
    except pysqlite3.Error as error:
        raise UnusableFileError(f"{source} cannot be copied: {error}.") from error
    finally:
        draft.unlink(missing_ok=True)
    _on_the_disk(target.parent)
    return requests


def check(file: Path, *, is_quick: bool = False) -> int:
    """How many requests a sound database holds; raises UnusableFileError. `is_quick`: what indexes hold is not read."""
    try:
        with _opened(file) as database:
            faults = [
                row[0]
                for row in database.execute(
                    f"PRAGMA {'quick' if is_quick else 'integrity'}_check(3)"
                )
            ]
            if faults != ["ok"]:
                raise UnusableFileError(f"{file} is damaged: {'; '.join(faults)}.")
            if database.execute("PRAGMA foreign_key_check").fetchone():
                raise UnusableFileError(f"{file} is damaged: rows refer to rows that are missing.")
            requests: int = database.execute("SELECT count(*) FROM requests_request").fetchone()[0]
    except pysqlite3.Error as error:
        raise UnusableFileError(
            f"{file} is damaged, or no database of this shop ({error})."
        ) from error
    return requests


def migrations(file: Path) -> set[tuple[str, str]]:
    """App and name of every migration that made the tables of a checked file."""
    with _opened(file) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


def replace(database: Path, checked: Path, previous: Path) -> None:
    """Put the file `checked` in the place of `database`, which is kept as the new file `kept`.

    A crash at any point leaves the one or the other in place. Raises UnusableFileError when
    somebody has the database open.
    """
    try:
        with _opened(database) as present:
            present.execute("PRAGMA busy_timeout=0")
            present.execute("PRAGMA locking_mode=EXCLUSIVE")
            # Leaving WAL needs the file to oneself, and leaves everything in the one file.
            mode = present.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
            if mode != "delete":
                raise UnusableFileError(f"{database} is in use. Stop the server first.")
            present.execute("BEGIN EXCLUSIVE")
            os.link(database, previous)
            checked.replace(database)
            present.rollback()
    except pysqlite3.OperationalError as error:
        raise UnusableFileError(
            f"{database} is in use ({error}). Stop the server first."
        ) from error
    _on_the_disk(database.parent)


@contextmanager
def _opened(file: Path) -> Iterator[Any]:
    address = f"{file.absolute().as_uri()}?mode=rw"  # never make an empty one
    opened = pysqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    with closing(opened) as database:
        yield database


def _on_the_disk(path: Path) -> None:
    """Wait until the file or the folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
