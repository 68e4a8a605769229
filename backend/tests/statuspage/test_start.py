"""The start form stores answers, shows none of them, and confirms nothing."""

import re
from datetime import date, time
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.test import Client

from oottam.core import page_assets
from oottam.privacy.erasure import erase
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.models import ClosedDay
from oottam.workflow.models import CustomerAnswer, FulfilmentDetails
from oottam.workflow.services import customer_answers
from oottam.workflow.services.customer_answers import MAX_ANSWERS
from oottam.workflow.services.details import save_details
from tests.conftest import Send
from tests.factories.requests import (
    PLAN_FACTS,
    TEN_AM,
    current,
    make_confirmable,
    make_request,
    read_again,
)
from tests.http_client import caller
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db(transaction=True)
PLANS = [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION]
_ALL: dict[str, Any] = {
    "diet": "veg", "allergens": [], "start_date": date(2026, 11, 30), "breakfast_time": time(8, 30),
    "pin": "600090", "locality": "Besant Nagar", "door_note": "Ring twice",
}  # fmt: skip
ANSWERS: dict[str, Any] = {
    "diet": "jain",
    "allergens": ["peanut", "milk"],
    "kitchen_note": "  no   mushrooms ",
    "start_date": "2026-11-30",
    "lunch_time": "12:30",
    "pin": "600 090",
    "locality": "Besant Nagar",
    "door_note": "Ring twice",
}


@pytest.fixture(autouse=True)
def _fixed_time() -> Any:
    with time_machine.travel(TEN_AM, tick=False):
        yield


def address(request: Request) -> str:
    return f"/status/{token_of(request.pk)}/start/"


def page(request: Request, status: int = 200, query: str = "") -> str:
    response = Client().get(address(request) + query)
    assert response.status_code == status
    return response.content.decode()


