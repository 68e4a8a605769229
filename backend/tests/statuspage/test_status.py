"""The status page shows menu texts and agreed details, and no free text."""

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from oottam import catalogue
from oottam.billing.payments import adjust, record_payment
from oottam.billing.refunds import record_refund
from oottam.core import page_assets, payment_link
from oottam.kitchen.services.dietary_checks import check_request
from oottam.plans.services.action_runner import execute
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import Meal, MealPlan
from oottam.workflow.models import Channel, PaymentMethod, Template
from oottam.workflow.services import messages
from oottam.workflow.services.appointments import book
from oottam.workflow.services.details import save_details
from oottam.workflow.services.duplicates import merge
from oottam.workflow.services.editing import AcceptedWarnings
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.message_templates import template_context
from oottam.workflow.services.transitions import cancel, complete, confirm
from tests.conftest import Send
from tests.enquiries.examples import MONDAYS_MEAL
from tests.factories.requests import (
    DOCTOR,
    PLAN_FACTS,
    TEN_AM,
    current,
    make_confirmable,
    make_request,
    read_again,
)
from tests.outbox.test_mail_content import hostile

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
CALL = (
    "We will call you between 9:00 am and 7:00 pm, Monday to Saturday, to agree on the first day."
)


def page(request: Request) -> str:
    response = Client().get(f"/status/{token_of(request.pk)}")
    assert response.status_code == 200
    return response.content.decode()


def visible_text(html: str) -> str:
    """The text of the page's main part in one line."""
    [inside] = re.findall(r"<main\b.*?</main>", html, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())


def definitions(html: str) -> dict[str, str]:
    """Texts of a definition list by label."""
    matches = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html)
    return {unescape(label): unescape(text) for label, text in matches}


def confirmed(request: Request, owner: User) -> Request:
    confirm(**current(make_confirmable(request, owner), owner))
    return read_again(request)


NEW: dict[Kind, tuple[str, dict[str, str], list[str]]] = {
    # Headline, requested facts with the total, dishes.
    Kind.VEG: (
        "Your veg meal order has been received.",
        {"Days": "6", "Meals": "Breakfast", "Delivery time": "8:30 am", "Total": "₹1,638.00"},
        ["Dry Fruit Smoothie ₹273.00 per day, per meal ₹1,638.00"],
    ),
    Kind.NONVEG: (
        "Your non-veg meal order has been received.",
        {"Days": "6", "Meals": "Breakfast", "Delivery time": "8:30 am", "Total": "₹420.00"},
        ["Boiled Eggs ₹70.00 per day, per meal ₹420.00"],
    ),
    Kind.TRAY: (
        "Your meal tray order has been received.",
        {"Days": "6", "Meals": "Breakfast", "Delivery time": "8:30 am", "Total": "₹2,376.00"},
        ["Phulka ₹27.00", "Quinoa ₹135.00", "Garden Paneer Salad ₹130.50", "Sprouts Salad ₹103.50"],
    ),
    Kind.COMBO: (
        "Your combo order has been received.",
        {"Items": "6", "Breakfast delivery time": "8:30 am", "Total": "₹2,250.00"},
        ["Idli / Podi Idli + ABC Juice Week 1, Monday, breakfast ₹375.00"],
    ),
    Kind.SUBSCRIPTION: (
        "Your subscription request has been received.",
        {"Plan duration": "Monthly", "Meals": "2"},
        ["Podi Idli", "Idli / Podi Idli + ABC Juice"],
    ),
    Kind.EVENT: (
        "Your event enquiry has been received.",
        {"Event": "Birthday Celebrations"},
        [],
    ),
    Kind.APPOINTMENT: (
        "Your appointment request has been received.",
        {"Doctor": "Dr. Leela Thomas"},
        [],
    ),
    Kind.NUTRITION: ("Your nutrition enquiry has been received.", {}, []),
}


