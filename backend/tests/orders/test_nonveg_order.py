"""POST /nonvegmeal-form.php: like a veg order, plus each line's amount before discount."""

from datetime import time
from typing import Any

import pytest

from oottam.orders.models import Order, OrderLine
from tests.api_client import columns, flags, flags_and_message, stored
from tests.bodies import without
from tests.conftest import Send
from tests.orders.examples import NONVEG, nonveg_body

pytestmark = pytest.mark.django_db
AS_EXPECTED = "Thank you! Your non-veg meal order REF is in: ₹420.00 for 6 days."
# 15 days, two meals: 65 x 14 x 2 and 163 x 14 x 2; before discount 70 and 175 x 15 x 2.
FORTNIGHT = nonveg_body(
    date=15,
    sections={"breakfast": True, "lunch": False, "dinner": True},
    selectedItemCount=2,
    selectedItems=[
        {"name": "Boiled Eggs", "price": 2100, "discountedCost": 1820},
        {"name": "Egg Curry", "price": 5250, "discountedCost": 4564},
    ],
    finalAmount=6384,
)


@pytest.mark.spec("7.6")
def test_order_is_stored_at_non_veg_menu_prices(send: Send) -> None:
    request = stored(send, NONVEG, FORTNIGHT)
    assert columns(Order.objects.get()) == {
        "request_id": request.id,
        "days": 15,
        "free_days": 1,
        "tier": "fifteen",
        "breakfast": True,
        "lunch": False,
        "dinner": True,
        "delivery_time": time(8, 30),
        "address": "12 Beach Road, Besant Nagar",
        "total_paise": 638400,
        "claimed_total_paise": 638400,
        "claimed_count": 2,
    }
    assert [columns(line, "id", "order_id") for line in OrderLine.objects.all()] == [
        {
            "position": 1,
            "dish_id": "boiled-eggs",
            "dish_name": "Boiled Eggs",
            "unit_price_paise": 6500,
            "charged_paise": 182000,
            "original_paise": 210000,
            "claimed_paise": 182000,
            "claimed_original_paise": 210000,
        },
        {
            "position": 2,
            "dish_id": "egg-curry",
            "dish_name": "Egg Curry",
            "unit_price_paise": 16300,
            "charged_paise": 456400,
            "original_paise": 525000,
            "claimed_paise": 456400,
            "claimed_original_paise": 525000,
        },
    ]


def test_response_has_reference_amount_and_days(send: Send) -> None:
    assert flags_and_message(send, NONVEG, FORTNIGHT) == (
        "",
        "Thank you! Your non-veg meal order REF is in: ₹6,384.00 for 15 days, 1 of them free.",
    )


def test_line_without_discount_is_charged_its_price(send: Send) -> None:
    assert flags_and_message(send, NONVEG, nonveg_body()) == ("", AS_EXPECTED)
    line = OrderLine.objects.get()
    assert not line.order.lines_differ
    assert (line.original_paise, line.claimed_original_paise) == (None, 42000)


@pytest.mark.parametrize(
    ("claims", "stored"),
    [
        ({"price": 420, "discountedCost": 1}, (100, 42000)),
        ({"price": 1, "discountedCost": 420}, (42000, 100)),
        ({"price": 420}, (None, 42000)),
        ({"discountedCost": 420}, (42000, None)),
        ({"price": None, "discountedCost": None}, (None, None)),
    ],
)
def test_different_or_missing_line_amount_is_flagged_and_recalculated(
    send: Send, claims: dict[str, Any], stored: tuple[int | None, int | None]
) -> None:
    body = nonveg_body(selectedItems=[{"name": "Boiled Eggs", **claims}])
    assert flags_and_message(send, NONVEG, body) == ("line-differs", AS_EXPECTED)
    line = OrderLine.objects.get()
    assert (line.claimed_paise, line.claimed_original_paise) == stored
    assert line.order.lines_differ
    assert line.charged_paise == Order.objects.get().total_paise == 42000


def test_line_sent_without_its_discount_is_flagged(send: Send) -> None:
    items = [{"name": "Boiled Eggs", "price": 1820, "discountedCost": 1820}]
    body = {**FORTNIGHT, "selectedItems": items, "selectedItemCount": 1, "finalAmount": 1820}
    assert flags(stored(send, NONVEG, body)) == "line-differs"


def test_different_total_is_flagged_and_message_states_ours(send: Send) -> None:
    assert flags_and_message(send, NONVEG, nonveg_body(finalAmount=1)) == (
        "total-differs",
        f"{AS_EXPECTED} The page showed ₹1.00, but the amount that counts is ₹420.00, from our menu.",
    )


@pytest.mark.parametrize("sent", [False, None])
def test_amounts_not_marked_as_multiplied_are_flagged(send: Send, sent: bool | None) -> None:
    body = nonveg_body(pricesAlreadyMultiplied=sent)
    assert flags_and_message(send, NONVEG, body) == ("not-multiplied", AS_EXPECTED)


def test_missing_multiplied_field_is_flagged(send: Send) -> None:
    body = without(nonveg_body(), "pricesAlreadyMultiplied")
    assert flags_and_message(send, NONVEG, body) == ("not-multiplied", AS_EXPECTED)
