"""The staff's inbox: what they see of a request, and what they may change."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from oottam.requests.models import Request
from tests.bodies import SMOOTHIE, veg_body
from tests.conftest import Send

pytestmark = pytest.mark.django_db
LIST = "admin:requests_request_changelist"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture
def staff() -> Client:
    user = User.objects.create_superuser("priya", "priya@example.com", "pass of a test")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(staff: Client, name: str, *args: Any, **query: str) -> str:
    response = staff.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def cells(text: str) -> list[str]:
    """The texts of the list's cells, row by row, without the checkbox for actions."""
    found = re.findall(r'<t[dh] class="field-[^"]*"[^>]*>(.*?)</t[dh]>', text, re.DOTALL)
    return [html.unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in found]


def change_page(staff: Client, request: Request) -> str:
    return page(staff, "admin:requests_request_change", request.pk)


def test_the_list_shows_what_staff_need_at_a_glance(send: Send, staff: Client) -> None:
    send(veg_body(finalAmount=1))
    request = Request.objects.get()
    reference, _, *others = cells(page(staff, LIST))
    assert [reference, *others] == [
        request.reference,
        "Veg meal",
        "Asha Raman",
        "98400 12345",
        "6",
        "₹1,638.00",
        "Total sent differs from ours",
        "New",
    ]


def test_times_are_shown_in_india(send: Send, staff: Client) -> None:
    send(veg_body())
    Request.objects.update(received_at="2026-11-21T20:00:00Z")  # half past one of the next day
    assert cells(page(staff, LIST))[1] == "22 Nov 2026, 1:30 a.m."


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_no_more_often_for_more_requests(
    send: Send, staff: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        send(veg_body(finalAmount=1))  # with a flag
    with django_assert_num_queries(9):
        page(staff, LIST)


@pytest.mark.parametrize("words", ["Asha", "98400 12345", "9198400", "asha@example", "Raman"])
def test_search_finds_a_request_by_name_phone_and_e_mail(
    send: Send, staff: Client, words: str
) -> None:
    send(veg_body())
    send(veg_body(name="Ravi", lastname="Kumar", phone="2", email="ravi@example.com"))
    assert cells(page(staff, LIST, q=words))[2::9] == ["Veg meal"]
    assert cells(page(staff, LIST, q=words))[3::9] == ["Asha Raman"]


def test_search_finds_a_request_by_reference(send: Send, staff: Client) -> None:
    send(veg_body())
    send(veg_body())
    reference = Request.objects.earliest("pk").reference
    assert cells(page(staff, LIST, q=reference))[::9] == [reference]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"flag": "any"}, ["Ravi"]),
        ({"flag": "total-differs"}, ["Ravi"]),
        ({"flag": "count-differs"}, []),
        ({"kind__exact": "veg"}, ["Asha", "Ravi"]),
        ({"kind__exact": "tray"}, []),
        ({"status__exact": "new"}, ["Asha", "Ravi"]),
    ],
)
def test_the_list_is_filtered(
    send: Send, staff: Client, query: dict[str, str], names: list[str]
) -> None:
    send(veg_body(lastname=""))
    send(veg_body(name="Ravi", lastname="", finalAmount=1))
    assert sorted(cells(page(staff, LIST, **query))[3::9]) == names


@pytest.mark.parametrize("flag", ["total-differs", "count-differs", "any"])
def test_a_request_with_two_flags_is_found_once_by_each_and_by_any(
    send: Send, staff: Client, flag: str
) -> None:
    send(veg_body(finalAmount=1, selectedItemCount=2))
    text = page(staff, LIST, flag=flag)
    assert cells(text)[7::9] == [
        "Total sent differs from ours; Item count is missing or differs from the list"
    ]


def test_a_request_is_shown_with_its_order_in_rupees(send: Send, staff: Client) -> None:
    send(
        veg_body(
            date=15,
            selectedItems=[{"name": SMOOTHIE, "discountedCost": 1}],
            finalAmount=3556,
            sections={"breakfast": True, "lunch": False, "dinner": False},
        )
    )
    text = change_page(staff, Request.objects.get())
    [table] = re.findall(r'<table class="order-lines">.*?</table>', text, re.DOTALL)
    shown = [
        " ".join(cell.split()) for cell in re.findall(r"<td[^>]*>(.*?)</td>", table, re.DOTALL)
    ]
    assert shown == ["1", SMOOTHIE, "₹254.00", "₹4,095.00", "₹3,556.00", "₹1.00"]
    assert "12 Beach Road, Besant Nagar" in text


def test_the_status_is_all_that_staff_may_change(send: Send, staff: Client) -> None:
    send(veg_body())
    request = Request.objects.get()
    text = change_page(staff, request)
    names = re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', text)
    assert [name for name in names if not re.match(r"_|csrf|order-", name)] == ["status"]
    totals = {
        "order-TOTAL_FORMS": "1",
        "order-INITIAL_FORMS": "1",
        "order-0-request": str(request.pk),
    }
    changed = {"status": "confirmed", "customer_name": "Other", **totals}
    address = reverse("admin:requests_request_change", args=[request.pk])
    assert staff.post(address, changed).status_code == 302
    request.refresh_from_db()
    assert (request.status, request.customer_name) == ("confirmed", "Asha Raman")


@pytest.mark.parametrize("action", ["add", "delete"])
def test_requests_are_neither_added_nor_deleted_by_hand(
    send: Send, staff: Client, action: str
) -> None:
    send(veg_body())
    args = [Request.objects.get().pk] if action == "delete" else []
    assert staff.get(reverse(f"admin:requests_request_{action}", args=args)).status_code == 403


def test_hostile_text_is_shown_as_text(send: Send, staff: Client) -> None:
    send(veg_body(name=HOSTILE, lastname=HOSTILE, phone=HOSTILE[:60], address=HOSTILE))
    request = Request.objects.get()
    for text in (page(staff, LIST), change_page(staff, request)):
        assert html.escape(HOSTILE) in text
        assert "<img src=x" not in text
        assert "<script>alert" not in text


def test_pages_hold_nothing_that_the_content_security_policy_would_block(
    send: Send, staff: Client
) -> None:
    send(veg_body())
    request = Request.objects.get()
    history = reverse("admin:requests_request_history", args=[request.pk])
    pages = [
        page(staff, "admin:index"),
        page(staff, LIST),
        page(staff, LIST, q="x"),
        change_page(staff, request),
        staff.get(history).content.decode(),
        Client().get(reverse("backoffice:log-in")).content.decode(),
    ]
    for text in pages:
        assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == []
        assert re.findall(r"<script(?![^>]*(?:\ssrc=|application/json))", text) == []
        assert re.findall(r'(?:src|href)="(?:https?:)?//', text) == []


def test_the_shop_gives_its_name_to_the_back_office(staff: Client) -> None:
    text = page(staff, "admin:index")
    assert "<title>" in text
    assert "Oottam back office" in text
    assert "Django" not in re.sub("<!--.*?-->", "", text)
    assert 'name="robots" content="noindex, nofollow"' in text
