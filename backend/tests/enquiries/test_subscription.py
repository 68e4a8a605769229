"""POST /customer-form: meals are stored, whether our menus have them or not."""

import json
from typing import Any

import pytest

from oottam.enquiries.models import Subscription, SubscriptionMeal
from tests.api_client import UNTOUCHED, columns, flags, flags_and_message, stored
from tests.bodies import without
from tests.conftest import Send
from tests.enquiries.examples import MONDAYS_MEAL, PODI_IDLI, SUBSCRIPTION, subscription_body

pytestmark = pytest.mark.django_db
DURATIONS = ["Weekly", "Fortnightly", "Monthly", "3 Month", "6 Month", "Annual"]


def meal(**overrides: Any) -> dict[str, Any]:
    return {**PODI_IDLI, **overrides}


def message(meals: str) -> str:
    return (
        f"Thank you! We have received your Monthly subscription request REF{meals}. "
        "We will call you to agree on the first day."
    )


@pytest.mark.spec("1.2", "7.3")
def test_request_is_stored_as_sent(send: Send) -> None:
    request = stored(send, SUBSCRIPTION, subscription_body())
    assert columns(request, "id", "reference", "received_at") == {
        "kind": "subscription",
        "status": "new",
        "customer_name": "Asha Raman",
        "phone": "98400 12345",
        "phone_normalised": "+919840012345",
        "search_key": "",
        "address_key": "",
        "email": "asha@example.com",
        "body": json.dumps(subscription_body(), ensure_ascii=False),
        "extra_fields": [],
        **UNTOUCHED,
    }
    assert columns(Subscription.objects.get()) == {
        "request_id": request.id,
        "plan_duration": "Monthly",
        "plan_name": "Podi Idli, Idli / Podi Idli + ABC Juice",
    }


def test_meals_are_stored_as_sent_with_their_menu_titles(send: Send) -> None:
    request = stored(send, SUBSCRIPTION, subscription_body())
    assert [columns(row, "id") for row in SubscriptionMeal.objects.all()] == [
        {
            "subscription_id": request.id,
            "position": 1,
            "meal_id": "B1",
            "title": "Podi Idli",
            "category": "Breakfast",
            "description": "Soft idlis with drumstick sambar.",
            "image": "idli-sambar",
            "menu_title": "Podi Idli",
        },
        {
            "subscription_id": request.id,
            "position": 2,
            "meal_id": "W1-B-Monday",
            "title": "Idli / Podi Idli + ABC Juice",
            "category": "Breakfast",
            "description": "Week 1, Monday",
            "image": "idli-sambar",
            "menu_title": "Idli / Podi Idli + ABC Juice",
        },
    ]


@pytest.mark.parametrize(
    ("items", "meals"),
    [([PODI_IDLI], " with 1 meal"), ([PODI_IDLI, MONDAYS_MEAL], " with 2 meals")],
)
def test_response_has_duration_reference_meals_and_next_step(
    send: Send, items: Any, meals: str
) -> None:
    body = subscription_body(selectedItems=items)
    assert flags_and_message(send, SUBSCRIPTION, body) == ("", message(meals))


@pytest.mark.parametrize("duration", DURATIONS)
def test_each_duration_value_is_accepted(send: Send, duration: str) -> None:
    stored(send, SUBSCRIPTION, subscription_body(planDuration=duration))
    assert Subscription.objects.get().plan_duration == duration


@pytest.mark.parametrize(
    "body",
    [subscription_body(selectedItems=[]), without(subscription_body(), "selectedItems")],
)
def test_subscription_without_meals_is_accepted_and_flagged(send: Send, body: Any) -> None:
    assert flags_and_message(send, SUBSCRIPTION, body) == ("no-meals", message(""))
    assert SubscriptionMeal.objects.count() == 0


@pytest.mark.parametrize(
    "known",
    ["B1", "B10", "L1", "L10", "D1", "D10", "W1-B-Monday", "W4-D-Saturday", "W2-L-Wednesday"],
)
def test_known_meal_raises_no_flag(send: Send, known: str) -> None:
    body = subscription_body(selectedItems=[meal(id=known)])
    assert flags(stored(send, SUBSCRIPTION, body)) == ""
    assert SubscriptionMeal.objects.get().menu_title != ""


@pytest.mark.parametrize(
    "unknown",
    ["B0", "B11", "b1", "X1", "W0-B-Monday", "W5-B-Monday", "W1-B-Sunday", "W1-X-Monday", "B1 "],
)
def test_unknown_meal_is_accepted_and_flagged(send: Send, unknown: str) -> None:
    body = subscription_body(selectedItems=[PODI_IDLI, meal(id=unknown, title="Moon Cake")])
    assert flags_and_message(send, SUBSCRIPTION, body) == ("unknown-meal", message(" with 2 meals"))
    rows = SubscriptionMeal.objects.values_list("meal_id", "title", "menu_title")
    assert list(rows) == [("B1", "Podi Idli", "Podi Idli"), (unknown, "Moon Cake", "")]


@pytest.mark.parametrize(
    "body", [without(subscription_body(), "planName"), subscription_body(planName="")]
)
def test_plan_name_may_be_empty(send: Send, body: Any) -> None:
    assert flags(stored(send, SUBSCRIPTION, body)) == ""
    assert Subscription.objects.get().plan_name == ""


def test_meal_requires_only_id_and_title(send: Send) -> None:
    stored(send, SUBSCRIPTION, subscription_body(selectedItems=[{"id": "B1", "title": "Idli"}]))
    assert columns(SubscriptionMeal.objects.get(), "id", "subscription_id") == {
        "position": 1,
        "meal_id": "B1",
        "title": "Idli",
        "category": "",
        "description": "",
        "image": "",
        "menu_title": "Podi Idli",
    }


def test_two_hundred_meals_are_accepted(send: Send) -> None:
    body = subscription_body(selectedItems=[meal()] * 200)
    assert flags_and_message(send, SUBSCRIPTION, body) == ("", message(" with 200 meals"))
    assert SubscriptionMeal.objects.count() == 200
