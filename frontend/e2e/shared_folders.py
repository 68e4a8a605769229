"""Folders that all workers of a session share: what takes long to make is made by the first that asks, and copied."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


class SharedFolders:
    """Kept beside the workers' own temporary folders, so that each session makes its own."""

    def __init__(self, factory: pytest.TempPathFactory, worker: str) -> None:
        base = factory.getbasetemp()
        self._home = (base if worker == "master" else base.parent) / "made-once"
        self._home.mkdir(exist_ok=True)

    def folder(self, name: str, make: Callable[[Path], None]) -> Path:
        """The folder of this name, after `make` has filled it; another worker that is at it is waited for."""
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

    def copy(self, name: str, make: Callable[[Path], None], to: Path) -> None:
        """Fills `to`, an empty folder, with what stands in that one."""
        shutil.copytree(self.folder(name, make), to, dirs_exist_ok=True)
