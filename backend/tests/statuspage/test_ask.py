"""The page to ask stores a ticket once, gives it a number at once, and never shows what was written."""

import re
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.audit.models import AuditEntry
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Message, Template, Ticket
from oottam.workflow.services import tickets
from tests.conftest import Send
from tests.factories.requests import TEN_AM, make_request
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db
TEXT = "Less oil, please. <b>My</b> doctor says so."


@pytest.fixture(autouse=True)
def _fixed_time() -> Any:
    with time_machine.travel(TEN_AM, tick=False):
        yield


def address(request: Request) -> str:
    return f"/status/{token_of(request.pk)}/ask/"


def page(request: Request) -> str:
    response = Client().get(address(request))
    assert response.status_code == 200
    return response.content.decode()


def send_ticket(request: Request, html: str | None = None, **sent: Any) -> Any:
    [key] = re.findall(r'name="key" value="([0-9a-f]{32})"', html or page(request))
    data = {"kind": "question", "text": TEXT, "key": key, **sent}
    return Client(enforce_csrf_checks=True).post(address(request), data, REMOTE_ADDR="192.0.2.7")


@pytest.mark.parametrize("kind", list(Kind))
def test_every_request_can_ask(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    status = Client().get(f"/status/{token_of(request.pk)}").content.decode()
    assert f'href="{address(request)}"' in status
    assert send_ticket(request).status_code == 303


def test_ticket_has_a_number_at_once_and_its_text_is_not_shown(send: Send) -> None:
    request = make_request(send)
    html = page(request)
    response = send_ticket(request, html, kind="complaint")
    assert response.status_code == 303
    shown = visible_text(Client().get(response["Location"]).content.decode())
    assert f"{request.reference}/T1 : complaint, 23 Nov 2026, we are on it" in shown
    assert "doctor" not in shown
    again = send_ticket(request, html)
    assert (again.status_code, Ticket.objects.count()) == (303, 1)
    send_ticket(request)
    assert f"{request.reference}/T2 : question" in visible_text(page(request))
    entry = AuditEntry.objects.filter(action="request.ask").latest("pk")
    assert entry.data == {
        "ticket": f"{request.reference}/T2", "kind": "question", "by_customer": True
    }  # fmt: skip


def test_number_is_mailed_without_the_text(send: Send) -> None:
    request = make_request(send)
    send_ticket(request, kind="data")
    [message] = Message.objects.filter(template=Template.TICKET)
    assert f"Its number is {request.reference}/T1." in message.text
    assert "You have our answer within a month at the latest." in message.text
    assert "doctor" not in message.text


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"text": "  "}, "Please write something first."),
        ({"text": "x" * (tickets.MAX_LENGTH + 1)}, "at most"),
        ({"kind": ""}, "Please choose what it is."),
        ({"kind": "praise"}, "not one of the available choices"),
        ({"key": "x"}, "Please send it again."),
    ],
)
def test_bad_input_is_refused_and_kept(send: Send, sent: dict[str, str], message: str) -> None:
    request = make_request(send)
    response = send_ticket(request, **sent)
    html = response.content.decode()
    assert response.status_code == 422
    assert message in visible_text(html)
    assert "text" in sent or "Less oil, please." in html
    assert "<b>My</b>" not in html
    assert not Ticket.objects.exists()


def test_number_of_tickets_is_limited(send: Send) -> None:
    request = make_request(send)
    for _ in range(tickets.MAX_OPEN):
        assert send_ticket(request).status_code == 303
    response = send_ticket(request)
    assert response.status_code == 409
    assert "Please call us." in visible_text(response.content.decode())
    assert "Less oil, please." in response.content.decode()


def test_address_may_ask_so_often_an_hour(send: Send, settings: Any) -> None:
    settings.CAP_PER_ADDRESS = 1
    request = make_request(send)
    send_ticket(request)
    response = send_ticket(request)
    assert (response.status_code, Ticket.objects.count()) == (429, 1)
    assert int(response["Retry-After"]) > 0


def test_database_error_keeps_the_text(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> None:
        raise DatabaseError("disk I/O error")

    monkeypatch.setattr(tickets, "ask", broken)
    response = send_ticket(make_request(send))
    assert response.status_code == 503
    assert "Less oil, please." in response.content.decode()


def test_queries_do_not_grow_with_tickets(send: Send) -> None:
    request = make_request(send)
    counts = []
    for _ in range(3):
        send_ticket(request)
        with CaptureQueriesContext(connection) as queries:
            page(request)
        counts.append(len(queries))
    assert counts == [2, 2, 2]
