"""Holds a value to a JSON Schema of contract/schemas, in words for who wrote the value."""

import difflib
import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jsonschema import ValidationError

Place = tuple[str | int, ...]
_KINDS: Mapping[str, str] = {
    "object": "an object in {}",
    "array": "a list in []",
    "string": "text in quotes",
    "number": "a number without quotes",
    "integer": "a whole number without quotes",
    "boolean": "true or false",
    "null": "null",
}
# By the schema's keyword, after the value: of the value, and of what the schema has there.
_SENTENCES: Mapping[str, Callable[[Any, Any], str]] = {
    "type": lambda _, kinds: (
        f"is not {' or '.join(_KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))}"
    ),
    "const": lambda _, only: f"must be {_format(only)}",
    "enum": lambda _, allowed: f"must be one of {_listed(allowed)}",
    "minLength": lambda _, least: f"is too short, {least} letters at least",
    "maxLength": lambda value, most: f"has {len(value)} letters, {most} at most",
    "pattern": lambda _, pattern: (
        "begins or ends with a blank" if pattern == r"^\S(.*\S)?$" else "is not written as it has to be"
    ),
    "minItems": lambda _, least: f"has too few entries, {least} at least",
    "maxItems": lambda value, most: f"has {len(value)} entries, {most} at most",
    "uniqueItems": lambda _value, _: "holds something twice",
    "minProperties": lambda _, least: f"has too few fields, {least} at least",
    "minimum": lambda _, least: f"is less than {least}",
    "maximum": lambda _, most: f"is more than {most}",
    "exclusiveMinimum": lambda _, under: f"is not more than {under}",
    "multipleOf": lambda _, step: f"is no multiple of {step}",
}  # fmt: skip


class Fault(NamedTuple):
    """What is wrong at a place: keys and positions (from 0) from the outermost value on."""

    place: Place
    sentence: str
    lacks: str = ""  # the field that is missing there


def first_fault(value: Any, schema: dict[str, Any]) -> Fault | None:
    """The first thing in `value` that the schema does not allow; both with Decimals for numbers with decimals."""
    # 3 MB and 35 ms, for shops that have files of their own.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    validator = Draft202012Validator(_without_references(schema, schema))
    faults = map(_fault, validator.iter_errors(value))
    return min(faults, key=lambda fault: _position(fault, value), default=None)


def _without_references(rule: Any, root: dict[str, Any]) -> Any:
    """Each reference as what it leads to, with what is said beside it: its description is the nearer one."""
    if isinstance(rule, list):
        return [_without_references(part, root) for part in rule]
    if not isinstance(rule, dict):
        return rule
    if "$ref" in rule:
        meant = root["$defs"][rule["$ref"].removeprefix("#/$defs/")]
        rule = {**meant, **{key: part for key, part in rule.items() if key != "$ref"}}
    return {key: _without_references(part, root) for key, part in rule.items() if key != "$defs"}


def _position(fault: Fault, value: Any) -> tuple[float, ...]:
    """Where it is read in the file; what an object lacks is missed at its end."""
    position: list[float] = []
    for part in fault.place:
        position.append([*value].index(part) if isinstance(value, dict) else int(part))
        value = value[part]
    return (*position, math.inf) if fault.lacks else tuple(position)


def _fault(error: "ValidationError") -> Fault:
    place = tuple(error.absolute_path)
    value: Any = error.instance
    rule: Any = error.schema
    match str(error.validator):
        case "required":
            lacks = next(name for name in rule["required"] if f"{name!r} is" in error.message)
            wanted = rule["properties"][lacks].get("description", "")
            return Fault(place, f'"{lacks}" is missing. {_expected(wanted)}'.strip(), lacks)
        case "additionalProperties":
            known, patterns = rule.get("properties", {}), rule.get("patternProperties", {})
            key = next(
                key for key in value
                if key not in known and not any(re.search(pattern, key) for pattern in patterns)
            )  # fmt: skip
            return Fault((*place, key), _unknown(key, [*known], has_patterns=bool(patterns)))
        case "items":
            ahead = len(rule.get("prefixItems", ()))
            return Fault((*place, ahead), f"only {ahead} entries are expected")
        case keyword:
            says = _SENTENCES.get(keyword, lambda *_: "is not as it has to be")
            sentence = f"{_format(value)} {says(value, error.validator_value)}"
            if keyword in ("const", "enum"):
                return Fault(place, sentence)
            return Fault(place, f"{sentence}. {_expected(rule.get('description', ''))}".strip())


def _unknown(key: str, known: list[str], *, has_patterns: bool) -> str:
    if has_patterns:
        return f'"{key}" is no key: small letters, digits and single hyphens only'
    near = difflib.get_close_matches(key, known, 1)
    hint = f'Did you mean "{near[0]}"?' if near else f"Known are {_listed(known)}."
    return f'"{key}" is not known here. {hint}'


def _expected(wanted: str) -> str:
    return f"Expected: {wanted}" if wanted else ""


def _listed(words: list[Any]) -> str:
    return ", ".join(_format(word) for word in words)


def _format(value: Any) -> str:
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