def field_names(html: str) -> set[str]:
    """Names of the form's fields."""
    return set(re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', html)) - {"key"}


def key(html: str) -> str:
    [value] = re.findall(r'name="key" value="([0-9a-f]{32})"', html)
    return str(value)


def submit(request: Request, sent: dict[str, Any] | None = None, **headers: Any) -> Any:
    fields = {"key": key(page(request, query="?correct=1")), **(ANSWERS if sent is None else sent)}
    return Client(enforce_csrf_checks=True).post(address(request), fields, **headers)


def tray(send: Send) -> Request:
    """An order without diet and PIN code."""
    return make_request(send, Kind.TRAY, address="12 Beach Road")


@pytest.mark.parametrize("kind", PLANS)
def test_status_page_of_new_plan_links_to_the_form(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    html = Client().get(f"/status/{token_of(request.pk)}").content.decode()
    assert f'href="{address(request)}"' in html
    assert "<h1>What we need to start</h1>" in page(request)


@pytest.mark.parametrize("kind", [Kind.EVENT, Kind.APPOINTMENT, Kind.NUTRITION])
def test_other_kinds_have_no_questions(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    html = Client().get(f"/status/{token_of(request.pk)}").content.decode()
    assert "/start/" not in html
    assert "We will call you about it" in visible_text(page(request))
    assert "<form" not in page(request)
    assert Client().post(address(request), {"pin": "600090"}).status_code == 409


def test_form_has_only_the_missing_details(send: Send, meena: User) -> None:
    request = tray(send)
    times = {name for name in field_names(page(request)) if name.endswith("_time")}
    assert field_names(page(request)) - times == {
        "diet", "allergens", "kitchen_note", "start_date", "pin", "locality", "door_note"
    }  # fmt: skip
    save_details(**current(request, meena), pin="600090", diet="veg", start_date=date(2026, 12, 1))
    assert field_names(page(request)) - times == {"allergens", "kitchen_note", "door_note"}
    fulfilment = {**PLAN_FACTS, "zone_ok": None}
    save_details(**current(request, meena), **fulfilment)
    assert field_names(page(request)) == set()
    assert "/start/" not in Client().get(f"/status/{token_of(request.pk)}").content.decode()


def test_subscription_form_has_address_and_meal_times(send: Send) -> None:
    html = page(make_request(send, Kind.SUBSCRIPTION))
    assert "address" in field_names(html)
    assert any(name.endswith("_time") for name in field_names(html))
    assert "agreed_paise" not in html


def test_no_field_cuts_what_is_pasted(send: Send) -> None:
    assert "maxlength" not in page(make_request(send, Kind.SUBSCRIPTION))


def test_answers_are_stored_and_never_shown(send: Send) -> None:
    request = tray(send)
    response = submit(request)
    assert (response.status_code, response["Location"]) == (303, address(request))
    stored = CustomerAnswer.objects.get()
    assert (stored.diet, stored.allergens, stored.kitchen_note) == (
        "jain",
        ["peanut", "milk"],
        "no mushrooms",
    )
    assert (stored.start_date, stored.pin, stored.door_note) == (
        date(2026, 11, 30),
        "600090",
        "Ring twice",
    )
    assert (read_again(request).status, FulfilmentDetails.objects.count()) == (Status.NEW, 0)
    pages = [
        page(request),
        page(request, query="?correct=1"),
        Client().get(f"/status/{token_of(request.pk)}").content.decode(),
    ]
    assert "Thank you" in pages[0]
    for html in pages:
        assert not re.search(
            r"mushrooms[^<]*\"|600 ?090|Ring twice|checked|\"[^\"]+\" selected", html
        )
        assert "Besant Nagar</" not in html.replace("For example: Besant Nagar", "")


def test_status_page_says_that_the_answers_are_there(send: Send) -> None:
    request = make_request(send, Kind.VEG)
    status = f"/status/{token_of(request.pk)}"
    before = visible_text(Client().get(status).content.decode())
    assert "we have your answers" not in before
    CustomerAnswer.objects.create(request=request, key="k" * 16, at=TEN_AM, **_ALL)
    text = visible_text(Client().get(status).content.decode())
    assert "Thank you, we have your answers. We will write or call to confirm it." in text
    assert "What we need to start" not in text


@pytest.mark.parametrize(
    ("kind", "hint"), [(Kind.COMBO, "Your week's menu begins on a Monday."), (Kind.VEG, "")]
)
def test_week_of_the_menu_begins_on_a_monday(send: Send, kind: Kind, hint: str) -> None:
    text = visible_text(page(make_request(send, kind)))
    assert ("begins on a Monday" in text) == bool(hint)


def test_answered_question_is_hidden_but_can_be_corrected(send: Send) -> None:
    request = tray(send)
    submit(request, {"allergens": ["none"]})
    assert CustomerAnswer.objects.get().allergens == []
    assert "allergens" not in field_names(page(request))
    assert "pin" in field_names(page(request))
    assert "allergens" in field_names(page(request, query="?correct=1"))


def test_repeated_form_is_stored_once_and_two_tabs_twice(send: Send) -> None:
    request = tray(send)
    one, other = ({"key": key(page(request)), **ANSWERS} for _ in range(2))
    for sent in (one, one, other, one):
        assert Client().post(address(request), sent).status_code == 303
    assert CustomerAnswer.objects.count() == 2


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Please answer at least one question."),
        ({"pin": "60009", "allergens": ["none"]}, "A PIN code has six digits"),
        ({"allergens": ["none", "milk"]}, "Either no allergies, or those that you have."),
        ({"allergens": ["dust"]}, "is not one of the available choices"),
        ({"diet": "meat"}, "is not one of the available choices"),
        ({"diet": "unknown"}, "is not one of the available choices"),
        ({"start_date": "2026-11-22"}, "We cannot start on that day any more"),
        ({"start_date": "2026-11-29"}, "We cannot start on that day any more"),
        ({"start_date": "9999-99-99"}, "We cannot start on that day any more"),
        ({"kitchen_note": "x" * 201}, "at most 200 characters"),
        ({"door_note": "x" * 201}, "at most 200 characters"),
        ({"locality": "x" * 101}, "at most 100 characters"),
        ({"door_note": "a\0b"}, "Null characters are not allowed"),
        ({"key": "x", "diet": "veg"}, "This page was open for too long."),
        ({"key": "", "diet": "veg"}, "This page was open for too long."),
    ],
)
def test_invalid_answer_is_rejected_with_its_error(
    send: Send, sent: dict[str, Any], sentence: str
) -> None:
    request = tray(send)
    response = submit(request, sent)
    assert response.status_code == 422
    assert sentence in visible_text(response.content.decode())
    assert not CustomerAnswer.objects.exists()


def test_unknown_fields_are_ignored(send: Send) -> None:
    request = tray(send)
    submit(request, {"diet": "veg", "agreed_paise": "0", "status": "confirmed", "address": "X 1"})
    assert (CustomerAnswer.objects.get().address, read_again(request).status) == ("", "new")


def test_first_days_are_open_days(send: Send, meena: User) -> None:
    closed = date(2026, 11, 25)
    ClosedDay.objects.create(date=closed, meal=0, reason="x", by=meena, at=TEN_AM)
    html = page(tray(send))
    days = re.findall(r'<option value="(2026-\d\d-\d\d)">', html)
    assert "2026-11-25" not in days
    assert days[0] > "2026-11-23"
    assert "2026-11-29" not in days  # a Sunday
    assert len(days) == 24


def test_weekly_meals_start_on_mondays(send: Send) -> None:
    days = re.findall(r'<option value="(202\d-\d\d-\d\d)">', page(make_request(send, Kind.COMBO)))
    assert {date.fromisoformat(day).weekday() for day in days} == {0}
    assert len(days) == 8


def test_weekly_meals_do_not_start_on_closed_mondays(send: Send, meena: User) -> None:
    request = make_request(send, Kind.COMBO)
    first, *_ = re.findall(r'<option value="(202\d-\d\d-\d\d)">', page(request))
    ClosedDay.objects.create(date=first, meal=0, reason="x", by=meena, at=TEN_AM)
    days = re.findall(r'<option value="(202\d-\d\d-\d\d)">', page(request))
    assert first not in days
    assert len(days) == 8


@pytest.mark.parametrize("status", [s for s in Status if s != Status.NEW])
def test_request_that_is_not_new_has_no_form(send: Send, status: Status) -> None:
    request = tray(send)
    sent = {"key": key(page(request)), **ANSWERS}
    Request.objects.update(status=status)
    html = page(request)
    assert "<h1>Nothing to answer</h1>" in html
    assert "<form" not in html
    assert Client().post(address(request), sent).status_code == 409
    assert not CustomerAnswer.objects.exists()


def test_erased_request_gets_the_not_found_page(send: Send, meena: User) -> None:
    request = tray(send)
    submit(request)
    erase(references=[request.reference], actor=meena, now=TEN_AM, reason="x", cancel=True)
    assert "<h1>Nothing on this plate</h1>" in page(request, 404)
    assert Client().post(address(request), ANSWERS).status_code == 404
    assert not CustomerAnswer.objects.exists()


def test_answers_posted_through_asgi_are_stored(send: Send) -> None:
    request = tray(send)
    body = f"key={key(page(request))}&diet=veg"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "null"}
    assert caller().request("POST", address(request), body.encode(), headers).status_code == 303
    assert CustomerAnswer.objects.get().diet == "veg"


