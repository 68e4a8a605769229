"""The URL converter of meals, as in /runs/2026-12-07/lunch/."""

from functools import cache

from django.urls import register_converter

from oottam.plans.models import Meal


class MealConverter:
    """A meal by its name."""

    regex = "breakfast|lunch|dinner|event"

    def to_python(self, value: str) -> int:
        return Meal[value.upper()].value

    def to_url(self, value: int) -> str:
        return Meal(value).name.lower()


@cache
def register() -> None:
    """Make <meal:...> known to URL patterns; each URL module that uses it registers it."""
    register_converter(MealConverter, "meal")
