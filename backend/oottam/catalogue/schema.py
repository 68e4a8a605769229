"""Holds a value to a JSON Schema, as far as those of contract/schemas go, in words for who wrote the value."""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

Place = tuple[str | int, ...]
_KINDS: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "object": ("an object in {}", (dict,)),
    "array": ("a list in []", (list,)),
    "string": ("text in quotes", (str,)),
    "number": ("a number without quotes", (int, Decimal)),
    "integer": ("a whole number without quotes", (int,)),
    "boolean": ("true or false", (bool,)),
    "null": ("null", (type(None),)),
}

_NO_KEY = '"{}" is no key: small letters, digits and single hyphens only'


class Fault(NamedTuple):
    """What is wrong at a place: keys and positions (from 0) from the outermost value on."""

    place: Place
    sentence: str
    lacks: str = ""  # the field that is missing there


def first_fault(value: Any, schema: dict[str, Any]) -> Fault | None:
    """The first thing in `value` that the schema does not allow. Numbers with decimals are Decimals."""
    return next(_faults(value, schema, schema, ()), None)


def _faults(value: Any, rule: dict[str, Any], root: dict[str, Any], at: Place) -> Iterator[Fault]:
    rule = _resolved(rule, root)
    if wrong := _wrong(value, rule):
        yield Fault(at, wrong)
        return
    for part in rule.get("allOf", ()):
        yield from _faults(value, part, root, at)
    if isinstance(value, dict):
        yield from _of_fields(value, rule, root, at)
    if isinstance(value, list):
        yield from _of_entries(value, rule, root, at)


def _resolved(rule: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in rule:
        return rule
    return {**root["$defs"][rule["$ref"].removeprefix("#/$defs/")], **rule}


def _of_fields(
    value: dict[str, Any], rule: dict[str, Any], root: dict[str, Any], at: Place
) -> Iterator[Fault]:
    known: dict[str, Any] = rule.get("properties", {})
    patterns: dict[str, Any] = rule.get("patternProperties", {})
    for key, inner in value.items():
        if key in known:
            yield from _faults(inner, known[key], root, (*at, key))
        elif found := [own for pattern, own in patterns.items() if re.search(pattern, key)]:
            yield from _faults(inner, found[0], root, (*at, key))
        elif rule.get("additionalProperties") is False:
            yield Fault(
                (*at, key), _unknown(key, [*known]) if not patterns else _NO_KEY.format(key)
            )
    for name in rule.get("required", ()):
        if name not in value:
            wanted = _resolved(known[name], root).get("description", "")
            yield Fault(at, f'"{name}" is missing. {_expected(wanted)}'.strip(), name)


def _unknown(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, 1)
    hint = f'Did you mean "{near[0]}"?' if near else f"Known are {_listed(known)}."
    return f'"{key}" is not known here. {hint}'


def _of_entries(
    value: list[Any], rule: dict[str, Any], root: dict[str, Any], at: Place
) -> Iterator[Fault]:
    ahead: list[Any] = rule.get("prefixItems", [])
    for index, entry in enumerate(value):
        inner = ahead[index] if index < len(ahead) else rule.get("items", {})
        if inner is False:
            yield Fault((*at, index), f"only {len(ahead)} entries are expected")
            return
        yield from _faults(entry, inner, root, (*at, index))


def _wrong(value: Any, rule: dict[str, Any]) -> str:
    """What is wrong with this value itself, and what was expected; "" where nothing is."""
    shown = _shown(value)
    kinds = rule.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return f"{shown} is not {' or '.join(_KINDS[kind][0] for kind in kinds)}. {_about(rule)}".strip()
    if "const" in rule and value != rule["const"]:
        return f"{shown} must be {_shown(rule['const'])}"
    if "enum" in rule and value not in rule["enum"]:
        return f"{shown} must be one of {_listed(rule['enum'])}"
    for word, breaks in _LIMITS.items():
        if word in rule and (said := breaks(value, rule[word])):
            return f"{shown} {said}. {_about(rule)}".strip()
    return ""


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _KINDS[kind][1])


def _number(breaks: Callable[[Any, Decimal], str]) -> Callable[[Any, Any], str]:
    def of(value: Any, limit: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            return ""
        return breaks(value, Decimal(str(limit)))

    return of


_LIMITS: Mapping[str, Callable[[Any, Any], str]] = {
    "minLength": lambda value, least: (
        f"is too short, {least} letters at least" if isinstance(value, str) and len(value) < least else ""
    ),
    "maxLength": lambda value, most: (
        f"has {len(value)} letters, {most} at most" if isinstance(value, str) and len(value) > most else ""
    ),
    "pattern": lambda value, pattern: (
        _unlike(pattern) if isinstance(value, str) and not re.search(pattern, value) else ""
    ),
    "minItems": lambda value, least: (
        f"has too few entries, {least} at least" if isinstance(value, list) and len(value) < least else ""
    ),
    "maxItems": lambda value, most: (
        f"has {len(value)} entries, {most} at most" if isinstance(value, list) and len(value) > most else ""
    ),
    "uniqueItems": lambda value, _: (
        "holds something twice" if isinstance(value, list) and any(each in value[:n] for n, each in enumerate(value)) else ""
    ),
    "minProperties": lambda value, least: (
        f"has too few fields, {least} at least" if isinstance(value, dict) and len(value) < least else ""
    ),
    "minimum": _number(lambda value, least: f"is less than {least}" if value < least else ""),
    "maximum": _number(lambda value, most: f"is more than {most}" if value > most else ""),
    "exclusiveMinimum": _number(lambda value, under: f"is not more than {under}" if value <= under else ""),
    "multipleOf": _number(
        lambda value, step: f"is no multiple of {step}" if Decimal(value) % step else ""
    ),
}  # fmt: skip


def _unlike(pattern: str) -> str:
    if pattern == r"^\S(.*\S)?$":
        return "begins or ends with a blank"
    return "is not written as it has to be"


def _about(rule: dict[str, Any]) -> str:
    return _expected(rule.get("description", ""))


def _expected(wanted: str) -> str:
    return f"Expected: {wanted}" if wanted else ""


def _listed(words: list[Any]) -> str:
    return ", ".join(_shown(word) for word in words)


def _shown(value: Any) -> str:
    """As it would be written in the file, long values only by their kind."""
    if isinstance(value, str):
        return f'"{value[:40]}..."' if len(value) > 43 else f'"{value}"'
    if isinstance(value, dict):
        return "the object"
    if isinstance(value, list):
        return "the list"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return str(value)
