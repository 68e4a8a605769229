"""Validates a shop's own contract file against its JSON Schema; errors name the line."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from oottam.catalogue import files
from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.json_location import format_path, line_number
from oottam.catalogue.schema import SchemaError, first_error


class _RepeatedFieldError(ValueError):
    """An object has a field twice."""


def check(path: Path, name: str) -> None:
    """Raise ImproperlyConfigured for the first violation of the schema; `name` is one of folder.NAMES."""
    content = read_text(path)
    value = _parse_json(path, content)
    schema = json.loads(schema_of(name).read_text("utf-8"), parse_float=Decimal)
    if error := first_error(value, schema):
        line = line_number(content, error.path)
        location = f" ({format_path(error.path)})" if error.path else ""
        _fail(
            path, f"line {line}{location}", f"{end_sentence(error.message)}{_example(name, error)}"
        )


def schema_of(name: str) -> Path:
    """Return the schema of a file of folder.NAMES."""
    stem = Path(name).stem
    menu = stem if stem not in ("veg", "nonveg", "tray") else "menu"
    return SHIPPED / "schemas" / f"{menu}.schema.json"


def read_text(path: Path) -> str:
    """Return the file's text; raises ImproperlyConfigured unless it is UTF-8 without a byte-order mark."""
    content = files.read_bytes(path)
    if content.startswith(b"\xef\xbb\xbf"):
        _fail(path, "line 1", "it begins with a byte-order mark. Save it as UTF-8 without one.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        _fail(path, f"line {line}", "a letter there is not UTF-8. Save the file as UTF-8.")


def _parse_json(path: Path, text: str) -> Any:
    try:
        return json.loads(
            text,
            parse_float=Decimal,
            parse_constant=_reject_constant,
            object_pairs_hook=_build_object,
        )
    except json.JSONDecodeError as error:
        _fail(
            path,
            f"line {error.lineno}, column {error.colno}",
            f"this is no JSON ({error.msg}). Look there, and just before it, for a comma, quote or bracket too "
            "many or too few.",
        )
    except _RepeatedFieldError as error:
        key = json.dumps(str(error), ensure_ascii=False)
        _fail(path, f"field {key}", "an object has it twice. Keep one.")
    except ValueError as error:
        _fail(path, "somewhere", f"{error} is no number.")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value_by_key: dict[str, Any] = {}
    for key, value in pairs:
        if key in value_by_key:
            raise _RepeatedFieldError(key)
        value_by_key[key] = value
    return value_by_key


def _reject_constant(word: str) -> NoReturn:
    raise ValueError(word)


def end_sentence(sentence: str) -> str:
    """Add the full stop that it lacks."""
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _example(name: str, error: SchemaError) -> str:
    """Quote the shipped file's value of a missing field; "" if it has none."""
    if not error.missing_field:
        return ""
    try:
        value = json.loads((SHIPPED / name).read_text("utf-8"))
        for part in (*error.path, error.missing_field):
            value = value[part]
    except (KeyError, IndexError, TypeError):
        return ""
    formatted = json.dumps(value, ensure_ascii=False)
    if len(formatted) > 200:
        return f" It stands in {SHIPPED / name}."
    return f' The shipped file has "{error.missing_field}": {formatted}.'


def _fail(path: Path, location: str, message: str) -> NoReturn:
    raise files.contract_error(path, message, location)
