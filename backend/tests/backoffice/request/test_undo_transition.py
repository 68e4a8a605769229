"""Undoing a transition on the request's page, and sending its waiting mail now."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Message
from tests.backoffice.request.request_page import (
    address,
    complete_details,
    content_of,
    page,
    post,
    post_and_follow,
    refused,
    section,
    text,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import TEN_AM, make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
BUTTON = ">Undo</button>"
LETTER: dict[str, Any] = {
    "template": "confirmation",
    "channel": "mail",
    "subject": "it is confirmed",
    "text": "Hello Asha,\n\nit is confirmed.",
}


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(TEN_AM, tick=False) as travelled:
        yield travelled


@pytest.fixture
def confirmed(send: Send) -> tuple[Client, Request]:
    """Confirm now, as the client's user."""
    client, request = make_desk_client(), make_request_now(send)
    complete_details(request)
    post_and_follow(client, request, "confirm")
    return client, request


def buttons(shown: str) -> tuple[bool, bool]:
    """Return whether undo and "send now" are offered."""
    return BUTTON in shown, ">Send now</button>" in shown


def written(client: Client, request: Request, **changes: str) -> Message:
    answer = post(client, request, "message", **{**LETTER, **changes})
    assert answer.status_code == 302, text(answer.content.decode())
    return Message.objects.latest("pk")


def send_now(client: Client, request: Request, message: Any) -> Any:
    return content_of(client.post(address(request, "message/now"), {"message": message}))


def test_a_confirmation_is_undone_by_one_press_with_its_mail(
    confirmed: tuple[Client, Request],
) -> None:
    client, request = confirmed
    shown = page(client, request)
    assert buttons(shown) == (True, False)
    assert "Confirmed by mistake? You can undo it until 10:15 am" in section(shown, "step")
    drafted = content_of(client.get(address(request), {"write": "confirmation"})).content.decode()
    assert (
        "A mail is saved as a file at 10:15 am, unless the last step is undone before then."
        in text(drafted)
    )
    made = written(client, request)
    shown = page(client, request)
    assert "The mail will be saved as a file at 10:15 am." in text(shown)
    assert "will be saved as a file at 10:15 am" in section(shown, "messages")
    assert buttons(page(client, request)) == (True, True)
    assert "Waiting to be saved as a file at 23 Nov, 10:15 am" in text(
        content_of(client.get("/backoffice/mails/")).content.decode()
    )
    shown = post_and_follow(client, request, "take-back")
    assert "Undone: it is as it was before. The mail was withdrawn." in text(shown)
    assert request.status == "new"
    assert buttons(shown) == (False, False)
    assert "Withdrawn" in section(shown, "messages")
    assert "undid the last step" in section(shown, "history")
    assert send_now(client, request, made.pk).status_code == 302
    assert "It is no longer waiting." in text(page(client, request))
    # As before: it is confirmed, and the letter suggested anew.
    assert "Write the confirmation" in section(post_and_follow(client, request, "confirm"), "step")


def test_a_waiting_mail_can_be_sent_now_and_the_transition_stays(
    confirmed: tuple[Client, Request],
) -> None:
    client, request = confirmed
    made = written(client, request)
    answer = send_now(client, request, made.pk)
    assert answer.headers["Location"] == f"{address(request)}#message-{made.pk}"
    shown = page(client, request)
    assert "The mail is saved as a file." in text(shown)
    assert OutboxEntry.objects.get(message_id=made.pk).due_at == TEN_AM
    assert buttons(shown) == (False, False)
    said = "The customer has already been told: it can no longer be undone."
    assert said in text(refused(client, request, "take-back"))


def test_a_transition_can_be_undone_by_its_actor_or_the_owner_for_fifteen_minutes(
    confirmed: tuple[Client, Request], clock: time_machine.Traveller
) -> None:
    client, request = confirmed
    written(client, request)
    colleague = logged_in(make_staff_account("arjun", Role.DESK))
    assert buttons(page(colleague, request)) == (False, True)
    assert "Only the owner, or the colleague who did it" in text(
        refused(colleague, request, "take-back")
    )
    assert buttons(page(logged_in(make_staff_account("meena")), request)) == (True, True)
    clock.shift(timedelta(minutes=15))
    shown = refused(client, request, "take-back")
    assert "The 15 minutes are over: cancel it instead." in text(shown)
    assert buttons(page(client, request))[0] is False
    drafted = content_of(client.get(address(request), {"write": "payment"})).content.decode()
    assert "A mail is saved as a file at once and cannot be recalled." in text(drafted)


def test_a_mail_of_another_request_is_not_sent(
    send: Send, confirmed: tuple[Client, Request]
) -> None:
    client, request = confirmed
    made, other = written(client, request), make_request_now(send)
    for number in ("", "x", "9" * 30, made.pk + 1):
        assert send_now(client, request, number).status_code == 404
    assert send_now(client, other, made.pk).status_code == 404
    assert not AuditEntry.objects.filter(action="mail.now").exists()


def test_undo_after_a_colleague_s_change_shows_the_change(
    confirmed: tuple[Client, Request],
) -> None:
    client, request = confirmed
    answer = post(client, request, "take-back", version=1)
    assert answer.status_code == 409
    request.refresh_from_db()
    assert request.status == "confirmed"


@pytest.mark.both_databases
def test_three_waiting_mails_take_no_more_queries_than_one(
    confirmed: tuple[Client, Request],
) -> None:
    client, request = confirmed
    page(client, request)
    counted = []
    for count in (1, 2):
        for _ in range(count):
            written(client, request)
        with CaptureQueriesContext(connection) as found:
            page(client, request)
        counted.append(len(found))
    assert counted[0] == counted[1]
    assert Message.objects.filter(held_until=timezone.now() + timedelta(minutes=15)).count() == 3
