"""POST /vegmeal-form.php: stored rows and responses of valid orders."""

import json
from datetime import UTC, datetime, time
from typing import Any

import pytest

from oottam.orders.models import Order, OrderLine
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from tests.api_client import flags
from tests.bodies import SMOOTHIE, UNPRICED, veg_body, without
from tests.conftest import Send

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 3, 30, 15, tzinfo=UTC)
# 15 days, two meals: 254 x 14 x 2 and 247 x 14 x 2; before discount 273 and 266 x 15 x 2.
FORTNIGHT = veg_body(
    date=15,
    sections={"breakfast": True, "lunch": False, "dinner": True},
    selectedItemCount=2,
    selectedItems=[
        {"name": SMOOTHIE, "discountedCost": 7112},
        {"name": "Berry Smoothie", "discountedCost": 6916.00},
    ],
    finalAmount=14028,
)


def columns(row: Any, *skipped: str) -> dict[str, Any]:
    names = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in skipped}


def stored(send: Send, body: dict[str, Any]) -> Request:
    response = send(body)
    assert response.status_code == 200, response.content
    return Request.objects.get(reference=json.loads(response.content)["reference"])


@pytest.mark.spec("7.7")
def test_order_is_stored_at_menu_prices(send: Send) -> None:
    request = stored(send, FORTNIGHT)
    assert columns(Order.objects.get(), "request_id") == {
        "days": 15,
        "free_days": 1,
        "tier": "fifteen",
        "breakfast": True,
        "lunch": False,
        "dinner": True,
        "delivery_time": time(8, 30),
        "address": "12 Beach Road, Besant Nagar",
        "total_paise": 1402800,
        "claimed_total_paise": 1402800,
        "claimed_count": 2,
    }
    assert [columns(line, "id") for line in OrderLine.objects.all()] == [
        {
            "order_id": request.id,
            "position": 1,
            "dish_id": "dry-fruit-smoothie",
            "dish_name": "Dry Fruit Smoothie",
            "unit_price_paise": 25400,
            "charged_paise": 711200,
            "original_paise": 819000,
            "claimed_paise": 711200,
            "claimed_original_paise": None,
        },
        {
            "order_id": request.id,
            "position": 2,
            "dish_id": "berry-smoothie",
            "dish_name": "Berry Smoothie",
            "unit_price_paise": 24700,
            "charged_paise": 691600,
            "original_paise": 798000,
            "claimed_paise": 691600,
            "claimed_original_paise": None,
        },
    ]


def test_response_has_reference_amount_and_days(send: Send) -> None:
    reply = json.loads(send(FORTNIGHT).content)
    request = Request.objects.get()
    reference = request.reference
    assert reply == {
        "status": "success",
        "message": f"Thank you! Your veg meal order {reference} is in: "
        "₹14,028.00 for 15 days, 1 of them free.",
        "reference": reference,
        "statusPath": f"/status/{token_of(request.pk)}",
    }


@pytest.mark.parametrize(
    ("date", "days"), [(6, 6), ("6", 6), ("15", 15), (30.0, 30), (40, 40), ("040", 40)]
)
def test_days_accept_numbers_and_numeric_text(send: Send, date: Any, days: int) -> None:
    stored(send, veg_body(date=date))
    assert Order.objects.get().days == days


@pytest.mark.parametrize(
    ("timing", "stored_time"),
    [("00:00", time(0)), ("23:59", time(23, 59)), ("08:30:15", time(8, 30, 15))],
)
def test_timing_accepts_seconds(send: Send, timing: str, stored_time: time) -> None:
    stored(send, veg_body(timing=timing))
    assert Order.objects.get().delivery_time == stored_time


@pytest.mark.parametrize("lastname", ["", None])
def test_empty_last_name_is_omitted_from_the_customer_name(
    send: Send, lastname: str | None
) -> None:
    assert stored(send, veg_body(lastname=lastname)).customer_name == "Asha"


def test_last_name_is_optional(send: Send) -> None:
    assert stored(send, without(veg_body(), "lastname")).customer_name == "Asha"


def test_unknown_fields_are_ignored_and_recorded(send: Send) -> None:
    item = {"name": SMOOTHIE, "discountedCost": 1638, "price": 1}
    request = stored(send, veg_body(coupon="FREE", selectedItems=[item]))
    assert request.extra_fields == ["selectedItems[].price", "coupon"]


def test_recorded_field_names_are_limited(send: Send) -> None:
    request = stored(send, veg_body(**{f"{n:03}" + "x" * 200: n for n in range(60)}))
    assert request.extra_fields == [f"{n:03}" + "x" * 97 for n in range(50)]


def test_dish_without_a_price_adds_nothing_and_is_flagged(send: Send) -> None:
    items = [{"name": SMOOTHIE, "discountedCost": 1638}, {"name": UNPRICED, "discountedCost": 0}]
    body = veg_body(selectedItems=items, selectedItemCount=2)
    reply = json.loads(send(body).content)
    request = Request.objects.get()
    assert (flags(request), Order.objects.get().total_paise) == ("price-on-request", 163800)
    assert reply["message"] == (
        f"Thank you! Your veg meal order {request.reference} is in: ₹1,638.00 for 6 days. "
        "Priced on request and not included in this amount: Ragi Porridge."
    )


def test_order_of_unpriced_dishes_has_no_amount(send: Send) -> None:
    items = [{"name": UNPRICED, "discountedCost": 0}]
    for claimed, sentence in (
        (0, ""),
        (5, " The page showed ₹5.00, but that amount does not count."),
    ):
        reply = json.loads(send(veg_body(selectedItems=items, finalAmount=claimed)).content)
        assert reply["message"] == (
            f"Thank you! Your veg meal order {reply['reference']} is in, for 6 days.{sentence} "
            "We will agree on the price with you when we call."
        )


HOSTILE = [
    "ஊட்டம் 🥗 café",
    "\u202eevil\u202c \u200b\ufeff",
    "<script>alert('x')</script>",
    '=HYPERLINK("http://example.com")',
    "Robert'); DROP TABLE requests_request;--",
    "100% %s {reference} \\u0041 \\",
    "line one\nline two\ttab\r\n\x01\x1f\x7f",
    "e\u0301 vs \u00e9",
    "𝒜" * 100,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_accepted_text_is_stored_byte_for_byte(send: Send, text: str) -> None:
    body = veg_body(name=text, lastname="", address=text, phone=text[:60])
    raw = json.dumps(body).encode()
    assert send(raw).status_code == 200
    request = Request.objects.get()
    address = Order.objects.get().address
    assert (request.customer_name, address, request.phone) == (text.strip(), text, text[:60])
    assert request.body.encode() == raw
