"""One process at a time makes tables: servers that start together do not make them twice."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper

KEY = 0x6F6F7474616D  # "oottam": PostgreSQL knows advisory locks by a number, in each database for itself
TIMEOUT_SECONDS = 600.0  # a large shop's tables take a while to be made anew
BETWEEN_SECONDS = 0.1


@contextmanager
def alone(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait until no other process brings this database's tables up to date, and keep others waiting.

    However the process ends, its turn ends with it. Raises ImproperlyConfigured after TIMEOUT_SECONDS.
    """
    if connection.vendor == "postgresql":
        # Over a connection of its own, which no migration closes; asked again and again, because who
        # waits in the database for a lock is sent away by lock_timeout.
        with closing(connection.copy()) as asking:
            _wait(lambda: _is_ours(asking))
            yield
        return
    name = str(connection.settings_dict["NAME"])
    folder = Path(name).parent
    if name.startswith((":memory:", "file:")) or not folder.is_dir():
        yield  # nobody else sees one in memory; without a folder, SQLite says what is wrong
        return
    # The folder, not the file: to close a second descriptor of it would give up SQLite's own locks.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _wait(lambda: _is_locked(descriptor))
        yield
    finally:
        os.close(descriptor)


def checked_once(connection: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
    """SQLite reads all rows that refer to others after the last migration alone; PostgreSQL has its own way."""
    sqlite: Any = connection
    return sqlite.checked_once() if connection.vendor == "sqlite" else nullcontext()


def _wait(try_it: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not try_it():
        if time.monotonic() > deadline:
            raise ImproperlyConfigured(
                f"Another process has been migrating the tables for {TIMEOUT_SECONDS / 60:g} minutes. "
                "Wait for it or stop it, then try again."
            )
        time.sleep(BETWEEN_SECONDS)


def _is_ours(asking: BaseDatabaseWrapper) -> bool:
    with asking.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
        got: bool = cursor.fetchone()[0]
    return got


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
