"""The fulfilment details on the request's page."""

import re
from datetime import date, time
from typing import Any

import pytest

from oottam.audit.models import AuditEntry
from oottam.workflow.models import EventDetails, FulfilmentDetails
from tests.backoffice.request.request_page import (
    KNOWN,
    SAID_SOON,
    SOON,
    errors_shown,
    field_errors,
    page,
    post,
    post_and_follow,
    refused,
    section,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


def test_the_form_begins_with_the_order_s_details(send: Send) -> None:
    shown = page(
        make_desk_client(),
        make_request_now(send, address="12 Beach Road, Besant Nagar, Chennai 600 090"),
    )
    ticked = ("allergens", "weekdays", "lunch_time")  # or not ordered
    said = {name: value(shown, f"details-{name}") for name in KNOWN if name not in ticked}
    assert said == {
        "start_date": said["start_date"],  # proposed: tests of its own look at it
        "breakfast_time": "08:30",
        "address": "12 Beach Road, Besant Nagar, Chennai 600 090",
        "pin": "600090",
        "locality": "Besant Nagar",
        "zone_ok": "unknown",
        "diet": "veg",
        "kitchen_note": "",
    }


def test_missing_details_are_marked_beside_their_fields(send: Send) -> None:
    shown = page(make_desk_client(), make_request_now(send))
    marked = [part.rpartition(">")[2].strip() for part in shown.split('<span class="to-ask">')[:-1]]
    assert marked == ["First day", "PIN code", "In delivery area", "Allergies"]


def test_some_details_are_saved_and_the_others_stay_missing(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(
        client, request, "facts", **{**KNOWN, "start_date": "", "allergens": []}
    )
    kept = FulfilmentDetails.objects.get()
    assert (kept.pin, kept.zone_ok, kept.start_date, kept.allergens) == ("600090", True, None, None)
    assert section(shown, "step").startswith("2 details missing First day Allergies")
    [entry] = AuditEntry.objects.all()
    assert entry.data == {
        "pin": {"was": "", "now": "600090"},
        "zone_ok": {"was": None, "now": True},
    }


def test_a_subscription_has_days_and_price(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "subscription")
    days = {**KNOWN, "days": "24", "agreed_paise": "₹ 4,800.50", "address": "2 Mill Road"}
    shown = post_and_follow(client, request, "facts", **days)
    kept = FulfilmentDetails.objects.get()
    assert (kept.days, kept.agreed_paise, kept.delivery_time) == (24, 4_800_50, time(8, 30))
    assert "Price Undo this price ₹4,800.50 Due ₹4,800.50" in section(shown, "money")
    assert "Agreed price: nothing → ₹4,800.50" in section(shown, "history")


def test_a_pin_code_is_accepted_with_spaces(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "facts", **{**KNOWN, "pin": "600 090"})
    assert FulfilmentDetails.objects.get().pin == "600090"


@pytest.mark.both_databases
def test_all_errors_are_shown_together(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = refused(
        client, request, "facts", **{**KNOWN, "pin": "12", "allergens": ["none", "egg"]}
    )
    assert len(field_errors(shown)) == len(errors_shown(shown)) == 2


@pytest.mark.parametrize(
    ("ticked", "kept"), [([], None), (["none"], []), (["egg", "milk"], ["milk", "egg"])]
)
def test_allergies_are_unknown_none_or_some(
    send: Send, ticked: list[str], kept: list[str] | None
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "facts", **{**KNOWN, "allergens": ticked})
    found = FulfilmentDetails.objects.get().allergens
    assert (found and sorted(found)) == (kept and sorted(kept))
    shown = page(client, request)
    boxes = re.findall(r'<input type="checkbox" name="allergens" value="(\w+)"[^>]* checked', shown)
    assert sorted(boxes) == sorted(ticked)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("start_date", "2020-01-01", "The first day has already passed."),
        ("start_date", "2099-01-01", "That date is more than two years ahead."),
        ("start_date", "7/1/30", "Enter the date as 2026-12-31."),
        ("breakfast_time", "25:00", "Enter the time as 08:30."),
        ("pin", "060090", "A PIN code has six digits, such as 600 090."),
        ("pin", "12", "A PIN code has six digits, such as 600 090."),
        ("diet", "fish", "Select a valid choice. fish is not one of the available choices."),
        ("allergens", ["none", "egg"], "Choose either none or some of these."),
        ("allergens", ["x"], "Select a valid choice. x is not one of the available choices."),
        ("address", "a\0b", "Null characters are not allowed."),
        ("address", "a" * 2001, "Ensure this value has at most 2000 characters (it has 2001)."),
        ("locality", "a" * 101, "Ensure this value has at most 100 characters (it has 101)."),
    ],
)
def test_an_invalid_detail_is_refused_beside_its_field(
    send: Send, field: str, typed: Any, said: str
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    fields = {**KNOWN, "kitchen_note": "No onion", field: typed}
    shown = refused(client, request, "facts", **fields)
    assert field_errors(shown) == [said]
    assert len(errors_shown(shown)) == 1
    assert f'id="details-{field}_error"' in shown
    assert f'aria-describedby="details-{field}_error"' in shown
    assert value(shown, "details-kitchen_note") == "No onion"
    if isinstance(typed, str) and "\0" not in typed and field != "diet":
        assert value(shown, f"details-{field}") == typed
    assert not FulfilmentDetails.objects.exists()


@pytest.mark.both_databases
def test_a_past_first_day_does_not_block_other_details(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    FulfilmentDetails.objects.create(request=request, start_date=date(2020, 1, 6), diet="veg")
    fields = {**KNOWN, "start_date": "2020-01-06", "kitchen_note": "No onion"}
    post_and_follow(client, request, "facts", **fields)
    assert FulfilmentDetails.objects.get().kitchen_note == "No onion"


def test_known_details_are_shown_as_text_with_a_folded_form(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    fields = {**KNOWN, "allergens": ["egg", "fish"]}
    shown = section(post_and_follow(client, request, "facts", **fields), "facts")
    assert shown.startswith(
        f"Delivery details First day {SAID_SOON} Meal days Monday to Saturday Delivery time 8:30 am "
        "Address 12 Beach Road, Besant Nagar PIN code 600090 Locality Besant Nagar "
        "In delivery area yes Door note for the rider not set Diet Vegetarian Allergies Eggs, Fish Kitchen note not set "
        "Change"
    )


def test_an_event_has_a_date_guests_and_a_venue(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    shown = post_and_follow(
        client, request, "event", date=SOON.isoformat(), time="18:30", guests="40", venue=""
    )
    kept = EventDetails.objects.get()
    assert (kept.date, kept.time, kept.guests) == (SOON, time(18, 30), 40)
    assert section(shown, "step").startswith("4 details missing Venue Price Diet Allergies")
    assert "Guests: nothing → 40" in section(shown, "history")


@pytest.mark.parametrize("guests", ["0", "-1", "many", "100001"])
def test_an_invalid_number_of_guests_is_refused(send: Send, guests: str) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    shown = refused(
        client, request, "event", date=SOON.isoformat(), guests=guests, venue="Alwarpet"
    )
    assert len(field_errors(shown)) == 1
    assert value(shown, "event-venue") == "Alwarpet"


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        ("event", "facts"),
        ("appointment", "facts"),
        ("veg", "event"),
        ("veg", "price"),
        ("veg", "slot"),
        ("event", "slot/settle"),
    ],
)
def test_details_of_another_kind_are_a_404(send: Send, kind: str, action: str) -> None:
    assert (
        post(make_desk_client(), make_request_now(send, kind), action, **KNOWN).status_code == 404
    )


def test_a_closed_request_has_no_details_form(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(client, request, "cancel", reason="x")
    assert "details-pin" not in shown
    assert "Delivery time 8:30 am" in section(shown, "facts")


def test_unchanged_line_ends_of_an_address_are_no_change(send: Send) -> None:
    client, request = (
        make_desk_client(),
        make_request_now(send, address="12 Beach Road\nBesant Nagar\nChennai 600090"),
    )
    given = {**KNOWN, "address": "12 Beach Road\r\nBesant Nagar\r\nChennai 600090"}
    shown = post_and_follow(client, request, "facts", **given)
    assert "Address" not in section(shown, "history")


def test_an_address_typed_by_the_desk_sets_its_pin_code(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "subscription")
    given = {
        **KNOWN,
        "address": "8 Usman Road, T. Nagar, Chennai 600017",
        "pin": "",
        "locality": "",
    }
    post_and_follow(client, request, "facts", **given)
    kept = FulfilmentDetails.objects.get()
    assert (kept.pin, kept.locality) == ("600017", "T. Nagar")


OWN = {"breakfast_time": "08:00", "lunch_time": "13:00", "dinner_time": "20:00"}
ALL = {"breakfast": True, "lunch": True, "dinner": True}


def test_each_ordered_meal_has_a_time_field(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, sections=ALL, timing="12:30")
    shown = page(client, request)
    assert {name: value(shown, f"details-{name}") for name in OWN} == {
        **dict.fromkeys(OWN, ""),
        "lunch_time": "12:30",
    }
    asked_for = section(shown, "step")
    assert "Breakfast delivery time Dinner delivery time PIN code" in asked_for
    shown = post_and_follow(client, request, "facts", **{**KNOWN, **OWN})
    assert {name: value(shown, f"details-{name}") for name in OWN} == OWN
    assert "Dinner delivery time: nothing → 8:00 pm" in section(shown, "history")
    shown = post_and_follow(client, request, "cancel", reason="x")
    assert "Breakfast delivery time 8:00 am Lunch delivery time 1:00 pm" in section(shown, "facts")
    assert 'name="lunch_time"' not in page(client, make_request_now(send))


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({}, ["breakfast", "lunch", "dinner"]),
        ({"lunch_time": "13:00"}, ["breakfast", "dinner"]),
        ({"times_agreed": "on"}, []),
    ],
)
def test_one_time_for_several_meals_is_settled_by_change_or_checkbox(
    send: Send, given: dict[str, str], left: list[str]
) -> None:
    client, request = make_desk_client(), make_request_now(send, sections=ALL)
    for meal in (1, 2, 3):
        request.meal_times.create(meal=meal, time=time(19, 30), is_settled=False)
    fulfilment = {**KNOWN, **dict.fromkeys(OWN, "19:30"), "kitchen_note": "No onions", **given}
    shown = post_and_follow(client, request, "facts", **fulfilment)
    marked = re.findall(r'<label for="details-(\w+)_time">[^<]*<span class="to-ask"', shown)
    assert marked == left
    assert ('name="times_agreed"' in shown) == bool(left)


@pytest.mark.parametrize(
    ("allergens", "name", "is_named"),
    [(["milk"], "Asha", True), ([], "Asha", False), (["milk"], "Bala", False)],
)
def test_allergies_that_another_order_of_the_customer_lacks_are_named(
    send: Send, allergens: list[str], name: str, is_named: bool
) -> None:
    client, running = make_desk_client(), make_request_now(send)
    post_and_follow(client, running, "facts", **{**KNOWN, "allergens": ["none"]})
    renewal = make_request_now(send, name=name)
    shown = post_and_follow(
        client, renewal, "facts", **{**KNOWN, "allergens": allergens or ["none"]}
    )
    assert (f"{running.reference} of the same customer has other allergies" in shown) == is_named
