"""Days in addresses, as 2026-12-07: what else stands there, or is no day, has no page."""

from datetime import date
from functools import cache

from django.urls import register_converter


class DayConverter:
    """A day of the calendar."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The day; raises ValueError for none, which is a page that is not there."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """As it is written."""
        return value.isoformat()


@cache
def register() -> None:
    """From here on addresses may say <day:...>; lists of addresses that are included say it for themselves."""
    register_converter(DayConverter, "day")
