"""What another number of days makes of the price of an order by the day. Pure; amounts are paise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oottam.pricing import DayPriceRules, PricedItem, price_plan


@dataclass(frozen=True, slots=True)
class Priced:
    """So many days of so many meals a day cost so much."""

    days: int
    meals: int
    paise: int


def same_days(servings: Mapping[int, int]) -> int | None:
    """The days that every meal has; None where they differ, or there is no meal. Meals without days are none."""
    numbers = {days for days in servings.values() if days}
    return numbers.pop() if len(numbers) == 1 else None


def free_days(rules: DayPriceRules, days: int) -> int:
    """How many of so many days are free."""
    return rules.tiers[rules.tier_index(days)].free_days


def price(
    rules: DayPriceRules, items: Sequence[PricedItem], servings: Mapping[int, int]
) -> Priced | None:
    """What the dishes cost for these days of each meal; None where they differ: the menus price one number."""
    days = same_days(servings)
    if days is None:
        return None
    meals = sum(1 for of_meal in servings.values() if of_meal)
    quote = price_plan(rules, days=days, sections=meals, items=items)
    return Priced(days, meals, quote.final_amount)


def describe_difference(current: Priced, original: Priced) -> str:
    """As "8 days instead of 6", or "2 meals a day instead of 1"."""
    words = []
    if current.days != original.days:
        words.append(f"{_count_text(current.days, 'day')} instead of {original.days}")
    if current.meals != original.meals:
        words.append(f"{_count_text(current.meals, 'meal')} a day instead of {original.meals}")
    return " and ".join(words)


def _count_text(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
