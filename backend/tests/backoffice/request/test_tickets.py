"""What customers ask waits in Today, and is answered on the request's page by mail, WhatsApp or phone."""

from typing import Any

import pytest
from django.test import Client

from oottam.accounts.roles import Role
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Message, Template, Ticket, TicketKind
from oottam.workflow.services import tickets
from tests.backoffice.request.request_page import section, text
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    return logged_in(make_staff_account("priya", Role.DESK))


def ask(
    request: Request, kind: TicketKind = TicketKind.QUESTION, words: str = "Less oil?"
) -> Ticket:
    return tickets.ask(
        request_id=request.pk, kind=kind, text=words, key=f"{Ticket.objects.count():032}",
        now=request.received_at, sender="192.0.2.7",
    )  # fmt: skip


def page(client: Client, request: Request) -> str:
    return client.get(f"/backoffice/requests/{request.reference}/").content.decode()


def post(client: Client, request: Request, action: str, ticket: Ticket, **sent: Any) -> Any:
    request.refresh_from_db()
    data = {"version": request.version, "ticket": ticket.pk, "subject": "about it", **sent}
    return client.post(
        f"/backoffice/requests/{request.reference}/ticket/{action}", data, follow=True
    )


def waits(client: Client) -> str:
    return section(client.get("/backoffice/").content.decode(), "waits")


def test_question_waits_in_today_until_it_is_answered(send: Send, desk: Client) -> None:
    request = make_request_now(send)
    ticket = ask(request, TicketKind.COMPLAINT, "Cold again & again")
    assert "complaint" in waits(desk)
    assert "Cold again & again" in waits(desk)
    shown = section(page(desk, request), "tickets")
    assert f"{request.reference}/T1 Complaint" in shown
    assert "answer until" in shown
    answered = post(desk, request, "answer", ticket, channel="mail", text="We are sorry.")
    assert "answered" in section(answered.content.decode(), "tickets")
    assert "Cold again" not in waits(desk)
    [message] = Message.objects.filter(template=Template.ANSWER)
    assert (message.text, message.subject) == ("We are sorry.", "about it")
    assert OutboxEntry.objects.filter(message_id=message.pk).exists()


def test_answer_by_whatsapp_is_saved_to_be_opened(send: Send, desk: Client) -> None:
    request = make_request_now(send)
    ticket = ask(request)
    answered = post(desk, request, "answer", ticket, channel="whatsapp", text="Yes.")
    assert "Open WhatsApp with it" in text(answered.content.decode())
    ticket.refresh_from_db()
    assert ticket.answered_at
    assert ticket.answered_by


def test_answer_by_phone_closes_it(send: Send, desk: Client) -> None:
    request = make_request_now(send)
    ticket = ask(request)
    assert "Noted as answered." in text(post(desk, request, "close", ticket).content.decode())
    again = post(desk, request, "close", ticket)
    assert "It has been answered meanwhile." in text(again.content.decode())


@pytest.mark.parametrize("channel", ["mail", "whatsapp"])
def test_empty_answer_and_foreign_ticket_are_refused(
    send: Send, desk: Client, channel: str
) -> None:
    request, other = make_request_now(send), make_request_now(send)
    ticket = ask(request)
    empty = post(desk, request, "answer", ticket, channel=channel, text=" ")
    assert empty.status_code == 422
    foreign = post(desk, other, "answer", ticket, channel=channel, text="Yes.")
    assert foreign.status_code == 422
    assert not Message.objects.filter(template=Template.ANSWER).exists()
    ticket.refresh_from_db()
    assert ticket.answered_at is None


def test_many_tickets_take_one_query_in_today(send: Send) -> None:
    for _ in range(3):
        ask(make_request_now(send))
    found = tickets.open_tickets()
    assert [ticket.at for ticket in found] == sorted(ticket.at for ticket in found)
    assert len(found) == 3


def test_erased_customers_ticket_is_neither_listed_nor_answered(send: Send, desk: Client) -> None:
    request = make_request_now(send)
    ask(request)
    Request.objects.filter(pk=request.pk).update(erased_at=request.received_at)
    assert tickets.open_tickets() == []
    assert "Less oil" not in waits(desk)
    assert "Send by mail" not in section(page(desk, request), "tickets")
