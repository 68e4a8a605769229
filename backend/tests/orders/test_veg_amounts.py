"""The server trusts no amount: it prices every order itself, and says so where the sender differs."""

import json
from typing import Any

import pytest

from oottam.orders.models import Order, OrderLine
from oottam.requests.models import Request
from tests.api_client import flags
from tests.bodies import SMOOTHIE, veg_body, without
from tests.conftest import Send

pytestmark = pytest.mark.django_db


def taken(send: Send, body: dict[str, Any]) -> tuple[str, str]:
    """Flags and message; the order itself always costs 1,638 rupees."""
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
def test_the_right_amount_raises_no_flag(send: Send, amount: float) -> None:
    assert taken(send, veg_body(finalAmount=amount)) == ("", AS_EXPECTED)


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (1, "₹1.00"),
        (0, "₹0.00"),
        (1637.99, "₹1,637.99"),
        (-5, "-₹5.00"),
        (9999999, "₹99,99,999.00"),
    ],
)
def test_another_total_is_flagged_and_the_message_names_the_one_that_counts(
    send: Send, amount: float, shown: str
) -> None:
    assert taken(send, veg_body(finalAmount=amount)) == (
        "total-differs",
        f"{AS_EXPECTED} The page showed {shown}, but the amount that counts is ₹1,638.00, from our menu.",
    )
    assert Order.objects.get().claimed_total_paise == round(amount * 100)


def test_a_missing_total_is_flagged(send: Send) -> None:
    assert taken(send, without(veg_body(), "finalAmount")) == ("total-missing", AS_EXPECTED)
    assert Order.objects.get().claimed_total_paise is None


@pytest.mark.parametrize(
    ("items", "claimed"),
    [(item(discountedCost=1), 100), (item(), None), (item(discountedCost=None), None)],
)
def test_a_line_that_differs_or_is_missing_is_flagged(
    send: Send, items: Any, claimed: int | None
) -> None:
    assert taken(send, veg_body(selectedItems=items)) == ("line-differs", AS_EXPECTED)
    assert OrderLine.objects.get().claimed_paise == claimed


@pytest.mark.parametrize(("count", "claimed"), [(2, 2), ("0", 0), ("", None), (None, None)])
def test_a_count_that_differs_or_is_missing_is_flagged(
    send: Send, count: Any, claimed: int | None
) -> None:
    assert taken(send, veg_body(selectedItemCount=count)) == ("count-differs", AS_EXPECTED)
    assert Order.objects.get().claimed_count == claimed


def test_everything_wrong_at_once_raises_every_flag(send: Send) -> None:
    body = without(veg_body(selectedItems=item(), finalAmount=1), "selectedItemCount")
    assert taken(send, body)[0] == "total-differs,line-differs,count-differs"
