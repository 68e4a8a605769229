"""Parses contract/shop: the shop's terms and privacy notice, in a plain text format.

The first line may be "sample: true". Then comes the title, "# Terms"; headings begin with "## ", items of a list
with "- ", and blank lines separate paragraphs. Everything else is text, including HTML. Placeholders such as `{name}`
(PLACEHOLDERS) are filled from the shop's settings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import files, own_file
from oottam.catalogue.page_texts import PLACEHOLDER, unknown_placeholder

PLACEHOLDERS = (
    "name",
    "phone",
    "email",
    "calls",
    "legal_name",
    "grievance_contact",
    "map_host",
    "town",
    "radius",
    "health_kept",
    "enquiries_kept",
    "orders_kept",
)
_SAMPLE = re.compile(r"sample:\s*(.*)")


PartKind = Literal["heading", "paragraph", "list"]


@dataclass(frozen=True, slots=True)
class Part:
    """A heading or paragraph, with one line, or a list, with a line per item."""

    kind: PartKind
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShopText:
    """One page of text; `is_sample` while it is the shipped text."""

    title: str
    parts: tuple[Part, ...]
    is_sample: bool

    def fill(self, values: Mapping[str, str]) -> "ShopText":
        """Return the text with its placeholders replaced.

        Paragraphs and items with an empty value are left out, as are headings without content.
        """
        parts = [
            Part(part.kind, lines)
            for part in self.parts
            if (lines := tuple(_fill_lines(part.lines, values)))
        ]
        next_parts = [*parts[1:], None]
        filled = [
            part
            for part, following in zip(parts, next_parts, strict=True)
            if part.kind != "heading" or (following and following.kind != "heading")
        ]
        return ShopText(_fill_line(self.title, values), tuple(filled), self.is_sample)


def load_text(path: Path) -> ShopText:
    """Parse the file; raises ImproperlyConfigured with the line of the error."""
    return _parse(own_file.read_text(path), path)


def parse_text(text: str) -> ShopText:
    """Parse a text before it is a file; raises ImproperlyConfigured likewise."""
    return _parse(text, None)


def without_sample_line(text: str) -> str:
    """Return the text without a first line that calls it a sample."""
    first, _, rest = text.partition("\n")
    return rest.lstrip("\n") if _SAMPLE.fullmatch(first.strip()) else text


def _parse(text: str, path: Path | None) -> ShopText:
    lines = text.splitlines()
    numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    is_sample = _read_sample(path, numbered)
    non_blank = [(number, line) for number, line in numbered if line]
    for number, line in non_blank:
        _check(path, number, line)
    title = non_blank[0][1].removeprefix("# ") if non_blank else ""
    if not non_blank or not non_blank[0][1].startswith("# "):
        location = f"line {non_blank[0][0]}" if non_blank else ""
        raise _error(path, 'has no title. Begin it with a line such as "# Terms".', location)
    first = numbered.index(non_blank[0]) + 1
    parts = tuple(_parts(path, numbered[first:]))
    if not parts:
        raise _error(path, "says nothing below its title. Write at least one paragraph.")
    return ShopText(title, parts, is_sample)


def _read_sample(path: Path | None, numbered: list[tuple[int, str]]) -> bool:
    """Remove a leading "sample:" line; return whether it is true."""
    match = _SAMPLE.fullmatch(numbered[0][1]) if numbered else None
    if match is None:
        return False
    if match[1] not in ("true", "false"):
        raise _error(path, f'"{match[1]}" is neither true nor false.', "line 1")
    del numbered[0]
    return match[1] == "true"


def _parts(path: Path | None, numbered: list[tuple[int, str]]) -> Iterator[Part]:
    parts: list[tuple[PartKind, list[str]]] = []
    is_continuation = False  # of the previous part
    for number, line in numbered:
        if line.startswith("# "):
            message = 'this is a second title. Begin a heading with "## ".'
            raise _error(path, message, f"line {number}")
        if line.startswith("## "):
            parts.append(("heading", [line.removeprefix("## ").strip()]))
        elif line.startswith("- "):
            if not is_continuation or parts[-1][0] != "list":
                parts.append(("list", []))
            parts[-1][1].append(line.removeprefix("- ").strip())
        elif line and is_continuation:
            parts[-1][1][-1] += f" {line}"
        elif line:
            parts.append(("paragraph", [line]))
        is_continuation = bool(line) and not line.startswith("## ")
    return (Part(kind, tuple(lines)) for kind, lines in parts)


def _check(path: Path | None, number: int, line: str) -> None:
    if line.startswith("#") and not re.match(r"##? \S", line):
        message = 'a title begins with "# " and a heading with "## ".'
        raise _error(path, message, f"line {number}")
    if error := unknown_placeholder(line, PLACEHOLDERS):
        raise _error(path, error, f"line {number}")


def _error(path: Path | None, message: str, location: str = "") -> ImproperlyConfigured:
    if path:
        return files.contract_error(path, message, location)
    return ImproperlyConfigured(f"{location}: {message}" if location else f"This text {message}")


def _fill_lines(lines: Sequence[str], values: Mapping[str, str]) -> Iterator[str]:
    for line in lines:
        if all(values[name] for name in PLACEHOLDER.findall(line)):
            yield _fill_line(line, values)


def _fill_line(line: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda match: values[match[1]], line)
