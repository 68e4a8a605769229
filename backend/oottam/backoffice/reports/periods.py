"""Days grouped by day, week or month; weeks begin on Monday."""

from dataclasses import dataclass
from datetime import date, timedelta

DAY, WEEK, MONTH = "day", "week", "month"


@dataclass(frozen=True, slots=True)
class Grouping:
    """A unit of grouping; `most` is how many of them a chart can show."""

    label: str
    most: int


GROUPINGS = {DAY: Grouping("Day", 93), WEEK: Grouping("Week", 110), MONTH: Grouping("Month", 121)}


@dataclass(frozen=True, slots=True)
class Period:
    """Days of one group, both included; a report's first and last may be part of a week or month."""

    first: date
    last: date
    label: str  # in a table
    short: str  # in a chart


def periods(first: date, last: date, by: str) -> list[Period]:
    """Return the periods in order."""
    result = []
    begins = first
    while begins <= last:
        ends = min(_last_of(begins, by), last)
        result.append(_period(begins, ends, by))
        begins = ends + timedelta(days=1)
    return result


def count_of(first: date, last: date, by: str) -> int:
    """Return the number of periods."""
    if by == DAY:
        return (last - first).days + 1
    if by == WEEK:
        return (last - first + timedelta(days=first.weekday())).days // 7 + 1
    return 12 * (last.year - first.year) + last.month - first.month + 1


def _last_of(day: date, by: str) -> date:
    """Return the last day of the group that contains the day."""
    if by == DAY:
        return day
    if by == WEEK:
        return day + timedelta(days=6 - day.weekday())
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _period(first: date, last: date, by: str) -> Period:
    if by == DAY:
        return Period(first, last, f"{first:%a} {first.day} {first:%b %Y}", _day(first))
    if by == MONTH and (first.day, last) == (1, _last_of(first, MONTH)):
        return Period(first, last, f"{first:%B %Y}", f"{first:%b %y}")
    if first == last:
        label = f"{_day(first)} {first.year}"
    elif (first.year, first.month) == (last.year, last.month):
        label = f"{first.day} to {_day(last)} {last.year}"
    elif first.year == last.year:
        label = f"{_day(first)} to {_day(last)} {last.year}"
    else:
        label = f"{_day(first)} {first.year} to {_day(last)} {last.year}"
    return Period(first, last, label, f"{first:%b %y}" if by == MONTH else _day(first))


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
