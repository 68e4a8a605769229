"""Prices after a change of days: pure rules."""

import pytest

from oottam.pricing import DayPriceRules, PricedItem, Tier
from oottam.schedule.domain.day_price import (
    Priced,
    describe_difference,
    free_days,
    price,
    same_days,
)

RULES = DayPriceRules((Tier("week", 1, 0), Tier("fifteen", 15, 1), Tier("thirty", 30, 2)), 6, 40, 5)
SMOOTHIE = PricedItem("Smoothie", {"week": 273_00, "fifteen": 254_00, "thirty": 234_00})


@pytest.mark.parametrize(
    ("servings", "days"),
    [({2: 6}, 6), ({1: 6, 2: 6}, 6), ({1: 6, 2: 8}, None), ({2: 6, 3: 0}, 6), ({}, None)],
)
def test_same_days_is_none_for_unequal_meals(servings: dict[int, int], days: int | None) -> None:
    assert same_days(servings) == days


@pytest.mark.parametrize(("days", "free"), [(6, 0), (14, 0), (15, 1), (29, 1), (30, 2), (366, 2)])
def test_free_days_follow_the_tier(days: int, free: int) -> None:
    assert free_days(RULES, days) == free


def test_price_is_the_menus_price_for_the_number_of_days() -> None:
    assert price(RULES, [SMOOTHIE], {2: 8}) == Priced(8, 1, 2184_00)
    assert price(RULES, [SMOOTHIE], {1: 15, 2: 15}) == Priced(15, 2, 2 * 14 * 254_00)
    assert price(RULES, [SMOOTHIE], {1: 15, 2: 6}) is None


@pytest.mark.parametrize(
    ("now", "was", "text"),
    [
        (Priced(8, 1, 0), Priced(6, 1, 0), "8 days instead of 6"),
        (Priced(1, 1, 0), Priced(6, 1, 0), "1 day instead of 6"),
        (Priced(6, 2, 0), Priced(6, 1, 0), "2 meals a day instead of 1"),
        (Priced(8, 2, 0), Priced(6, 1, 0), "8 days instead of 6 and 2 meals a day instead of 1"),
    ],
)
def test_difference_is_described(now: Priced, was: Priced, text: str) -> None:
    assert describe_difference(now, was) == text
