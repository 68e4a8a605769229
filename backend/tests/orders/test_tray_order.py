"""POST /mealtray-form.php: at least four dishes; days are sent as text, line amounts as `price`."""

import json
from datetime import time
from typing import Any

import pytest

from oottam.orders.models import Order, OrderLine
from tests.api_client import columns, field_errors, flags, flags_and_message, stored
from tests.conftest import Send
from tests.orders.examples import TRAY, tray_body

pytestmark = pytest.mark.django_db
AS_EXPECTED = "Thank you! Your meal tray order REF is in: ₹2,376.00 for 6 days."
FOUR = tray_body()["selectedItems"]
# 15 days, one meal: 25.50, 127.50, 123.25 and 97.75 x 14; before discount 27 and so on x 15.
FORTNIGHT = tray_body(
    date="15",
    selectedItems=[
        {"name": "Phulka", "price": 357},
        {"name": "Quinoa", "price": 1785},
        {"name": "Garden Paneer Salad", "price": 1725.5},
        {"name": "Sprouts Salad", "price": 1368.5},
    ],
    finalAmount=5236,
)


@pytest.mark.spec("7.9")
def test_tray_is_stored_at_menu_prices(send: Send) -> None:
    request = stored(send, TRAY, FORTNIGHT)
    assert (request.kind, request.customer_name, flags(request)) == ("tray", "Asha Raman", "")
    assert request.body == json.dumps(FORTNIGHT, ensure_ascii=False)
    assert columns(Order.objects.get()) == {
        "request_id": request.id,
        "days": 15,
        "free_days": 1,
        "tier": "fifteen",
        "breakfast": True,
        "lunch": False,
        "dinner": False,
        "delivery_time": time(8, 30),
        "address": "12 Beach Road, Besant Nagar",
        "total_paise": 523600,
        "claimed_total_paise": 523600,
        "claimed_count": 4,
    }


def test_lines_are_stored_with_the_claimed_amounts(send: Send) -> None:
    stored(send, TRAY, FORTNIGHT)
    names = [name for name in columns(OrderLine()) if name not in ("id", "order_id")]
    assert list(OrderLine.objects.values_list(*names)) == [
        (1, "phulka", "Phulka", 2550, 35700, 40500, 35700, None),
        (2, "quinoa", "Quinoa", 12750, 178500, 202500, 178500, None),
        (3, "garden-paneer-salad", "Garden Paneer Salad", 12325, 172550, 195750, 172550, None),
        (4, "sprouts-salad", "Sprouts Salad", 9775, 136850, 155250, 136850, None),
    ]


def test_response_has_reference_amount_and_days(send: Send) -> None:
    assert flags_and_message(send, TRAY, FORTNIGHT) == (
        "",
        "Thank you! Your meal tray order REF is in: ₹5,236.00 for 15 days, 1 of them free.",
    )


@pytest.mark.parametrize("date", ["6", 6, 6.0])
def test_days_accept_text_and_numbers(send: Send, date: Any) -> None:
    assert flags_and_message(send, TRAY, tray_body(date=date)) == ("", AS_EXPECTED)


@pytest.mark.parametrize("price", [{"price": 1}, {"price": None}, {}])
def test_different_or_missing_line_amount_is_flagged(send: Send, price: Any) -> None:
    items = [{"name": "Phulka", **price}, *FOUR[1:]]
    body = tray_body(selectedItems=items)
    assert flags_and_message(send, TRAY, body) == ("line-differs", AS_EXPECTED)
    assert Order.objects.get().total_paise == 237600


def test_different_total_is_flagged_and_message_states_ours(send: Send) -> None:
    counts = "The page showed ₹2,376.01, but the amount that counts is ₹2,376.00, from our menu."
    assert flags_and_message(send, TRAY, tray_body(finalAmount=2376.01)) == (
        "total-differs",
        f"{AS_EXPECTED} {counts}",
    )


@pytest.mark.spec("5.5")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_fewer_than_four_dishes_are_rejected(send: Send, count: int) -> None:
    body = tray_body(selectedItems=FOUR[:count], selectedItemCount=count)
    assert field_errors(send, TRAY, body) == [("selectedItems", "Please select at least 4 dishes.")]
    assert Order.objects.count() == 0


def test_dish_of_another_menu_is_rejected(send: Send) -> None:
    items = [*FOUR, {"name": "Dry Fruit Smoothie", "price": 1638}]
    assert field_errors(send, TRAY, tray_body(selectedItems=items)) == [
        ("selectedItems[4].name", "“Dry Fruit Smoothie” is not on this menu.")
    ]
