"""Folders shared by a session's workers: the first worker builds a folder, the others copy it."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from running_shop import add_sample, fill_empty


class SharedFolders:
    """Folders beside the workers' temporary folders, hence separate for each session."""

    def __init__(self, factory: pytest.TempPathFactory, worker: str) -> None:
        base = factory.getbasetemp()
        self._home = (base if worker == "master" else base.parent) / "made-once"
        self._home.mkdir(exist_ok=True)

    def folder(self, name: str, make: Callable[[Path], None]) -> Path:
        """The folder of this name, filled by `make` once; other workers wait for it."""
        whole = self._home / name
        with (self._home / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not whole.exists():
                unfinished = self._home / f"{name}.unfinished"
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir()
                make(unfinished)
                unfinished.rename(whole)
        return whole

    def copy_sample(self, to: Path) -> None:
        """Copy the sample shop's data to the empty folder `to`."""

        def fill(folder: Path) -> None:
            self.copy("empty", fill_empty, folder)
            add_sample(folder)

        self.copy("sample", fill, to)

    def copy(self, name: str, make: Callable[[Path], None], to: Path) -> None:
        """Copy the folder's content to the empty folder `to`."""
        shutil.copytree(self.folder(name, make), to, dirs_exist_ok=True)
