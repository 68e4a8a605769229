"""Documents stay true: sections of the specification have tests, links lead somewhere, what is generated is current."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils.text import slugify

from tools import conformance

ROOT = Path(__file__).parents[2]
NOT_OURS = {"node_modules", ".venv", ".builds", ".pytest_cache"}


def documents() -> list[Path]:
    """Every Markdown file of the project."""
    return [
        path
        for path in sorted(ROOT.rglob("*.md"))
        if not NOT_OURS & {*path.relative_to(ROOT).parts}
    ]


def dead_links(document: Path) -> Iterator[str]:
    """Links of a document to files, or to headings of documents, that do not exist."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", document.read_text("utf-8")):
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        if not file.exists() or (heading and heading not in headings(file)):
            yield target


def headings(document: Path) -> set[str]:
    """The ids of a document's headings, as links spell them."""
    return {
        slugify(text)
        for text in re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    }


@cache
def marked_sections() -> dict[str, list[str]]:
    return conformance.tests_by_section()


def test_every_section_of_the_specification_has_a_test_and_marks_name_sections_that_exist() -> None:
    stated = conformance.sections(conformance.SPECIFICATION.read_text("utf-8"))
    assert len(stated) > 70
    assert stated.keys() == marked_sections().keys()


def mentions() -> Iterator[tuple[str, str]]:
    """Chapter and title of every section that code and tests name, as in: specification, section 4 "Combo form"."""
    for folder in (
        "backend/oottam",
        "backend/tests",
        "frontend/shared",
        "frontend/storefront",
        "frontend/e2e",
    ):
        for path in (ROOT / folder).rglob("*.[pt][ys]*"):
            if path.suffix in {".py", ".ts", ".tsx"}:
                text = re.sub(r"\s*\n\s*\*?\s*", " ", path.read_text("utf-8"))
                yield from re.findall(r'specification, section (\d+) "([A-Z][^"]+)"', text)


def test_sections_that_code_names_by_their_titles_exist() -> None:
    stated = conformance.sections(conformance.SPECIFICATION.read_text("utf-8"))
    named = {*mentions()}
    assert len(named) > 10
    assert {
        (chapter, title)
        for chapter, title in named
        if not any(
            section.startswith(f"{chapter}.") and title.lower() in stated[section].lower()
            for section in stated
        )
    } == set()


def test_the_specification_has_nine_chapters_whose_sections_are_numbered_from_one() -> None:
    found: dict[int, list[int]] = {}
    for section in conformance.sections(conformance.SPECIFICATION.read_text("utf-8")):
        chapter, number = map(int, section.split("."))
        found.setdefault(chapter, []).append(number)
    assert [*found] == [*range(1, 10)]
    assert [numbers == [*range(1, len(numbers) + 1)] for numbers in found.values()] == [True] * 9


def test_the_page_of_conformance_is_current() -> None:
    stated = conformance.sections(conformance.SPECIFICATION.read_text("utf-8"))
    page = conformance.page(stated, marked_sections().copy())
    assert conformance.PAGE.read_text("utf-8") == page, "run: make contract"


@pytest.mark.parametrize(
    ("source", "python", "found"),
    [
        ('@pytest.mark.spec("2.7", "3.8")\ndef test_it(): ...', True, ["2.7", "3.8"]),
        ('pytestmark = [pytest.mark.sqlite_only, pytest.mark.spec("9.6")]', True, ["9.6"]),
        ('"""Of pytest.mark.spec("1.1")."""', True, []),
        ('test("a tick", { tags: "spec:4.4" }, () => {});', False, ["4.4"]),
        ('test("a", { tags: ["spec:4.4", "spec:3.5"] }, () => {});', False, ["4.4", "3.5"]),
    ],
)
def test_marks_are_found(source: str, python: bool, found: list[str]) -> None:
    assert [*conformance.marked_sections(source, python=python)] == found


def test_links_between_documents_lead_to_files_and_headings() -> None:
    read = documents()
    assert len(read) > 30
    dead = {str(document.relative_to(ROOT)): [*dead_links(document)] for document in read}
    assert {name: links for name, links in dead.items() if links} == {}


def test_every_file_that_the_page_on_security_names_exists() -> None:
    named = re.findall(r"`([a-z]+/[^`\s*]+)`", (ROOT / "docs/security.md").read_text())
    assert len(named) > 50
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
