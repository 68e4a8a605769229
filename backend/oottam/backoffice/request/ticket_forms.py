"""Answers to a customer's ticket: by mail or WhatsApp, or noted as given by phone."""

from collections.abc import Mapping

from django import forms

from oottam import catalogue
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.message_forms import SendForm
from oottam.backoffice.shared.fields import MultilineText, PrimaryKey, StaffForm
from oottam.requests.models import Request
from oottam.workflow.models import Ticket
from oottam.workflow.services import tickets
from oottam.workflow.services.message_templates import greeting_name, letter
from oottam.workflow.services.messages import MAX_LENGTH


class AnswerTicketForm(SendForm):
    """Answer a ticket; `subject` names its number."""

    action = "answer-ticket"
    service = staticmethod(tickets.answer)
    row_field = "ticket"
    ticket = PrimaryKey()
    subject = forms.CharField(max_length=100, widget=forms.HiddenInput)
    text = MultilineText(
        label="Answer",
        max_length=MAX_LENGTH,
        rows=5,
        error_messages={"required": "Please write something first."},
    )


class CloseTicketForm(ActionForm):
    """Note that a ticket was answered by phone."""

    action = "close-ticket"
    service = staticmethod(tickets.close)
    row_field = "ticket"
    success_message = "Noted as answered."
    ticket = PrimaryKey()


def unbound_answers(request: Request) -> list[AnswerTicketForm]:
    """Make the form of each ticket that waits for an answer."""
    if request.erased_at is not None:
        return []
    return [
        AnswerTicketForm(
            row=str(ticket.pk),
            initial={
                "ticket": ticket.pk,
                "subject": f"about your {ticket.get_kind_display().lower()} {number}",
                "text": letter(
                    greeting_name(request),
                    [f"About your {ticket.get_kind_display().lower()} {number}:", "…"],
                    catalogue.current().site.brand.name,
                ),
            },
        )
        for number, ticket in tickets.numbered(request.tickets.all(), request.reference)
        if ticket.answered_at is None
    ]


def ticket_rows(
    request: Request, forms_by_key: Mapping[str, StaffForm]
) -> list[tuple[str, Ticket, StaffForm | None]]:
    """Return a request's tickets, newest first, with the form of one that waits."""
    rows = tickets.numbered(request.tickets.all(), request.reference)[::-1]
    return [
        (number, ticket, forms_by_key.get(f"{AnswerTicketForm.action}-{ticket.pk}"))
        for number, ticket in rows
    ]
