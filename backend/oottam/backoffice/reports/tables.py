"""The tables of a report: the same ones on the page, in CSV and as sheets of a workbook."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any

from oottam.backoffice.reports.periods import Period
from oottam.backoffice.reports.queries import Confirmation, Found
from oottam.delivery.models import Reason
from oottam.handling.models import Method
from oottam.requests.models import Kind
from oottam.schedule.models import Meal, ServingState
from oottam.schedule.models.plans import ON_THE_DAY

Value = str | int | None
_SHARES = (("Half of them within", 50), ("Nine of ten within", 90))


class Unit(Enum):
    """What a column's figures are."""

    TEXT = "text"
    COUNT = "count"
    PAISE = "paise"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, and what its figures are."""

    title: str
    unit: Unit = Unit.COUNT


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in the order of the columns; `total` is empty where there is nothing to add up.

    `periods` are those of its rows, where it has one for each.
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    total: Sequence[Value] = ()
    periods: Sequence[Period] = field(default=())

    def column(self, title: str) -> list[int]:
        """A column's figures, from the first row to the last."""
        [at] = [at for at, column in enumerate(self.columns) if column.title == title]
        return [int(row[at] or 0) for row in self.rows]


def tables(found: Found, periods: Sequence[Period]) -> dict[str, Table]:
    """All tables of a report by their keys, in its order."""
    made = (
        _money(found, periods),
        _kinds(found),
        _orders(found, periods),
        _requests_by_kind(found, periods),
        _meals(found, periods),
        _failures(found),
        _dishes(found),
        _customers(found, periods),
        _waiting(found),
    )
    return {table.key: table for table in made}


