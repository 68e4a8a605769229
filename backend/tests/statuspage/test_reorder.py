"""A customer's reorder is previewed first, made once, and shows no customer input."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.test import Client

from oottam.api import pipeline
from oottam.api.writing import rate_limits
from oottam.billing.payments import adjust
from oottam.outbox.models import OutboxEntry
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request, Source, Status
from oottam.workflow.models import ReorderLink
from oottam.workflow.services import reorder
from tests.api_client import flags
from tests.conftest import Send
from tests.factories.requests import current, make_request, read_again
from tests.http_client import caller
from tests.outbox.test_mail_content import hostile
from tests.statuspage.test_status import confirmed, definitions, visible_text
from tests.workflow import menus

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
SMOOTHIE = "Dry Fruit Smoothie"
REORDERABLE = [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION, Kind.EVENT]


def completed(send: Send, kind: Kind = Kind.VEG, **body: Any) -> Request:
    """A completed request."""
    request = make_request(send, kind, **body)
    Request.objects.filter(pk=request.pk).update(status=Status.COMPLETED)
    return read_again(request)


def address(request: Request) -> str:
    return f"/status/{token_of(request.pk)}/again/"


def page(request: Request, status: int = 200) -> str:
    response = Client().get(address(request))
    assert response.status_code == status
    return response.content.decode()


def form(html: str) -> dict[str, str]:
    """Hidden fields of the page's form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html))


def send_form(request: Request, sent: dict[str, str], **headers: Any) -> Any:
    return Client(enforce_csrf_checks=True).post(address(request), sent, **headers)


def test_status_page_links_to_reorder_once_confirmed(send: Send) -> None:
    request = make_request(send)
    path = f"/status/{token_of(request.pk)}"
    assert "/again/" not in Client().get(path).content.decode()
    for status in (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED, Status.CANCELLED):
        Request.objects.update(status=status)
        assert f'href="{address(request)}"' in Client().get(path).content.decode()


@pytest.mark.parametrize("kind", [Kind.SUBSCRIPTION, Kind.EVENT])
def test_kinds_without_menu_price_promise_no_price(send: Send, kind: Kind) -> None:
    request = completed(send, kind)
    html = Client().get(f"/status/{token_of(request.pk)}").content.decode()
    assert f'href="{address(request)}"' in html
    assert "costs today" not in visible_text(html)
    assert "We will call you to agree on the days and the price." in visible_text(html)
    assert "today's prices" not in visible_text(page(request))


@pytest.mark.parametrize("kind", REORDERABLE)
def test_post_creates_a_request_and_redirects_to_its_page(send: Send, kind: Kind) -> None:
    request = completed(send, kind)
    response = send_form(request, form(page(request)))
    new = Request.objects.exclude(pk=request.pk).get()
    assert (response.status_code, response["Location"]) == (303, f"/status/{token_of(new.pk)}")
    assert "has been received." in Client().get(response["Location"]).content.decode()
    assert (new.status, new.source, new.reorder_link.of) == (Status.NEW, Source.STOREFRONT, request)
    assert OutboxEntry.objects.filter(reference=new.reference).count() == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", [Kind.APPOINTMENT, Kind.NUTRITION])
def test_appointments_and_enquiries_cannot_be_reordered(send: Send, kind: Kind) -> None:
    request = completed(send, kind)
    path = f"/status/{token_of(request.pk)}"
    assert "/again/" not in Client().get(path).content.decode()
    assert re.search("Please (send a new request|write a new one)", visible_text(page(request)))
    assert "<form" not in page(request)
    assert send_form(request, {"seen": "", "count": "0"}).status_code == 409
    assert Request.objects.count() == 1


@pytest.mark.both_databases
def test_new_request_cannot_be_reordered(send: Send) -> None:
    request = make_request(send)
    assert "We have received it and will call you." in visible_text(page(request))
    comparison = reorder.preview(request)
    response = send_form(request, {"seen": comparison.seen, "count": "0"})
    assert (response.status_code, Request.objects.count()) == (409, 1)


def test_preview_compares_prices_with_the_original(
    send: Send, meena: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = confirmed(make_request(send), meena)
    assert definitions(page(request))["Difference"] == "none"
    adjust(**current(request, meena), paise=-10000, reason="Secret friend")
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    html = page(request)
    assert f"{SMOOTHIE} ₹1,800.00 last time ₹1,638.00" in visible_text(html)
    sums = "Amounts Last time ₹1,538.00 Difference ₹262.00 more Today ₹1,800.00"
    assert sums in visible_text(html)
    assert "ecret" not in html


@pytest.mark.both_databases
def test_subscription_price_is_to_be_agreed(send: Send, meena: User) -> None:
    request = confirmed(make_request(send, Kind.SUBSCRIPTION), meena)
    assert "Last time ₹9,000.00 Today to be agreed" in visible_text(page(request))


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "days", "total"),
    [
        (Kind.VEG, 6, "₹1,639.50"),
        (Kind.NONVEG, 15, "₹913.50"),  # with a struck-through price
        (Kind.TRAY, 6, "₹2,382.00"),
        (Kind.TRAY, 15, "₹5,250.00"),
        (Kind.COMBO, 6, "₹2,251.50"),
    ],
)
def test_fractional_prices_can_be_reordered(
    send: Send, monkeypatch: pytest.MonkeyPatch, kind: Kind, days: int, total: str
) -> None:
    request = completed(send, kind, **({} if kind == Kind.COMBO else {"date": days}))
    menus.use(monkeypatch, menus.with_fractional_prices())
    html = page(request)
    assert definitions(html)["Today"] == total
    assert send_form(request, form(html)).status_code == 303
    new = Request.objects.exclude(pk=request.pk).get()
    assert (
        definitions(Client().get(f"/status/{token_of(new.pk)}").content.decode())["Total"] == total
    )
    assert flags(new) == ""  # the amounts submitted are ours


