"""Fulfilment details: prefilled from the customer's request, completed by the desk."""

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.delivery.models import Route, RoutePin
from oottam.requests.models import Kind, Request
from oottam.workflow.domain.addresses import locality_in, pin_in
from oottam.workflow.models import EventDetails, FulfilmentDetails
from oottam.workflow.services import message_templates
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.details import details_of, event_of, save_details
from oottam.workflow.services.event_details import save_event
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.requests import PLAN_FACTS, TEN_AM, current, make_request, read_again

# Addresses as written in Chennai, with their PIN code and locality.
ADDRESSES = [
    ("12 Beach Road, Besant Nagar, Chennai 600090", "600090", "Besant Nagar"),
    ("12 Beach Road, Besant Nagar, Chennai - 600 090.", "600090", "Besant Nagar"),
    ("No.12, Beach Road, Besant Nagar, Chennai-600090, Tamil Nadu", "600090", "Besant Nagar"),
    (
        "Flat 4B, Sea View Apts,\nBesant Nagar,\nChennai 600 090\nTamil Nadu, India",
        "600090",
        "Besant Nagar",
    ),
    ("12 Beach Road, Besant Nagar, Chennai - 90", "600090", "Besant Nagar"),
    ("12 Beach Road, Besant Nagar, Ch-90", "600090", "Besant Nagar"),
    ("Old no 7, new no 15, 3rd Cross Street, Kasturba Nagar, Adyar, Chennai 20", "600020", "Adyar"),
    ("5/2 Poes Road, Teynampet, Chennai -18.", "600018", "Teynampet"),
    ("Plot 33, Anna Salai, Madras 002", "600002", "Anna Salai"),
    ("2nd Avenue, Anna Nagar West, Chennai, PIN: 600040", "600040", "Anna Nagar West"),
    ("2nd Avenue, Anna Nagar Chennai Pincode 600040", "600040", "Anna Nagar"),
    ("TNHB Quarters, Velachery-600042", "600042", "Velachery"),
    ("14 Luz Church Road, Mylapore, CHENNAI600004", "600004", "Mylapore"),
    ("14, Luz Church Rd; Mylapore; Chennai – 600–004", "600004", "Mylapore"),
    ("Near temple, 600028 R.A. Puram, phone 98400 12345", "600028", ""),
    ("8 Lake View Rd, West Mambalam, Chennai 600033, mob 9840012345", "600033", "West Mambalam"),
    ("8 Lake View Rd, West Mambalam, call 984 001 2345", "", "West Mambalam"),
    ("OMR, Thoraipakkam, Kancheepuram Dist 603 103, now Chennai 600097", "600097", "now"),
    ("12 Beach Road, Besant Nagar", "", "Besant Nagar"),
    ("12 Beach Road, Besant Nagar, Chennai, India", "", "Besant Nagar"),
    ("Besant Nagar", "", ""),
    ("Besant Nagar 600090", "600090", ""),
    ("Chennai", "", ""),
    ("Block 016 090, Room 1234567, Guindy", "", "Guindy"),
    ("Zone 13, Bank of India Colony, Adyar", "", "Adyar"),
    ("12 தெரு, பெசன்ட் நகர், சென்னை 600090", "600090", "பெசன்ட் நகர்"),
    ("", "", ""),
    (" ,, \n ; - ", "", ""),
]


@pytest.mark.parametrize(("address", "pin", "locality"), ADDRESSES)
def test_pin_and_locality_are_parsed_from_an_address(address: str, pin: str, locality: str) -> None:
    assert (pin_in(address, "Chennai"), locality_in(address, "Chennai")) == (pin, locality)


def test_another_town_has_its_own_short_pin_codes() -> None:
    address = "4 Avinashi Road, Peelamedu, Coimbatore - 4"
    assert pin_in(address, "Coimbatore", "641") == "641004"
    assert locality_in(address, "Coimbatore", "641") == "Peelamedu"
    assert pin_in(address, "Coimbatore") == ""
    assert locality_in("4 Avinashi Road, Peelamedu, Coimbatore", "Coimbatore") == "Peelamedu"
    assert pin_in("12 Beach Road, Adyar, Chennai - 20", "Coimbatore", "641") == ""
    assert pin_in("12 Beach Road, Adyar, Chennai - 20", "Besant Nagar, Chennai") == "600020"


def test_parsed_locality_fits_its_column() -> None:
    assert locality_in("12 Beach Road, " + "x" * 2000, "Chennai") == "x" * 100


