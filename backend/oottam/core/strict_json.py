"""A strict JSON parser.

Rejects invalid UTF-8, duplicate keys, NaN and Infinity, excessive numbers and nesting, NUL and lone
surrogates (which databases cannot store). Numbers with a fraction or an exponent become Decimal,
never float.
"""

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

MAX_CONTAINERS = 25_000  # the decoder holds the GIL until it has built all of them
MAX_EXPONENT = 15
MAX_EXPONENT_OF_ZERO = 30  # some clients send zeros with this many decimals

# For valid JSON; possessive, so that each character is matched once.
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_NON_BRACKETS = re.compile(r"[^\[\]{}]++")
_INNERMOST = re.compile(r"\[\]|\{\}")
_SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")  # NUL, surrogates


class BadJsonError(ValueError):
    """The text is not acceptable JSON; the message is for the customer."""


def parse(raw: bytes, *, max_depth: int, max_number_length: int) -> Any:
    """Parse `raw`. Raises BadJsonError.

    `max_depth` counts nested objects and lists, `max_number_length` characters.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BadJsonError("The request is not valid UTF-8.") from None
    # Both checks run only on texts with escapes or many brackets.
    may_be_too_deep = text.count("{") + text.count("[") > max_depth
    brackets = _NON_BRACKETS.sub("", _STRINGS.sub("", text)) if may_be_too_deep else ""
    if len(brackets) > 2 * MAX_CONTAINERS:
        raise BadJsonError("The request holds too many lists and objects.")
    value = _decode(text, max_number_length)
    if may_be_too_deep:
        _check_depth(brackets, max_depth)
    if _SUSPICIOUS.search(text):
        check_texts(value)
    return value


def _decode(text: str, max_number_length: int) -> Any:
    try:
        return _decoder(max_number_length).decode(text)
    except json.JSONDecodeError as error:
        raise BadJsonError(
            f"The request is not valid JSON (line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise BadJsonError("The request is nested too deeply.") from None


@cache
def _decoder(max_number_length: int) -> json.JSONDecoder:
    def check_length(digits: str) -> str:
        if len(digits) > max_number_length:
            raise BadJsonError("The request holds a number that is too long.")
        return digits

    return json.JSONDecoder(
        object_pairs_hook=_unique,
        parse_int=lambda digits: int(check_length(digits)),
        parse_float=lambda digits: _decimal(check_length(digits)),
        parse_constant=_refuse_constant,
    )


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadJsonError("The request names a field twice.")
    return fields


def _decimal(digits: str) -> Decimal:
    """Reject exponents out of bounds: a few characters could expand to gigabytes."""
    try:
        value = Decimal(digits)
    except InvalidOperation:  # an exponent beyond Decimal's range
        value = None
    max_exponent = MAX_EXPONENT if value else MAX_EXPONENT_OF_ZERO
    if value is None or abs(value.adjusted()) > max_exponent:
        raise BadJsonError("The request holds a number that is too large or too small.")
    return value


def _refuse_constant(name: str) -> None:
    raise BadJsonError(f"The request holds {name}, which is not a JSON number.")


def _check_depth(brackets: str, max_depth: int) -> None:
    """Remove innermost brackets repeatedly; the regular expression is faster than a loop."""
    for _ in range(max_depth):
        brackets = _INNERMOST.sub("", brackets)
        if not brackets:
            return
    raise BadJsonError("The request is nested too deeply.")


def check_texts(value: Any) -> None:
    """Check all strings of a decoded value, without recursion. Raises BadJsonError for NUL or a lone surrogate."""
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
