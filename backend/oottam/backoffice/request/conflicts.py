"""A request's form that was posted after a colleague's change, and what that change was."""

from typing import Any

from oottam.audit.models import AuditEntry
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.request import queries
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.queries import RequestData
from oottam.backoffice.request.text import format_value
from oottam.workflow.services.editing import to_json_value

# Audit entries that do not raise the request's version.
_BESIDE = ("schedule.", "delivery.", "stop.", "run.", "mail.", "person.export", "list.", "health.")
# The page has these forms in every status.
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


def conflict_view(
    request_data: RequestData,
    form: StaffForm,
    current: StaffForm | None,
    version: int,
    *,
    is_open: bool,
) -> dict[str, Any]:
    """Return the context of layout/conflict.html; merge the colleague's changes into a form that the page still has."""
    entries_of_request = [
        entry for entry in request_data.entries if not entry.action.startswith(_BESIDE)
    ]
    entries = conflicts.changes_since(entries_of_request, version, request_data.request.version)
    names = {colleague.pk: colleague.get_username() for colleague in request_data.colleagues}
    is_offered = form.action == MessageForm.action or (
        current is not None and (is_open or form.action in _ALWAYS)
    )
    if is_offered and current is not None:
        _merge(form, current, entries, names)
    paid = queries.paid(request_data.request)
    return {
        "named": request_data.request.reference,
        "entries": describe_history(entries, names, paid),
        "typed": [] if is_offered else _typed(form),
    }


def _merge(
    form: StaffForm,
    current: StaffForm,
    entries: list[AuditEntry],
    names: dict[int, str],
) -> None:
    """Merge by the form's field names; the audit log uses the service's."""
    form.is_valid()
    service_names = {form.refused_as.get(name, name): name for name in form.refused_as} | {
        name: name for name in form.fields if name not in form.refused_as.values()
    }
    changes = conflicts.changes_of(entries)
    values = {name: to_json_value(value) for name, value in form.cleaned_data.items()}
    raw = {name: form.data.get(name, "") for name in form.fields if name not in values}
    conflicts.merge_changes(
        form,
        current,
        {
            name: changes[service_name]
            for name, service_name in service_names.items()
            if service_name in changes
        },
        {**values, **raw},
        lambda name, value: format_value(service_names[name], value, names),
    )


def _typed(form: StaffForm) -> list[tuple[str, str]]:
    """Return label and text of the filled-in fields, to be read."""
    result = []
    for field in form.visible_fields():
        value = field.value()
        values = value if isinstance(value, list) else [value]
        labels = {str(choice): str(label) for choice, label in getattr(field.field, "choices", ())}
        text = ", ".join(
            labels.get(str(each), str(each)) for each in values if each not in (None, "")
        )
        if text:
            result.append((str(field.label), text))
    return result