def test_dish_missing_from_the_menu_is_named_and_omitted(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = completed(send, selectedItems=[{"name": SMOOTHIE}, {"name": "ABC Juice"}])
    menus.use(monkeypatch, menus.without_dishes("veg", "ABC Juice"))
    html = page(request)
    assert (
        "No longer on our menus We have left this out: ABC Juice What you are asking for"
        in visible_text(html)
    )
    assert send_form(request, form(html)).status_code == 303
    menus.use(monkeypatch, menus.without_dishes("veg", SMOOTHIE))
    unavailable = page(request)
    assert "None of it is on our menus any more." in visible_text(unavailable)
    assert "<form" not in unavailable


def test_changed_price_is_shown_and_not_ordered(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = completed(send)
    seen = form(page(request))
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    response = send_form(request, seen)
    html = response.content.decode()
    assert (response.status_code, Request.objects.count()) == (409, 1)
    assert "This has changed since you opened the page. Nothing was sent" in visible_text(html)
    assert "₹1,800.00" in html
    assert send_form(request, form(html)).status_code == 303


@pytest.mark.both_databases
def test_repeated_posts_create_one_request(send: Send) -> None:
    request = completed(send)
    one, other = form(page(request)), form(page(request))
    locations = {send_form(request, sent)["Location"] for sent in (one, one, other)}
    assert (len(locations), Request.objects.count()) == (1, 2)
    html = page(request)
    new = Request.objects.exclude(pk=request.pk).get()
    assert "You have already ordered this again" in html
    assert f'<a href="/status/{token_of(new.pk)}">{new.reference}</a>' in html
    assert "Order this once more" in html
    send_form(request, form(html))
    assert Request.objects.count() == 3


@pytest.mark.parametrize("count", ["", "-1", "1", "99", "x", "9" * 5000, "²", "٠"])
def test_invalid_form_creates_nothing(send: Send, count: str) -> None:
    request = completed(send)
    assert send_form(request, {"seen": "x" * 32, "count": count}).status_code == 409
    assert Request.objects.count() == 1


def test_sender_at_its_cap_gets_429(send: Send, settings: Any) -> None:
    request = completed(send)
    settings.CAP_PER_ADDRESS = 1
    rate_limits._limits.cache_clear()
    try:
        send_form(request, form(page(request)), REMOTE_ADDR="192.0.2.7")
        response = send_form(request, form(page(request)), REMOTE_ADDR="192.0.2.7")
    finally:
        rate_limits._limits.cache_clear()
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert "Too many requests came from your internet connection" in response.content.decode()
    assert Request.objects.count() == 2


def test_many_requests_from_one_phone_are_accepted_and_flagged(send: Send, settings: Any) -> None:
    request = completed(send)
    settings.FLAG_PER_PERSON = settings.CAP_PER_PERSON = 1
    rate_limits._limits.cache_clear()
    try:
        send_form(request, form(page(request)))
    finally:
        rate_limits._limits.cache_clear()
    new = Request.objects.exclude(pk=request.pk).get()
    assert set(new.flags.values_list("flag", flat=True)) == {"many-from-phone", "many-from-email"}


def test_database_error_is_reported_without_details(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise DatabaseError("disk I/O error")

    request = completed(send)
    sent = form(page(request))
    monkeypatch.setattr(pipeline, "submit", broken)
    response = send_form(request, sent)
    assert response.status_code == 503
    assert "We could not save your order. Please try again" in response.content.decode()
    assert "disk" not in response.content.decode()
    assert form(response.content.decode()) == sent


@pytest.mark.parametrize("kind", REORDERABLE)
def test_page_omits_customer_input(send: Send, kind: Kind) -> None:
    html = page(completed(send, kind))
    typed = ["Asha", "Raman", "98400", "asha@example.com", "Beach Road", "Besant", "no nuts"]
    assert [word for word in typed if word.lower() in html.lower()] == []


@pytest.mark.parametrize("kind", REORDERABLE)
def test_page_omits_hostile_input(send: Send, kind: Kind) -> None:
    from tests.factories.requests import BODIES

    html = page(completed(send, kind, **hostile(dict(BODIES[kind]))))
    for word in ("evil", "alert(", "<script", "<img", "esrever", "site }}"):
        assert word not in html


def test_page_has_no_script_and_loads_nothing_external(send: Send) -> None:
    html = page(completed(send))
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|<iframe", html) == []
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//(?!wa\.me/)', html) == []
    assert html.count("<h1") == 1


def test_form_posted_through_asgi_creates_a_request(send: Send) -> None:
    request = completed(send)
    body = "&".join(f"{name}={value}" for name, value in form(page(request)).items())
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "null"}
    response = caller().request("POST", address(request), body.encode(), headers)
    assert (response.status_code, ReorderLink.objects.count()) == (303, 1)
    assert response["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("kind", [Kind.VEG, Kind.COMBO, Kind.SUBSCRIPTION])
@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_grow_with_rows(
    send: Send, kind: Kind, count: int, django_assert_num_queries: Any
) -> None:
    request = completed(send, kind)
    for _ in range(count):
        ReorderLink.objects.create(request=make_request(send, kind), of=request)
    token_of(request.pk)
    with django_assert_num_queries(10):
        page(request)


def test_amounts_are_formatted_in_rupees(send: Send) -> None:
    assert unescape(page(completed(send))).count("₹1,638.00") == 3
