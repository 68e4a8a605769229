"""POST /vegmeal-form.php: a missing, malformed or too long field gets a 422 that names it.

These tests have no database: a rejection that queried one would fail.
"""

import json
from typing import Any

import pytest

from oottam.requests.models import Request
from tests.bodies import SMOOTHIE, veg_body, without
from tests.conftest import Send

NO_TEXT: list[Any] = [None, 5, 5.5, True, [], ["Asha"], {}, {"a": "b"}]
REQUIRED_TEXT = {"name": "First name", "phone": "Phone", "address": "Address"}
DAYS = "Days must be a whole number from 6 to 40."
E_MAIL = "Email must be an email address, such as name@example.com."
TIMING = "Timing must be a time from 00:00 to 23:59, such as 08:30."
SECTIONS = {"breakfast": True, "lunch": False, "dinner": False}


def field_errors(send: Send, body: Any) -> list[tuple[str, str]]:
    response = send(body)
    assert response.status_code == 422, response.content
    reply = json.loads(response.content)
    assert reply["status"] == "error"
    assert reply["message"].startswith(reply["errors"][0]["message"])
    return [(error["field"], error["message"]) for error in reply["errors"]]


@pytest.mark.parametrize(
    ("field", "title"),
    [*REQUIRED_TEXT.items(), ("email", "Email"), ("date", "Days"), ("sections", "Meal section"),
     ("timing", "Timing"), ("selectedItems", "Selected items")],
)  # fmt: skip
def test_missing_field_is_reported(send: Send, field: str, title: str) -> None:
    assert field_errors(send, without(veg_body(), field)) == [(field, f"{title} is required.")]


@pytest.mark.parametrize(("field", "title"), REQUIRED_TEXT.items())
def test_empty_field_is_reported(send: Send, field: str, title: str) -> None:
    assert field_errors(send, veg_body(**{field: ""})) == [(field, f"{title} is required.")]


@pytest.mark.parametrize("sent", NO_TEXT)
@pytest.mark.parametrize(
    ("field", "title"), [*REQUIRED_TEXT.items(), ("email", "Email"), ("timing", "Timing")]
)
def test_required_field_must_be_text(send: Send, field: str, title: str, sent: Any) -> None:
    assert field_errors(send, veg_body(**{field: sent})) == [(field, f"{title} must be text.")]


@pytest.mark.parametrize("sent", NO_TEXT[1:])
def test_last_name_must_be_text(send: Send, sent: Any) -> None:
    assert field_errors(send, veg_body(lastname=sent)) == [("lastname", "Last name must be text.")]


@pytest.mark.parametrize(
    "email",
    ["asha", "asha@", "@example.com", "a b@example.com", "a@b@c", "a@-b.com", "a@b-.com", "a@b..c",
     "a@" + "x" * 64, "ஆஷா@example.com", "a@exämple.com", "a@b.com\n", "a,b@c.com", "<a@b.com>"],
)  # fmt: skip
def test_email_that_browsers_reject_is_reported(send: Send, email: str) -> None:
    assert field_errors(send, veg_body(email=email)) == [("email", E_MAIL)]


@pytest.mark.parametrize(
    "email",
    ["a@b", "a.@b.c", ".a@b.c", "a..b@c.d", "!#$%&'*+/=?^_`{|}~-@b.c", "a@" + "x" * 63, "A@B.C"],
)
def test_email_that_browsers_accept_is_accepted(send: Send, email: str) -> None:
    assert field_errors(send, veg_body(email=email, phone="")) == [("phone", "Phone is required.")]


@pytest.mark.spec("5.4")
@pytest.mark.parametrize(
    "date",
    [5, 41, 0, -6, 6.5, "5", "41", "", " 6", "6 ", "6.0", "+6", "6e0", "six", "६", "６", True, False,
     None, [], {}, "6\n", 10**20, "9" * 25],
)  # fmt: skip
def test_days_must_be_a_number_from_6_to_40(send: Send, date: Any) -> None:
    assert field_errors(send, veg_body(date=date)) == [("date", DAYS)]


@pytest.mark.parametrize(
    "timing",
    ["8:30", "24:00", "08:60", "08.30", "0830", "08:30:60", "08:30 ", "٠٨:٣٠", "noon", "08:30Z"],
)
def test_timing_must_be_a_time_of_day(send: Send, timing: str) -> None:
    assert field_errors(send, veg_body(timing=timing)) == [("timing", TIMING)]


