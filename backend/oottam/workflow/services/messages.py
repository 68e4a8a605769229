"""Messages of the desk to a customer, stored as they were sent."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TypeVar, Unpack
from urllib.parse import quote

from django.db import DatabaseError, transaction
from django.utils import timezone

from oottam import catalogue
from oottam.api.mails import status_link
from oottam.billing.balances import balance, upi_payment
from oottam.core.errors import DomainError
from oottam.outbox import queue
from oottam.outbox.mail_content import MailContent, PaymentRequest, compose_message
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from oottam.workflow.models import REMINDERS, Channel, Message, Template
from oottam.workflow.services import reminder_rules
from oottam.workflow.services.agreement import describe_agreement
from oottam.workflow.services.editing import EditContext, edit_request
from oottam.workflow.services.message_templates import greeting_name, letter
from oottam.workflow.services.undo_window import held_until

MAX_LENGTH = 5000  # characters
MAX_SUBJECT_LENGTH = 150
MAX_GREETING_LENGTH = 72
PAUSE_SECONDS = 0.01  # after each mail of many, so that new orders are not delayed

_Whose = TypeVar("_Whose")


def send(
    *,
    template: Template,
    channel: Channel,
    subject: str,
    text: str,
    **context: Unpack[EditContext],
) -> Message:
    """Store a message, and queue it as a mail; WhatsApp messages are opened with `chat_link`.

    A mail waits while the transition that it follows can be undone. Raises DomainError for an empty or long text, or
    an unreachable customer.
    """
    with edit_request(action="message.send", **context) as edit:
        text, subject = text.replace("\r\n", "\n").strip(), " ".join(subject.split())
        if not text:
            raise DomainError("Please write something first.", "text")
        if len(text) > MAX_LENGTH:
            raise DomainError(f"A message can have at most {MAX_LENGTH:,} characters.", "text")
        if channel == Channel.MAIL:
            _require_mail(edit.request.email, subject)
        elif not edit.request.phone_normalised:
            raise DomainError("There is no phone number that works with WhatsApp.", "channel")
        held = held_until(edit.request, edit.now) if channel == Channel.MAIL else None
        message = Message.objects.create(
            request=edit.request,
            template=template,
            channel=channel,
            subject=subject if channel == Channel.MAIL else "",
            text=text,
            by=context["actor"],
            at=edit.now,
            held_until=held,
        )
        if channel == Channel.MAIL:
            queue.add_message(
                kind=edit.request.kind,
                reference=edit.request.reference,
                message_id=message.pk,
                now=edit.now,
                due_at=held,
            )
        edit.data |= {"message": message.pk, "template": template.value, "channel": channel.value}
    return message


def send_by_itself(
    *,
    request: Request,
    template: Template,
    subject: str,
    paragraphs: Sequence[str],
    now: datetime,
    footer: str = "",
) -> Message | None:
    """Store a message that no person wrote, and queue it as a mail; None where there is no address."""
    if not request.email or request.erased_at is not None:
        return None
    site = catalogue.current().site
    text = letter(greeting_name(request), paragraphs, f"{site.brand.name}, {site.contact.phone}")
    message = Message.objects.create(
        request=request,
        template=template,
        channel=Channel.MAIL,
        subject=subject,
        text=f"{text}\n\n{footer}" if footer else text,
        at=now,
    )
    queue.add_message(
        kind=request.kind, reference=request.reference, message_id=message.pk, now=now
    )
    return message


def queue_each(
    whose: Iterable[_Whose],
    queue_one: Callable[[_Whose], bool],
    *,
    is_over: Callable[[], bool],
    pause: Callable[[float], object],
) -> int:
    """Call `queue_one` in a transaction for each, until `is_over`; return how many queued a mail.

    One whose mail cannot be written does not keep the others from theirs; the first such error is raised after them.
    """
    queued, failed = 0, None
    for one in whose:
        if is_over():
            break
        try:
            with transaction.atomic():
                queued += queue_one(one)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one plan
            failed = failed or error
        pause(PAUSE_SECONDS)
    if failed:
        raise failed
    return queued


def confirmation_due(request: Request, now: datetime) -> datetime | None:
    """Return when the waiting confirmation mail is sent; None where none waits."""
    waiting = request.messages.filter(
        template=Template.CONFIRMATION, held_until__gt=now, withdrawn_at=None
    )
    return waiting.values_list("held_until", flat=True).last()


def chat_link(message: Message) -> str:
    """Return the WhatsApp link with the text; a person sends it."""
    number = message.request.phone_normalised.removeprefix("+")
    return f"https://wa.me/{number}?text={quote(_present_text(message), safe='')}"


def _present_text(message: Message) -> str:
    """Return the text, in which links of the customer's page that were replaced since are the present one."""
    request, text = message.request, message.text
    present = token_of(request.pk, request.link_number)
    for number in range(request.link_number):
        text = text.replace(token_of(request.pk, number), present)
    return text


@compose_message.provide
def compose(message_id: int, now: datetime) -> MailContent | None:
    """Compose the mail of a message, sent `now`; None where it was erased or withdrawn.

    Raises UnsendableError for a reminder that is late or unwanted.
    """
    message = Message.objects.select_related("request").filter(pk=message_id).first()
    if message is None or not message.text or message.withdrawn_at:  # erased or withdrawn since
        return None
    is_reminder = message.template in REMINDERS
    if is_reminder:
        reminder_rules.require_timely(message, now)
    brand, contact = catalogue.current().site.brand, catalogue.current().site.contact
    signature = f"{brand.name}, {contact.phone}"  # of the text; the mail has its own
    text = re.split(r"\n\s*\n", _present_text(message))
    paragraphs = [paragraph for paragraph in text if paragraph.strip() != signature]
    begins_with_greeting = len(paragraphs[0]) <= MAX_GREETING_LENGTH and "\n" not in paragraphs[0]
    return MailContent(
        customer_email=message.request.email,
        subject=message.subject,
        greeting=paragraphs.pop(0) if begins_with_greeting else "",
        opening="",
        paragraphs=paragraphs,
        payment=_payment_request(message, now),
        unsubscribe_url=reminder_rules.opt_out_url(message.request) if is_reminder else "",
    )


def _payment_request(message: Message, now: datetime) -> PaymentRequest | None:
    """Return the amount owed now, where the text names our UPI id; None where nothing is owed.

    So the author decides whether a message requests a payment, and a resent one requests the remaining amount.
    """
    upi = upi_payment(message.request, balance(message.request))
    if upi is None or not _names(upi.upi_id, message.text):
        return None
    page = status_link(message.request)
    return PaymentRequest(
        upi, describe_agreement(timezone.localdate(now)), page.url if page else ""
    )


def _names(upi_id: str, text: str) -> bool:
    """Return whether the text contains the id as a word, in any case."""
    pattern = rf"(?<![\w.-]){re.escape(upi_id)}(?!-?\w|\.\w)"
    return re.search(pattern, text, re.IGNORECASE) is not None


def _require_mail(email: str, subject: str) -> None:
    if not email:
        raise DomainError("There is no e-mail address.", "channel")
    if not subject:
        raise DomainError("Give the mail a subject.", "subject")
    if len(subject) > MAX_SUBJECT_LENGTH:
        raise DomainError(f"A subject can have at most {MAX_SUBJECT_LENGTH} characters.", "subject")
