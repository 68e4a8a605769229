"""contract/shop: the shop's terms and privacy notice, as plain text that needs no program to edit.

The first line may be "sample: true". Then comes the title, "# Terms"; headings begin with "## ", items of a list
with "- ", and blank lines part paragraphs. All else is text, HTML included. `{name}` and the like (PLACEHOLDERS)
stand for what the shop's settings say.
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from oottam.catalogue import files, own_file

PLACEHOLDERS = (
    "name",
    "phone",
    "email",
    "calls",
    "legal_name",
    "grievance_contact",
    "map_host",
    "health_kept",
    "enquiries_kept",
    "orders_kept",
)
_PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")
_SAMPLE = re.compile(r"sample:\s*(.*)")


PartKind = Literal["heading", "paragraph", "list"]


@dataclass(frozen=True, slots=True)
class Part:
    """A heading or a paragraph, which have one line, or a list with its items."""

    kind: PartKind
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShopText:
    """One page of text; `is_sample` while it is as it was shipped."""

    title: str
    parts: tuple[Part, ...]
    is_sample: bool

    def filled(self, values: Mapping[str, str]) -> "ShopText":
        """The text with these values in place of its placeholders.

        A paragraph or an item with a value that is "" is left out, and so is a heading with nothing below it.
        """
        parts = [
            Part(part.kind, lines)
            for part in self.parts
            if (lines := tuple(_filled(part.lines, values)))
        ]
        below = [*parts[1:], None]
        stored = [
            part
            for part, following in zip(parts, below, strict=True)
            if part.kind != "heading" or (following and following.kind != "heading")
        ]
        return ShopText(_replaced(self.title, values), tuple(stored), self.is_sample)


def load_text(path: Path) -> ShopText:
    """Read such a file; raises ImproperlyConfigured with the line of what is wrong."""
    lines = own_file.text(path).splitlines()
    numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    is_sample = _read_sample(path, numbered)
    filled = [(number, line) for number, line in numbered if line]
    for number, line in filled:
        _check(path, number, line)
    title = filled[0][1].removeprefix("# ") if filled else ""
    if not filled or not filled[0][1].startswith("# "):
        where = f"line {filled[0][0]}" if filled else ""
        raise files.wrong(path, 'has no title. Begin it with a line such as "# Terms".', where)
    first = numbered.index(filled[0]) + 1
    parts = tuple(_parts(path, numbered[first:]))
    if not parts:
        raise files.wrong(path, "says nothing below its title. Write at least one paragraph.")
    return ShopText(title, parts, is_sample)


def _read_sample(path: Path, numbered: list[tuple[int, str]]) -> bool:
    """Whether the first line marks a sample; the line is taken out."""
    match = _SAMPLE.fullmatch(numbered[0][1]) if numbered else None
    if match is None:
        return False
    if match[1] not in ("true", "false"):
        raise files.wrong(path, f'"{match[1]}" is neither true nor false.', "line 1")
    del numbered[0]
    return match[1] == "true"


def _parts(path: Path, numbered: list[tuple[int, str]]) -> Iterator[Part]:
    parts: list[tuple[PartKind, list[str]]] = []
    goes_on = False  # whether the line belongs to the part before it
    for number, line in numbered:
        if line.startswith("# "):
            complaint = 'this is a second title. Begin a heading with "## ".'
            raise files.wrong(path, complaint, f"line {number}")
        if line.startswith("## "):
            parts.append(("heading", [line.removeprefix("## ").strip()]))
        elif line.startswith("- "):
            if not goes_on or parts[-1][0] != "list":
                parts.append(("list", []))
            parts[-1][1].append(line.removeprefix("- ").strip())
        elif line and goes_on:
            parts[-1][1][-1] += f" {line}"
        elif line:
            parts.append(("paragraph", [line]))
        goes_on = bool(line) and not line.startswith("## ")
    return (Part(kind, tuple(lines)) for kind, lines in parts)


def _check(path: Path, number: int, line: str) -> None:
    if line.startswith("#") and not re.match(r"##? \S", line):
        complaint = 'a title begins with "# " and a heading with "## ".'
        raise files.wrong(path, complaint, f"line {number}")
    for name in _PLACEHOLDER.findall(line):
        if name not in PLACEHOLDERS:
            near = difflib.get_close_matches(name, PLACEHOLDERS, 1, 0.5)
            known = ", ".join(f"{{{each}}}" for each in PLACEHOLDERS)
            hint = f"Did you mean {{{near[0]}}}?" if near else f"Known are {known}."
            raise files.wrong(path, f"{{{name}}} is not known here. {hint}", f"line {number}")


def _filled(lines: Sequence[str], values: Mapping[str, str]) -> Iterator[str]:
    for line in lines:
        if all(values[name] for name in _PLACEHOLDER.findall(line)):
            yield _replaced(line, values)


def _replaced(line: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values[found[1]], line)
