"""Which month the calendar's address asks for, and how it is to be shown."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import QueryDict

MONTH, LIST = "", "list"
_SPELT = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class CalendarFilter:
    """A month by its first day, as a grid or as a list."""

    first: date
    view: str = MONTH

    @property
    def last(self) -> date:
        """The month's last day."""
        return _next(self.first) - timedelta(days=1)

    @property
    def before(self) -> date:
        """The first day of the month before."""
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        """The first day of the month after."""
        return _next(self.first)

    def address(self, first: date, view: str | None = None) -> str:
        """The query string of another month, or of this one shown otherwise."""
        shown = self.view if view is None else view
        return f"?month={first:%Y-%m}" + (f"&view={shown}" if shown else "")


def parse_filters(query: QueryDict, today: date) -> CalendarFilter:
    """What the address asks for; what it spells wrong is this month, as a grid."""
    spelt = _SPELT.fullmatch(query.get("month", ""))
    first = date(int(spelt[1]), int(spelt[2]), 1) if spelt else today.replace(day=1)
    return CalendarFilter(first, LIST if query.get("view") == LIST else MONTH)


def _next(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)