@pytest.mark.parametrize("kind", Kind)
def test_requested_items_have_the_names_of_the_menus(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    headline, facts, dishes = NEW[kind]
    html = page(request)
    assert f"<h1>{headline}</h1>" in html
    assert definitions(html) == {"Received": "Monday, 23 November 2026", **facts}
    text = visible_text(html)
    assert text.startswith(f"{request.reference} {headline} We will ")
    for dish in dishes:
        assert dish in text
    assert "What we agreed" not in text


def test_dates_are_in_ist(send: Send) -> None:
    request = make_request(send)
    request.received_at = datetime.fromisoformat("2026-11-23T20:00:00+00:00")
    request.save()
    assert definitions(page(request))["Received"] == "Tuesday, 24 November 2026"


@pytest.mark.parametrize("kind", Kind)
def test_page_omits_customer_input(send: Send, meena: User, kind: Kind) -> None:
    example = make_request(send, kind)
    typed = ["Asha", "Raman", "98400", "9840012345", "asha@example.com", "Beach Road", "Besant",
             "no nuts", "Peanuts", "Millets", "protein"]  # fmt: skip
    for request in (example, confirmed(example, meena)):
        html = page(request)
        for word in typed:
            assert word.lower() not in html.lower()


@pytest.mark.parametrize("kind", Kind)
def test_page_omits_hostile_input(send: Send, kind: Kind) -> None:
    from tests.factories.requests import BODIES

    html = page(make_request(send, kind, **hostile(dict(BODIES[kind]))))
    for word in ("evil", "alert", "<script", "<img", "esrever", "site }}"):
        assert word not in html


def test_page_omits_desk_notes(send: Send, meena: User) -> None:
    request = make_request(send)
    typed: dict[str, Any] = {
        "address": "7 Secret Lane",
        "locality": "Secret",
        "kitchen_note": "Secretly no onions",
    }
    save_details(**current(request, meena), **{**PLAN_FACTS, **typed, "allergens": ["tree-nut"]})
    adjust(**current(request, meena), paise=-100, reason="Secret friend")
    check = check_request(read_again(request), date.min)
    assert check is not None
    assert check.clashes
    agreed = AcceptedWarnings(check.seen, clash=True, reason="Secretly, for a friend")
    confirm(**current(request, meena), accepted=agreed)
    assert "ecret" not in page(request)
    assert "eanut" not in page(request)


def test_confirmed_plan_shows_first_and_last_day(send: Send, meena: User) -> None:
    html = page(confirmed(make_request(send), meena))
    assert "<h1>Your veg meal order is confirmed.</h1>" in html
    days = (
        "Last day Saturday, 5 December 2026 Breakfast 6 days, Monday to Saturday: 30 Nov to 5 Dec"
    )
    agreed = f"What we agreed on First day Monday, 30 November 2026 {days} Delivery time 8:30 am"
    assert agreed in visible_text(html)


def test_paused_plan_explains_how_to_resume(send: Send, meena: User) -> None:
    request = confirmed(make_request(send), meena)
    plan = MealPlan.objects.get(request=request)
    execute(
        plan_id=plan.pk,
        version=plan.version,
        action=Pause(date(2026, 12, 2), None, [Meal.BREAKFAST]),
        reason="Away",
        actor=meena,
        now=TEN_AM,
    )
    html = page(request)
    assert "Your paused meals start again on the day that you choose" in visible_text(html)
    assert definitions(html)["Paused"] == "4 meals are waiting: tell us which day to start again"
    assert "Away" not in html


def test_confirmed_subscription_shows_days_and_price(send: Send, meena: User) -> None:
    facts = definitions(page(confirmed(make_request(send, Kind.SUBSCRIPTION), meena)))
    assert facts == {
        "First day": "Monday, 30 November 2026",
        "Last day": "Saturday, 26 December 2026",
        "Breakfast": "24 days, Monday to Saturday: 30 Nov to 26 Dec",
        "Dishes with a choice (A / B)": "pick yours on the page of your days; else the kitchen chooses",
        "Delivery time": "8:30 am",
        "Received": "Monday, 23 November 2026",
        "Plan duration": "Monthly",
        "Meals": "2",
        "Price": "₹9,000.00",
        "Still to pay": "₹9,000.00",
    }


def test_offered_price_can_be_accepted(send: Send, meena: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, meena), agreed_paise=18_000_00)
    assert "Yes, please confirm it" not in page(request)
    messages.send(
        **current(request, meena), template=Template.QUOTE, channel=Channel.MAIL, subject="Our price",
        text="It is",
    )  # fmt: skip
    html = page(request)
    assert "We have sent you our price. Shall we confirm it?" in visible_text(html)
    assert definitions(html)["Price"] == "₹18,000.00"
    [accept] = re.findall(r'href="([^"]+\?yes)"', html)
    assert "Yes, please confirm it." in Client().get(accept).content.decode()
    data = {"kind": "question", "text": "Yes, please confirm it.", "key": "0" * 32}
    assert Client().post(accept.partition("?")[0], data).status_code == 303
    html = page(request)
    assert "Thank you, we have your yes. We will write or call to confirm it." in visible_text(html)
    assert "Yes, please confirm it" not in html
    confirmed(request, meena)
    assert "Yes, please confirm it" not in page(request)


