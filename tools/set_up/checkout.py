"""The checkout's folders, their stamps, and the commands that are run in them."""

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
QUIET_SECONDS = 2.0  # as long as one that finds everything in place may take; no word about that
LOCK = os.open(ROOT, os.O_RDONLY)  # the folder itself, so that nothing is left behind


def lock() -> None:
    """Wait for any other set-up of this checkout; the lock is held until its last holder ends.

    What `run` starts holds it with us: if only this process is killed, the next call waits for that.
    """
    patience_ends = time.monotonic() + QUIET_SECONDS
    while time.monotonic() < patience_ends:
        with suppress(BlockingIOError):
            fcntl.flock(LOCK, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(0.02)
    say("Another make is setting up this checkout; waiting for it...")
    fcntl.flock(LOCK, fcntl.LOCK_EX)


def say(sentence: str) -> None:
    """A line for a process that waits."""
    print(sentence, flush=True)


def digest(files: Iterable[Path], *words: str) -> str:
    """Of the files' names and contents, and of these words."""
    total = hashlib.sha256("\0".join(words).encode())
    for file in files:
        total.update(f"\0{os.path.relpath(file, ROOT)}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def stamped(stamp: Path) -> str | None:
    """What the folder was made from; None when it is missing, or was interrupted."""
    try:
        return stamp.read_text("ascii") or None
    except FileNotFoundError:
        return None


def write_stamp(stamp: Path, made_from: str) -> None:
    """Whole or not at all."""
    draft = stamp.with_name(f"{stamp.name}.draft")
    draft.write_text(made_from, "ascii")
    draft.replace(stamp)


def remove(folder: Path) -> None:
    """A folder with all that is in it, if it is there."""
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def run(*command: object, at: Path = ROOT) -> None:
    """Run a command; where it fails it has said why, and we end with its status."""
    words = [str(word) for word in command]
    status = subprocess.run(words, cwd=at, pass_fds=(LOCK,), check=False).returncode
    if status:
        sys.exit(status if status > 0 else 128 - status)


def first_on_path(folder: Path) -> None:
    """Commands of this folder come before the system's."""
    os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
