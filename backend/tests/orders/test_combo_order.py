"""POST /weekmonth-form.php: stored rows, responses and flags of combo orders."""

from datetime import time
from typing import Any

import pytest

from oottam.orders.models import ComboOrder, ComboSlot
from tests.api_client import columns, flags, flags_and_message, stored
from tests.bodies import without
from tests.conftest import Send
from tests.orders.examples import COMBO, FIRST_THREE, SIX_DAYS, WHOLE_WEEK, combo_body

pytestmark = pytest.mark.django_db
AS_EXPECTED = "Thank you! Your combo order REF is in: ₹2,250.00 for 6 items."
# 15 items at 375 are 5,625; from 15 items on, 585 are taken off.
FIFTEEN = combo_body(
    selectedItems={"week1": {**WHOLE_WEEK, "dinner": FIRST_THREE}},
    totalSelected=15,
    finalAmount=5040,
    discount=585,
)


@pytest.mark.spec("7.8")
def test_combo_order_is_stored_with_base_price_discount_and_total(send: Send) -> None:
    request = stored(send, COMBO, FIFTEEN)
    assert columns(ComboOrder.objects.get()) == {
        "request_id": request.id,
        "days": 6,
        "delivery_time": time(8, 30),
        "address": "12 Beach Road, Besant Nagar",
        "base_paise": 562500,
        "discount_paise": 58500,
        "total_paise": 504000,
        "claimed_discount_paise": 58500,
        "claimed_total_paise": 504000,
        "claimed_count": 15,
    }


def test_slots_are_stored_with_the_menu_of_their_day(send: Send) -> None:
    stored(send, COMBO, combo_body())
    names = ["position", "week", "meal", "day", "items", "unit_price_paise"]
    assert list(ComboSlot.objects.values_list(*names)) == [
        (1, 1, "breakfast", "Monday", "Idli / Podi Idli + ABC Juice", 37500),
        (2, 1, "breakfast", "Tuesday", "Overnight Oats + Boiled Eggs / Sprouts Salad", 37500),
        (3, 1, "breakfast", "Wednesday", "Pesarattu with Ginger Chutney + Mixed Fruit Bowl", 37500),
        (4, 2, "lunch", "Monday", "Rajma Red Rice Bowl + Beetroot Peanut Salad", 37500),
        (5, 2, "lunch", "Tuesday",
         "Millet Chicken Biryani Bowl / Vegetable Millet Biryani + Neer Mor", 37500),
        (6, 2, "lunch", "Wednesday", "Ragi Roti / Jowar Roti + Soya Chukka", 37500),
    ]  # fmt: skip


def test_slots_are_stored_sorted_by_week_meal_and_day(send: Send) -> None:
    items = {
        "week4": {"breakfast": ["Friday"]},
        "week1": {"dinner": ["Saturday", "Monday"], "breakfast": FIRST_THREE[::-1]},
    }
    stored(send, COMBO, combo_body(selectedItems=items))
    assert list(ComboSlot.objects.values_list("week", "meal", "day")) == [
        (1, "breakfast", "Monday"),
        (1, "breakfast", "Tuesday"),
        (1, "breakfast", "Wednesday"),
        (1, "dinner", "Monday"),
        (1, "dinner", "Saturday"),
        (4, "breakfast", "Friday"),
    ]


ALL = {f"week{number}": WHOLE_WEEK for number in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("items", "claims", "message"),
    [
        ({"week1": {"lunch": SIX_DAYS}}, (6, 2250, 0), "₹2,250.00 for 6 items."),
        ({"week1": {**WHOLE_WEEK, "dinner": ["Monday", "Friday"]}}, (14, 5250, 0),
         "₹5,250.00 for 14 items."),
        (FIFTEEN["selectedItems"], (15, 5040, 585), "₹5,040.00 for 15 items, with ₹585.00 off."),
        (ALL, (72, 24990, 2010), "₹24,990.00 for 72 items, with ₹2,010.00 off."),
    ],
)  # fmt: skip
def test_response_has_amount_items_and_discount(
    send: Send, items: Any, claims: tuple[int, int, int], message: str
) -> None:
    claimed = dict(zip(["totalSelected", "finalAmount", "discount"], claims, strict=True))
    body = combo_body(selectedItems=items, **claimed)
    expected = f"Thank you! Your combo order REF is in: {message}"
    assert flags_and_message(send, COMBO, body) == ("", expected)


@pytest.mark.parametrize("days", [6, "6", 6.0, "06"])
def test_days_accept_numbers_and_numeric_text(send: Send, days: Any) -> None:
    assert flags_and_message(send, COMBO, combo_body(days=days)) == ("", AS_EXPECTED)


@pytest.mark.parametrize(
    ("claims", "noticed"),
    [
        ({"finalAmount": 1}, "total-differs"),
        ({"finalAmount": None}, "total-missing"),
        ({"discount": 585}, "discount-differs"),
        ({"discount": None}, "discount-differs"),
        ({"totalSelected": 7}, "count-differs"),
        ({"totalSelected": ""}, "count-differs"),
        ({"finalAmount": 0, "discount": 2250, "totalSelected": 0},
         "total-differs,discount-differs,count-differs"),
    ],
)  # fmt: skip
def test_different_or_missing_amounts_are_flagged_and_ours_stored(
    send: Send, claims: Any, noticed: str
) -> None:
    assert flags(stored(send, COMBO, combo_body(**claims))) == noticed
    order = ComboOrder.objects.get()
    assert (order.base_paise, order.discount_paise, order.total_paise) == (225000, 0, 225000)


def test_omitted_amounts_are_flagged(send: Send) -> None:
    body = without(combo_body(), "finalAmount", "discount", "totalSelected")
    assert flags_and_message(send, COMBO, body) == (
        "total-missing,discount-differs,count-differs",
        AS_EXPECTED,
    )


def test_different_total_makes_the_message_state_ours(send: Send) -> None:
    counts = "The page showed ₹1,665.00, but the amount that counts is ₹2,250.00, from our menu."
    assert flags_and_message(send, COMBO, combo_body(finalAmount=1665.0)) == (
        "total-differs",
        f"{AS_EXPECTED} {counts}",
    )
