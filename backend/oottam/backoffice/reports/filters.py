"""Which days a report's address asks for, and how they are put together. Days are India's, weeks begin on Monday."""

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
    """Days, both included, and how they are grouped; `named` is a range that moves on with the calendar.

    `notes` say where something else is shown than was asked for; `refused` why nothing is, `written` what was typed.
    """

    first: date
    last: date
    by: str
    named: str = ""
    notes: tuple[str, ...] = ()
    refused: str = ""
    written: tuple[str, str] = ("", "")

    @property
    def periods(self) -> list[Period]:
        """All of them, those in which nothing was included."""
        return periods(self.first, self.last, self.by)

    def address(self, by: str = "") -> str:
        """The query string of these days, grouped so or otherwise."""
        days = {"range": self.named} if self.named else _spelt(self.first, self.last)
        return "?" + urlencode({**days, "by": by or self.by})


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose, with its address."""

    label: str
    address: str
    is_here: bool


def parse_filters(query: QueryDict, today: date) -> ReportFilter:
    """What the address asks for; the last 30 days by day where it asks for none."""
    named, by = query.get("range", ""), query.get("by", "")
    written = (query.get("from", "").strip(), query.get("to", "").strip())
    if any(written):
        return _own(written, by, today)
    ranges = _ranges(today)
    named = named if named in ranges else LAST_30
    _, first, usual = ranges[named][:3]
    return _grouped(first, ranges[named][3], by or usual, named=named)


def choices(asked: ReportFilter, today: date) -> list[Choice]:
    """The ranges that have a name."""
    return [
        Choice(label, "?" + urlencode({"range": named}), not asked.refused and asked.named == named)
        for named, (label, *_) in _ranges(today).items()
    ]


def groupings(asked: ReportFilter) -> list[Choice]:
    """The ways in which these days can be grouped."""
    return [
        Choice(grouping.label, asked.address(name), asked.by == name)
        for name, grouping in GROUPINGS.items()
        if count_of(asked.first, asked.last, name) <= grouping.most
    ]


def _ranges(today: date) -> dict[str, tuple[str, date, str, date]]:
    """By name: label, first day, how it is usually grouped, last day."""
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


def _own(written: tuple[str, str], by: str, today: date) -> ReportFilter:
    """Days that somebody typed; one that is left out is the other one."""
    try:
        first = date.fromisoformat(written[0] or written[1])
        last = date.fromisoformat(written[1] or written[0])
    except ValueError:
        return _refused("Enter dates such as 2026-11-23.", written, today)
    if last < first:
        return _refused("The last day is before the first.", written, today)
    if first > today:
        return _refused("These days are in the future.", written, today)
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
    """As asked, or by the next larger unit where there would be more than can be looked at."""
    said = list(notes)
    fitting = [name for name in GROUPINGS if count_of(first, last, name) <= GROUPINGS[name].most]
    if by in GROUPINGS and by not in fitting:
        asked, shown = GROUPINGS[by], GROUPINGS[fitting[0]]
        said.append(
            f"By {asked.label.lower()} at most {asked.most} are shown, "
            f"so this is by {shown.label.lower()}."
        )
    chosen = by if by in fitting else fitting[0]
    return ReportFilter(first, last, chosen, named, tuple(said))


def _refused(sentence: str, written: tuple[str, str], today: date) -> ReportFilter:
    return ReportFilter(today, today, DAY, refused=sentence, written=written)


def _spelt(first: date, last: date) -> dict[str, str]:
    return {"from": first.isoformat(), "to": last.isoformat()}


def _months_before(month: date, count: int) -> date:
    months = month.year * 12 + month.month - 1 - count
    return date(months // 12, months % 12 + 1, 1)
