"""The tables of a report, on the page, in CSV and in the workbook."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any

from oottam.backoffice.reports.filters import Period
from oottam.delivery.models import Reason
from oottam.reporting.sums import Report
from oottam.requests.models import Kind
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.models import Meal, ServingState
from oottam.workflow.models import PaymentMethod

Value = str | int | None
_SHARES = (("Half within", 50), ("9 in 10 within", 90))


class Unit(Enum):
    """The unit of a column's figures."""

    TEXT = "text"
    COUNT = "count"
    PAISE = "paise"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    unit: Unit = Unit.COUNT


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in the order of the columns; `total` is empty where figures cannot be added.

    `periods` are those of its rows, where each row is one.
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    total: Sequence[Value] = ()
    periods: Sequence[Period] = field(default=())

    def column(self, title: str) -> list[int]:
        """Return a column's figures."""
        [at] = [at for at, column in enumerate(self.columns) if column.title == title]
        return [int(row[at] or 0) for row in self.rows]


def tables(report: Report, periods: Sequence[Period]) -> dict[str, Table]:
    """Return all tables by key, in the report's order."""
    built = (
        _money(report, periods),
        _kinds(report),
        _orders(report, periods),
        _requests_by_kind(report, periods),
        _meals(report, periods),
        _failures(report),
        _dishes(report),
        _customers(report, periods),
        _waiting(report),
    )
    return {table.key: table for table in built}