def test_confirmed_event_shows_day_and_guests_but_no_venue(send: Send, meena: User) -> None:
    request = make_request(send, Kind.EVENT)
    venue = "7 Secret Lane"
    event: dict[str, Any] = {"date": date(2026, 12, 5), "time": time(18, 0), "guests": 20}
    save_event(**current(request, meena), **event, venue=venue, diet="veg", allergens=[])
    save_details(**current(request, meena), agreed_paise=0)
    confirm(**current(request, meena))
    html = page(request)
    assert "Day Saturday, 5 December 2026 Time 6:00 pm Guests 20" in visible_text(html)
    assert "Price free Still to pay nothing" in visible_text(html)
    assert venue not in html


def test_confirmed_appointment_shows_time_in_ist(send: Send, meena: User) -> None:
    request = make_request(send, Kind.APPOINTMENT)
    for hours in (30, 31):  # the second booking replaces the first
        starts_at = TEN_AM + timedelta(hours=hours)
        book(**current(request, meena), doctor=DOCTOR, starts_at=starts_at, minutes=30)
    assert "5:00 pm" not in page(request)  # hidden until confirmed
    confirm(**current(request, meena))
    assert f"Day Tuesday, 24 November 2026 Time 5:00 pm With {DOCTOR}" in visible_text(
        page(request)
    )


STATES: list[tuple[Kind, str, str, str]] = [
    (Kind.VEG, "new", "Your veg meal order has been received.", CALL),
    (
        Kind.VEG,
        "confirmed",
        "Your veg meal order is confirmed.",
        "We have agreed on everything with you.",
    ),
    (Kind.VEG, "active", "Your veg meal order is under way.", "Your meals arrive on the days"),
    (Kind.VEG, "completed", "Your veg meal order is complete.", "We hope to cook for you again."),
    (
        Kind.VEG,
        "cancelled",
        "Your veg meal order has been cancelled.",
        "There is nothing to pay. If you did not expect this, please call us.",
    ),
    (
        Kind.NUTRITION,
        "confirmed",
        "Your nutrition enquiry is being answered.",
        "We will reply to you by email.",
    ),
    (
        Kind.NUTRITION,
        "completed",
        "Your nutrition enquiry has been answered.",
        "Thank you for asking us.",
    ),
    (
        Kind.NUTRITION,
        "cancelled",
        "Your nutrition enquiry has been cancelled.",
        "There is nothing to pay.",
    ),
    (Kind.APPOINTMENT, "completed", "Your appointment is complete.", "for your visit."),
    (Kind.EVENT, "confirmed", "Your event is confirmed.", "We have agreed on everything with you."),
    (
        Kind.SUBSCRIPTION,
        "active",
        "Your subscription is under way.",
        "Your meals arrive on the days",
    ),
]


@pytest.mark.parametrize("line", STATES)
def test_each_status_has_its_headline_and_sentence(
    send: Send, line: tuple[Kind, str, str, str]
) -> None:
    kind, status, headline, sentence = line
    request = make_request(send, kind)
    Request.objects.update(status=status)
    html = page(request)
    assert f"<h1>{headline}</h1>" in html
    assert sentence in visible_text(html)