@pytest.mark.spec("5.4")
@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        (None, [("sections", "Meal section must be an object.")]),
        ([], [("sections", "Meal section must be an object.")]),
        ("lunch", [("sections", "Meal section must be an object.")]),
        ({**SECTIONS, "breakfast": False}, [("sections", "Please select at least one Meal Section.")]),
        ({**SECTIONS, "dinner": "on"}, [("sections.dinner", "Dinner must be true or false.")]),
        ({**SECTIONS, "dinner": 1}, [("sections.dinner", "Dinner must be true or false.")]),
        ({**SECTIONS, "dinner": None}, [("sections.dinner", "Dinner must be true or false.")]),
        ({"breakfast": True}, [
            ("sections.lunch", "Lunch is required."),
            ("sections.dinner", "Dinner is required."),
        ]),
    ],
)  # fmt: skip
def test_invalid_sections_are_reported(
    send: Send, sections: Any, expected: list[tuple[str, str]]
) -> None:
    assert field_errors(send, veg_body(sections=sections)) == expected


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (None, [("selectedItems", "Selected items must be a list.")]),
        ({}, [("selectedItems", "Selected items must be a list.")]),
        ([], [("selectedItems", "Please select at least 1 dish.")]),
        ([SMOOTHIE], [("selectedItems[0]", "Selected items, entry 1, must be an object.")]),
        ([{}], [("selectedItems[0].name", "Dish name is required.")]),
        ([{"name": ""}], [("selectedItems[0].name", "Dish name is required.")]),
        ([{"name": 1}], [("selectedItems[0].name", "Dish name must be text.")]),
        ([{"name": "Moon Cake"}], [("selectedItems[0].name", "“Moon Cake” is not on this menu.")]),
        ([{"name": SMOOTHIE.upper()}], [
            ("selectedItems[0].name", "“DRY FRUIT SMOOTHIE” is not on this menu."),
        ]),
        ([{"name": "Phulka"}], [("selectedItems[0].name", "“Phulka” is not on this menu.")]),
        ([{"name": SMOOTHIE}, {"name": "Berry Smoothie"}, {"name": SMOOTHIE}], [
            ("selectedItems[2].name", f"“{SMOOTHIE}” is listed twice."),
        ]),
        ([{"name": SMOOTHIE, "discountedCost": "1638"}], [
            ("selectedItems[0].discountedCost", "Cost of a dish must be a number."),
        ]),
        ([{"name": "x" * 150}], [
            ("selectedItems[0].name", f"“{'x' * 60}” is not on this menu."),
        ]),
        ([{"name": "x" * 201}], [
            ("selectedItems[0].name", f"“{'x' * 60}” is not on this menu."),
        ]),
    ],
)  # fmt: skip
def test_invalid_items_are_reported(
    send: Send, items: Any, expected: list[tuple[str, str]]
) -> None:
    assert field_errors(send, veg_body(selectedItems=items)) == expected


@pytest.mark.parametrize(
    ("field", "sent", "message"),
    [
        ("finalAmount", "1638", "Final amount must be a number."),
        ("finalAmount", True, "Final amount must be a number."),
        ("finalAmount", 10**13, "Final amount is too large."),
        ("selectedItemCount", "two", "Selected item count must be a whole number."),
        ("selectedItemCount", False, "Selected item count must be a whole number."),
        ("selectedItemCount", -1, "Selected item count must be a whole number."),
    ],
)
def test_malformed_amount_is_reported(send: Send, field: str, sent: Any, message: str) -> None:
    assert field_errors(send, veg_body(**{field: sent})) == [(field, message)]


def test_all_invalid_fields_are_reported_together(send: Send) -> None:
    body = {
        "lastname": 5,
        "email": "asha",
        "selectedItemCount": "two",
        "date": 41,
        "sections": {"breakfast": "yes", "lunch": False},
        "timing": "25:00",
        "selectedItems": [{"name": "Moon Cake"}, 5, {"name": SMOOTHIE}, {"name": SMOOTHIE}],
        "finalAmount": "free",
    }
    assert [field for field, _ in field_errors(send, body)] == [
        "name",
        "lastname",
        "phone",
        "email",
        "selectedItemCount",
        "date",
        "sections.breakfast",
        "sections.dinner",
        "timing",
        "address",
        "finalAmount",
        "selectedItems[1]",
        "selectedItems[0].name",
        "selectedItems[3].name",
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_message_fits_a_popup(send: Send, count: int) -> None:
    names = ["name", "phone", "email", "timing", "address"][:count]
    message = json.loads(send(without(veg_body(), *names)).content)["message"]
    more = {4: " 1 more field needs your attention.", 5: " 2 more fields need your attention."}.get(
        count, ""
    )
    titles = ["First name", "Phone", "Email"][:count]
    assert message == " ".join(f"{title} is required." for title in titles) + more


@pytest.mark.django_db
@pytest.mark.parametrize("body", [{}, veg_body(date=41), veg_body(selectedItems=[]), b"{", b" "])
def test_rejected_body_stores_nothing(send: Send, body: Any) -> None:
    assert send(body, Idempotency_Key="k-1").status_code in (400, 422)
    assert Request.objects.count() == 0


def test_errors_are_limited_to_one_hundred(send: Send) -> None:
    response = send(veg_body(selectedItems=[{}] * 200))
    assert response.status_code == 422
    assert len(json.loads(response.content)["errors"]) == 100


@pytest.mark.parametrize("entries", [201, 17_000])
def test_oversized_list_is_rejected_by_its_length(send: Send, entries: int) -> None:
    response = send(veg_body(selectedItems=[{"name": "x"}] * entries))
    assert response.status_code == 422
    [error] = json.loads(response.content)["errors"]
    message = "Selected items are too many: at most 200."
    assert error == {"field": "selectedItems", "message": message}
