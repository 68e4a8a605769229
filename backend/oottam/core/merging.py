"""Values of a form, merged with those that a colleague has stored since it was made."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from oottam.core.errors import DomainError

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Merged(Generic[Name]):
    """`values`: what is to be stored; `conflicts`: the current values where a colleague and the form changed the same."""

    values: Mapping[Name, Any]
    conflicts: Mapping[Name, Any]


@dataclass(frozen=True, slots=True)
class Edit(Generic[Name]):
    """A value of a grid as its page showed it, and as it was typed; "" for none."""

    cell: Name
    shown: str
    typed: str


class EditsRefusedError(DomainError):
    """Nothing was stored. `errors`: a sentence by place; `conflicts`: by place what a colleague has made of the value."""

    def __init__(
        self, errors: Mapping[Any, str], conflicts: Mapping[Any, Any] = MappingProxyType({})
    ) -> None:
        super().__init__("Nothing was saved.")
        self.errors, self.conflicts = errors, conflicts


class ValuesChangedError(DomainError):
    """Nothing was stored: a colleague has changed the same since the form was made; `current` are the present values."""

    def __init__(self, current: Any) -> None:
        super().__init__(
            "A colleague has changed this in the meantime. Look at it, then save again."
        )
        self.current = current


def merge(
    *, shown: Mapping[Name, Any], current: Mapping[Name, Any], typed: Mapping[Name, Any]
) -> Merged[Name]:
    """Merge by name; None means no value.

    Fields the user did not change, and conflicts, keep the current value.
    """
    values, conflicts = dict[Name, Any](), dict[Name, Any]()
    for name in dict.fromkeys((*current, *typed, *shown)):
        before, now, then = (source.get(name) for source in (shown, current, typed))
        values[name] = then if now == before else now
        if then != before and now not in (before, then):
            conflicts[name] = now
    return Merged(values, conflicts)