def _money(report: Report, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for day, figures in report.days.items():
        at = sums.of(day)
        for _, confirmed, changed, taken_off in figures.booked:
            at["confirmed"] += confirmed
            at["changed"] += changed
            at["taken_off"] += taken_off
            at["booked"] += confirmed + changed + taken_off
        for method, paise in figures.received:
            at[method] += paise
            at["received"] += paise
        for _, paise in figures.refunded:
            at["refunded"] += paise
    columns: dict[str, str] = {
        "confirmed": "Confirmed",
        "changed": "Price changed",
        "taken_off": "Reductions",
        "booked": "Booked",
        **{method.value: str(method.label) for method in PaymentMethod},
        "received": "Received",
        "refunded": "Refunded",
    }
    return sums.table("money", "Money booked and received", columns, Unit.PAISE)


def _orders(report: Report, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for day, figures in report.days.items():
        at = sums.of(day)
        at["requests"] += sum(count for _, count in figures.requests)
        at["confirmed"] += sum(len(seconds) for _, seconds in figures.waited)
    columns = {"requests": "Requests", "confirmed": "Confirmed"}
    return sums.table("requests", "Requests and confirmations", columns)


def _requests_by_kind(report: Report, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for day, figures in report.days.items():
        at = sums.of(day)
        for kind, count in figures.requests:
            at[kind, "requests"] += count
        for kind, seconds in figures.waited:
            at[kind, "confirmed"] += len(seconds)
    columns = {
        (kind.value, what): f"{kind.label}, {what}"
        for kind in Kind
        for what in ("requests", "confirmed")
    }
    return sums.table("requests-by-kind", "Requests by type", columns)


def _meals(report: Report, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for day, figures in report.days.items():
        at = sums.of(day)
        for meal, state, count in figures.boxes:
            if state in ON_THE_DAY:
                at["cooked"] += count
                at["meal", meal] += count
            at["state", state] += count
            if state in (ServingState.FAILED, ServingState.FORFEITED):
                at["lost"] += count
    states = (ServingState.DELIVERED, ServingState.FAILED, ServingState.FORFEITED)
    columns: dict[Any, str] = {
        "cooked": "Cooked",
        **{("meal", each.value): str(each.label) for each in Meal},
        **{("state", each.value): str(each.label) for each in states},
        "lost": "Not received",
        ("state", ServingState.PLANNED.value): "No result",
    }
    return sums.table("meals", "Meals", columns)


def _customers(report: Report, periods: Sequence[Period]) -> Table:
    """Count each customer once per period: as new where their first confirmation in it was their first ever."""
    sums: _Sums = _Sums(periods)
    whole = Counter[str]()
    begins = next(iter(report.days), date.min)
    for day, figures in report.days.items():
        at, within_period = sums.of(day), (day - sums.first(day)).days
        within_report = (day - begins).days
        for days_since, is_returning, count in figures.customers:
            group = "back" if is_returning else "new"
            if days_since is None or days_since > within_period:
                at[group] += count
                at["all"] += count
            if days_since is None or days_since > within_report:
                whole[group] += count
                whole["all"] += count
    columns = {"all": "Customers", "new": "New", "back": "Returning"}
    # A customer of several periods is one customer of the report, so the total is not a sum.
    return sums.table("customers", "Customers", columns, total=lambda name: whole[name])


def _kinds(report: Report) -> Table:
    booked, requests, confirmed = Counter[str](), Counter[str](), Counter[str]()
    for figures in report.days.values():
        for kind, *paise in figures.booked:
            booked[kind] += sum(paise)
        for kind, count in figures.requests:
            requests[kind] += count
        for kind, seconds in figures.waited:
            confirmed[kind] += len(seconds)
    columns = (
        Column("Type", Unit.TEXT),
        Column("Requests"),
        Column("Confirmed"),
        Column("Booked", Unit.PAISE),
    )
    rows = [(str(kind.label), requests[kind], confirmed[kind], booked[kind]) for kind in Kind]
    return Table("kinds", "By type", columns, rows, _total_row(columns, rows))


def _failures(report: Report) -> Table:
    columns = (Column("Reason", Unit.TEXT), Column("Boxes"))
    failed, by_reason = 0, Counter[str]()
    for figures in report.days.values():
        failed += sum(count for _, state, count in figures.boxes if state == ServingState.FAILED)
        for reason, count in figures.failed:
            by_reason[reason] += count
    rows: list[tuple[str, int]] = [(str(reason.label), by_reason[reason]) for reason in Reason]
    rows.append(("No reason given", failed - sum(by_reason.values())))
    return Table("failures", "Reasons for non-delivery", columns, rows, _total_row(columns, rows))


def _dishes(report: Report) -> Table:
    """Sort by portions, then name; two dishes may share one."""
    columns = (Column("Dish", Unit.TEXT), Column("Portions"))
    portions = Counter[int]()
    for figures in report.days.values():
        for item, count in figures.dishes:
            portions[item] += count
    rows = [(report.dishes[item], count) for item, count in portions.items()]
    rows.sort(key=lambda row: (-row[1], row[0]))
    return Table("dishes", "Dishes by popularity", columns, rows, _total_row(columns, rows))


def _waiting(report: Report) -> Table:
    waits = defaultdict[str, list[int]](list)
    for figures in report.days.values():
        for kind, seconds in figures.waited:
            waits[kind] += seconds
    columns = (
        Column("Type", Unit.TEXT),
        Column("Confirmed"),
        *(Column(title, Unit.SECONDS) for title, _ in _SHARES),
    )
    rows = [(str(kind.label), *_waited(waits[kind])) for kind in Kind]
    everything = _waited([waited for wait in waits.values() for waited in wait])
    return Table("waiting", "Waiting time until confirmed", columns, rows, ("All", *everything))


def _waited(seconds: list[int]) -> tuple[int | None, ...]:
    seconds.sort()
    return (len(seconds), *(within(seconds, percent) for _, percent in _SHARES))


def within(seconds: list[int], percent: int) -> int | None:
    """Return the time within which this percentage was confirmed (nearest rank); None without any."""
    if not seconds:
        return None
    return sorted(seconds)[-(-len(seconds) * percent // 100) - 1]


def _total_row(columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> tuple[Value, ...]:
    return ("All", *(sum(int(row[at] or 0) for row in rows) for at in range(1, len(columns))))


class _Sums:
    """Figures by period and name."""

    def __init__(self, periods: Sequence[Period]) -> None:
        self._periods = periods
        self._at = {
            date.fromordinal(number): at
            for at, period in enumerate(periods)
            for number in range(period.first.toordinal(), period.last.toordinal() + 1)
        }
        self._sums = [Counter[Any]() for _ in periods]

    def of(self, day: date) -> Counter[Any]:
        """Return the figures of the day's period, by name."""
        return self._sums[self._at[day]]

    def first(self, day: date) -> date:
        """Return the first day of the day's period."""
        return self._periods[self._at[day]].first

    def table(
        self,
        key: str,
        title: str,
        titles: "dict[Any, str]",
        unit: Unit = Unit.COUNT,
        total: Callable[[Any], int] | None = None,
    ) -> Table:
        """Build a table with a row per period."""
        columns = (Column("When", Unit.TEXT), *(Column(title, unit) for title in titles.values()))
        rows: list[Sequence[Value]] = [
            (period.label, *(int(sums[name]) for name in titles))
            for period, sums in zip(self._periods, self._sums, strict=True)
        ]
        total_of = total or (lambda name: sum(sums[name] for sums in self._sums))
        whole: Sequence[Value] = ("All", *(int(total_of(name)) for name in titles))
        return Table(key, title, columns, rows, whole, self._periods)
