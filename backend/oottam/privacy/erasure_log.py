"""Which requests were erased, noted outside the database: a backup that is older does not know it.

A file of lines, each an id and when. It holds nothing of a person. A line is on the disk before the
erasure is committed, so that no erasure is ever forgotten; one that fails at the last moment is made up
for at the next start.
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
    """Where it lies."""
    folder: Path = settings.VAR
    return folder / NAME


def append(request_id: UUID, now: datetime) -> None:
    """Note it; on the disk when this returns. Raises OSError."""
    path = log_path()
    is_new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, private_files.FILE)
    try:
        os.fchmod(descriptor, private_files.FILE)
        # By a line break in front, too: half a line that a crash left behind spoils no other.
        os.write(descriptor, f"\n{request_id} {now.isoformat(timespec='seconds')}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        _sync_folder(path.parent)


def read() -> Iterator[UUID]:
    """All that were noted; what is no id is left out."""
    with suppress(FileNotFoundError), log_path().open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            with suppress(ValueError, IndexError):
                yield UUID(line.split()[0])


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