PROGRESS = [
    (Kind.VEG, "new", "Received! Confirmed Under way Complete"),
    (Kind.VEG, "confirmed", "Received, done Confirmed! Under way Complete"),
    (Kind.VEG, "active", "Received, done Confirmed, done Under way! Complete"),
    (Kind.VEG, "completed", "Received, done Confirmed, done Under way, done Complete!"),
    (Kind.VEG, "cancelled", ""),
    (Kind.EVENT, "new", "Received! Confirmed Complete"),
    (Kind.EVENT, "active", "Received, done Confirmed! Complete"),
    (Kind.EVENT, "completed", "Received, done Confirmed, done Complete!"),
    (Kind.NUTRITION, "confirmed", "Received, done Being answered! Answered"),
]


@pytest.mark.parametrize(("kind", "status", "steps"), PROGRESS)
def test_progress_steps_mark_the_current_step(
    send: Send, kind: Kind, status: str, steps: str
) -> None:
    request = make_request(send, kind)
    Request.objects.update(status=status)
    html = page(request)
    matches = re.findall(r"<ol.*?</ol>", html, re.DOTALL)
    marked = [re.sub(r'aria-current="step">([^<]+)', r">\1!", each) for each in matches]
    texts = [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in marked]
    assert " ".join(texts).replace(" ,", ",") == steps


def test_amounts_follow_adjustments_and_payments(send: Send, meena: User) -> None:
    request = confirmed(make_request(send), meena)
    assert definitions(page(request))["Still to pay"] == "₹1,638.00"
    upi: dict[str, Any] = {"method": PaymentMethod.UPI, "paid_on": TEN_AM.date()}
    adjust(**current(request, meena), paise=-13800, reason="Regular")
    record_payment(**current(request, meena), **upi, paise=100000)
    assert (
        "Amounts Total ₹1,638.00 Agreed change -₹138.00 Paid ₹1,000.00 Still to pay ₹500.00"
        in visible_text(page(request))
    )
    record_payment(**current(request, meena), **upi, paise=50000)
    assert "Paid ₹1,500.00 Still to pay nothing" in visible_text(page(request))
    record_payment(**current(request, meena), **upi, paise=10000, beyond=10000)
    assert "Paid ₹1,600.00 Overpaid ₹100.00" in visible_text(page(request))


def test_order_of_unpriced_dishes_has_no_amount_until_agreed(send: Send, meena: User) -> None:
    items = [{"name": "Ragi Porridge", "discountedCost": 0}]
    request = confirmed(make_request(send, selectedItems=items, finalAmount=0), meena)
    again = f"/status/{token_of(request.pk)}/again/"
    assert "₹" not in page(request)
    assert "Amounts Total on request What you asked for" in visible_text(page(request))
    assert "₹" not in Client().get(again).content.decode()
    assert template_context(request).due == ""
    adjust(**current(request, meena), paise=90000, reason="The porridge")
    sums = "Amounts Total on request Agreed change ₹900.00 Still to pay ₹900.00"
    assert sums in visible_text(page(request))
    assert "Amounts Last time ₹900.00 Today to be agreed" in visible_text(
        Client().get(again).content.decode()
    )
    assert template_context(read_again(request)).due == "₹900.00"


def chats(html: str) -> dict[str, str]:
    """Prefilled texts by the link's text."""
    links = re.findall(r'href="(https://wa\.me/914400000000\?[^"]+)"[^>]*>([^<]+)<', html)
    return {text: parse_qs(urlsplit(unescape(url)).query)["text"][0] for url, text in links}


@pytest.mark.parametrize(
    ("kind", "matter"),
    [(Kind.VEG, "veg meal order"), (Kind.EVENT, "event enquiry")],
)
def test_chat_names_the_request(send: Send, kind: Kind, matter: str) -> None:
    request = make_request(send, kind)
    asked = f"Hi Oottam, about my {matter} {request.reference}: "
    assert chats(page(request)) == {"chat with us": asked}


