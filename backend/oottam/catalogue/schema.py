"""Validates values against contract/schemas, with messages for the author of a contract file."""

import difflib
import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jsonschema import ValidationError

JsonPath = tuple[str | int, ...]
_TYPE_NAMES: Mapping[str, str] = {
    "object": "an object in {}",
    "array": "a list in []",
    "string": "text in quotes",
    "number": "a number without quotes",
    "integer": "a whole number without quotes",
    "boolean": "true or false",
    "null": "null",
}
# Message by schema keyword, appended to the value; called with the value and the keyword's value.
_MESSAGES: Mapping[str, Callable[[Any, Any], str]] = {
    "type": lambda _, kinds: (
        f"is not {' or '.join(_TYPE_NAMES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))}"
    ),
    "const": lambda _, only: f"must be {_format(only)}",
    "enum": lambda _, allowed: f"must be one of {_join(allowed)}",
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


class SchemaError(NamedTuple):
    """A violation of the schema; `path` are keys and indexes (from 0) from the root."""

    path: JsonPath
    message: str
    missing_field: str = ""


def first_error(value: Any, schema: dict[str, Any]) -> SchemaError | None:
    """Return the first violation in document order; numbers with decimals must be Decimals in both."""
    # Imported only for shops with own files: 3 MB and 35 ms.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    validator = Draft202012Validator(_inline_references(schema, schema))
    errors = map(_to_schema_error, validator.iter_errors(value))
    return min(errors, key=lambda error: _sort_key(error, value), default=None)


def _inline_references(rule: Any, root: dict[str, Any]) -> Any:
    """Replace each $ref by its definition; sibling keys of the $ref, such as a description, win."""
    if isinstance(rule, list):
        return [_inline_references(part, root) for part in rule]
    if not isinstance(rule, dict):
        return rule
    if "$ref" in rule:
        definition = root["$defs"][rule["$ref"].removeprefix("#/$defs/")]
        rule = {**definition, **{key: part for key, part in rule.items() if key != "$ref"}}
    return {key: _inline_references(part, root) for key, part in rule.items() if key != "$defs"}


def _sort_key(error: SchemaError, value: Any) -> tuple[float, ...]:
    """Return the position in document order; a missing field sorts at its object's end."""
    position: list[float] = []
    for part in error.path:
        position.append([*value].index(part) if isinstance(value, dict) else int(part))
        value = value[part]
    return (*position, math.inf) if error.missing_field else tuple(position)


def _to_schema_error(error: "ValidationError") -> SchemaError:
    path = tuple(error.absolute_path)
    value: Any = error.instance
    rule: Any = error.schema
    match str(error.validator):
        case "required":
            missing = next(name for name in rule["required"] if f"{name!r} is" in error.message)
            description = rule["properties"][missing].get("description", "")
            return SchemaError(
                path, f'"{missing}" is missing. {_expected(description)}'.strip(), missing
            )
        case "additionalProperties":
            known, patterns = rule.get("properties", {}), rule.get("patternProperties", {})
            key = next(
                key for key in value
                if key not in known and not any(re.search(pattern, key) for pattern in patterns)
            )  # fmt: skip
            return SchemaError((*path, key), _unknown(key, [*known], has_patterns=bool(patterns)))
        case "items":
            count = len(rule.get("prefixItems", ()))
            return SchemaError((*path, count), f"only {count} entries are expected")
        case keyword:
            describe = _MESSAGES.get(keyword, lambda *_: "is not as it has to be")
            message = f"{_format(value)} {describe(value, error.validator_value)}"
            if keyword in ("const", "enum"):
                return SchemaError(path, message)
            return SchemaError(path, f"{message}. {_expected(rule.get('description', ''))}".strip())


def _unknown(key: str, known: list[str], *, has_patterns: bool) -> str:
    if has_patterns:
        return f'"{key}" is no key: small letters, digits and single hyphens only'
    near = difflib.get_close_matches(key, known, 1)
    hint = f'Did you mean "{near[0]}"?' if near else f"Known are {_join(known)}."
    return f'"{key}" is not known here. {hint}'


def _expected(description: str) -> str:
    return f"Expected: {description}" if description else ""


def _join(values: list[Any]) -> str:
    return ", ".join(_format(value) for value in values)


def _format(value: Any) -> str:
    """Format as JSON; objects and lists by type, long text shortened."""
    if isinstance(value, str):
        return f'"{value[:40]}..."' if len(value) > 43 else f'"{value}"'
    if isinstance(value, dict):
        return "the object"
    if isinstance(value, list):
        return "the list"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return str(value)