def test_limits_are_reported(send: Send, settings: Any) -> None:
    request = tray(send)
    for _ in range(MAX_ANSWERS):
        assert submit(request, {"diet": "veg"}, REMOTE_ADDR="192.0.2.7").status_code == 303
    full = submit(request, {"diet": "veg"})
    assert (full.status_code, CustomerAnswer.objects.count()) == (409, MAX_ANSWERS)
    assert "Please call us to change something." in visible_text(full.content.decode())
    settings.CAP_PER_ADDRESS = 1
    other = tray(send)
    refused = submit(other, {"diet": "veg"}, REMOTE_ADDR="192.0.2.7")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0


def test_database_error_is_reported_without_details(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise DatabaseError("disk I/O error")

    request = tray(send)
    monkeypatch.setattr(customer_answers, "_store", broken)
    response = submit(request)
    assert response.status_code == 503
    assert "We could not save your answers." in visible_text(response.content.decode())
    assert "disk" not in response.content.decode()


def test_page_has_only_its_own_script_and_omits_customer_input(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send, Kind.TRAY), meena)
    save_details(**current(request, meena), pin="", allergens=None, kitchen_note="secret")
    html = page(request)
    own = f'<script type="module" src="{page_assets.url_of("statuspage/startQuestions.ts")}"></script>'
    html = html.replace(own, "", 1)
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|<iframe", html) == []
    assert re.findall(r'(?:src|action)="(?:https?:)?//', html) == []
    assert set(re.findall(r'href="(?:https?:)?//([^/"]+)', html)) == {"wa.me"}
    for typed in ("Asha", "Raman", "98400", "asha@example.com", "Beach Road", "secret"):
        assert typed.lower() not in html.lower()
    assert html.count("<h1") == 1


def test_query_count_is_bounded(send: Send, django_assert_max_num_queries: Any) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    submit(request, {"diet": "veg"})
    with django_assert_max_num_queries(8):
        page(request)


def test_meal_times_are_within_opening_hours(send: Send) -> None:
    html = page(make_request(send, Kind.SUBSCRIPTION))
    offered = [time.fromisoformat(each) for each in re.findall(r'value="(\d\d:\d\d)"', html)]
    assert offered
    assert min(offered) >= time(7)
    assert max(offered) <= time(21, 30)
