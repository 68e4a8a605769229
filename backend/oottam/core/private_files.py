"""Files that hold names, phone numbers and addresses: for their owner alone, whatever the umask."""

import os
import stat
from contextlib import suppress
from pathlib import Path

FILE = 0o600
FOLDER = 0o700


def make_folder(path: Path) -> None:
    """The folder, made or closed to others; one that everybody shares, as /tmp, stays so."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if not path.stat().st_mode & stat.S_ISVTX:
        _keep(path, FOLDER)


def make_file(path: Path) -> None:
    """The file, made empty where there is none, and closed to others.

    A file that is there is never opened: closing it would give up the locks that SQLite holds on it
    for this process. For the same reason a new one gets its name only once it is closed.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        os.close(create(draft))
        with suppress(FileExistsError):  # somebody else was first
            os.link(draft, path)
        draft.unlink()
    _keep(path, FILE)


def create(path: Path) -> int:
    """A descriptor to write a file with, which is empty then, and its owner's alone."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE)
    os.fchmod(descriptor, FILE)
    return descriptor


def restrict(path: Path) -> None:
    """Close a file to others, if there is one."""
    with suppress(FileNotFoundError):
        _keep(path, FILE)


def _keep(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) != mode:
        with suppress(PermissionError):  # of another owner, who has let us in
            path.chmod(mode)
