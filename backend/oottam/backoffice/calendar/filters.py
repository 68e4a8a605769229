"""The filters of the calendar: month and view."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import QueryDict

MONTH, LIST = "", "list"
_MONTH_PATTERN = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class CalendarFilter:
    """A month by its first day, as a grid or a list."""

    first: date
    view: str = MONTH

    @property
    def last(self) -> date:
        return _next(self.first) - timedelta(days=1)

    @property
    def before(self) -> date:
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        return _next(self.first)

    def address(self, first: date, view: str | None = None) -> str:
        """Return the query string of a month, in this or another view."""
        view = self.view if view is None else view
        return f"?month={first:%Y-%m}" + (f"&view={view}" if view else "")


def parse_filters(query: QueryDict, today: date) -> CalendarFilter:
    """Parse the query string; the default is this month, as a grid."""
    match = _MONTH_PATTERN.fullmatch(query.get("month", ""))
    first = date(int(match[1]), int(match[2]), 1) if match else today.replace(day=1)
    return CalendarFilter(first, LIST if query.get("view") == LIST else MONTH)


def _next(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)
