"""Where in a JSON text a value stands."""

import json
import re

_BLANK = re.compile(r"[ \t\n\r]*")
_decode = json.JSONDecoder().raw_decode


def line_of(text: str, place: tuple[str | int, ...]) -> int:
    """The line, from 1, of the value there; of what holds it where it is not. `text` is sound JSON."""
    at = _skip(text, 0)
    for part in place:
        found = _within(text, at, part)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _within(text: str, at: int, part: str | int) -> int | None:
    """Where the field or entry `part` of the object or list at `at` begins."""
    closing = "}" if text[at] == "{" else "]"
    index = 0
    at = _skip(text, at + 1)
    while text[at] != closing:
        key: str | int = index
        if closing == "}":
            key, at = _decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        if key == part:
            return at
        at = _skip(text, _decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return None


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def written(place: tuple[str | int, ...]) -> str:
    """`categories[0].items[3].prices`, as people who write JSON say it."""
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return words.removeprefix(".")