def test_running_plan_leads_to_its_days_and_has_a_chat_to_ask_for_the_food(
    send: Send, meena: User
) -> None:
    request = confirmed(make_request(send, Kind.SUBSCRIPTION), meena)  # from 30 November
    about = f"Hi Oottam, about my subscription {request.reference}: "
    days = f'href="/status/{token_of(request.pk)}/plan/"'
    with time_machine.travel(TEN_AM, tick=False):
        assert chats(page(request)) == {"chat with us": about}
        assert days in page(request)
    for status in (Status.CONFIRMED, Status.ACTIVE):
        Request.objects.update(status=status)
        # 1 December in India
        with time_machine.travel(datetime.fromisoformat("2026-11-30T20:00:00+00:00"), tick=False):
            assert chats(page(request)) == {
                "Where is my food?": f"{about}Where is my food for Tuesday, 1 December 2026?",
                "chat with us": about,
            }
    for status in (Status.COMPLETED, Status.CANCELLED):
        Request.objects.update(status=status)
        assert set(chats(page(request))) == {"chat with us"}
        assert days not in page(request)


def test_confirmed_event_has_no_day_to_skip(send: Send, meena: User) -> None:
    request = confirmed(make_request(send, Kind.EVENT), meena)
    assert chats(page(request)) == {
        "chat with us": f"Hi Oottam, about my event {request.reference}: "
    }


@pytest.fixture
def takes_upi(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    site = replace(known.site, upi_id="oottam@okaxis")
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))


def test_amount_due_of_confirmed_order_can_be_paid_by_upi(
    send: Send, meena: User, takes_upi: None
) -> None:
    request = make_request(send)
    assert "upi:" not in page(request)
    record_payment(
        **current(request, meena), paise=63850, method=PaymentMethod.CASH, paid_on=TEN_AM.date()
    )
    html = page(confirmed(request, meena))
    [link] = re.findall(r'href="(upi:[^"]+)"', html)
    assert unescape(link) == (
        f"upi://pay?pa=oottam@okaxis&pn=Oottam&am=999.50&cu=INR&tn={request.reference}"
    )
    label = "QR code that pays ₹999.50 by UPI"
    code = f'role="img" aria-label="{label}">{payment_link.qr_code(unescape(link))}</div>'
    assert code in html
    assert "<details" not in html  # the QR code is not collapsed
    assert (
        "Still to pay ₹999.50 Pay by UPI here, or the rider when the food comes. Scan the code with any UPI app. On this phone, copy these three into your UPI app "
        "instead. “Still to pay” changes here once we have seen your payment. UPI ID oottam@okaxis Copy the UPI ID Amount ₹999.50 Copy the amount "
        f"Note {request.reference} Copy the note Pay ₹999.50 by UPI If your app "
        f"refuses it, pay to this ID and write {request.reference} as the note."
        in visible_text(html)
    )
    assert re.findall(r'<button type="button" class="copy" hidden data-copy="([^"]+)"', html) == [
        "oottam@okaxis",
        "999.50",
        request.reference,
    ]
    assert re.findall(r"<script[^>]*>", html) == [
        f'<script type="module" src="{page_assets.url_of("shared/ui/copyButtons.ts")}">'
    ]
    assert " style=" not in html
    record_payment(
        **current(request, meena), paise=49950, method=PaymentMethod.UPI, paid_on=TEN_AM.date()
    )
    assert 'data-copy="500"' in page(request)  # payments reduce it; whole rupees have no decimals
    record_payment(
        **current(request, meena), paise=50000, method=PaymentMethod.UPI, paid_on=TEN_AM.date()
    )
    html = page(request)
    assert ("upi:" in html, "<script" in html, "oottam@okaxis" in html) == (False, False, False)


def test_amount_above_upi_daily_limit_suggests_part_payments(
    send: Send, meena: User, takes_upi: None
) -> None:
    request = confirmed(make_request(send, Kind.EVENT), meena)
    save_details(**current(request, meena), agreed_paise=1_00_000_00)
    assert "in parts" not in visible_text(page(request))
    adjust(**current(request, meena), paise=50, reason="A candle")
    html = page(request)
    assert 'data-copy="100000.50"' in html
    assert (
        "Most banks allow up to ₹1,00,000 a day by UPI: you can pay in parts, each with "
        f"{request.reference} as the note." in visible_text(html)
    )


def test_upi_link_requires_a_upi_id(send: Send, meena: User) -> None:
    assert "upi:" not in page(confirmed(make_request(send), meena))


