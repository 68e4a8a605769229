"""POST /customer-form: what is malformed or over its limit is named.

None of these tests asks for a database: a refusal that touched one would fail.
"""

from typing import Any

import pytest

from tests.api_client import refusals
from tests.conftest import Send
from tests.enquiries.examples import PODI_IDLI, SUBSCRIPTION, subscription_body

DURATIONS = "Weekly, Fortnightly, Monthly, 3 Month, 6 Month, Annual"


def item_refusals(send: Send, *items: Any) -> list[tuple[str, str]]:
    return refusals(send, SUBSCRIPTION, subscription_body(selectedItems=list(items)))


@pytest.mark.parametrize("duration", ["Daily", "monthly", "3 Month - Quarterly", "Monthly "])
def test_another_duration_is_refused(send: Send, duration: str) -> None:
    assert refusals(send, SUBSCRIPTION, subscription_body(planDuration=duration)) == [
        ("planDuration", f"Plan duration must be one of: {DURATIONS}.")
    ]


@pytest.mark.parametrize("sent", [5, True, [], {}])
def test_a_plan_name_that_is_no_text_is_named(send: Send, sent: Any) -> None:
    assert refusals(send, SUBSCRIPTION, subscription_body(planName=sent)) == [
        ("planName", "Plan name must be text.")
    ]


def test_a_plan_name_over_its_limit_is_named(send: Send) -> None:
    assert refusals(send, SUBSCRIPTION, subscription_body(planName="x" * 20_001)) == [
        ("planName", "Plan name is too long: at most 20000 characters.")
    ]


@pytest.mark.parametrize("items", [None, {}, "B1", 5])
def test_items_that_are_no_list_are_named(send: Send, items: Any) -> None:
    assert refusals(send, SUBSCRIPTION, subscription_body(selectedItems=items)) == [
        ("selectedItems", "Selected items must be a list.")
    ]


def test_more_than_two_hundred_items_are_refused(send: Send) -> None:
    assert item_refusals(send, *[PODI_IDLI] * 201) == [
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
        ({**PODI_IDLI, "id": "x" * 61}, ".id", "Meal id is too long: at most 60 characters."),
        ({**PODI_IDLI, "title": "x" * 301}, ".title",
         "Meal title is too long: at most 300 characters."),
        ({**PODI_IDLI, "image": "x" * 501}, ".image",
         "Meal image is too long: at most 500 characters."),
        ({**PODI_IDLI, "desc": "x" * 1001}, ".desc",
         "Description is too long: at most 1000 characters."),
        ({**PODI_IDLI, "category": "x" * 61}, ".category",
         "Category is too long: at most 60 characters."),
    ],
)  # fmt: skip
def test_a_wrong_item_is_named_by_its_path(send: Send, item: Any, path: str, message: str) -> None:
    assert item_refusals(send, PODI_IDLI, item) == [(f"selectedItems[1]{path}", message)]


def test_every_wrong_field_is_named_at_once(send: Send) -> None:
    body = {
        "lastName": " ",
        "phone": 5,
        "email": "asha",
        "planName": [],
        "planDuration": "Never",
        "selectedItems": [{}, 5, PODI_IDLI],
    }
    assert [field for field, _ in refusals(send, SUBSCRIPTION, body)] == [
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
