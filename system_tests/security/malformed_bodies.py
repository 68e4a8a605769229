"""Malformed request bodies: valid ones changed in one to three places.

`hostile_texts` are valid: a text field must accept them.
"""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from system_tests.support import bodies
from tests.endpoint_cases import BODIES
from tests.example import FREE

# A tag and an attribute used on no page: their presence reveals unescaped markup.
TAG, ATTRIBUTE = "drill-tag", "ondrill"
MARKUP = f'"\'></title></textarea><{TAG} {ATTRIBUTE}="alert(1)">'
TEXTS = [
    MARKUP,
    f"<script>{ATTRIBUTE}</script><img src=x onerror={ATTRIBUTE}>",
    f"' {ATTRIBUTE}='1",
    "{{ settings.SECRET_KEY }}{% debug %}${7*7}#{7*7}",
    "Robert'); DROP TABLE requests_request;-- ",
    '" OR 1=1 --',
    '=HYPERLINK("http://example.com","x")',
    "+1-1@SUM(A1:A9)|cmd",
    "Asha\r\nBcc: everybody@example.com\r\n\r\nHello",
    "\u202eretfa siht\u202c \u2066x\u2069 \u200f",
    "ஊட்டம் 🥗 👩‍👩‍👧‍👦 e\u0301 Z̸̢͇͝a̴l̷g̵o̶",
    "١٢٣ १२३ ௧௨௩ ⅷ ½ ＊",
    "\x01\x07\x08\x1b[31mred\x7f\u0085\u2028\u2029\ufeff\ufffe",
    "%s %d {0} {reference} \\u0041 \\ \\\\ %00",
    "../../../../etc/passwd",
    "javascript:alert(1)//data:text/html,<x>",
    "nul undefined None true NaN -0",
    "a" * 180,
]
VALUES: list[Any] = [
    None, True, False, 0, -1, 6, 5, 41, 10**30, -(10**12) - 1, 6.0, 6.5, 1e-9, 1e15, 0.1 + 0.2,
    "", " ", "6", "6.0", "+6", " 6", "６", "٦", "६", "௬", "1e1", "0x6", "6\n", "true", "25:00", "08:30:61",
    [], {}, [[]], [None], {"a": None}, [{}] * 50, ["Monday"] * 7, "x" * 3000, "🥗" * 201, "a@", "@b",
    "a@b\n", "a b@c", "a@" + "b" * 64, {"breakfast": 1, "lunch": 0, "dinner": 0},
]  # fmt: skip
EVERYTHING = [*TEXTS, *VALUES]
DEEP = 5000
HUGE = 10 * 1024 * 1024  # bytes

