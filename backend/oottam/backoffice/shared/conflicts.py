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
from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.templatetags.staff import actor_name, describe_action
from oottam.core.direction import isolate
from oottam.core.merging import merge

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
    """An audit entry as request/history_entry.html renders it: who did what, when, why, and the old and new values."""

    actor: str
    action: str
    at: datetime
    details: list[str]
    reason: str = ""


def changes_of_record(
    actions: str, record: Any, seen: int
) -> tuple[dict[str, Any], dict[str, Change]]:
    """Return the changes of a kitchen record since the version `seen`, as its page shows them and by field.

    `actions` is the prefix of their action codes.
    """
    newest = AuditEntry.objects.filter(action__startswith=actions).select_related("actor")
    of_record = [
        entry for entry in newest.order_by("-pk")[:MAX_READ] if record.name in entry.data.values()
    ]
    entries = changes_since(of_record, seen, record.version)
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
    return {"named": record.name, "entries": described}, changes_of(entries)


def unchanged_data(form: forms.Form) -> QueryDict:
    """Return the data of the unchanged form."""
    data = QueryDict(mutable=True)
    for name in form.fields:
        _write(data, form, name)
    return data


def merge_form(
    form: forms.Form,
    unchanged: forms.Form,
    changes: Mapping[str, Change],
    typed: Mapping[str, Any],
    describe: Callable[[str, Any], str],
) -> None:
    """Give each field of the posted `form` that was not changed there the current value; add a conflict as an error.

    By the form's field names: `changes` have the value that was shown and the current one, `typed` that of the form.
    `unchanged` is a form of the current values.
    """
    names = [name for name in changes if name in form.fields and name in typed]
    shown, current = ({name: changes[name][at] for name in names} for at in (0, 1))
    merged = merge(shown=shown, current=current, typed={name: typed[name] for name in names})
    data: Any = form.data
    data = data.copy()
    for name in names:
        if typed[name] == shown[name]:
            _write(data, unchanged, name)
        _write_initial(data, unchanged, name)
    form.data = data
    form.full_clean()
    for name, value in merged.conflicts.items():
        text = describe(name, value)
        form.add_error(name, f"A colleague has since changed this to “{text}”.")


def merge_changes(
    form: forms.Form,
    unchanged: forms.Form,
    changes: Mapping[str, Change],
    typed: Mapping[str, Any],
    describe: Callable[[str, Any], str] = lambda _, value: describe_value(value),
) -> None:
    """Call merge_form with values as the audit log stores them: primary keys as numbers, an empty value as None."""
    merge_form(
        form,
        unchanged,
        {name: (_text(was), _text(now)) for name, (was, now) in changes.items()},
        {name: _text(value) for name, value in typed.items()},
        lambda name, _: describe(name, changes[name][1]),
    )


def describe_value(value: Any) -> str:
    return isolate(str(value)) if value not in ("", None) else "nothing"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _write(data: QueryDict, form: forms.Form, name: str) -> None:
    """Make the data those of the unchanged form; a widget that reads several names has a `write`."""
    data.pop(name, None)
    if name not in form.fields:
        return
    value = form[name].value()
    if write := getattr(form.fields[name].widget, "write", None):
        write(data, name, value)
    elif isinstance(value, list | tuple):
        data.setlist(name, [str(item) for item in value])
    elif value not in (None, "", False):
        data[name] = str(value)


def _write_initial(data: QueryDict, form: forms.Form, name: str) -> None:
    data.pop(f"initial-{name}", None)
    if name in form.fields and form.fields[name].show_hidden_initial:
        shown = form.fields[name].hidden_widget().format_value(form[name].value())
        data[f"initial-{name}"] = shown or ""
