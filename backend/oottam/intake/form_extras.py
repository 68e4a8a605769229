"""Walks a body along its form: the fields that nobody asked for, whose names are noted."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from oottam.intake.form_types import join, type_of, unwrap


def extras(kind: inspect.Type, sent: Any, path: str = "") -> Iterator[str]:
    """Paths of fields that `kind` does not ask for; the entries of a list share one path."""
    kind, _ = unwrap(kind)
    if isinstance(kind, inspect.CustomType):
        field: Any = kind.cls
        yield from extras(type_of(field.wire), sent, path)
    elif isinstance(kind, inspect.ListType) and isinstance(sent, list):
        for entry in sent:
            yield from extras(kind.item_type, entry, f"{path}[]")
    elif isinstance(kind, inspect.StructType) and isinstance(sent, dict):
        known = {field.encode_name: field.type for field in kind.fields}
        for name, value in sent.items():
            if name in known:
                yield from extras(known[name], value, join(path, name))
            else:
                yield join(path, name)