def _money(found: Found, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for row in found.booked:
        sums.add(row.day, "confirmed", row.confirmed)
        sums.add(row.day, "changed", row.changed)
        sums.add(row.day, "taken_off", row.taken_off)
        sums.add(row.day, "booked", row.paise)
    for paid in found.received:
        sums.add(paid.day, paid.method, paid.paise)
        sums.add(paid.day, "received", paid.paise)
    for refund in found.given_back:
        sums.add(refund.day, "given_back", refund.paise)
    columns: dict[str, str] = {
        "confirmed": "Confirmed",
        "changed": "Price changed",
        "taken_off": "Taken off",
        "booked": "Booked",
        **{method: str(method.label) for method in Method},
        "received": "Received",
        "given_back": "Given back",
    }
    return sums.table("money", "Money booked and received", columns, Unit.PAISE)


def _orders(found: Found, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for (day, _), count in found.requests.items():
        sums.add(day, "requests", count)
    for row in found.confirmations:
        sums.add(row.day, "confirmed", 1)
    columns = {"requests": "Requests", "confirmed": "Confirmed"}
    return sums.table("requests", "Requests, and what was confirmed", columns)


def _requests_by_kind(found: Found, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for (day, kind), count in found.requests.items():
        sums.add(day, (kind, "requests"), count)
    for row in found.confirmations:
        sums.add(row.day, (row.kind, "confirmed"), 1)
    columns = {
        (kind, what): f"{kind.label}, {what}" for kind in Kind for what in ("requests", "confirmed")
    }
    return sums.table("requests-by-kind", "Requests by kind", columns)


def _meals(found: Found, periods: Sequence[Period]) -> Table:
    sums: _Sums = _Sums(periods)
    for (day, meal, state), count in found.boxes.items():
        if state in ON_THE_DAY:
            sums.add(day, "cooked", count)
            sums.add(day, meal.label, count)
        sums.add(day, state.label, count)
        if state in (ServingState.FAILED, ServingState.FORFEITED):
            sums.add(day, "lost", count)
    # By their labels: a meal and a state are numbers, and may be the same one.
    columns: dict[str, str] = {
        "cooked": "Cooked",
        **{
            each.label: str(each.label)
            for each in (
                *Meal,
                ServingState.DELIVERED,
                ServingState.FAILED,
                ServingState.FORFEITED,
            )
        },
        "lost": "Not delivered or forfeited",
    }
    return sums.table("meals", "Meals", columns)


def _customers(found: Found, periods: Sequence[Period]) -> Table:
    """Everybody once in a period: as new where the first of what they had confirmed in it was their first ever."""
    sums: _Sums = _Sums(periods)
    seen = set[tuple[int, str]]()
    for row in found.confirmations:
        who = (sums.at(row.day), row.customer)
        if who not in seen:
            seen.add(who)
            sums.add(row.day, "back" if row.came_back else "new", 1)
            sums.add(row.day, "all", 1)
    columns = {"all": "Customers", "new": "New", "back": "Back again"}
    whole = Counter[str]()
    for came_back in _first_of_each(found.confirmations).values():
        whole["back" if came_back else "new"] += 1
        whole["all"] += 1
    # Who came in several periods is one customer of the whole: the total is no sum.
    return sums.table("customers", "Customers", columns, total=lambda name: whole[name])


def _first_of_each(confirmations: Iterable[Confirmation]) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for row in confirmations:
        found.setdefault(row.customer, row.came_back)
    return found


def _kinds(found: Found) -> Table:
    booked, requests = Counter[Kind](), Counter[Kind]()
    for row in found.booked:
        booked[row.kind] += row.paise
    for (_, kind), count in found.requests.items():
        requests[kind] += count
    confirmed = Counter(row.kind for row in found.confirmations)
    columns = (
        Column("Kind", Unit.TEXT),
        Column("Requests"),
        Column("Confirmed"),
        Column("Booked", Unit.PAISE),
    )
    rows = [(str(kind.label), requests[kind], confirmed[kind], booked[kind]) for kind in Kind]
    return Table("kinds", "By kind", columns, rows, _added_up(columns, rows))


def _failures(found: Found) -> Table:
    columns = (Column("Why", Unit.TEXT), Column("Boxes"))
    rows: list[tuple[str, int]] = [
        (str(reason.label), found.failed.get(reason, 0)) for reason in Reason
    ]
    failed = sum(
        count for (_, _, state), count in found.boxes.items() if state == ServingState.FAILED
    )
    rows.append(("Nobody said why", failed - sum(found.failed.values())))
    return Table(
        "failures", "Why boxes were not delivered", columns, rows, _added_up(columns, rows)
    )


def _dishes(found: Found) -> Table:
    columns = (Column("Dish", Unit.TEXT), Column("Portions"))
    rows = [(dish.name, dish.portions) for dish in found.dishes]
    return Table("dishes", "Dishes by popularity", columns, rows, _added_up(columns, rows))


def _waiting(found: Found) -> Table:
    waits = defaultdict[Kind, list[int]](list)
    for row in found.confirmations:
        waits[row.kind].append(row.waited)
    columns = (
        Column("Kind", Unit.TEXT),
        Column("Confirmed"),
        *(Column(title, Unit.SECONDS) for title, _ in _SHARES),
    )
    rows = [(str(kind.label), *_waited(waits[kind])) for kind in Kind]
    everything = _waited([row.waited for row in found.confirmations])
    return Table("waiting", "How long requests waited", columns, rows, ("All", *everything))


def _waited(seconds: list[int]) -> tuple[int | None, ...]:
    return (len(seconds), *(within(seconds, percent) for _, percent in _SHARES))


def within(seconds: list[int], percent: int) -> int | None:
    """The least time in which so many of a hundred were through (nearest rank); None of none."""
    if not seconds:
        return None
    return sorted(seconds)[-(-len(seconds) * percent // 100) - 1]


def _added_up(columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> tuple[Value, ...]:
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

    def at(self, day: date) -> int:
        """Which of the periods a day lies in."""
        return self._at[day]

    def add(self, day: date, name: Any, figure: int) -> None:
        self._sums[self._at[day]][name] += figure

    def table(
        self,
        key: str,
        title: str,
        named: "dict[Any, str]",
        unit: Unit = Unit.COUNT,
        total: Callable[[Any], int] | None = None,
    ) -> Table:
        """A row for each period."""
        columns = (Column("When", Unit.TEXT), *(Column(words, unit) for words in named.values()))
        rows: list[Sequence[Value]] = [
            (period.label, *(int(sums[name]) for name in named))
            for period, sums in zip(self._periods, self._sums, strict=True)
        ]
        added_up = total or (lambda name: sum(sums[name] for sums in self._sums))
        whole: Sequence[Value] = ("All", *(int(added_up(name)) for name in named))
        return Table(key, title, columns, rows, whole, self._periods)
