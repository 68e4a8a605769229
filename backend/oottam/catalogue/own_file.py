"""A file that a shop wrote is held to its schema, and what is wrong is said with its line."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from oottam.catalogue import files
from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.places import line_of, written
from oottam.catalogue.schema import Fault, first_fault


class _RepeatedFieldError(ValueError):
    """A field that an object has twice: which of them holds would be chance."""


def check(path: Path, name: str) -> None:
    """Raises ImproperlyConfigured, in one sentence or two, where the file is not as its schema has it."""
    content = text(path)
    value = _parsed(path, content)
    schema = json.loads(_schema_of(name).read_text("utf-8"), parse_float=Decimal)
    if fault := first_fault(value, schema):
        line = line_of(content, fault.place)
        place = f" ({written(fault.place)})" if fault.place else ""
        _stop(path, f"line {line}{place}", f"{_ended(fault.sentence)}{_example(name, fault)}")


def _schema_of(name: str) -> Path:
    stem = Path(name).stem
    menu = stem if stem not in ("veg", "nonveg", "tray") else "menu"
    return SHIPPED / "schemas" / f"{menu}.schema.json"


def text(path: Path) -> str:
    """What the file says; raises ImproperlyConfigured where it is not UTF-8, or begins with a byte-order mark."""
    content = files.content(path)
    if content.startswith(b"\xef\xbb\xbf"):
        _stop(path, "line 1", "it begins with a byte-order mark. Save it as UTF-8 without one.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        _stop(path, f"line {line}", "a letter there is not UTF-8. Save the file as UTF-8.")


def _parsed(path: Path, text: str) -> Any:
    try:
        return json.loads(
            text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        _stop(
            path,
            f"line {error.lineno}, column {error.colno}",
            f"this is no JSON ({error.msg}). Look there, and just before it, for a comma, quote or bracket too "
            "many or too few.",
        )
    except _RepeatedFieldError as error:
        key = json.dumps(str(error), ensure_ascii=False)
        _stop(path, f"field {key}", "an object has it twice. Keep one.")
    except ValueError as error:
        _stop(path, "somewhere", f"{error} is no number.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedFieldError(key)
        found[key] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _example(name: str, fault: Fault) -> str:
    """How the shipped file has what is missing here."""
    if not fault.lacks:
        return ""
    try:
        value = json.loads((SHIPPED / name).read_text("utf-8"))
        for part in (*fault.place, fault.lacks):
            value = value[part]
    except (KeyError, IndexError, TypeError):
        return ""
    formatted = json.dumps(value, ensure_ascii=False)
    if len(formatted) > 200:
        return f" It stands in {SHIPPED / name}."
    return f' The shipped file has "{fault.lacks}": {formatted}.'


def _stop(path: Path, place: str, complaint: str) -> NoReturn:
    raise files.wrong(path, complaint, place)
