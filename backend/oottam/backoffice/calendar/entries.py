"""The entries of the calendar's days."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

CLOSED, EVENT, APPOINTMENT, STARTS, ENDS = "closed", "event", "appointment", "starts", "ends"
# In their order within a day.
KINDS = {
    CLOSED: "Closed",
    EVENT: "Event",
    APPOINTMENT: "Appointment",
    STARTS: "Plan starts",
    ENDS: "Plan ends",
}
_PLURALS = {STARTS: "plans start", ENDS: "plans end"}
MAX_PER_KIND = 3  # plans per day of the grid; more are counted there, and named in the list


@dataclass(frozen=True, slots=True)
class Entry:
    """`title` links to `address`, where there is one; `lines` are dishes, `note` a warning."""

    day: date
    kind: str
    title: str
    address: str = ""
    at: time | None = None
    detail: str = ""
    note: str = ""
    lines: Sequence[str] = ()

    @property
    def label(self) -> str:
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class PlanCount:
    """A count that replaces the plans of a day with too many for the grid."""

    kind: str
    count: int

    @property
    def text(self) -> str:
        """Format as "12 plans start"."""
        return f"{self.count} {_PLURALS[self.kind]}"


@dataclass(frozen=True, slots=True)
class Day:
    """A day; `named` entries fit into the grid, `counted` replaces the others."""

    day: date
    is_today: bool
    entries: Sequence[Entry]
    named: Sequence[Entry]
    counted: Sequence[PlanCount]


def days_of(first: date, last: date, entries: Iterable[Entry], today: date) -> list[Day]:
    """Return every day of the span, with its entries in order."""
    by_day: dict[date, list[Entry]] = {}
    for entry in entries:
        by_day.setdefault(entry.day, []).append(entry)
    span = (first + timedelta(days=at) for at in range((last - first).days + 1))
    return [_day(day, by_day, today) for day in span]


def weeks_of(days: Sequence[Day]) -> list[list[Day | None]]:
    """Return the month in weeks from Monday; None for days of other months."""
    cells: list[Day | None] = [*[None] * days[0].day.weekday(), *days]
    cells += [None] * (-len(cells) % 7)
    return [cells[at : at + 7] for at in range(0, len(cells), 7)]


def _day(day: date, by_day: Mapping[date, list[Entry]], today: date) -> Day:
    order = list(KINDS)
    entries = sorted(
        by_day.get(day, ()),
        key=lambda each: (order.index(each.kind), each.at or time.min, each.title),
    )
    of_kind = {kind: sum(each.kind == kind for each in entries) for kind in _PLURALS}
    many = {kind: count for kind, count in of_kind.items() if count > MAX_PER_KIND}
    return Day(
        day=day,
        is_today=day == today,
        entries=entries,
        named=[each for each in entries if each.kind not in many],
        counted=[PlanCount(kind, count) for kind, count in many.items()],
    )
