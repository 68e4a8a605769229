"""A form that was sent after a colleague had changed the same thing: nothing of it is saved, and nothing of it goes.

The page comes back as it is now, with what was typed in its form, ready to be sent with the version of now. A field
that only the colleague changed takes her value, or sending the form again would undo her change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from oottam.audit.models import AuditEntry
from oottam.backoffice.templatetags.staff import actor_name, audit_words
from oottam.core.direction import isolate

MAX_READ = 200  # entries of the record, to find those of one thing
SHOWN = 3  # changes, where a form does not say which version it was made of
Change = tuple[Any, Any]  # what was and what is, as the record holds it


def since(entries: Sequence[AuditEntry], seen: int, now: int) -> list[AuditEntry]:
    """Of the changes of something, newest first, those made after the version that was seen: one for each version."""
    return list(entries[: now - seen if 0 < seen < now else SHOWN])


def changes_of(entries: Iterable[AuditEntry]) -> dict[str, Change]:
    """By field: its value before all of these changes, and the one after them."""
    found: dict[str, Change] = {}
    for entry in entries:
        for name, value in entry.data.items():
            if isinstance(value, dict) and "was" in value and "now" in value:
                found[name] = (value["was"], found.get(name, (None, value["now"]))[1])
    return found


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """A change as request/told.html shows it."""

    who: str
    what: str
    at: datetime
    details: list[str]
    reason: str = ""


def change_entries(
    actions: str, name: str, seen: int, now: int
) -> tuple[list[ChangeEntry], dict[str, Change]]:
    """What was done, by actions that begin so, to a thing of the kitchen since the version that was seen; and the changes."""
    newest = AuditEntry.objects.filter(action__startswith=actions).select_related("actor")
    own = [entry for entry in newest.order_by("-pk")[:MAX_READ] if name in entry.data.values()]
    entries = since(own, seen, now)
    told = [
        ChangeEntry(
            who=actor_name(entry),
            what=audit_words(entry.action),
            at=entry.at,
            details=[
                f"{field.replace('_', ' ')}: {describe_value(was)} → {describe_value(then)}"
                for field, (was, then) in changes_of([entry]).items()
            ],
        )
        for entry in entries
    ]
    return told, changes_of(entries)


def as_sent(form: forms.Form) -> QueryDict:
    """What a form that nobody has written in would send."""
    sent = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if isinstance(value, list | tuple):
            sent.setlist(bound.name, [str(each) for each in value])
        elif value not in (None, "", False):
            sent[bound.name] = str(value)
    return sent


def bring_together(
    form: forms.Form,
    current: forms.Form,
    changes: Mapping[str, Change],
    typed: Mapping[str, Any],
    in_words: Callable[[str, Any], str],
) -> None:
    """Give `form`, which was sent, the colleague's value where only she changed it; else say hers beside what was typed.

    `changes` are by the names of the form's fields, as `typed` is: what was typed, as the record would hold it.
    """
    posted: Any = form.data
    theirs, sent = as_sent(current), posted.copy()
    both = dict[str, str]()
    for name, (was, now) in changes.items():
        if name not in form.fields or name not in typed or _same(typed[name], now):
            continue
        if _same(typed[name], was):
            sent.pop(name, None)
            if name in theirs:
                sent.setlist(name, theirs.getlist(name))
        else:
            both[name] = in_words(name, now)
    form.data = sent
    form.full_clean()
    for name, value in both.items():
        form.add_error(name, f"A colleague has since changed this to “{value}”.")


def describe_value(value: Any) -> str:
    """A value of the record of the kitchen."""
    return isolate(str(value)) if value not in ("", None) else "nothing"


def _same(one: Any, other: Any) -> bool:
    """As text: a form knows a colleague by the digits of a number, and nothing as an empty text."""
    return one == other or str("" if one is None else one) == str("" if other is None else other)
