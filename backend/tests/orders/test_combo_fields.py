"""POST /weekmonth-form.php: invalid slots, days and amounts are reported with their path.

These tests have no database: a rejection that queried one would fail.
"""

from typing import Any

import pytest

from tests.api_client import field_errors
from tests.conftest import Send
from tests.orders.examples import COMBO, FIRST_THREE, SIX_DAYS, combo_body

TOO_FEW = ("selectedItems", "Please select at least 6 items to proceed with the order!")
LUNCHES = {"lunch": SIX_DAYS}


def slot_errors(send: Send, items: Any) -> list[tuple[str, str]]:
    return field_errors(send, COMBO, combo_body(selectedItems=items))


@pytest.mark.parametrize("items", [None, [], "week1", 6, True])
def test_slots_must_be_an_object(send: Send, items: Any) -> None:
    assert slot_errors(send, items) == [("selectedItems", "Selected items must be an object.")]


@pytest.mark.spec("5.3")
@pytest.mark.parametrize(
    "items",
    [
        {},
        {"week1": {}},
        {"week1": {"breakfast": []}},
        {"week1": {"breakfast": SIX_DAYS[:5]}},
        {"week1": {"breakfast": FIRST_THREE}, "week4": {"dinner": ["Monday", "Friday"]}},
    ],
)
def test_fewer_than_six_items_are_rejected(send: Send, items: Any) -> None:
    assert slot_errors(send, items) == [TOO_FEW]


@pytest.mark.parametrize(
    ("week1", "path", "message"),
    [
        ({**LUNCHES, "breakfast": ["Monday", "Friday", "Monday"]}, "breakfast[2]",
         "“Monday” is listed twice in Week 1, breakfast."),
        ({**LUNCHES, "breakfast": ["Sunday"]}, "breakfast[0]",
         "“Sunday” is not on the menu of Week 1, breakfast."),
        ({**LUNCHES, "breakfast": ["monday"]}, "breakfast[0]",
         "“monday” is not on the menu of Week 1, breakfast."),
        ({**LUNCHES, "breakfast": ["Tuesday", 1]}, "breakfast[1]",
         "Week 1, breakfast, entry 2, must be text."),
        ({**LUNCHES, "breakfast": [["Monday"]]}, "breakfast[0]",
         "Week 1, breakfast, entry 1, must be text."),
        ({**LUNCHES, "breakfast": None}, "breakfast", "Week 1, breakfast, must be a list."),
        ({**LUNCHES, "breakfast": "Monday"}, "breakfast", "Week 1, breakfast, must be a list."),
        ({**LUNCHES, "brunch": ["Monday"]}, "brunch", "“brunch” is not a meal of Week 1."),
        ({**LUNCHES, "x" * 99: []}, "x" * 99, f"“{'x' * 60}” is not a meal of Week 1."),
    ],
)  # fmt: skip
def test_invalid_slot_is_reported_with_its_path(
    send: Send, week1: Any, path: str, message: str
) -> None:
    assert slot_errors(send, {"week1": week1}) == [(f"selectedItems.week1.{path}", message)]


@pytest.mark.parametrize("week", ["week0", "week5", "Week1", "week1 ", "", "__class__"])
def test_unknown_week_is_reported(send: Send, week: str) -> None:
    path = f"selectedItems.{week}" if week else "selectedItems"
    expected = [(path, f"“{week}” is not a week of the menu.")]
    assert slot_errors(send, {"week2": LUNCHES, week: {"lunch": ["Monday"]}}) == expected


@pytest.mark.parametrize("week", [None, [], SIX_DAYS, "lunch", 5])
def test_week_must_be_an_object(send: Send, week: Any) -> None:
    expected = [("selectedItems.week3", "Week 3 must be an object.")]
    assert slot_errors(send, {"week2": LUNCHES, "week3": week}) == expected


def test_all_invalid_slots_are_reported_together(send: Send) -> None:
    items = {
        "week9": {},
        "week1": {"supper": [], "lunch": ["Monday", "Monday", 5], "dinner": ["Noday"]},
        "week2": [],
    }
    assert slot_errors(send, items) == [
        ("selectedItems.week9", "“week9” is not a week of the menu."),
        ("selectedItems.week1.supper", "“supper” is not a meal of Week 1."),
        ("selectedItems.week1.lunch[1]", "“Monday” is listed twice in Week 1, lunch."),
        ("selectedItems.week1.lunch[2]", "Week 1, lunch, entry 3, must be text."),
        ("selectedItems.week1.dinner[0]", "“Noday” is not on the menu of Week 1, dinner."),
        ("selectedItems.week2", "Week 2 must be an object."),
        TOO_FEW,
    ]


@pytest.mark.spec("5.3")
@pytest.mark.parametrize("days", [5, 0, -1, "5", "0"])
def test_fewer_than_six_days_are_rejected(send: Send, days: Any) -> None:
    assert field_errors(send, COMBO, combo_body(days=days)) == [
        ("days", "Minimum 6 days required.")
    ]


@pytest.mark.parametrize(
    "days", [7, 40, "7", 6.5, "", " 6", "६", "six", True, False, None, [], {}, 10**20]
)
def test_other_number_of_days_is_rejected(send: Send, days: Any) -> None:
    assert field_errors(send, COMBO, combo_body(days=days)) == [("days", "Days must be 6.")]


@pytest.mark.parametrize(
    ("field", "sent", "message"),
    [
        ("finalAmount", "2250", "Final amount must be a number."),
        ("discount", True, "Discount must be a number."),
        ("discount", 10**13, "Discount is too large."),
        ("totalSelected", "six", "Total selected must be a whole number."),
        ("deliveryTime", "24:00",
         "Delivery time must be a time from 00:00 to 23:59, such as 08:30."),
    ],
)  # fmt: skip
def test_malformed_number_or_time_is_reported(
    send: Send, field: str, sent: Any, message: str
) -> None:
    assert field_errors(send, COMBO, combo_body(**{field: sent})) == [(field, message)]


@pytest.mark.parametrize(
    "items",
    [
        {"week1": {"breakfast": ["Monday"] * 201}},
        {"week1": {str(number): [] for number in range(201)}},
        {str(number): {} for number in range(201)},
    ],
)
def test_oversized_selection_is_rejected_by_its_length(send: Send, items: Any) -> None:
    assert field_errors(send, COMBO, combo_body(selectedItems=items)) == [
        ("selectedItems", "Selected items are too many: at most 200.")
    ]
