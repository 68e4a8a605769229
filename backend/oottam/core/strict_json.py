"""JSON read without any of the liberties that parsers take.

Refused are: bytes that are not UTF-8, two keys of one name, NaN and Infinity, numbers too long or
too large to mean anything, nesting deeper than asked for, NUL and lone surrogates (which databases
cannot hold). Numbers with a fraction or an exponent become Decimal, never float.
"""

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

MAX_CONTAINERS = 25_000  # the decoder lets nobody else run until it has made all of them
MAX_EXPONENT = 15
MAX_EXPONENT_OF_ZERO = 30  # there are zeros with as many digits behind the point

# In text that is JSON: possessive, so that each character is looked at once.
_TEXTS = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_NO_BRACKETS = re.compile(r"[^\[\]{}]++")
_INNERMOST = re.compile(r"\[\]|\{\}")
_SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")  # NUL, halves of characters


class BadJsonError(ValueError):
    """The text is not JSON that can be taken; the message says why, in words for a customer."""


def parse(raw: bytes, *, deepest: int, longest_number: int) -> Any:
    """The value that `raw` holds; raises BadJsonError.

    `deepest` counts objects and lists inside each other, `longest_number` characters.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BadJsonError("The request is not valid UTF-8.") from None
    # Both faults need an escape or brackets, so that most bodies need no second look.
    nested = text.count("{") + text.count("[") > deepest
    brackets = _NO_BRACKETS.sub("", _TEXTS.sub("", text)) if nested else ""
    if len(brackets) > 2 * MAX_CONTAINERS:
        raise BadJsonError("The request holds too many lists and objects.")
    value = _decode(text, longest_number)
    if nested:
        _check_depth(brackets, deepest)
    if _SUSPICIOUS.search(text):
        check_texts(value)
    return value


def _decode(text: str, longest_number: int) -> Any:
    try:
        return _decoder(longest_number).decode(text)
    except json.JSONDecodeError as error:
        raise BadJsonError(
            f"The request is not valid JSON (line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise BadJsonError("The request is nested too deeply.") from None


@cache
def _decoder(longest_number: int) -> json.JSONDecoder:
    def bounded(digits: str) -> str:
        if len(digits) > longest_number:
            raise BadJsonError("The request holds a number that is too long.")
        return digits

    return json.JSONDecoder(
        object_pairs_hook=_unique,
        parse_int=lambda digits: int(bounded(digits)),
        parse_float=lambda digits: _decimal(bounded(digits)),
        parse_constant=_refuse_constant,
    )


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadJsonError("The request names a field twice.")
    return found


def _decimal(digits: str) -> Decimal:
    """What is beyond the bounds is refused here: an exponent makes gigabytes of a few characters."""
    try:
        value = Decimal(digits)
    except InvalidOperation:  # an exponent beyond those of Decimal itself, also that of a zero
        value = None
    largest = MAX_EXPONENT if value else MAX_EXPONENT_OF_ZERO
    if value is None or abs(value.adjusted()) > largest:
        raise BadJsonError("The request holds a number that is too large or too small.")
    return value


def _refuse_constant(name: str) -> None:
    raise BadJsonError(f"The request holds {name}, which is not a JSON number.")


def _check_depth(brackets: str, deepest: int) -> None:
    """Takes the innermost ones away, again and again: the expression is quicker than a walk."""
    for _ in range(deepest):
        brackets = _INNERMOST.sub("", brackets)
        if not brackets:
            return
    raise BadJsonError("The request is nested too deeply.")


def check_texts(value: Any) -> None:
    """Every text of a decoded value, without recursion; raises BadJsonError for one that no database can hold."""
    level = [value]
    while level:
        for text in [item for item in level if isinstance(item, str)]:
            _check_text(text)
        containers = [item for item in level if isinstance(item, (dict, list))]
        level = [child for container in containers for child in _children(container)]


def _children(container: dict[str, Any] | list[Any]) -> Iterator[Any]:
    if isinstance(container, list):
        yield from container
    else:
        yield from container.keys()
        yield from container.values()


def _check_text(text: str) -> None:
    if "\0" in text:
        raise BadJsonError("The request holds a NUL character.")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise BadJsonError("The request holds half of a character (a lone surrogate).")
