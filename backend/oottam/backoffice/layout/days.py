"""The URL converter of days, as 2026-12-07; anything else has no page."""

from datetime import date
from functools import cache

from django.urls import register_converter


class DayConverter:
    """A day of the calendar."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day; Django turns a ValueError into a 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


@cache
def register() -> None:
    """Make <day:...> known to URL patterns; each URL module that uses it registers it."""
    register_converter(DayConverter, "day")
