"""The filters of a report: days, grouped by day, week or month. Days are India's, weeks begin on Monday."""

from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import QueryDict

LAST_30 = "last-30-days"
MAX_DAYS = 3653  # ten years
_DAY = timedelta(days=1)
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


@dataclass(frozen=True, slots=True)
class ReportFilter:
    """Days, both included, and their grouping; `named` is a range relative to today.

    `notes` describe differences from the request, `refused` is the reason for having no report, and `typed` are the
    typed days.
    """

    first: date
    last: date
    by: str
    named: str = ""
    notes: tuple[str, ...] = ()
    refused: str = ""
    typed: tuple[str, str] = ("", "")

    @property
    def periods(self) -> list[Period]:
        """All periods, those without figures included."""
        return periods(self.first, self.last, self.by)

    def address(self, by: str = "") -> str:
        """Return the query string of these days, in this or another grouping."""
        days = {"range": self.named} if self.named else {"from": self.first, "to": self.last}
        return "?" + urlencode({**days, "by": by or self.by})


Choice = tuple[str, str, bool]  # label, address, whether it is the current one


def parse_filters(query: QueryDict, today: date) -> ReportFilter:
    """Parse the query string; the default is the last 30 days by day."""
    named, by = query.get("range", ""), query.get("by", "")
    typed = (query.get("from", "").strip(), query.get("to", "").strip())
    if any(typed):
        return _typed_days(typed, by, today)
    ranges = _ranges(today)
    named = named if named in ranges else LAST_30
    _, first, default = ranges[named][:3]
    return _grouped(first, ranges[named][3], by or default, named=named)


def choices(report_filter: ReportFilter, today: date) -> list[Choice]:
    """Return the named ranges."""
    return [
        (
            label,
            "?" + urlencode({"range": named}),
            not report_filter.refused and report_filter.named == named,
        )
        for named, (label, *_) in _ranges(today).items()
    ]


def groupings(report_filter: ReportFilter) -> list[Choice]:
    """Return the groupings that these days allow."""
    return [
        (grouping.label, report_filter.address(name), report_filter.by == name)
        for name, grouping in GROUPINGS.items()
        if count_of(report_filter.first, report_filter.last, name) <= grouping.most
    ]


def _ranges(today: date) -> dict[str, tuple[str, date, str, date]]:
    """Return by name: label, first day, default grouping, last day."""
    month = today.replace(day=1)
    month_before = (month - _DAY).replace(day=1)
    eleven_before = date(month.year - (month.month < 12), month.month % 12 + 1, 1)
    return {
        "last-7-days": ("Last 7 days", today - 6 * _DAY, DAY, today),
        LAST_30: ("Last 30 days", today - 29 * _DAY, DAY, today),
        "this-month": ("This month", month, DAY, today),
        "last-month": ("Last month", month_before, DAY, month - _DAY),
        "last-12-weeks": (
            "Last 12 weeks",
            today - timedelta(days=today.weekday() + 77),
            WEEK,
            today,
        ),
        "last-12-months": ("Last 12 months", eleven_before, MONTH, today),
    }


def _typed_days(typed: tuple[str, str], by: str, today: date) -> ReportFilter:
    """Parse typed days; one that is missing equals the other."""
    try:
        first = date.fromisoformat(typed[0] or typed[1])
        last = date.fromisoformat(typed[1] or typed[0])
    except ValueError:
        return _refused("Enter dates such as 2026-11-23.", typed, today)
    if last < first:
        return _refused("The last day is before the first.", typed, today)
    if first > today:
        return _refused("These days are in the future.", typed, today)
    notes = []
    if last > today:
        last = today
        notes.append("Future days have no figures yet: shown up to today.")
    if (last - first).days >= MAX_DAYS:
        first = last - timedelta(days=MAX_DAYS - 1)
        notes.append("A report covers at most ten years: the last ten are shown.")
    return _grouped(first, last, by, notes=notes)


def _grouped(
    first: date,
    last: date,
    by: str,
    *,
    named: str = "",
    notes: list[str] = [],  # noqa: B006 - read only
) -> ReportFilter:
    """Group as requested, or by the next larger unit where there would be too many periods."""
    all_notes = list(notes)
    possible = [name for name in GROUPINGS if count_of(first, last, name) <= GROUPINGS[name].most]
    if by in GROUPINGS and by not in possible:
        requested, used = GROUPINGS[by], GROUPINGS[possible[0]]
        all_notes.append(
            f"By {requested.label.lower()} at most {requested.most} are shown, "
            f"so this is by {used.label.lower()}."
        )
    grouping_name = by if by in possible else possible[0]
    return ReportFilter(first, last, grouping_name, named, tuple(all_notes))


def _refused(message: str, typed: tuple[str, str], today: date) -> ReportFilter:
    return ReportFilter(today, today, DAY, refused=message, typed=typed)


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