FREE_TEXTS = {*FREE, "phone"}
MAX_OF = {"phone": 60}

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to send; `right` ones must be accepted."""

    path: str
    raw: bytes
    content_type: str = "application/json"
    right: bool = False


def malformed(chance: Random, number: int) -> Sent:
    """A malformed request: usually a field, sometimes the JSON or the content type."""
    path, raw = bodies.form(number)
    body = json.loads(raw)
    for _ in range(chance.randint(1, 3)):
        body = chance.choice(CHANGES)(chance, body)
    raw = json.dumps(body, ensure_ascii=chance.random() < 0.3).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        raw = chance.choice(CORRUPTIONS)(chance, raw)
    if chance.random() < 0.02:
        kinds = ("text/plain", "application/json; charset=utf-16", "multipart/form-data", "")
        return Sent(path, raw, chance.choice(kinds))
    return Sent(path, raw)


def hostile_texts(number: int) -> Sent:
    """A request with hostile texts that must be accepted."""
    path, raw = bodies.form(number)
    body = json.loads(raw)
    for position, name in enumerate(sorted(FREE_TEXTS & body.keys())):
        text = TEXTS[(number // len(BODIES) + position) % len(TEXTS)]
        body[name] = f"{text[: MAX_OF.get(name, 200) - 12]} {number}"
    blanks = "\t\r\n "  # JSON whitespace, preserved in the stored body
    return Sent(
        path, f"{blanks}{json.dumps(body, ensure_ascii=False)}{blanks}".encode(), right=True
    )


def _anything(chance: Random) -> Any:
    """A fresh copy of a random value, safe to mutate."""
    return deepcopy(chance.choice(EVERYTHING))


def _places(value: Any, here: Place = ()) -> list[Place]:
    """The paths of everything inside a body."""
    found: list[Place] = []
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for name, child in children:
        found.append((*here, name))
        if isinstance(child, (dict, list)):
            found += _places(child, (*here, name))
    return found


def _changed(chance: Random, body: Any, change: Callable[[Any, Any], None]) -> Any:
    """Apply `change` to a random container and key of the body; return the body."""
    if not isinstance(body, (dict, list)) or not body:
        return _anything(chance)
    *way, last = chance.choice(_places(body))
    container: Any = body
    for step in way:
        container = container[step]
    change(container, last)
    return body


def _replace(chance: Random, body: Any) -> Any:
    def change(container: Any, place: Any) -> None:
        container[place] = _anything(chance)

    return _changed(chance, body, change)


def _remove(chance: Random, body: Any) -> Any:
    def change(container: Any, place: Any) -> None:
        del container[place]

    return _changed(chance, body, change)


def _wrap(chance: Random, body: Any) -> Any:
    def change(container: Any, place: Any) -> None:
        value = container[place]
        container[place] = chance.choice([[value], {"value": value}, str(value), [value] * 80])

    return _changed(chance, body, change)


def _append(chance: Random, body: Any) -> Any:
    def change(container: Any, place: Any) -> None:
        container[place] = f"{container[place]}{chance.choice(TEXTS)}"

    return _changed(chance, body, change)


def _add(chance: Random, body: Any) -> Any:
    if isinstance(body, dict):
        names = ("__proto__", "constructor", "id", "reference", "status", "total_paise", *TEXTS)
        body[chance.choice(names)] = _anything(chance)
    return body


CHANGES = [_replace, _replace, _replace, _append, _remove, _wrap, _add]


def _cut(chance: Random, raw: bytes) -> bytes:
    return raw[: chance.randrange(len(raw) + 1)]


def _flip(chance: Random, raw: bytes) -> bytes:
    malformed = bytearray(raw or b" ")
    malformed[chance.randrange(len(malformed))] = chance.randrange(256)
    return bytes(malformed)


def _insert(chance: Random, raw: bytes) -> bytes:
    at = chance.randrange(len(raw) + 1)
    return raw[:at] + chance.choice(FRAGMENTS) + raw[at:]


def _add_member(chance: Random, raw: bytes) -> bytes:
    """Add a member whose name may already exist."""
    name = chance.choice([b"name", b"email", b"phone", b"selectedItems", b"finalAmount", b"x"])
    return raw[:-1] + b',"' + name + b'":' + chance.choice(LITERALS) + b"}"


def _draw_number(chance: Random, raw: bytes) -> bytes:
    """Replace a value with a number of random exponent, up to an excessive number of digits."""
    mantissa = chance.choice(["0", "-0", "1", "-1", "6", "0.0", "1.5", "9" * chance.randint(1, 12)])
    exponent = "".join(chance.choices("0123456789", k=chance.randint(1, 24)))
    number = f"{mantissa}{chance.choice('eE')}{chance.choice(['', '+', '-'])}{exponent}".encode()
    places = [found.span(1) for found in _VALUE.finditer(raw)]
    if not places:
        return number
    start, end = chance.choice(places)
    return raw[:start] + number + raw[end:]


def _nest(chance: Random, raw: bytes) -> bytes:
    return chance.choice([b"[" * DEEP, b"[" * DEEP + b"]" * DEEP, b'{"a":' * DEEP])


# A number, string or literal after its key.
_VALUE = re.compile(rb':\s?("(?:[^"\\]|\\.)*"|[-+.\w]+)')
FRAGMENTS = [b"\0", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"\xef\xbb\xbf", b"'",
             b'"', b",", b"/**/", b"\r\n", b"\t"]  # fmt: skip
LITERALS = [b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1e400", b"1e9999999999999999999", b"0e9999999999999999999", b"9" * 400, b"0" * 40, b"01", b"0x6",
            b'"\\ud800"', b'"\\u0000"', b'"\\ud83e\\udd57"', b"null", b"-0", b"1E5", b"[" * 40 + b"]" * 40]  # fmt: skip
CORRUPTIONS = [_cut, _flip, _insert, _insert, _add_member, _add_member, _nest,
               _draw_number, _draw_number, _draw_number]  # fmt: skip
