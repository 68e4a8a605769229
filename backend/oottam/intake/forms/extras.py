"""Finds the fields that nobody asked for, whose names are noted.

A form is looked through once, when the server starts; what is kept knows only of the places where
a body can hold fields. The entries of a list share one path.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from msgspec import inspect

from oottam.intake.forms.field_types import join, type_of, unwrap


class Place(Protocol):
    """Somewhere in a form where fields can be, at any depth."""

    def extras(self, sent: Any, path: str) -> Iterator[str]:
        """Paths of the fields in `sent`, which came at `path`, that the form does not ask for."""


class _Object:
    def __init__(self, fields: dict[str, Place | None]) -> None:
        self.fields = fields

    def extras(self, sent: Any, path: str) -> Iterator[str]:
        if not isinstance(sent, dict):
            return
        for name, value in sent.items():
            if name not in self.fields:
                yield join(path, name)
            elif place := self.fields[name]:
                yield from place.extras(value, join(path, name))


class _List:
    def __init__(self, entry: Place) -> None:
        self.entry = entry

    def extras(self, sent: Any, path: str) -> Iterator[str]:
        if isinstance(sent, list):
            path = f"{path}[]"
            for entry in sent:
                yield from self.entry.extras(entry, path)


def place_of(kind: inspect.Type) -> Place | None:
    """Where `kind` can hold fields; None when it holds a single value."""
    kind, _ = unwrap(kind)
    if isinstance(kind, inspect.CustomType):
        field: Any = kind.cls
        return place_of(type_of(field.wire))
    if isinstance(kind, inspect.ListType):
        entry = place_of(kind.item_type)
        return _List(entry) if entry else None
    if isinstance(kind, inspect.StructType):
        return _Object({field.encode_name: place_of(field.type) for field in kind.fields})
    return None
