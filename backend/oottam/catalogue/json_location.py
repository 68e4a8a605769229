"""Locates values in a JSON text by their path."""

import json
import re

_BLANK = re.compile(r"[ \t\n\r]*")
_decode = json.JSONDecoder().raw_decode


def line_number(text: str, path: tuple[str | int, ...]) -> int:
    """Return the line, from 1, of the value at `path`, or of its nearest existing parent. `text` is valid JSON."""
    offset = _skip_whitespace(text, 0)
    for part in path:
        child = _child_offset(text, offset, part)
        if child is None:
            break
        offset = child
    return text.count("\n", 0, offset) + 1


def _child_offset(text: str, at: int, part: str | int) -> int | None:
    """Return the offset of field or entry `part` of the object or list at offset `at`."""
    closing = "}" if text[at] == "{" else "]"
    index = 0
    at = _skip_whitespace(text, at + 1)
    while text[at] != closing:
        key: str | int = index
        if closing == "}":
            key, at = _decode(text, at)
            at = _skip_whitespace(text, _skip_whitespace(text, at) + 1)  # the colon
        if key == part:
            return at
        at = _skip_whitespace(text, _decode(text, at)[1])
        if text[at] == ",":
            at = _skip_whitespace(text, at + 1)
        index += 1
    return None


def _skip_whitespace(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def format_path(path: tuple[str | int, ...]) -> str:
    """Format a path as `categories[0].items[3].prices`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
