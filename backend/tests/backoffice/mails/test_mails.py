"""The list of mails, and sending them again."""

import html
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services import messages
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account

pytestmark = pytest.mark.django_db
LIST = "/backoffice/mails/"
AGAIN = "/backoffice/mails/again"
WHEN = datetime(2025, 11, 21, 20, 0, tzinfo=UTC)  # half past one of the next day in India
SHOWN = "22 Nov 2025, 1:30 am"
HOSTILE = "550 <script>alert(1)</script>"


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


@pytest.fixture
def reference(send: Send) -> str:
    """A request with a failed mail to the shop and a waiting one to the customer."""
    send(veg_body())
    OutboxEntry.objects.update(due_at=WHEN)
    shop = OutboxEntry.objects.filter(recipient="shop")
    shop.update(state="failed", attempts=4, last_error=HOSTILE)
    return Request.objects.get().reference


def page(staff: Client, **query: str) -> str:
    response = staff.get(LIST, query)
    assert response.status_code == 200
    return response.content.decode()


def rows(text: str) -> list[str]:
    """Return the text of each row, without hidden labels."""
    found = re.findall(r'<li class="request">.*?</li>', text, re.DOTALL)
    seen = [re.sub(r'<label class="tick">.*?</label>', "", row, flags=re.DOTALL) for row in found]
    return [" ".join(html.unescape(re.sub("<[^>]+>", " ", row)).split()) for row in seen]


def send_again(staff: Client, query: str = "", **which: Any) -> list[str]:
    """Return the text of the page that follows."""
    chosen = [str(pk) for pk in OutboxEntry.objects.filter(**which).values_list("pk", flat=True)]
    response = staff.post(AGAIN, {"mail": chosen, "query": query}, follow=True)
    assert response.redirect_chain == [(f"{LIST}?{query}", 302)]
    return re.findall(r'<li class="message [^"]*">(.*?)</li>', response.content.decode())


def test_the_list_shows_state_tries_and_last_error(staff: Client, reference: str) -> None:
    assert rows(page(staff)) == [
        f"To the customer {reference} Asha Raman · Veg meal Waiting to be saved as a file",
        f"To the shop {reference} Asha Raman · Veg meal Failed 4 attempts {HOSTILE}",
    ]
    OutboxEntry.objects.filter(recipient="customer").update(attempts=1)
    assert rows(page(staff))[0].endswith(f"Waiting next attempt {SHOWN} 1 attempt")


def test_with_a_mail_server_a_mail_is_called_sent(
    staff: Client, reference: str, settings: Any
) -> None:
    settings.MAIL = replace(settings.MAIL, host="mail.example")
    assert rows(page(staff))[0].endswith("Waiting to be sent")
    OutboxEntry.objects.update(state="sent", sent_at=WHEN, attempts=1)
    assert rows(page(staff))[0].endswith(f"Sent {SHOWN} 1 attempt")


def test_a_sent_mail_shows_when_and_how_often_it_was_requested(
    staff: Client, reference: str
) -> None:
    OutboxEntry.objects.update(state="sent", sent_at=WHEN, attempts=1, resends=2, last_error="")
    row = f"{reference} Asha Raman · Veg meal Saved as a file {SHOWN} 1 attempt resent 2×"
    assert rows(page(staff)) == [f"To the customer {row}", f"To the shop {row}"]


@pytest.mark.parametrize("count", [1, 3])
def test_more_mails_take_no_more_queries(
    send: Send, staff: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        send(veg_body())
    with django_assert_num_queries(4):  # session, account, roles, mails
        page(staff)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"state": "failed"}, ["shop"]),
        ({"state": "sent"}, []),
        ({"recipient": "customer"}, ["customer"]),
        ({"q": "nothing"}, []),
        ({"q": "'; --"}, ["customer", "shop"]),
        ({"state": "x", "recipient": "x", "behind": "x"}, ["customer", "shop"]),
        ({"behind": "99999999999999999999"}, ["customer", "shop"]),
        ({"behind": "1"}, []),
    ],
)
def test_the_list_is_filtered_and_ignores_invalid_filters(
    staff: Client, reference: str, query: dict[str, str], found: list[str]
) -> None:
    assert [row.split()[2] for row in rows(page(staff, **query))] == found


def test_mails_of_one_request_are_found_by_its_reference(
    send: Send, staff: Client, reference: str
) -> None:
    send(veg_body())
    assert len(rows(page(staff))) == 4
    assert len(rows(page(staff, q=reference.lower()))) == 2


def test_pages_follow_without_gaps(send: Send, staff: Client) -> None:
    for _ in range(26):
        send(veg_body())
    first = page(staff, recipient="customer")
    assert len(rows(first)) == 26
    whole = page(staff)
    [more] = re.findall(r'href="(\?behind=\d+)"', whole)
    rest = staff.get(LIST + more).content.decode()
    assert (len(rows(whole)), len(rows(rest))) == (50, 2)
    assert not set(rows(whole)) & set(rows(rest))