def test_new_order_shows_no_amount_due(send: Send, meena: User) -> None:
    request = make_request(send)
    record_payment(
        **current(request, meena), paise=10000, method=PaymentMethod.CASH, paid_on=TEN_AM.date()
    )
    amounts = "Amounts Total ₹1,638.00 Paid ₹100.00 What you asked for"
    assert amounts in visible_text(page(request))


@pytest.mark.both_databases
def test_cancelled_order_owes_nothing(send: Send, meena: User, takes_upi: None) -> None:
    request = confirmed(make_request(send), meena)
    cancel(**current(request, meena), reason="Secretly moved")
    html = page(request)
    assert (
        "Your veg meal order has been cancelled. There is nothing to pay. "
        "If you did not expect this, please call us. "
        "Amounts Total ₹1,638.00 Still to pay nothing What you asked for" in visible_text(html)
    )
    assert ("upi:" in html, "moved" in html) == (False, False)


def test_cancelled_event_without_a_price_owes_nothing(send: Send, meena: User) -> None:
    request = make_request(send, Kind.EVENT)
    cancel(**current(request, meena), reason="Postponed")
    text = visible_text(page(request))
    assert "There is nothing to pay." in text
    assert "Amounts" not in text


@pytest.mark.both_databases
def test_cancelled_order_shows_what_is_to_be_given_back(send: Send, meena: User) -> None:
    request = confirmed(make_request(send), meena)
    cash: dict[str, Any] = {"method": PaymentMethod.CASH}
    record_payment(**current(request, meena), **cash, paise=100000, paid_on=TEN_AM.date())
    cancel(**current(request, meena), reason="Moved", give_back=70000)
    amounts = "Amounts Total ₹1,638.00 Paid ₹1,000.00"
    rest = "Still to pay nothing What you asked for"
    expected = f"{amounts} To be given back ₹700.00 {rest}"
    assert expected in visible_text(page(request))
    record_refund(**current(request, meena), **cash, paise=50000, given_on=TEN_AM.date())
    expected = f"{amounts} Given back ₹500.00 To be given back ₹200.00 {rest}"
    assert expected in visible_text(page(request))
    record_refund(**current(request, meena), **cash, paise=20000, given_on=TEN_AM.date())
    assert f"{amounts} Given back ₹700.00 {rest}" in visible_text(page(request))


def test_merged_duplicate_names_the_remaining_request(send: Send, meena: User) -> None:
    remaining, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, meena), into=remaining.reference)
    text = visible_text(page(duplicate))
    assert "We received your veg meal order twice." in text
    assert f"We are continuing with {remaining.reference}. This one is closed." in text


def test_completed_appointment_shows_its_day(send: Send, meena: User) -> None:
    request = confirmed(make_request(send, Kind.APPOINTMENT), meena)
    complete(**current(request, meena, TEN_AM + timedelta(days=2)))
    assert read_again(request).status == Status.COMPLETED
    assert "Tuesday, 24 November 2026" in visible_text(page(request))


def test_meal_missing_from_menus_is_not_named(send: Send) -> None:
    meals = [{**MONDAYS_MEAL, "id": "B99", "title": "Something of last year"}]
    html = page(make_request(send, Kind.SUBSCRIPTION, selectedItems=meals))
    assert "A meal that is not on our menus" in html
    assert "last year" not in html


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("kind", [Kind.VEG, Kind.COMBO, Kind.SUBSCRIPTION])
def test_query_count_does_not_grow_with_rows(
    send: Send, meena: User, kind: Kind, count: int, django_assert_num_queries: Any
) -> None:
    request = confirmed(make_request(send, kind), meena)
    for _ in range(count):
        record_payment(
            **current(request, meena), paise=100, method=PaymentMethod.UPI, paid_on=TEN_AM.date()
        )
        adjust(**current(request, meena), paise=100, reason="Agreed")
    page(request)  # caches the token's key
    expected = {Kind.VEG: 10, Kind.COMBO: 12, Kind.SUBSCRIPTION: 13}
    with django_assert_num_queries(expected[kind]):
        page(request)
