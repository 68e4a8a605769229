"""POST /customer-form: malformed fields are reported.

These tests have no database: a rejection that queried one would fail.
"""

from typing import Any

import pytest

from tests.api_client import field_errors
from tests.conftest import Send
from tests.enquiries.examples import PODI_IDLI, SUBSCRIPTION, subscription_body

DURATIONS = "Weekly, Fortnightly, Monthly, 3 Month, 6 Month, Annual"


def item_errors(send: Send, *items: Any) -> list[tuple[str, str]]:
    return field_errors(send, SUBSCRIPTION, subscription_body(selectedItems=list(items)))


@pytest.mark.parametrize("duration", ["Daily", "monthly", "3 Month - Quarterly", "Monthly "])
def test_unknown_duration_is_rejected(send: Send, duration: str) -> None:
    assert field_errors(send, SUBSCRIPTION, subscription_body(planDuration=duration)) == [
        ("planDuration", f"Plan duration must be one of: {DURATIONS}.")
    ]


@pytest.mark.parametrize("sent", [5, True, [], {}])
def test_plan_name_must_be_text(send: Send, sent: Any) -> None:
    assert field_errors(send, SUBSCRIPTION, subscription_body(planName=sent)) == [
        ("planName", "Plan name must be text.")
    ]


@pytest.mark.parametrize("items", [None, {}, "B1", 5])
def test_items_must_be_a_list(send: Send, items: Any) -> None:
    assert field_errors(send, SUBSCRIPTION, subscription_body(selectedItems=items)) == [
        ("selectedItems", "Selected items must be a list.")
    ]


def test_more_than_two_hundred_items_are_rejected(send: Send) -> None:
    assert item_errors(send, *[PODI_IDLI] * 201) == [
        ("selectedItems", "Selected items are too many: at most 200.")
    ]


@pytest.mark.parametrize(
    ("item", "path", "message"),
    [
        ("B1", "", "Selected items, entry 2, must be an object."),
        (None, "", "Selected items, entry 2, must be an object."),
        ({"title": "Idli"}, ".id", "Meal id is required."),
        ({"id": "B1"}, ".title", "Meal title is required."),
        ({**PODI_IDLI, "id": " "}, ".id", "Meal id is required."),
        ({**PODI_IDLI, "id": 1}, ".id", "Meal id must be text."),
        ({**PODI_IDLI, "title": None}, ".title", "Meal title must be text."),
        ({**PODI_IDLI, "image": {}}, ".image", "Meal image must be text."),
        ({**PODI_IDLI, "desc": 5}, ".desc", "Description must be text."),
        ({**PODI_IDLI, "category": []}, ".category", "Category must be text."),
    ],
)  # fmt: skip
def test_invalid_item_is_reported_with_its_path(
    send: Send, item: Any, path: str, message: str
) -> None:
    assert item_errors(send, PODI_IDLI, item) == [(f"selectedItems[1]{path}", message)]


def test_all_invalid_fields_are_reported_together(send: Send) -> None:
    body = {
        "lastName": "",
        "phone": 5,
        "email": "asha",
        "planName": [],
        "planDuration": "Never",
        "selectedItems": [{}, 5, PODI_IDLI],
    }
    assert [field for field, _ in field_errors(send, SUBSCRIPTION, body)] == [
        "firstName",
        "lastName",
        "phone",
        "email",
        "planName",
        "planDuration",
        "selectedItems[0].id",
        "selectedItems[0].title",
        "selectedItems[1]",
    ]
