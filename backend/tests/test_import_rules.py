"""The direction of imports is held by import-linter; see pyproject.toml."""

from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]


def test_no_import_goes_the_wrong_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "backend"))
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0
    assert "0 broken" in capsys.readouterr().out
