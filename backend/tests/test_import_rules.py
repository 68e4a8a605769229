"""The direction of imports is held by import-linter; see pyproject.toml."""

import re
import tomllib
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


def layers() -> list[set[str]]:
    """The apps from the top down, as import-linter is told them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    [apps] = [contract for contract in contracts if contract.get("containers") == ["oottam"]]
    return [set(re.split(r" [|:] ", layer)) for layer in apps["layers"]]


def test_the_drawing_of_the_architecture_shows_these_layers_and_no_others() -> None:
    drawing = (ROOT / "docs/architecture.md").read_text().partition("backend/oottam/ (Django)")[2]
    drawn = re.sub(r"\[[^]]*\]", "", drawing.partition("\n  end")[0])
    found = [
        [set(re.findall(r"\w+", part)) for part in line.split("-->")]
        for line in drawn.splitlines()
        if "-->" in line
    ]
    assert found == [[above, below] for above, below in zip(layers(), layers()[1:], strict=False)]


def test_the_contributors_are_told_the_same_layers() -> None:
    told = re.search(r"Between apps: `([^`]+)`", (ROOT / "CONTRIBUTING.md").read_text())
    assert told
    assert [set(re.split(r" [|:] ", layer)) for layer in told[1].split(" -> ")] == layers()
