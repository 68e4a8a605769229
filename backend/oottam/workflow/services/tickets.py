"""Tickets: what customers ask, complain of, or want to know about their data, and the desk's answers.

A complaint is acknowledged at once, with its number, and answered within a month (Consumer Protection (E-Commerce)
Rules, 2020, rule 4(5)); so are wishes about personal data (`Ticket.due_at`).
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Unpack
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.api.writing.rate_limits import count_status_form
from oottam.audit.log import record
from oottam.core.errors import DomainError, NotFoundError
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message, Template, Ticket, TicketKind
from oottam.workflow.services import messages
from oottam.workflow.services.editing import EditContext, edit_request

MAX_LENGTH = 2000  # characters
MAX_OPEN, MAX_TICKETS = 10, 50  # per request
ASK = "request.ask"
CLOSE = "request.close-ticket"


def numbered(tickets: Iterable[Ticket], reference: str) -> list[tuple[str, Ticket]]:
    """Return all tickets of a request, oldest first, with their numbers, as "OT-7K2M9QX/T1"."""
    return [(f"{reference}/T{at}", ticket) for at, ticket in enumerate(tickets, start=1)]


def open_tickets() -> list[Ticket]:
    """Return what waits for an answer, longest first; one query."""
    found = Ticket.objects.filter(answered_at=None, request__erased_at=None)
    return list(found.select_related("request").defer("request__body").order_by("at", "pk"))


def ask(
    *, request_id: UUID, kind: TicketKind, text: str, key: str, now: datetime, sender: str
) -> Ticket:
    """Store a ticket, once per key, and mail its number; `sender` is the customer's IP address.

    Raises NotFoundError, DomainError and, at the address's cap, the API's RequestRejectedError.
    """
    with transaction.atomic():
        request = Request.objects.select_for_update().filter(pk=request_id, erased_at=None).first()
        if request is None:
            raise NotFoundError(str(request_id))
        tickets = list(Ticket.objects.filter(request=request))
        known = next((ticket for ticket in tickets if ticket.key == key), None)
        if known:
            return known
        is_open = sum(ticket.answered_at is None for ticket in tickets)
        if is_open >= MAX_OPEN or len(tickets) >= MAX_TICKETS:
            raise DomainError(_("You have asked us a lot already. Please call us."))
        count_status_form(sender, now)
        ticket = Ticket.objects.create(request=request, kind=kind, key=key, text=text, at=now)
        number, _ticket = numbered([*tickets, ticket], request.reference)[-1]
        record(
            action=ASK,
            actor=None,
            at=now,
            reference=request.reference,
            data={"ticket": number, "kind": kind.value, "by_customer": True},
        )
        _acknowledge(request, ticket, number)
    return ticket


def _acknowledge(request: Request, ticket: Ticket, number: str) -> None:
    """Queue a mail with the number, where there is an address. It repeats no text of the customer's."""
    named = str(TicketKind(ticket.kind).label).lower()
    within = (
        _("Our team sees it today.")
        if ticket.kind == TicketKind.QUESTION
        else _("Our team sees it today. You have our answer within a month at the latest.")
    )
    messages.send_by_itself(
        request=request,
        template=Template.TICKET,
        subject=_("we have your %(kind)s %(number)s") % {"kind": named, "number": number},
        paragraphs=[
            _("We have received your %(kind)s. Its number is %(number)s.")
            % {"kind": named, "number": number},
            within,
            _("To add something, reply to this mail, or call us on %(phone)s.")
            % {"phone": catalogue.current().site.contact.phone},
        ],
        now=ticket.at,
    )


def answer(
    *, ticket: int, channel: Channel, subject: str, text: str, **context: Unpack[EditContext]
) -> Message:
    """Send an answer, as `messages.send` does, and close the ticket. Raises DomainError, and as `edit_request`."""
    with transaction.atomic():
        message = messages.send(
            template=Template.ANSWER, channel=channel, subject=subject, text=text, **context
        )
        _close(ticket, message.request, context)
    return message


def close(*, ticket: int, **context: Unpack[EditContext]) -> None:
    """Close a ticket that was answered by phone. Raises DomainError, and as `edit_request`."""
    with edit_request(action=CLOSE, **context) as edit:
        _close(ticket, edit.request, context)


def _close(ticket: int, request: Request, context: EditContext) -> None:
    waiting = Ticket.objects.filter(pk=ticket, request=request, answered_at=None)
    if not waiting.update(answered_at=context["now"], answered_by=context["actor"]):
        raise DomainError("It has been answered meanwhile.")
