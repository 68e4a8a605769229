"""Messages to the customer on the request's page: those sent, and the draft."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import queries
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.text import WAYS
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request, Status
from oottam.workflow.models import WRITTEN_BY_HAND, Channel, Message, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services.details import ORDERS, details_of
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import is_waiting


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message, with its mail or its WhatsApp link ("" for neither). `is_new`: it has just been sent."""

    message: Message
    channel: str
    mail: OutboxEntry | None
    chat_url: str
    is_new: bool
    is_held: bool  # for the undo window of its transition


@dataclass(frozen=True, slots=True)
class TemplateOption:
    """A template to choose from."""

    template: Template
    is_chosen: bool


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
            SentMessage(
                message=message,
                channel=WAYS[message.channel],
                mail=mails.get(message.pk),
                chat_url=_chat_url(message),
                is_new=message.pk == new,
                is_held=is_waiting(message, mails.get(message.pk)),
            )
            for message in reversed(customer_request.messages.all())
        ],
        "can_write": is_reachable(customer_request),
        "template_options": [
            TemplateOption(each, each == chosen)
            for each in WRITTEN_BY_HAND
            if each != Template.QUOTE or each == chosen or has_price
        ],
        "chosen": chosen,
        "mismatch": message_templates.mismatch_message(chosen, customer_request) if chosen else "",
    }


def suggested(customer_request: Request) -> tuple[Template, str] | None:
    """Return the template that goes with the request's status, and its link's text; None when sent or impossible."""
    if not is_reachable(customer_request):
        return None
    sent = {each.template for each in customer_request.messages.all() if each.withdrawn_at is None}
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
    return next((each for each in WRITTEN_BY_HAND if each == text), None)
