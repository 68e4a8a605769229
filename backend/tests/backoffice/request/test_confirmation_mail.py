"""The checkbox that mails the customer a confirmation, on the request and in bulk."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.test import Client

from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Message
from tests.backoffice.request.request_page import (
    KNOWN,
    complete_details,
    page,
    post,
    post_and_follow,
    section,
    text,
)
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import TEN_AM, make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
INBOX = "/backoffice/requests/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(TEN_AM, tick=False):
        yield


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.MAIL = replace(settings.MAIL, host="mail.example")


@pytest.fixture
def request_(send: Send) -> Request:
    """A request with all details."""
    request = make_request_now(send)
    complete_details(request)
    return request


def tick(shown: str) -> bool | None:
    """Return whether the checkbox is on; None without one."""
    found = re.search(r'<input type="checkbox" name="mail"[^>]*>', shown)
    return None if found is None else " checked" in found[0]


@pytest.mark.usefixtures("mail_server")
def test_saving_and_confirming_details_mails_the_customer(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    assert tick(page(client, request)) is True
    shown = post_and_follow(client, request, "facts", **KNOWN, then="confirm", mail="on")
    assert "Confirmed. The mail will be sent at 10:15 am." in text(shown)
    assert OutboxEntry.objects.filter(message_id=Message.objects.get().pk).exists()


def test_missing_details_say_why_no_mail_is_sent(send: Send) -> None:
    shown = page(make_desk_client(), make_request_now(send))
    assert tick(shown) is False
    assert "No mail server is set up" in section(shown, "facts")


@pytest.mark.usefixtures("mail_server")
def test_the_mail_checkbox_is_on_and_the_page_says_when_the_mail_is_sent(request_: Request) -> None:
    client = make_desk_client()
    assert tick(page(client, request_)) is True
    shown = post_and_follow(client, request_, "confirm", mail="on")
    assert "Confirmed. The mail will be sent at 10:15 am." in text(shown)
    assert OutboxEntry.objects.filter(message_id=Message.objects.get().pk).exists()
    assert "Write the confirmation" not in section(shown, "step")
    shown = post_and_follow(client, request_, "take-back")
    assert "The mail was withdrawn." in text(shown)
    assert not OutboxEntry.objects.filter(message_id__isnull=False).exists()


@pytest.mark.usefixtures("mail_server")
def test_the_mail_checkbox_stays_off_when_the_form_is_shown_again(
    request_: Request,
) -> None:
    client = make_desk_client()
    answer = post(client, request_, "confirm", version=1)
    assert (answer.status_code, tick(answer.content.decode())) == (409, False)
    post_and_follow(client, request_, "confirm")
    assert not Message.objects.exists()


def test_without_a_mail_server_the_checkbox_is_off_with_a_reason(request_: Request) -> None:
    shown = page(make_desk_client(), request_)
    assert tick(shown) is False
    assert "No mail server is set up: a mail is only saved as a file." in section(shown, "step")


@pytest.mark.usefixtures("mail_server")
def test_without_an_address_a_sentence_replaces_the_checkbox(request_: Request) -> None:
    request_.email = ""
    request_.save()
    client = make_desk_client()
    shown = page(client, request_)
    assert tick(shown) is None
    assert "There is no e-mail address: tell the customer by phone or WhatsApp." in section(
        shown, "step"
    )
    post_and_follow(client, request_, "confirm", mail="on")
    assert not Message.objects.exists()


@pytest.mark.usefixtures("mail_server")
def test_a_bulk_confirmation_mails_each_customer(send: Send) -> None:
    requests = [make_request_now(send), make_request_now(send), make_request_now(send)]
    for request in requests:
        complete_details(request)
    Request.objects.filter(pk=requests[2].pk).update(email="")
    client, ticked = make_desk_client(), [f"{each.reference}:{each.version}" for each in requests]
    assert tick(client.get(INBOX).content.decode()) is True
    shown = _several(client, ticked, mail="on")
    assert "3 confirmed. 2 mails will be sent at 10:15 am." in shown
    assert Message.objects.count() == 2
    _several(client, ticked, mail="on")
    assert Message.objects.count() == 2


def test_a_bulk_confirmation_without_the_checkbox_mails_no_one(send: Send) -> None:
    request = make_request_now(send)
    complete_details(request)
    client = make_desk_client()
    assert tick(client.get(INBOX).content.decode()) is False
    assert "1 confirmed." in _several(client, [f"{request.reference}:{request.version}"])
    assert not Message.objects.exists()


def _several(client: Client, ticked: list[str], **sent: str) -> str:
    form = {"request": ticked, "do": "confirm", **sent}
    return text(client.post(f"{INBOX}several", form, follow=True).content.decode())
