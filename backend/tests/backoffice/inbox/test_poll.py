"""The poll for the number of requests since a page was rendered."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from oottam.requests.models import Request, Status
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import make_desk_client

pytestmark = pytest.mark.django_db
INBOX = "/backoffice/requests/"


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def pulse_of(staff: Client, address: str = INBOX) -> str:
    """Return the address that the page polls."""
    found = re.search(
        r'data-new-requests="([^"]+)"', staff.get(address, follow=True).content.decode()
    )
    return html.unescape(found[1]) if found else ""


def test_the_poll_returns_204_until_requests_come_and_then_their_number(
    send: Send, staff: Client
) -> None:
    send(veg_body())
    address = pulse_of(staff)
    assert staff.get(address).status_code == 204
    send(veg_body())
    assert staff.get(address).json() == {"count": 1}
    send(veg_body())
    assert staff.get(address).json() == {"count": 2}
    assert staff.get(pulse_of(staff)).status_code == 204


def test_a_confirmed_request_is_not_new(send: Send, staff: Client) -> None:
    send(veg_body())
    address = pulse_of(staff)
    send(veg_body())
    Request.objects.update(status=Status.CONFIRMED)
    assert staff.get(address).status_code == 204


def test_a_later_page_and_an_empty_shop_have_no_poll(send: Send, staff: Client) -> None:
    assert pulse_of(staff) == ""
    send(veg_body())
    request = Request.objects.get()
    behind = f"{request.received_at.isoformat()}_{request.pk.hex}".replace("+", "%2B")
    assert pulse_of(staff, f"{INBOX}?behind={behind}") == ""


@pytest.mark.parametrize("since", ["", "?since=", "?since=x", "?since=2026-11-22_1"])
def test_a_poll_without_a_cursor_returns_204(send: Send, staff: Client, since: str) -> None:
    send(veg_body())
    assert staff.get(f"/backoffice/pulse{since}").status_code == 204


def test_the_poll_runs_few_queries(
    send: Send, staff: Client, django_assert_num_queries: Any
) -> None:
    send(veg_body())
    address = pulse_of(staff)
    send(veg_body())
    with django_assert_num_queries(4):  # session, account, roles, the count
        staff.get(address)
    assert Client().get(address, headers={"Accept": "application/json"}).status_code == 401
