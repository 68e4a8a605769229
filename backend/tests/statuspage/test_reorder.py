"""The same again, asked for by a customer from the status page: seen first, sent once, told to nobody else."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.api import pipeline
from oottam.api.writing import rate_limits
from oottam.billing.payments import adjust
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request, Source, Status
from oottam.requests.status_tokens import token_of
from oottam.workflow.models import ReorderLink
from oottam.workflow.services import reorder
from tests.backoffice.users import account
from tests.conftest import Send
from tests.http_client import caller
from tests.outbox.test_mail_content import hostile
from tests.statuspage.test_status import confirmed, pairs, words
from tests.workflow import menus
from tests.workflow.desk import asked, current, read_again

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
SMOOTHIE = "Dry Fruit Smoothie"
HAD_TWICE = [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION, Kind.EVENT]


@pytest.fixture
def meena() -> User:
    """The owner."""
    return account("meena")


def agreed(send: Send, kind: Kind = Kind.VEG, **body: Any) -> Request:
    """A request that is no longer new."""
    request = asked(send, kind, **body)
    Request.objects.filter(pk=request.pk).update(status=Status.COMPLETED)
    return read_again(request)


def address(request: Request) -> str:
    return f"/status/{token_of(request.pk)}/again/"


def page(request: Request, status: int = 200) -> str:
    answer = Client().get(address(request))
    assert answer.status_code == status
    return answer.content.decode()


def form(html: str) -> dict[str, str]:
    """What the page's form sends."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html))


def send_form(request: Request, sent: dict[str, str], **headers: Any) -> Any:
    return Client(enforce_csrf_checks=True).post(address(request), sent, **headers)


def test_the_status_page_leads_there_once_it_is_agreed(send: Send) -> None:
    request = asked(send)
    path = f"/status/{token_of(request.pk)}"
    assert "/again/" not in Client().get(path).content.decode()
    for status in (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED, Status.CANCELLED):
        Request.objects.update(status=status)
        assert f'href="{address(request)}"' in Client().get(path).content.decode()


@pytest.mark.parametrize("kind", [Kind.SUBSCRIPTION, Kind.EVENT])
def test_what_no_menu_prices_promises_no_price_of_today(send: Send, kind: Kind) -> None:
    request = agreed(send, kind)
    html = Client().get(f"/status/{token_of(request.pk)}").content.decode()
    assert f'href="{address(request)}"' in html
    assert "costs today" not in words(html)
    assert "We will call you to agree on the days and the price." in words(html)
    assert "today's prices" not in words(page(request))


@pytest.mark.parametrize("kind", HAD_TWICE)
def test_one_press_makes_a_request_and_leads_to_its_page(send: Send, kind: Kind) -> None:
    request = agreed(send, kind)
    answer = send_form(request, form(page(request)))
    new = Request.objects.exclude(pk=request.pk).get()
    assert (answer.status_code, answer["Location"]) == (303, f"/status/{token_of(new.pk)}")
    assert "has been received." in Client().get(answer["Location"]).content.decode()
    assert (new.status, new.source, new.reorder_link.of) == (Status.NEW, Source.STOREFRONT, request)
    assert OutboxEntry.objects.filter(reference=new.reference).count() == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", [Kind.APPOINTMENT, Kind.NUTRITION])
def test_what_nobody_has_twice_is_not_offered(send: Send, kind: Kind) -> None:
    request = agreed(send, kind)
    path = f"/status/{token_of(request.pk)}"
    assert "/again/" not in Client().get(path).content.decode()
    assert re.search("Please (send a new request|write a new one)", words(page(request)))
    assert "<form" not in page(request)
    assert send_form(request, {"seen": "", "count": "0"}).status_code == 409
    assert Request.objects.count() == 1


@pytest.mark.both_databases
def test_one_that_waits_for_our_call_is_not_sent_twice_by_a_slip(send: Send) -> None:
    request = asked(send)
    assert "We have received it and will call you." in words(page(request))
    found = reorder.preview(request)
    answer = send_form(request, {"seen": found.seen, "count": "0"})
    assert (answer.status_code, Request.objects.count()) == (409, 1)


