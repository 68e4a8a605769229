"""The filters of a report: days and their grouping. Days are India's, weeks begin on Monday."""

from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import QueryDict

from oottam.backoffice.reports.periods import DAY, GROUPINGS, MONTH, WEEK, Period, count_of, periods

LAST_30 = "last-30-days"
MAX_DAYS = 3653  # ten years
_DAY = timedelta(days=1)


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
        days = {"range": self.named} if self.named else _as_query(self.first, self.last)
        return "?" + urlencode({**days, "by": by or self.by})


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with its address."""

    label: str
    address: str
    is_here: bool


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
        Choice(
            label,
            "?" + urlencode({"range": named}),
            not report_filter.refused and report_filter.named == named,
        )
        for named, (label, *_) in _ranges(today).items()
    ]


def groupings(report_filter: ReportFilter) -> list[Choice]:
    """Return the groupings that these days allow."""
    return [
        Choice(grouping.label, report_filter.address(name), report_filter.by == name)
        for name, grouping in GROUPINGS.items()
        if count_of(report_filter.first, report_filter.last, name) <= grouping.most
    ]


def _ranges(today: date) -> dict[str, tuple[str, date, str, date]]:
    """Return by name: label, first day, default grouping, last day."""
    month = today.replace(day=1)
    month_before = (month - _DAY).replace(day=1)
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
        "last-12-months": ("Last 12 months", _months_before(month, 11), MONTH, today),
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


def _as_query(first: date, last: date) -> dict[str, str]:
    return {"from": first.isoformat(), "to": last.isoformat()}


def _months_before(month: date, count: int) -> date:
    months = month.year * 12 + month.month - 1 - count
    return date(months // 12, months % 12 + 1, 1)
