"""Migration lock: one process at a time migrates a database."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper

KEY = 0x6F6F7474616D  # "oottam"; advisory locks have a number, per database
TIMEOUT_SECONDS = 600.0  # migrating a large shop takes minutes
RETRY_SECONDS = 0.1


@contextmanager
def hold(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the lock, waiting for other processes; raises ImproperlyConfigured after TIMEOUT_SECONDS.

    The operating system or PostgreSQL releases the lock when the process ends.
    """
    if connection.vendor == "postgresql":
        # A separate connection, which no migration closes; polled, because lock_timeout would cancel a
        # blocking wait.
        with closing(connection.copy()) as lock_connection:
            _wait(lambda: _try_advisory_lock(lock_connection))
            yield
        return
    name = str(connection.settings_dict["NAME"])
    folder = Path(name).parent
    if name.startswith((":memory:", "file:")) or not folder.is_dir():
        yield  # in memory it is private; without a folder SQLite reports the error
        return
    # The folder, not the file: closing a second descriptor of the file would drop SQLite's own locks.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _wait(lambda: _try_folder_lock(descriptor))
        yield
    finally:
        os.close(descriptor)


def checked_once(connection: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
    """On SQLite check foreign keys once, after the last migration, instead of after each."""
    sqlite: Any = connection
    return sqlite.checked_once() if connection.vendor == "sqlite" else nullcontext()


def _wait(try_lock: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not try_lock():
        if time.monotonic() > deadline:
            raise ImproperlyConfigured(
                f"Another process has been migrating the tables for {TIMEOUT_SECONDS / 60:g} minutes. "
                "Wait for it or stop it, then try again."
            )
        time.sleep(RETRY_SECONDS)


def _try_advisory_lock(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
        acquired: bool = cursor.fetchone()[0]
    return acquired


def _try_folder_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