def test_long_address_is_parsed_quickly() -> None:
    for piece in ("6", "600 ", "chennai ", "- ", "pin code ", "\n"):
        pin_in(piece * (2000 // len(piece)), "Chennai")
        locality_in(piece * (2000 // len(piece)), "Chennai")


PREFILLED: dict[str, tuple[Any, ...]] = {
    # days, delivery time, address, pin, locality, diet
    "veg": (6, time(8, 30), "12 Beach Road, Besant Nagar", "", "Besant Nagar", "veg"),
    "nonveg": (6, time(8, 30), "12 Beach Road, Besant Nagar", "", "Besant Nagar", "any"),
    "tray": (6, time(8, 30), "12 Beach Road, Besant Nagar", "", "Besant Nagar", "unknown"),
    "combo": (6, time(8, 30), "12 Beach Road, Besant Nagar", "", "Besant Nagar", "unknown"),
    "subscription": (None, None, "", "", "", "unknown"),
    "event": (None, None, "", "", "", "unknown"),
    "appointment": (None, None, "", "", "", "unknown"),
    "nutrition": (None, None, "", "", "", "unknown"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", Kind.values)
def test_details_are_prefilled_by_kind_and_not_stored_when_read(send: Send, kind: str) -> None:
    fulfilment = details_of(make_request(send, Kind(kind)))
    assert (
        fulfilment.days,
        fulfilment.delivery_time,
        fulfilment.address,
        fulfilment.pin,
        fulfilment.locality,
        fulfilment.diet,
    ) == PREFILLED[kind]
    assert (
        fulfilment.start_date,
        fulfilment.zone_ok,
        fulfilment.allergens,
        fulfilment.agreed_paise,
    ) == (None,) * 4
    assert not FulfilmentDetails.objects.exists()


@pytest.mark.django_db
def test_saved_details_replace_the_prefilled_ones(send: Send, priya: User) -> None:
    request = make_request(send, address="12 Beach Road, Besant Nagar, Chennai 90")
    save_details(**current(request, priya), zone_ok=True, kitchen_note="No onions")
    fulfilment = FulfilmentDetails.objects.get()
    assert columns(fulfilment, "request_id") == {
        "start_date": None,
        "weekdays": None,
        "days": 6,
        "delivery_time": time(8, 30),
        "address": "12 Beach Road, Besant Nagar, Chennai 90",
        "pin": "600090",
        "locality": "Besant Nagar",
        "zone_ok": True,
        "diet": "veg",
        "finer_diet": "",
        "health_since": None,
        "allergens": None,
        "allergen_list": 2,
        "kitchen_note": "No onions",
        "door_note": "",
        "texts_read": None,
        "agreed_paise": None,
        "agreed_first_paise": None,
    }
    assert details_of(read_again(request)) == fulfilment


@pytest.mark.django_db
def test_audit_log_lists_only_changed_details(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), **PLAN_FACTS)
    save_details(
        **current(request, priya), **{**PLAN_FACTS, "allergens": ["milk"], "pin": "600 020"}
    )
    again, first = AuditEntry.objects.all()
    assert set(first.data) == {"start_date", "address", "pin", "zone_ok", "allergens"}
    assert first.data["start_date"] == {"was": None, "now": "2026-11-30"}
    assert again.data == {
        "allergens": {"was": [], "now": ["milk"]},
        "pin": {"was": "600090", "now": "600020"},
    }


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"start_date": date(2026, 11, 22)}, "start_date", "The first day has already passed."),
    ({"days": 0}, "days", "Enter 1 to 366 days."),
    ({"days": 367}, "days", "Enter 1 to 366 days."),
    ({"pin": "60009"}, "pin", "A PIN code has six digits, such as 600 090."),
    ({"pin": "060 090"}, "pin", "A PIN code has six digits, such as 600 090."),
    ({"pin": "௬௦௦௦௯௦"}, "pin", "A PIN code has six digits, such as 600 090."),
    ({"allergens": ["milk", "love"]}, "allergens", "One of these allergens is not on the list."),
    ({"diet": "keto"}, "diet", "Choose one of the diets."),
    ({"address": "x" * 2001}, "address", "An address can have at most 2,000 characters."),
    ({"locality": "x" * 101}, "locality", "A locality can have at most 100 characters."),
    (
        {"kitchen_note": "x" * 501},
        "kitchen_note",
        "A note for the kitchen can have at most 500 characters.",
    ),
    ({"agreed_paise": -1}, "agreed_paise", "Enter a price between 0 and ₹10,00,00,000.00."),
    ({"agreed_paise": 10**10 + 1}, "agreed_paise", "Enter a price between 0 and ₹10,00,00,000.00."),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "field", "message"), REFUSED)
def test_invalid_detail_is_rejected_with_its_field(
    send: Send, priya: User, given: dict[str, Any], field: str, message: str
) -> None:
    request = make_request(send)
    with pytest.raises(DomainError) as refused:
        save_details(**current(request, priya), **given)
    assert (refused.value.field, str(refused.value)) == (field, message)
    assert not FulfilmentDetails.objects.exists()


@pytest.mark.django_db
def test_first_day_may_be_today_in_india(send: Send, priya: User) -> None:
    request = make_request(send)
    past_midnight = TEN_AM.replace(hour=0, minute=5)  # still Sunday in UTC
    with pytest.raises(DomainError):
        save_details(**current(request, priya, past_midnight), start_date=date(2026, 11, 22))
    save_details(**current(request, priya, past_midnight), start_date=date(2026, 11, 23))
    assert FulfilmentDetails.objects.get().start_date == date(2026, 11, 23)


@pytest.mark.django_db
def test_kitchen_note_can_be_added_after_the_first_day(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), **PLAN_FACTS)
    in_december = TEN_AM + timedelta(days=14)
    save_details(**current(request, priya, in_december), **PLAN_FACTS, kitchen_note="No onions")
    assert FulfilmentDetails.objects.get().kitchen_note == "No onions"


