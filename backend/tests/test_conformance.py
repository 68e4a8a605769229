"""docs/conformance.md stays true: every clause names tests or places, and all of them exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"- \*\*(\d+)\.(\d+)\*\* \S.*")
REFERENCE = re.compile(r"  - `([^`]+)`")
Clauses = dict[tuple[int, int], list[str]]


def read(document: str) -> Clauses:
    """What stands below each clause, by section and number; ValueError for a line that is neither."""
    clauses: Clauses = {}
    for line in document.splitlines():
        if clause := CLAUSE.fullmatch(line):
            held_by = clauses.setdefault((int(clause[1]), int(clause[2])), [])
        elif reference := REFERENCE.fullmatch(line):
            held_by.append(reference[1])
        elif line.lstrip().startswith("-"):
            raise ValueError(f"neither a clause nor what holds it: {line}")
    return clauses


@cache
def python_tests(path: Path) -> frozenset[str]:
    """The tests of a file: test_name, TestClass::test_name."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{f.name}" for f in node.body if isinstance(f, ast.FunctionDef)}
    return frozenset(name for name in found if name.rpartition("::")[2].startswith("test_"))


@cache
def steps(path: Path) -> frozenset[str]:
    """The sentences that the steps of a file's browser tests hold."""
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return frozenset(
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id == "step"
        and isinstance(call.args[0], ast.Constant)
    )


def exists(reference: str) -> bool:
    """Whether a test or a place is there; see the head of the document for how each is written."""
    path, separator, name = re.fullmatch(r"([^:]+)(::|: )?(.*)", reference).groups()  # type: ignore[union-attr]
    file = ROOT / path
    if not file.is_file():
        return False
    if separator == "::":
        return name in python_tests(file)
    if separator and file.suffix == ".py":
        return name in steps(file)
    if separator:
        return f'"{name}",' in file.read_text()
    return not re.search(r"(^|/)test_|\.test\.", path)


@pytest.fixture(scope="module")
def clauses() -> Clauses:
    return read((ROOT / "docs/conformance.md").read_text())


def test_the_clauses_of_all_nine_sections_are_numbered_from_one(clauses: Clauses) -> None:
    sections = {section for section, _ in clauses}
    assert sections == set(range(1, 10))
    counts = {section: sum(of == section for of, _ in clauses) for section in sections}
    assert list(clauses) == [
        (of, n + 1) for of, count in sorted(counts.items()) for n in range(count)
    ]


def test_every_clause_is_held_by_something(clauses: Clauses) -> None:
    assert [clause for clause, held_by in clauses.items() if not held_by] == []


def test_every_test_and_place_that_is_named_exists(clauses: Clauses) -> None:
    named = {reference for held_by in clauses.values() for reference in held_by}
    assert sorted(reference for reference in named if not exists(reference)) == []


def test_every_file_that_the_page_on_security_names_exists() -> None:
    named = re.findall(r"`([a-z]+/[^`\s*]+)`", (ROOT / "docs/security.md").read_text())
    assert len(named) > 50
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


@pytest.mark.parametrize(
    "reference",
    [
        "frontend/e2e/test_nowhere.py::test_the_message_disappears_after_three_seconds",
        "frontend/e2e/test_events.py::test_nothing",
        "frontend/e2e/test_events.py::TestFailures::test_nothing",
        "frontend/e2e/test_events.py::TestFailures",
        "frontend/e2e/test_events.py::Visitor::fill",
        "frontend/e2e/test_events.py",
        "frontend/e2e/test_events.py: the message disappears",
        "frontend/shared/lib/chatLink.test.ts: a chat link opens",
        "frontend/shared/lib/chatLink.test.ts",
        "frontend/shared/lib",
        "contract/nothing.json",
    ],
)
def test_what_is_not_there_is_noticed(reference: str) -> None:
    assert not exists(reference)


def test_a_line_that_holds_nothing_is_noticed() -> None:
    with pytest.raises(ValueError, match="test_x"):
        read("- **1.1** A clause.\n  - test_x without its file")