def test_today_s_price_stands_beside_last_time_s_with_the_difference(
    send: Send, meena: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = confirmed(asked(send), meena)
    assert pairs(page(request))["Difference"] == "none"
    adjust(**current(request, meena), paise=-10000, reason="Secret friend")
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    html = page(request)
    assert f"{SMOOTHIE} ₹1,800.00 last time ₹1,638.00" in words(html)
    sums = "Amounts Last time ₹1,538.00 Difference ₹262.00 more Today ₹1,800.00"
    assert sums in words(html)
    assert "ecret" not in html


@pytest.mark.both_databases
def test_a_subscription_s_price_is_agreed_anew(send: Send, meena: User) -> None:
    request = confirmed(asked(send, Kind.SUBSCRIPTION), meena)
    assert "Last time ₹9,000.00 Today to be agreed" in words(page(request))


def test_what_is_no_longer_on_the_menu_is_named_and_left_out(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = agreed(send, selectedItems=[{"name": SMOOTHIE}, {"name": "ABC Juice"}])
    menus.use(monkeypatch, menus.without_dishes("veg", "ABC Juice"))
    html = page(request)
    assert (
        "No longer on our menus We have left this out: ABC Juice What you are asking for"
        in words(html)
    )
    assert send_form(request, form(html)).status_code == 303
    menus.use(monkeypatch, menus.without_dishes("veg", SMOOTHIE))
    gone = page(request)
    assert "None of it is on our menus any more." in words(gone)
    assert "<form" not in gone


def test_a_price_that_changed_since_is_shown_anew_and_nothing_is_sent(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = agreed(send)
    seen = form(page(request))
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    answer = send_form(request, seen)
    html = answer.content.decode()
    assert (answer.status_code, Request.objects.count()) == (409, 1)
    assert "This has changed since you opened the page. Nothing was sent" in words(html)
    assert "₹1,800.00" in html
    assert send_form(request, form(html)).status_code == 303


@pytest.mark.both_databases
def test_two_taps_two_tabs_and_a_reload_make_one_request(send: Send) -> None:
    request = agreed(send)
    one, other = form(page(request)), form(page(request))
    gone_to = {send_form(request, sent)["Location"] for sent in (one, one, other)}
    assert (len(gone_to), Request.objects.count()) == (1, 2)
    html = page(request)
    new = Request.objects.exclude(pk=request.pk).get()
    assert "You have already asked again" in html
    assert f'<a href="/status/{token_of(new.pk)}">{new.reference}</a>' in html
    assert "Ask for it once more" in html
    send_form(request, form(html))
    assert Request.objects.count() == 3


@pytest.mark.parametrize("count", ["", "-1", "1", "99", "x", "9" * 5000, "²", "٠"])
def test_a_form_that_is_none_of_ours_sends_nothing(send: Send, count: str) -> None:
    request = agreed(send)
    assert send_form(request, {"seen": "x" * 32, "count": count}).status_code == 409
    assert Request.objects.count() == 1


def test_an_address_at_its_cap_is_told_so(send: Send, settings: Any) -> None:
    request = agreed(send)
    settings.CAP_PER_ADDRESS = 1
    rate_limits._limits.cache_clear()
    try:
        send_form(request, form(page(request)), REMOTE_ADDR="192.0.2.7")
        answer = send_form(request, form(page(request)), REMOTE_ADDR="192.0.2.7")
    finally:
        rate_limits._limits.cache_clear()
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Too many requests came from your internet connection" in answer.content.decode()
    assert Request.objects.count() == 2


def test_many_from_one_phone_are_taken_and_flagged(send: Send, settings: Any) -> None:
    request = agreed(send)
    settings.FLAG_PER_PERSON = settings.CAP_PER_PERSON = 1
    rate_limits._limits.cache_clear()
    try:
        send_form(request, form(page(request)))
    finally:
        rate_limits._limits.cache_clear()
    new = Request.objects.exclude(pk=request.pk).get()
    assert set(new.flags.values_list("flag", flat=True)) == {"many-from-phone", "many-from-email"}


def test_when_the_database_takes_nothing_it_says_so(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise DatabaseError("disk I/O error")

    request = agreed(send)
    sent = form(page(request))
    monkeypatch.setattr(pipeline, "submit", broken)
    answer = send_form(request, sent)
    assert answer.status_code == 503
    assert "We could not save your order. Please try again" in answer.content.decode()
    assert "disk" not in answer.content.decode()
    assert form(answer.content.decode()) == sent


@pytest.mark.parametrize("kind", HAD_TWICE)
def test_nothing_that_was_typed_is_repeated(send: Send, kind: Kind) -> None:
    html = page(agreed(send, kind))
    typed = ["Asha", "Raman", "98400", "asha@example.com", "Beach Road", "Besant", "no nuts"]
    assert [word for word in typed if word.lower() in html.lower()] == []


@pytest.mark.parametrize("kind", HAD_TWICE)
def test_hostile_words_do_not_come_this_far(send: Send, kind: Kind) -> None:
    from tests.workflow.desk import BODIES

    html = page(agreed(send, kind, **hostile(dict(BODIES[kind]))))
    for word in ("evil", "alert(", "<script", "<img", "esrever", "site }}"):
        assert word not in html


def test_it_has_no_code_and_asks_for_nothing_from_elsewhere(send: Send) -> None:
    html = page(agreed(send))
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|<iframe", html) == []
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//', html) == []
    assert html.count("<h1") == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("is_right", [True, False])
def test_its_headers_keep_it_to_its_reader(send: Send, method: str, is_right: bool) -> None:
    token = token_of(agreed(send).pk)
    path = f"/status/{token if is_right else token[::-1]}/again/"
    answer = caller().request(
        method, path, b"", {"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == (404 if not is_right else 409 if method == "POST" else 200)
    kept = ["Cache-Control", "X-Robots-Tag", "Referrer-Policy"]
    assert [answer[name] for name in kept] == ["no-store", "noindex, nofollow", "no-referrer"]
    assert "Set-Cookie" not in answer


def test_over_the_server_s_own_road_a_form_makes_a_request(send: Send) -> None:
    request = agreed(send)
    body = "&".join(f"{name}={value}" for name, value in form(page(request)).items())
    sent_as = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "null"}
    answer = caller().request("POST", address(request), body.encode(), sent_as)
    assert (answer.status_code, ReorderLink.objects.count()) == (303, 1)
    assert answer["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_token_costs_no_query(send: Send, method: str) -> None:
    token = token_of(agreed(send).pk)
    for each in (token[::-1], token[:-1], f"{token}A", "x", token.swapcase()):
        with CaptureQueriesContext(connection) as asked_for:
            answer = getattr(Client(), method)(f"/status/{each}/again/", {"count": "0"})
        assert answer.status_code == 404
        assert len(asked_for) == 0


@pytest.mark.both_databases
def test_of_an_erased_person_nothing_is_told(send: Send) -> None:
    request = agreed(send)
    Request.objects.update(erased_at=request.received_at)
    assert "<h1>Nothing on this plate</h1>" in page(request, 404)
    assert send_form(request, {"count": "0"}).status_code == 404


@pytest.mark.parametrize("kind", [Kind.VEG, Kind.COMBO, Kind.SUBSCRIPTION])
@pytest.mark.parametrize("count", [1, 3])
def test_it_takes_as_many_queries_for_more_rows(
    send: Send, kind: Kind, count: int, django_assert_num_queries: Any
) -> None:
    request = agreed(send, kind)
    for _ in range(count):
        ReorderLink.objects.create(request=asked(send, kind), of=request)
    token_of(request.pk)
    with django_assert_num_queries(8):
        page(request)


def test_amounts_are_read_as_text(send: Send) -> None:
    assert unescape(page(agreed(send))).count("₹1,638.00") == 3
