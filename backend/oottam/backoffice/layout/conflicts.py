"""A form that was posted after a colleague's change: nothing is saved, and nothing typed is lost.

The page is rendered with current values, the typed input and the current version. A field that only the colleague
changed takes their value: else saving the form again would undo that change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from oottam.audit.models import AuditEntry
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.templatetags.staff import actor_name, describe_action
from oottam.core.direction import isolate

MAX_READ = 200  # audit entries searched for those of one record
SHOWN = 3  # changes, where a form has no version
Change = tuple[Any, Any]  # old and new value, as the audit log stores them


def changes_since(entries: Sequence[AuditEntry], seen: int, now: int) -> list[AuditEntry]:
    """Return the changes after the `seen` version, one per version; `entries` are newest first."""
    return list(entries[: now - seen if 0 < seen < now else SHOWN])


def posted_version(request: HttpRequest) -> int:
    """Return the version that the posted form was made of; 0 where it has none."""
    return parse_pk(request.POST.get("version", "")) or 0


def changes_of(entries: Iterable[AuditEntry]) -> dict[str, Change]:
    """Return by field the value before all of these entries, and the one after them."""
    result: dict[str, Change] = {}
    for entry in entries:
        for name, value in entry.data.items():
            if isinstance(value, dict) and "was" in value and "now" in value:
                result[name] = (value["was"], result.get(name, (None, value["now"]))[1])
    return result


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """A change as request/history_entry.html renders it."""

    actor: str
    action: str
    at: datetime
    details: list[str]
    reason: str = ""


def change_entries(
    actions: str, name: str, seen: int, now: int
) -> tuple[list[ChangeEntry], dict[str, Change]]:
    """Return the changes of a kitchen record since the version `seen`, as entries and by field.

    `actions` is the prefix of their action codes.
    """
    newest = AuditEntry.objects.filter(action__startswith=actions).select_related("actor")
    record_entries = [
        entry for entry in newest.order_by("-pk")[:MAX_READ] if name in entry.data.values()
    ]
    entries = changes_since(record_entries, seen, now)
    described = [
        ChangeEntry(
            actor=actor_name(entry),
            action=describe_action(entry.action),
            at=entry.at,
            details=[
                f"{field.replace('_', ' ')}: {describe_value(was)} → {describe_value(then)}"
                for field, (was, then) in changes_of([entry]).items()
            ],
        )
        for entry in entries
    ]
    return described, changes_of(entries)


def unchanged_data(form: forms.Form) -> QueryDict:
    """Return the data of the unchanged form."""
    data = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if isinstance(value, list | tuple):
            data.setlist(bound.name, [str(each) for each in value])
        elif value not in (None, "", False):
            data[bound.name] = str(value)
    return data


def merge_changes(
    form: forms.Form,
    current: forms.Form,
    changes: Mapping[str, Change],
    typed: Mapping[str, Any],
    describe: Callable[[str, Any], str],
) -> None:
    """Set a field of the posted `form` to the colleague's value where only the colleague changed it; else add it as an error.

    `changes` and `typed` are by the form's field names; `typed` has the values as the audit log would store them.
    """
    posted: Any = form.data
    theirs, merged = unchanged_data(current), posted.copy()
    conflicting = dict[str, str]()
    for name, (was, now) in changes.items():
        if name not in form.fields or name not in typed or _same(typed[name], now):
            continue
        if _same(typed[name], was):
            merged.pop(name, None)
            if name in theirs:
                merged.setlist(name, theirs.getlist(name))
        else:
            conflicting[name] = describe(name, now)
    form.data = merged
    form.full_clean()
    for name, value in conflicting.items():
        form.add_error(name, f"A colleague has since changed this to “{value}”.")


def describe_value(value: Any) -> str:
    return isolate(str(value)) if value not in ("", None) else "nothing"


def _same(one: Any, other: Any) -> bool:
    """Compare as text: the audit log holds primary keys as numbers and an empty value as None."""
    return one == other or str("" if one is None else one) == str("" if other is None else other)
