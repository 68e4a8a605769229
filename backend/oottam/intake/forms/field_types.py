"""What msgspec knows about a form's types, as the walks along a body use it."""

from functools import cache
from typing import Any

from msgspec import inspect


@cache
def type_of(wire: Any) -> inspect.Type:
    """The description of a type that a Field comes as."""
    return inspect.type_info(wire)


def unwrap(kind: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    """The type beneath its annotations, and the title and sentence that they carry."""
    if isinstance(kind, inspect.Metadata):
        return kind.type, {**(kind.extra_json_schema or {}), **(kind.extra or {})}
    return kind, {}


def join(path: str, name: str) -> str:
    """The path of a field inside the one at `path`; either may be empty."""
    return f"{path}.{name}" if path and name else path or name