@pytest.mark.django_db
def test_unknown_field_raises(send: Send, priya: User) -> None:
    request = make_request(send)
    with pytest.raises(TypeError, match="shoe_size"):
        save_details(**current(request, priya), shoe_size=42)


EVENT: dict[str, Any] = {
    "date": date(2026, 12, 5),
    "time": time(18, 0),
    "guests": 20,
    "venue": "At home",
}


@pytest.mark.django_db
def test_event_details_are_stored(send: Send, priya: User) -> None:
    request = make_request(send, Kind.EVENT)
    assert columns(event_of(request), "request_id") == dict.fromkeys(EVENT) | {"venue": ""}
    assert not EventDetails.objects.exists()
    save_event(**current(request, priya), **EVENT)
    save_event(**current(request, priya), **{**EVENT, "guests": 25})
    assert columns(event_of(read_again(request)), "request_id") == {**EVENT, "guests": 25}
    assert AuditEntry.objects.first().data == {"guests": {"was": 20, "now": 25}}  # type: ignore[union-attr]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"date": date(2026, 11, 22)}, "date", "That day has already passed."),
        ({"guests": 0}, "guests", "Between 1 and 100,000 guests, please."),
        ({"guests": 100_001}, "guests", "Between 1 and 100,000 guests, please."),
        ({"venue": "x" * 2001}, "venue", "A venue can have at most 2,000 characters."),
    ],
)
def test_invalid_event_detail_is_rejected(
    send: Send, priya: User, given: dict[str, Any], field: str, message: str
) -> None:
    request = make_request(send, Kind.EVENT)
    with pytest.raises(DomainError) as refused:
        save_event(**current(request, priya), **{**EVENT, **given})
    assert (refused.value.field, str(refused.value)) == (field, message)


@pytest.mark.django_db
def test_past_event_can_be_corrected(send: Send, priya: User) -> None:
    request = make_request(send, Kind.EVENT)
    save_event(**current(request, priya), **EVENT)
    a_month_later = TEN_AM + timedelta(days=30)
    save_event(**current(request, priya, a_month_later), **{**EVENT, "guests": 25})
    assert EventDetails.objects.get().guests == 25


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.EVENT])
def test_only_events_have_guests(send: Send, priya: User, kind: Kind) -> None:
    request = make_request(send, kind)
    with pytest.raises(DomainError, match=r"^Only events have a date and guests\.$"):
        save_event(**current(request, priya), **EVENT)


def missing_fields(request: Request) -> list[str]:
    return [item.field for item in missing(read_again(request))]


@pytest.mark.django_db
def test_pin_of_another_town_is_asked_about_until_the_desk_says_that_it_is_served(
    send: Send, priya: User
) -> None:
    request = make_request(send, address="12 Beach Road, Besant Nagar, Chennai 110001")
    assert "pin" in missing_fields(request)
    context = message_templates.template_context(read_again(request))
    assert "Is 110 001 the right PIN code of your address?" in context.questions
    save_details(**current(request, priya), zone_ok=True)
    assert "pin" not in missing_fields(request)
    save_details(**current(request, priya), pin="560 001")  # the answer was for the earlier one
    assert "pin" in missing_fields(request)
    save_details(**current(request, priya), zone_ok=None, pin="600 090")
    assert "pin" not in missing_fields(request)


@pytest.mark.django_db
def test_delivery_area_follows_from_a_pin_that_a_route_has(send: Send, priya: User) -> None:
    route = Route.objects.create(name="Beach", position=1)
    RoutePin.objects.create(pin="600090", route=route)
    request = make_request(send, address="12 Beach Road, Besant Nagar, Chennai 600090")
    save_details(**current(request, priya), start_date=TEN_AM.date() + timedelta(days=7))
    assert details_of(read_again(request)).zone_ok is True
    save_details(**current(request, priya), address="1 Hill Road, Vandalur, Chennai 600048")
    assert details_of(read_again(request)).zone_ok is None
    Route.objects.update(is_closed=True)
    save_details(**current(request, priya), pin="600090")
    assert details_of(read_again(request)).zone_ok is None
