"""Meals in addresses, as /runs/2026-12-07/lunch/."""

from functools import cache

from django.urls import register_converter

from oottam.plans.models import Meal


class MealConverter:
    """A meal by its name."""

    regex = "breakfast|lunch|dinner|event"

    def to_python(self, value: str) -> int:
        """Its number."""
        return Meal[value.upper()].value

    def to_url(self, value: int) -> str:
        """Its name."""
        return Meal(value).name.lower()


@cache
def register() -> None:
    """From here on addresses may say <meal:...>; lists of addresses that are included say it for themselves."""
    register_converter(MealConverter, "meal")
