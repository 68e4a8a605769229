"""The server calculates every amount and flags different amounts sent by the client."""

import json
from typing import Any

import pytest

from oottam.orders.models import Order, OrderLine
from oottam.requests.models import Request
from tests.api_client import flags
from tests.bodies import SMOOTHIE, veg_body, without
from tests.conftest import Send

pytestmark = pytest.mark.django_db


def accept(send: Send, body: dict[str, Any]) -> tuple[str, str]:
    """Send an order that costs 1,638 rupees; return its flags and message."""
    response = send(body)
    assert response.status_code == 200, response.content
    assert Order.objects.get().total_paise == 163800
    assert OrderLine.objects.get().charged_paise == 163800
    request = Request.objects.get()
    message = json.loads(response.content)["message"].replace(request.reference, "REF")
    return flags(request), message


def item(**claims: Any) -> list[dict[str, Any]]:
    return [{"name": SMOOTHIE, **claims}]


AS_EXPECTED = "Thank you! Your veg meal order REF is in: ₹1,638.00 for 6 days."


@pytest.mark.parametrize("amount", [1638, 1638.0000000000002, 1637.9999999999998])
def test_correct_total_raises_no_flag(send: Send, amount: float) -> None:
    assert accept(send, veg_body(finalAmount=amount)) == ("", AS_EXPECTED)


@pytest.mark.parametrize(
    ("amount", "displayed"),
    [
        (1, "₹1.00"),
        (0, "₹0.00"),
        (1637.99, "₹1,637.99"),
        (-5, "-₹5.00"),
        (9999999, "₹99,99,999.00"),
    ],
)
def test_different_total_is_flagged_and_message_states_ours(
    send: Send, amount: float, displayed: str
) -> None:
    assert accept(send, veg_body(finalAmount=amount)) == (
        "total-differs",
        f"{AS_EXPECTED} The page showed {displayed}, but the amount that counts is ₹1,638.00, from our menu.",
    )
    assert Order.objects.get().claimed_total_paise == round(amount * 100)


def test_missing_total_is_flagged(send: Send) -> None:
    assert accept(send, without(veg_body(), "finalAmount")) == ("total-missing", AS_EXPECTED)
    assert Order.objects.get().claimed_total_paise is None


@pytest.mark.parametrize(
    ("items", "claimed"),
    [(item(discountedCost=1), 100), (item(), None), (item(discountedCost=None), None)],
)
def test_different_or_missing_line_amount_is_flagged(
    send: Send, items: Any, claimed: int | None
) -> None:
    assert accept(send, veg_body(selectedItems=items)) == ("line-differs", AS_EXPECTED)
    assert OrderLine.objects.get().claimed_paise == claimed


@pytest.mark.parametrize(("count", "claimed"), [(2, 2), ("0", 0), ("", None), (None, None)])
def test_different_or_missing_count_is_flagged(send: Send, count: Any, claimed: int | None) -> None:
    assert accept(send, veg_body(selectedItemCount=count)) == ("count-differs", AS_EXPECTED)
    assert Order.objects.get().claimed_count == claimed


def test_all_differences_together_raise_all_flags(send: Send) -> None:
    body = without(veg_body(selectedItems=item(), finalAmount=1), "selectedItemCount")
    assert accept(send, body)[0] == "total-differs,line-differs,count-differs"
