"""Creates files with personal data that only their owner can read, independent of the umask."""

import os
import stat
from contextlib import suppress
from pathlib import Path

FILE = 0o600
FOLDER = 0o700


def make_folder(path: Path) -> None:
    """Create the folder, or restrict it to its owner; a sticky one such as /tmp is not changed."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if not path.stat().st_mode & stat.S_ISVTX:
        _set_mode(path, FOLDER)


def make_file(path: Path) -> None:
    """Create an empty file if there is none, and restrict it to its owner.

    An existing file is never opened: closing it would release SQLite's locks of this process. For
    the same reason a new file is renamed only after it is closed.
    """
    if not path.exists():
        temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
        os.close(create(temporary))
        with suppress(FileExistsError):  # created concurrently
            os.link(temporary, path)
        temporary.unlink()
    _set_mode(path, FILE)


def create(path: Path) -> int:
    """Replace the file by an empty owner-only one; return its descriptor."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE)
    os.fchmod(descriptor, FILE)
    return descriptor


def restrict(path: Path) -> None:
    """Restrict an existing file to its owner."""
    with suppress(FileNotFoundError):
        _set_mode(path, FILE)


def sync(path: Path) -> None:
    """Sync a file or folder to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_mode(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) != mode:
        with suppress(PermissionError):  # owned by another user
            path.chmod(mode)
