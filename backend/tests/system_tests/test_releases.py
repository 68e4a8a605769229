"""The update system test's broken releases are made of today's files."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from oottam.config.setting_types import CHECKOUT
from system_tests.support import releases


@pytest.mark.parametrize(
    ("change", "file"),
    [
        (releases.break_migration, "backend/oottam/orders/migrations"),
        (releases.break_readiness, "backend/oottam/config/health.py"),
        (releases.break_startup, "backend/oottam/__main__.py"),
        (releases.restore_backup_on_rollback, "deploy/upgrade_lib.sh"),
    ],
)
def test_a_release_can_be_broken(tmp_path: Path, change: Callable[[Path], None], file: str) -> None:
    original, copy = CHECKOUT / file, tmp_path / file
    if original.is_dir():
        shutil.copytree(original, copy)
    else:
        copy.parent.mkdir(parents=True)
        shutil.copy(original, copy)
    before = _content(copy)
    change(tmp_path)
    assert _content(copy) != before


def _content(path: Path) -> dict[str, str]:
    files = sorted(path.glob("*.py")) if path.is_dir() else [path]
    return {file.name: file.read_text("utf-8") for file in files}
