"""Helpers of the set-up: the checkout's lock, folders with stamps, and commands."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
QUIET_SECONDS = 2.0  # a set-up with nothing to do takes less; waiting for it prints nothing
LOCK = os.open(ROOT, os.O_RDONLY)  # the folder itself, so that no lock file remains


def lock() -> None:
    """Wait for any other set-up of this checkout; the lock is held until its last holder ends.

    Commands started by `run` inherit the lock: if only this process is killed, the next call waits for them.
    """
    quiet_until = time.monotonic() + QUIET_SECONDS
    while time.monotonic() < quiet_until:
        with suppress(BlockingIOError):
            fcntl.flock(LOCK, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(0.02)
    print_progress("Another make is setting up this checkout; waiting for it...")
    fcntl.flock(LOCK, fcntl.LOCK_EX)


def print_progress(sentence: str) -> None:
    """Print at once, also where the output is a pipe."""
    print(sentence, flush=True)


def digest(files: Iterable[Path], *words: str) -> str:
    """SHA-256 of the files' names and contents and the given words."""
    total = hashlib.sha256("\0".join(words).encode())
    for file in files:
        total.update(f"\0{os.path.relpath(file, ROOT)}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def read_stamp(stamp: Path) -> str | None:
    """The digest of the folder's sources; None for a missing or incomplete folder."""
    try:
        return stamp.read_text("ascii") or None
    except FileNotFoundError:
        return None


def write_stamp(stamp: Path, sources: str) -> None:
    """Write the stamp atomically."""
    draft = stamp.with_name(f"{stamp.name}.draft")
    draft.write_text(sources, "ascii")
    draft.replace(stamp)


def remove(folder: Path) -> None:
    """Remove the folder with its contents, if it exists."""
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def run(*command: object, at: Path = ROOT) -> None:
    """Run a command; if it fails, exit with its status (the command has printed the reason)."""
    words = [str(word) for word in command]
    status = subprocess.run(words, cwd=at, pass_fds=(LOCK,), check=False).returncode
    if status:
        sys.exit(status if status > 0 else 128 - status)


def first_on_path(folder: Path) -> None:
    """Prefer the commands in this folder to the system's."""
    os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
