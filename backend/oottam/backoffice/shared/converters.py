"""URL converters: days as 2026-12-07, meals as lunch, menus as veg, references as OT-7K2M9QX; anything else has no page."""

from datetime import date
from functools import cache

from django.urls import register_converter
from django.urls.converters import StringConverter

from oottam.menu.content import MENUS
from oottam.requests.identity import ALPHABET, REFERENCE_CHARACTERS
from oottam.schedule.models import Meal


class DayConverter:
    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day; Django turns a ValueError into a 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class MealConverter:
    regex = "breakfast|lunch|dinner|event"

    def to_python(self, value: str) -> int:
        return Meal[value.upper()].value

    def to_url(self, value: int) -> str:
        return Meal(value).name.lower()


class MenuConverter(StringConverter):
    regex = "|".join(MENUS)


class ReferenceConverter(StringConverter):
    regex = f"OT-[{ALPHABET}]{{{REFERENCE_CHARACTERS}}}"


@cache
def register() -> None:
    """Make <day:...>, <meal:...>, <menu:...> and <reference:...> known; each URL module that uses one calls this first."""
    register_converter(DayConverter, "day")
    register_converter(MealConverter, "meal")
    register_converter(MenuConverter, "menu")
    register_converter(ReferenceConverter, "reference")
