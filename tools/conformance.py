"""`python -m tools.conformance` writes docs/conformance.md: each section of the specification with the files that test it.

A pytest test marks its sections with `@pytest.mark.spec("4.7")`, a vitest test with the tag "spec:4.7".
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SPECIFICATION, PAGE = ROOT / "docs/specification.md", ROOT / "docs/conformance.md"
FOLDERS = (
    ("backend/tests", "test_*.py"),
    ("frontend/e2e", "test_*.py"),
    ("frontend/shared", "*.test.ts*"),
    ("frontend/storefront", "*.test.ts*"),
)
HEAD = """# Conformance

Written by `make contract` from the marks of the tests; not by hand. Which files test which section of the
[specification](specification.md). With a folder: in `backend/tests`; without: in `frontend/e2e` (`.py`) and `frontend` (`.ts`).

Section | Tests
---|---
"""


def sections(document: str) -> dict[str, str]:
    """Map the number of each section with rules to its title, in the order of the document."""
    return dict(re.findall(r"^### (\d+\.\d+) (.+)$", document, re.MULTILINE))


def marked_sections(source: str, *, python: bool) -> Iterator[str]:
    """Yield the section of each mark in a test file."""
    if not python:
        yield from re.findall(r'"spec:([^"]*)"', source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.spec":
            yield from (str(ast.literal_eval(section)) for section in node.args)


def tests_by_section() -> dict[str, list[str]]:
    """Map each section to the files that test it, as paths from the project's root."""
    paths = defaultdict(list)
    for folder, pattern in FOLDERS:
        for path in sorted((ROOT / folder).rglob(pattern)):
            for section in sorted(
                set(marked_sections(path.read_text("utf-8"), python=path.suffix == ".py"))
            ):
                paths[section].append(str(path.relative_to(ROOT)))
    return paths


def page(titles: Mapping[str, str], files: Mapping[str, list[str]]) -> str:
    """Render the document as Markdown."""
    rows = (
        f"{section} {title} | {', '.join(f'`{_short(path)}`' for path in files[section])}\n"
        for section, title in titles.items()
    )
    return f"{HEAD}{''.join(rows)}"


def _short(path: str) -> str:
    backend = path.removeprefix("backend/tests/")
    return backend if backend != path else Path(path).name


def main() -> None:
    PAGE.write_text(page(sections(SPECIFICATION.read_text("utf-8")), tests_by_section()), "utf-8")


if __name__ == "__main__":
    main()
