"""Messages to the customer on the request's page: what was written, and what is being written."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import forms, queries
from oottam.backoffice.request.text import WAYS
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request, Status
from oottam.workflow.models import WRITTEN_BY_HAND, Channel, Message, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services.details import ORDERS, details_of
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import is_waiting


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it went: its mail, or the address that opens WhatsApp with its words, "" for neither.

    `is_new` for the one that has just been written.
    """

    message: Message
    way: str
    mail: OutboxEntry | None
    chat: str
    is_new: bool
    waits: bool  # until the step before it can no longer be taken back


@dataclass(frozen=True, slots=True)
class Offered:
    """A template that can be chosen; its doubt is what a person should know before it goes."""

    template: Template
    is_chosen: bool


def can_be_written_to(asked_for: Request) -> bool:
    """Whether there is a mailbox, or a number that WhatsApp can call."""
    return bool(asked_for.email or asked_for.phone_normalised)


def draft_form(request: HttpRequest, asked_for: Request) -> forms.MessageForm | None:
    """The letter that the address asks for, filled with the request's own words; None where it asks for none."""
    chosen = _chosen(request.GET.get("write", ""))
    if chosen is None or not can_be_written_to(asked_for):
        return None
    proposed = message_templates.draft(chosen, message_templates.template_context(asked_for))
    given = {"template": chosen, "subject": proposed.subject, "text": proposed.text}
    return forms.MessageForm(initial=given)


def shown(
    request: HttpRequest, found: queries.Found, form: forms.StaffForm | None
) -> dict[str, Any]:
    """For the page: letters that went, newest first, and what the one to come can be."""
    asked_for = found.request
    chosen = _chosen(form["template"].value() or "") if form else None
    has_price = asked_for.kind in ORDERS or details_of(asked_for).agreed_paise is not None
    new = parse_pk(request.GET.get("sent", ""))
    mails = {mail.message_id: mail for mail in found.mails if mail.message_id is not None}
    return {
        "letters": [
            Letter(
                message=message,
                way=WAYS[message.channel],
                mail=mails.get(message.pk),
                chat=_chat(message),
                is_new=message.pk == new,
                waits=is_waiting(message, mails.get(message.pk)),
            )
            for message in reversed(asked_for.messages.all())
        ],
        "can_write": can_be_written_to(asked_for),
        "offered": [
            Offered(each, each == chosen)
            for each in WRITTEN_BY_HAND
            if each != Template.QUOTE or each == chosen or has_price
        ],
        "chosen": chosen,
        "doubt": message_templates.mismatch_message(chosen, asked_for) if chosen else "",
    }


def suggested(asked_for: Request) -> tuple[Template, str] | None:
    """The letter that goes with a request's status, and the words of its link; None when it was sent, or cannot be."""
    if not can_be_written_to(asked_for):
        return None
    gone = {each.template for each in asked_for.messages.all() if each.withdrawn_at is None}
    if asked_for.status in (Status.CONFIRMED, Status.ACTIVE):
        proposed = Template.CONFIRMATION, "Write the confirmation"
    elif asked_for.status == Status.NEW and details_of(asked_for).agreed_paise:
        proposed = Template.QUOTE, "Send a quotation"
    elif asked_for.status == Status.CANCELLED and asked_for.merged_into is None:
        proposed = Template.CANCELLED, "Tell the customer"
    else:
        return None
    return None if proposed[0] in gone else proposed


def _chat(message: Message) -> str:
    is_chat = message.channel == Channel.WHATSAPP and message.request.phone_normalised
    return chat_link(message) if is_chat else ""


def _chosen(asked: str) -> Template | None:
    return next((each for each in WRITTEN_BY_HAND if each == asked), None)