def test_a_mail_links_to_its_request(staff: Client, reference: str) -> None:
    assert f'href="/backoffice/requests/{reference}/"' in page(staff)


def written(by: str = "mani") -> Message:
    """Write a message to the customer."""
    request = Request.objects.get()
    return messages.send(
        reference=request.reference,
        version=request.version,
        actor=User.objects.filter(username=by).first() or make_staff_account(by),
        now=WHEN,
        template=Template.QUESTION,
        channel=Channel.MAIL,
        subject="one question",
        text="Hello, what is your PIN code?",
    )


def test_a_staff_message_is_marked_and_links_to_its_text(staff: Client, reference: str) -> None:
    made = written()
    text = page(staff)
    row, *others = rows(text)
    assert (
        row == f"Question, by mani {reference} Asha Raman · Veg meal Waiting to be saved as a file"
    )
    assert [other.split(" OT-")[0] for other in others] == ["To the customer", "To the shop"]
    assert f'href="/backoffice/requests/{reference}/#message-{made.pk}"' in text
    assert rows(page(staff, letters="1")) == [row]
    assert "letters=1" in text
    assert 'name="letters" value="1" checked' in page(staff, letters="1")


def test_a_staff_message_without_text_is_still_marked(staff: Client, reference: str) -> None:
    written()
    Message.objects.all().delete()
    assert rows(page(staff))[0].startswith(f"Staff message {reference}")


def test_staff_messages_are_read_by_one_query(
    staff: Client, reference: str, django_assert_num_queries: Any
) -> None:
    for count in (1, 3):
        for number in range(count):
            written(f"mani{number}")
        with django_assert_num_queries(5):  # session, account, roles, mails, letters
            page(staff)


def test_a_mail_server_s_reply_is_shown_as_text(staff: Client, reference: str) -> None:
    text = page(staff)
    assert html.escape(HOSTILE) in text
    assert "<script>alert" not in text


def test_resending_queues_failed_and_sent_mails_and_says_so(staff: Client, reference: str) -> None:
    assert send_again(staff, recipient="shop") == ["1 will be sent again."]
    entry = OutboxEntry.objects.get(recipient="shop")
    assert (entry.state, entry.attempts, entry.last_error, entry.resends) == ("waiting", 0, "", 1)
    OutboxEntry.objects.update(state="sent", sent_at=WHEN)
    assert send_again(staff) == ["2 will be sent again."]
    assert set(OutboxEntry.objects.values_list("state", "sent_at")) == {("waiting", None)}


def test_a_withheld_acknowledgement_is_listed_and_can_be_sent(
    staff: Client, reference: str
) -> None:
    OutboxEntry.objects.filter(recipient="customer").update(state="withheld")
    [row] = rows(page(staff, state="withheld"))
    assert row.startswith("To the customer")
    assert send_again(staff, "state=withheld", recipient="customer") == ["1 will be sent again."]
    assert OutboxEntry.objects.get(recipient="customer").state == "waiting"


def test_a_waiting_mail_is_left_to_the_worker(staff: Client, reference: str) -> None:
    """The worker may be sending it, and it would go out twice."""
    waits = "1 still waiting: sent automatically."
    assert send_again(staff) == ["1 will be sent again.", waits]
    waiting = OutboxEntry.objects.get(recipient="customer")
    assert (waiting.due_at, waiting.resends) == (WHEN, 0)
    assert send_again(staff, recipient="customer") == [waits]


def test_resending_is_logged_with_its_actor(staff: Client, reference: str) -> None:
    """Only the mails that were queued are logged."""
    send_again(staff)
    [entry] = AuditEntry.objects.all()
    assert entry.actor
    assert (entry.actor.username, entry.action, entry.reference) == (
        "priya",
        "mail.again",
        reference,
    )
    assert entry.data == {"recipient": "shop", "was": "failed"}


def test_resending_without_a_selection_shows_a_hint(staff: Client, reference: str) -> None:
    for form in ({}, {"mail": ["x", "0", "99999999999999999999", "7777"]}):
        text = staff.post(AGAIN, form, follow=True).content.decode()
        assert "Select mails first." in text
    assert not OutboxEntry.objects.filter(resends=1).exists()


def test_only_owner_and_desk_see_the_list(reference: str) -> None:
    seen = {
        role: logged_in(make_staff_account(role.value, role)).get(LIST).status_code for role in Role
    }
    assert seen == {Role.OWNER: 200, Role.DESK: 200, Role.KITCHEN: 403, Role.RIDER: 403}
