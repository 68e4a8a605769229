"""Values of a form against those of a colleague who saved in the meantime."""

from collections.abc import Mapping
from typing import Any

from oottam.core.errors import DomainError


class ValuesChangedError(DomainError):
    """Nothing was stored. `conflicts`: by name the current value, where it is neither what was shown nor typed."""

    def __init__(self, conflicts: Mapping[str, Any], current: Mapping[str, Any]) -> None:
        super().__init__("Nothing was saved.")
        self.conflicts, self.current = conflicts, current


def merge(
    shown: Mapping[str, Any], current: Mapping[str, Any], typed: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the current values with those that were typed over what was shown; a missing name is None.

    Raises ValuesChangedError.
    """
    merged, conflicts = dict[str, Any](), dict[str, Any]()
    for name in dict.fromkeys((*current, *typed, *shown)):
        before, now, then = (each.get(name) for each in (shown, current, typed))
        if then != before and now not in (before, then):
            conflicts[name] = now
        value = now if then == before else then
        if value is not None:
            merged[name] = value
    if conflicts:
        raise ValuesChangedError(conflicts, current)
    return merged
