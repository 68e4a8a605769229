"""The panels of a request's page: messages, what can be undone, and what changed meanwhile."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from oottam.audit.models import AuditEntry
from oottam.backoffice.request import queries
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.queries import RequestData
from oottam.backoffice.request.text import WAYS, format_value
from oottam.backoffice.shared import conflicts
from oottam.backoffice.shared.fields import StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.requests.models import Request, Status
from oottam.workflow.models import DRAFTED, Channel, Message, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services.details import ORDERS, details_of
from oottam.workflow.services.editing import to_json_value
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import (
    is_waiting,
    last_step,
    may_undo_step,
    undo_deadline,
)


def is_reachable(customer_request: Request) -> bool:
    """Return whether there is a mailbox, or a number that WhatsApp can call."""
    return bool(customer_request.email or customer_request.phone_normalised)


def draft_form(request: HttpRequest, customer_request: Request) -> MessageForm | None:
    """Make the form for the template in `?write=`, filled in from the request; None where it names none."""
    chosen = _chosen(request.GET.get("write", ""))
    if chosen is None or not is_reachable(customer_request):
        return None
    proposed = message_templates.draft(chosen, message_templates.template_context(customer_request))
    initial = {"template": chosen, "subject": proposed.subject, "text": proposed.text}
    return MessageForm(initial=initial)


def messages_context(
    request: HttpRequest, request_data: queries.RequestData, form: StaffForm | None
) -> dict[str, Any]:
    """Return the page's context: sent messages, newest first, and the templates on offer."""
    customer_request = request_data.request
    chosen = _chosen(form["template"].value() or "") if form else None
    has_price = (
        customer_request.kind in ORDERS or details_of(customer_request).agreed_paise is not None
    )
    new = parse_pk(request.GET.get("sent", ""))
    mails = {mail.message_id: mail for mail in request_data.mails if mail.message_id is not None}
    return {
        "sent_messages": [
            {
                "message": message,
                "channel": WAYS[message.channel],
                "mail": mails.get(message.pk),
                "chat_url": _chat_url(message),
                "is_new": message.pk == new,
                "is_held": is_waiting(message, mails.get(message.pk)),
            }
            for message in reversed(customer_request.messages.all())
        ],
        "can_write": is_reachable(customer_request),
        "template_options": [
            each for each in DRAFTED if each != Template.QUOTE or each == chosen or has_price
        ],
        "chosen": chosen,
        "mismatch": message_templates.mismatch_message(chosen, customer_request) if chosen else "",
    }


def suggested(customer_request: Request) -> tuple[Template, str] | None:
    """Return the template that goes with the request's status, and its link's text; None when sent or impossible."""
    if not is_reachable(customer_request):
        return None
    sent = {
        message.template
        for message in customer_request.messages.all()
        if message.withdrawn_at is None
    }
    if customer_request.status in (Status.CONFIRMED, Status.ACTIVE):
        proposed = Template.CONFIRMATION, "Write the confirmation"
    elif customer_request.status == Status.NEW and details_of(customer_request).agreed_paise:
        proposed = Template.QUOTE, "Send a quotation"
    elif customer_request.status == Status.CANCELLED and customer_request.merged_into is None:
        proposed = Template.CANCELLED, "Tell the customer"
    else:
        return None
    return None if proposed[0] in sent else proposed


def _chat_url(message: Message) -> str:
    is_chat = message.channel == Channel.WHATSAPP and message.request.phone_normalised
    return chat_link(message) if is_chat else ""


def _chosen(text: str) -> Template | None:
    return next((each for each in DRAFTED if each == text), None)


def undo_context(
    request: HttpRequest, request_data: queries.RequestData, now: datetime
) -> dict[str, Any]:
    """Return until when the last transition can be undone, and whether this user may."""
    step = last_step(request_data.entries)
    until = undo_deadline(step, request_data.request.messages.all(), request_data.mails, now)
    if step is None or until is None or request_data.request.erased_at:
        return {"open_until": None, "may_undo_transition": False}
    return {"open_until": until, "may_undo_transition": may_undo_step(step, request.user, now)}


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
        "new-link",
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
