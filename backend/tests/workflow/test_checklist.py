"""The details each kind requires before it can be confirmed."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.requests.models import Kind
from oottam.workflow.models import SlotState
from oottam.workflow.services.appointments import settle_slot
from oottam.workflow.services.checklist import checklist, missing
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from tests.conftest import Send
from tests.factories.requests import PLAN_FACTS, current, make_confirmable, make_request, read_again

pytestmark = pytest.mark.django_db
START = [("start_date", "First day", False)]
REST = [
    ("zone_ok", "Delivery area", False),
    ("diet", "Diet", False),
    ("allergens", "Allergies", False),
]
# The address of the examples has no PIN code.
SENT = [
    ("breakfast_time", "Delivery time", True),
    ("address", "Address", True),
    ("pin", "PIN code", False),
]
NOT_SENT = [(field, label, False) for field, label, _ in SENT]
DIET_SAID = [(field, label, known or field == "diet") for field, label, known in REST]
AT_FIRST: dict[str, list[tuple[str, str, bool]]] = {
    "veg": [*START, *SENT, *DIET_SAID],
    "nonveg": [*START, *SENT, *DIET_SAID],
    "tray": [*START, *SENT, *REST],
    "combo": [
        *START,
        ("breakfast_time", "Breakfast delivery time", True),
        ("lunch_time", "Lunch delivery time", False),
        *SENT[1:],
        *REST,
    ],
    "subscription": [
        *START,
        ("days", "Days", False),
        ("agreed_paise", "Price", False),
        *NOT_SENT,
        *REST,
    ],
    "event": [
        ("date", "Event date", False),
        ("guests", "Guests", False),
        ("venue", "Venue", False),
        ("agreed_paise", "Price", False),
        *REST[1:],
    ],
    "appointment": [("slot", "Date and time", False)],
    "nutrition": [("follow_up_on", "Follow-up date", False)],
}


def listed(request: Any) -> list[tuple[str, str, bool]]:
    return [(item.field, item.label, item.is_known) for item in checklist(request)]


@pytest.mark.parametrize("kind", Kind.values)
def test_checklist_lists_the_kinds_required_details(send: Send, kind: str) -> None:
    request = make_request(send, Kind(kind))
    assert listed(request) == AT_FIRST[kind]
    unknown = [field for field, _, known in AT_FIRST[kind] if not known]
    assert [item.field for item in missing(request)] == unknown


@pytest.mark.parametrize("kind", Kind)
def test_complete_request_has_nothing_missing(send: Send, priya: User, kind: Kind) -> None:
    request = make_confirmable(make_request(send, kind), priya)
    assert missing(request) == []
    assert len(checklist(request)) == len(AT_FIRST[kind])


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("start_date", None),
        ("meal_times", {1: None}),
        ("address", " \n"),
        ("pin", ""),
        ("zone_ok", None),
        ("zone_ok", False),
        ("diet", "unknown"),
        ("allergens", None),
    ],
)
def test_removed_detail_is_missing_again(send: Send, priya: User, fact: str, value: Any) -> None:
    request = make_confirmable(make_request(send), priya)
    save_details(**current(request, priya), **{fact: value})
    with_it = ["pin", "zone_ok"] if fact == "address" else []  # derived from the address
    assert [item.field for item in missing(read_again(request))] == [
        "breakfast_time" if fact == "meal_times" else fact,
        *with_it,
    ]


def test_empty_allergen_list_is_an_answer(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), **{**PLAN_FACTS, "allergens": []})
    assert missing(read_again(request)) == []


def test_subscription_price_may_be_zero(send: Send, priya: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, priya), **PLAN_FACTS, days=6, agreed_paise=0)
    assert missing(read_again(request)) == []


@pytest.mark.parametrize(
    ("paise", "asked_for"), [(None, ["agreed_paise"]), (0, []), (18_000_00, [])]
)
def test_event_price_may_be_zero(
    send: Send, meena: User, paise: int | None, asked_for: list[str]
) -> None:
    request = make_confirmable(make_request(send, Kind.EVENT), meena)
    save_details(**current(request, meena), agreed_paise=paise)
    assert [item.field for item in missing(read_again(request))] == asked_for


def test_event_requires_a_venue(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.EVENT), priya)
    event: dict[str, Any] = {"date": date(2026, 12, 5), "time": None, "guests": 20, "venue": " "}
    event |= {"diet": "any", "allergens": []}
    save_event(**current(request, priya), **event)
    assert [item.field for item in missing(read_again(request))] == ["venue"]


def test_cancelled_slot_is_missing_again(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.APPOINTMENT), priya)
    settle_slot(**current(request, priya), state=SlotState.CANCELLED)
    assert [item.field for item in missing(read_again(request))] == ["slot"]


@pytest.mark.parametrize("kind", Kind)
def test_checklist_takes_few_queries(
    send: Send, kind: Kind, django_assert_max_num_queries: Any
) -> None:
    request = read_again(make_request(send, kind))
    with django_assert_max_num_queries(6):
        checklist(request)
