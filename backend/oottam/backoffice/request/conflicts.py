"""A request's form that came after a colleague's change, and what that change was."""

from typing import Any

from oottam.audit.models import AuditEntry
from oottam.backoffice.layout import conflicts
from oottam.backoffice.request import forms, queries
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.queries import Found
from oottam.backoffice.request.text import format_value
from oottam.workflow.services.editing import to_json_value

# What is noted of a request by another way than its version.
_BESIDE = ("schedule.", "delivery.", "stop.", "run.", "mail.", "person.export", "list.", "health.")
# Their forms are on the page whatever the request's status is.
_ALWAYS = frozenset(
    {
        "note",
        "payment",
        "undo-payment",
        "undo-price",
        "refund",
        "undo-refund",
        "adjust",
        "price",
        "assign",
        "message",
        "merge",
    }
)


def shown(
    found: Found,
    form: forms.StaffForm,
    current: forms.StaffForm | None,
    version: int,
    *,
    is_open: bool,
) -> dict[str, Any]:
    """For layout/quicker.html; the form takes over what only the colleague changed, where the page still has it."""
    own = [entry for entry in found.entries if not entry.action.startswith(_BESIDE)]
    entries = conflicts.since(own, version, found.request.version)
    names = {colleague.pk: colleague.get_username() for colleague in found.colleagues}
    is_offered = form.action == forms.MessageForm.action or (
        current is not None and (is_open or form.action in _ALWAYS)
    )
    if is_offered and current is not None:
        _bring_together(form, current, entries, names)
    paid = queries.paid(found.request)
    return {
        "named": found.request.reference,
        "told": describe_history(entries, names, paid),
        "typed": [] if is_offered else _typed(form),
    }


def _bring_together(
    form: forms.StaffForm,
    current: forms.StaffForm,
    entries: list[AuditEntry],
    names: dict[int, str],
) -> None:
    """By the names of its fields, which the record calls as the service does."""
    form.is_valid()
    called = {form.refused_as.get(name, name): name for name in form.refused_as} | {
        name: name for name in form.fields if name not in form.refused_as.values()
    }
    changes = conflicts.changes_of(entries)
    given = {name: to_json_value(value) for name, value in form.cleaned_data.items()}
    unread = {name: form.data.get(name, "") for name in form.fields if name not in given}
    conflicts.bring_together(
        form,
        current,
        {name: changes[known] for name, known in called.items() if known in changes},
        {**given, **unread},
        lambda name, value: format_value(called[name], value, names),
    )


def _typed(form: forms.StaffForm) -> list[tuple[str, str]]:
    """Label and words of what was filled in, to be read."""
    found = []
    for field in form.visible_fields():
        value = field.value()
        written = value if isinstance(value, list) else [value]
        labels = {str(choice): str(label) for choice, label in getattr(field.field, "choices", ())}
        words = ", ".join(
            labels.get(str(each), str(each)) for each in written if each not in (None, "")
        )
        if words:
            found.append((str(field.label), words))
    return found
