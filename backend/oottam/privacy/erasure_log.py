"""Log of erased requests in a file outside the database, which older backups do not contain.

A line has a request's id and the time, and no personal data. It is synced before the erasure is
committed, so that no erasure is lost; an erasure whose commit fails is repeated at the next start.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings

from oottam.core import private_files

NAME = "erased"


def log_path() -> Path:
    folder: Path = settings.VAR
    return folder / NAME


def append(request_id: UUID, now: datetime) -> None:
    """Append a line and sync it to disk; raises OSError."""
    path = log_path()
    is_new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, private_files.FILE)
    try:
        os.fchmod(descriptor, private_files.FILE)
        # Starts with a line break, in case a crash left half a line.
        os.write(descriptor, f"\n{request_id} {now.isoformat(timespec='seconds')}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        private_files.sync(path.parent)


def read() -> Iterator[UUID]:
    """Yield the logged request ids; skips invalid lines."""
    with suppress(FileNotFoundError), log_path().open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            with suppress(ValueError, IndexError):
                yield UUID(line.split()[0])
