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


SOURCES = {".py", ".md", ".html", ".sh", ".service", ".yaml", ".conf", ".toml"}
# This one, and a system test that asks older releases, too.
ASIDE = {Path(__file__), ROOT / "system_tests/lifecycle/updated_plans.py"}
# Former names of packages and concepts; docs/glossary.md has today's.
OLD_PACKAGES = r"\boottam[./](?:intake|handling|notify|staff|operations|common)\b(?!\.device)"
OLD_NAMES = (
    r"\b(?:RefusedError|UsedUpError|PlanRules|PlanOrder|DishSet(?:Line)?|LockLine|CashTap|RunBox|ChangedDay"
    r"|(?:MOST|LONGEST|LEAST|LARGEST)_[A-Z_]+|asked_for|makes_up|_told|_shown|take_back"
    r"|Booking(?:Reason)?|SavedView|everything_about|BeyondError|CarriedBox|is_made_up|own_words|Glance|Outlook|Says"
    r"|breathe|why_not|too_much|absences|let_in|look_after|boxes_to_carry|hint_when_told"
    r"|PlanQuote|price_plan|PlanOrderForm|accept_plan|TakeBackForm|CarryForm|MakeUpForm|is_calm)\b"
)
OLD_TEST_NAMES = (
    r"\b(?:Doors|Dawdle|Whoever|BREAKS|KNOCK_SECONDS|[A-Z_]+_WITHIN|WITHOUT_TURNS|a_phone|a_browser|a_window"
    r"|busy_day|run_story|no_idle_processor|_write_together)\b"
)


def test_old_names_of_packages_and_concepts_are_not_used() -> None:
    found = []
    for folder, pattern, old in (
        ("backend/oottam", "*.py", OLD_NAMES),
        ("benchmarks", "*.py", OLD_TEST_NAMES),
        ("system_tests", "*.py", OLD_TEST_NAMES),
        *(
            (name, "*.*", OLD_PACKAGES)
            for name in ("backend", "benchmarks", "deploy", "docs", "system_tests", "tools")
        ),
    ):
        files = [file for file in (ROOT / folder).rglob(pattern) if file.suffix in SOURCES]
        assert files
        found += [
            file
            for file in files
            if file not in ASIDE
            and (old is OLD_PACKAGES or file.parent.name != "migrations")
            and re.search(old, file.read_text("utf-8"))
        ]
    assert found == []
