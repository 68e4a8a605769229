"""The price of a day order whose number of days has changed. Pure; amounts are paise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oottam.pricing import DayPriceRules, PricedItem, price_day_order


@dataclass(frozen=True, slots=True)
class Priced:
    """The price in paise of a number of days with a number of meals each."""

    days: int
    meals: int
    paise: int


def same_days(servings: Mapping[int, int]) -> int | None:
    """Return the number of days that all meals share; None where they differ. Meals without days are ignored."""
    numbers = {days for days in servings.values() if days}
    return numbers.pop() if len(numbers) == 1 else None


def free_days(rules: DayPriceRules, days: int) -> int:
    """Return how many of this number of days are free."""
    return rules.tiers[rules.tier_index(days)].free_days


def price(
    rules: DayPriceRules, items: Sequence[PricedItem], servings: Mapping[int, int]
) -> Priced | None:
    """Price the dishes for these days of each meal; None where the meals' days differ, which no menu prices."""
    days = same_days(servings)
    if days is None:
        return None
    meals = sum(1 for of_meal in servings.values() if of_meal)
    quote = price_day_order(rules, days=days, sections=meals, items=items)
    return Priced(days, meals, quote.final_amount)


def describe_difference(current: Priced, original: Priced) -> str:
    """Format as "8 days instead of 6", or "2 meals a day instead of 1"."""
    words = []
    if current.days != original.days:
        words.append(f"{_count_text(current.days, 'day')} instead of {original.days}")
    if current.meals != original.meals:
        words.append(f"{_count_text(current.meals, 'meal')} a day instead of {original.meals}")
    return " and ".join(words)


def _count_text(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
