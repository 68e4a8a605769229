"""Reorders by the desk: the preview, and the action that stores one."""

import re
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from oottam.api import pipeline
from oottam.audit.models import AuditEntry
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request, Source
from oottam.workflow.models import ReorderLink
from tests.api_client import HOSTILE, flags
from tests.backoffice.request.request_page import page, section, text
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now
from tests.workflow import menus

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
SMOOTHIE = "Dry Fruit Smoothie"
HAD_TWICE = ["veg", "nonveg", "tray", "combo", "subscription", "event"]


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def address(request: Request) -> str:
    return f"/backoffice/requests/new/again/{request.reference}/"


def preview(staff: Client, request: Request) -> str:
    answer = staff.get(address(request))
    assert answer.status_code == 200
    return answer.content.decode()


def form(html: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(seen|count)" value="([^"]*)">', html))


def words(html: str) -> str:
    [main] = re.findall(r"<main.*?</main>", html, re.DOTALL)
    return " ".join(text(main).split())


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", HAD_TWICE)
def test_two_taps_reorder_and_lead_to_the_new_request(send: Send, staff: Client, kind: str) -> None:
    request = make_request_now(send, kind)
    first = page(staff, request)
    assert f'href="{address(request)}"' in first
    answer = staff.post(address(request), form(preview(staff, request)))
    new = Request.objects.exclude(pk=request.pk).get()
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/backoffice/requests/{new.reference}/",
    )
    assert (new.source, new.entered_by.get_username() if new.entered_by else "") == (
        Source.STAFF,
        "priya",
    )
    assert AuditEntry.objects.filter(reference=new.reference, action="request.enter").count() == 1


def test_both_requests_link_to_each_other(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    staff.post(address(request), form(preview(staff, request)))
    new = Request.objects.exclude(pk=request.pk).get()
    assert f"Reorder of {request.reference}" in words(page(staff, new))
    assert f"Reordered as: {new.reference}" in words(page(staff, request))
    assert new.reference in section(preview(staff, request), "made")


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["appointment", "nutrition"])
def test_a_kind_that_cannot_be_reordered_is_not_offered(
    send: Send, staff: Client, kind: str
) -> None:
    request = make_request_now(send, kind)
    assert address(request) not in page(staff, request)
    shown = preview(staff, request)
    assert "It cannot be reordered as it was" in words(shown)
    assert form(shown) == {}
    assert "protein" not in shown


def test_today_s_prices_are_beside_last_time_s(
    send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request_now(send)
    assert "Total ₹1,638 ₹1,638" in words(preview(staff, request))
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 20000}))
    shown = words(preview(staff, request))
    assert f"{SMOOTHIE} ₹1,638 ₹1,200 Total ₹438 less than last time ₹1,638 ₹1,200" in shown


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "total"),
    [("veg", "₹1,639.50"), ("nonveg", "₹421.50"), ("tray", "₹2,382"), ("combo", "₹2,251.50")],
)
def test_fractional_prices_can_be_reordered(
    send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch, kind: str, total: str
) -> None:
    request = make_request_now(send, kind)
    menus.use(monkeypatch, menus.with_fractional_prices())
    shown = preview(staff, request)
    assert total in words(shown)
    assert staff.post(address(request), form(shown)).status_code == 302
    new = Request.objects.exclude(pk=request.pk).get()
    assert (total in words(page(staff, new)), flags(new)) == (True, "")


def test_dishes_no_longer_offered_are_named(
    send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request_now(send, selectedItems=[{"name": SMOOTHIE}, {"name": "ABC Juice"}])
    menus.use(monkeypatch, menus.without_dishes("veg", "ABC Juice"))
    gone = section(preview(staff, request), "gone")
    assert gone.startswith("No longer on the menu (left out) ABC Juice ₹")


def test_a_price_changed_since_is_shown_and_nothing_is_stored(
    send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request_now(send)
    seen = form(preview(staff, request))
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 20000}))
    answer = staff.post(address(request), seen)
    assert (answer.status_code, Request.objects.count()) == (409, 1)
    assert "Nothing was saved: please check it again." in answer.content.decode()
    assert staff.post(address(request), form(answer.content.decode())).status_code == 302


@pytest.mark.both_databases
def test_two_colleagues_and_the_customer_together_make_one_request(
    send: Send, staff: Client
) -> None:
    request = make_request_now(send)
    seen = form(preview(staff, request))
    Request.objects.update(status="completed")
    colleague = make_desk_client("ravi")
    customer = Client().post(f"/status/{token_of(request.pk)}/again/", seen)
    gone_to = [each.post(address(request), seen)["Location"] for each in (staff, colleague, staff)]
    assert (customer.status_code, len(set(gone_to)), Request.objects.count()) == (303, 1, 2)


def test_a_failing_database_is_reported_on_the_page(
    send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise DatabaseError("disk I/O error")

    request = make_request_now(send)
    seen = form(preview(staff, request))
    monkeypatch.setattr(pipeline, "submit", broken)
    answer = staff.post(address(request), seen)
    assert answer.status_code == 503
    assert "We could not save your order" in answer.content.decode()
    assert form(answer.content.decode()) == seen


def test_texts_of_the_earlier_request_are_escaped(send: Send, staff: Client) -> None:
    free = dict.fromkeys(("name", "address"), HOSTILE[2])
    shown = preview(staff, make_request_now(send, **free))
    assert "<script>alert" not in shown
    assert shown.count("&lt;script&gt;alert") == 2
    event = preview(staff, make_request_now(send, "event", message=HOSTILE[2]))
    assert "<script>alert" not in event


def test_an_unknown_reference_is_a_404(staff: Client) -> None:
    assert staff.get("/backoffice/requests/new/again/OT-0000000/").status_code == 404


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["veg", "combo", "subscription"])
def test_it_asks_the_database_as_often_for_three_rows_as_for_one(
    send: Send, staff: Client, kind: str, django_assert_num_queries: Any
) -> None:
    request = make_request_now(send, kind)
    for count in (1, 2):
        for _ in range(count):
            ReorderLink.objects.create(request=make_request_now(send, kind), of=request)
        with django_assert_num_queries(15 if kind == "veg" else 14):
            staff.get(address(request))


@pytest.mark.both_databases
def test_kinds_with_a_menu_or_a_day_can_be_reordered() -> None:
    assert {*HAD_TWICE, "appointment", "nutrition"} == set(Kind.values)
