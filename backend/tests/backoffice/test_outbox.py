"""What staff see of the mails, and "Send again"."""

import html
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from oottam.notify.models import OutboxEntry
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import Send

pytestmark = pytest.mark.django_db
LIST = "admin:notify_outboxentry_changelist"
WHEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # half past one of the next day in India
SHOWN = "22 Nov 2026, 1:30 a.m."
HOSTILE = "550 <script>alert(1)</script>"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def staff() -> Client:
    return logged_in(User.objects.create_superuser("priya", "priya@example.com", "pass of a test"))


@pytest.fixture
def reference(send: Send) -> str:
    """A request whose mail to the shop has failed and whose mail to the customer waits."""
    send(veg_body())
    OutboxEntry.objects.update(due_at=WHEN)
    shop = OutboxEntry.objects.filter(recipient="shop")
    shop.update(state="failed", attempts=4, last_error=HOSTILE)
    return Request.objects.get().reference


def page(staff: Client, name: str, *args: Any, **query: str) -> str:
    response = staff.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def rows(text: str) -> list[list[str]]:
    """The list's rows, each the texts of its cells, without the checkbox for actions."""
    found = re.findall(r"<tr>(<td.*?)</tr>", text, re.DOTALL)
    cells = [
        re.findall(r'<t[dh] class="field-[^"]*"[^>]*>(.*?)</t[dh]>', row, re.DOTALL)
        for row in found
    ]
    return [[html.unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


def send_again(staff: Client, **which: Any) -> str:
    chosen = [str(pk) for pk in OutboxEntry.objects.filter(**which).values_list("pk", flat=True)]
    sent = {"action": "send_again", "_selected_action": chosen}
    response = staff.post(reverse(LIST), sent, follow=True)
    assert response.status_code == 200
    [message] = re.findall(r'<li class="info">(.*?)</li>', response.content.decode())
    return str(message)


def test_the_list_tells_state_attempts_next_try_and_last_error(
    staff: Client, reference: str
) -> None:
    assert rows(page(staff, LIST)) == [
        [reference, "Veg meal", "Customer", "Waiting", "0", SHOWN, "-", "-"],
        [reference, "Veg meal", "Shop", "Failed", "4", "", "-", HOSTILE],
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_no_more_often_for_more_mails(
    send: Send, staff: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        send(veg_body())
    with django_assert_num_queries(6):
        page(staff, LIST)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"state__exact": "failed"}, ["Shop"]),
        ({"state__exact": "sent"}, []),
        ({"recipient__exact": "customer"}, ["Customer"]),
        ({"q": "nothing"}, []),
    ],
)
def test_the_list_is_filtered_and_searched(
    staff: Client, reference: str, query: dict[str, str], found: list[str]
) -> None:
    assert [row[2] for row in rows(page(staff, LIST, **query))] == found
    assert len(rows(page(staff, LIST, q=reference))) == 2


def test_a_request_leads_to_its_mails_and_a_mail_to_its_request(
    staff: Client, reference: str
) -> None:
    request = page(staff, "admin:requests_request_change", Request.objects.get().pk)
    assert f'<a href="{reverse(LIST)}?q={reference}">Mails about it</a>' in request
    inbox = reverse("admin:requests_request_changelist")
    assert f'<a href="{inbox}?q={reference}">{reference}</a>' in page(staff, LIST)


def test_a_servers_words_are_shown_as_text(staff: Client, reference: str) -> None:
    entry = OutboxEntry.objects.get(recipient="shop")
    for text in (page(staff, LIST), page(staff, "admin:notify_outboxentry_change", entry.pk)):
        assert html.escape(HOSTILE) in text
        assert "<script>alert" not in text


def test_a_mail_is_read_and_neither_changed_added_nor_deleted(
    staff: Client, reference: str
) -> None:
    entry = OutboxEntry.objects.get(recipient="shop")
    text = page(staff, "admin:notify_outboxentry_change", entry.pk)
    assert re.findall(r'<(?:input|select|textarea)[^>]* name="(?!csrf)([^"]+)"', text) == []
    change = reverse("admin:notify_outboxentry_change", args=[entry.pk])
    delete = reverse("admin:notify_outboxentry_delete", args=[entry.pk])
    add = reverse("admin:notify_outboxentry_add")
    assert [staff.post(address, {}).status_code for address in (change, delete, add)] == [403] * 3


def test_send_again_makes_failed_and_sent_mails_wait_and_says_so(
    staff: Client, reference: str
) -> None:
    assert send_again(staff, recipient="shop") == "1 to be sent again."
    entry = OutboxEntry.objects.get(recipient="shop")
    assert (entry.state, entry.attempts, entry.last_error, entry.resends) == ("waiting", 0, "", 1)
    OutboxEntry.objects.update(state="sent", sent_at=WHEN)
    assert send_again(staff) == "2 to be sent again."
    assert set(OutboxEntry.objects.values_list("state", "sent_at")) == {("waiting", None)}


def test_a_withheld_acknowledgement_is_seen_and_may_be_sent(staff: Client, reference: str) -> None:
    OutboxEntry.objects.filter(recipient="customer").update(state="withheld")
    [row] = rows(page(staff, LIST, state__exact="withheld"))
    assert row[2:4] == ["Customer", "Withheld"]
    assert send_again(staff, recipient="customer") == "1 to be sent again."
    assert OutboxEntry.objects.get(recipient="customer").state == "waiting"


def test_what_waits_is_left_to_the_worker(staff: Client, reference: str) -> None:
    """It may be on its way at this moment, and would go out twice."""
    said = "1 to be sent again. 1 not sent yet: the worker will try by itself."
    assert send_again(staff) == said
    waiting = OutboxEntry.objects.get(recipient="customer")
    assert (waiting.due_at, waiting.resends) == (WHEN, 0)
    said = "Nothing to send again. 1 not sent yet: the worker will try by itself."
    assert send_again(staff, recipient="customer") == said


def test_it_is_noted_who_asked(staff: Client, reference: str) -> None:
    """Of the mails that were; one that waits was not asked for."""
    send_again(staff)
    [note] = LogEntry.objects.all()
    assert (note.user.username, note.object_repr) == ("priya", f"{reference} to shop")
    assert note.get_change_message() == "Asked to send it again."


def test_who_may_only_look_cannot_send_again(reference: str) -> None:
    looker = User.objects.create_user("mani", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_outboxentry"))
    text = page(logged_in(looker), LIST)
    assert reference in text
    assert "Send again" not in text
    chosen = {
        "action": "send_again",
        "_selected_action": [str(OutboxEntry.objects.latest("pk").pk)],
    }
    logged_in(looker).post(reverse(LIST), chosen)
    assert not OutboxEntry.objects.filter(resends=1).exists()
