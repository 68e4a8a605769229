"""Snapshots of the schedule's tables, read without the domain's own code."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from oottam.schedule.models import Meal
from tests.factories.ordered_boxes import Contents
from tests.oracle import schedule

IST = timedelta(hours=5, minutes=30)


@dataclass(frozen=True)
class Row:
    """A row of the servings' table."""

    id: int
    plan: int
    meal: int
    seq: int
    date: date | None
    state: int
    box_contents: int
    replacement_for: int | None
    is_exception: bool

    @property
    def step(self) -> schedule.Step:
        """The fields recorded in the journal."""
        return (self.date, self.state, self.box_contents)

    @property
    def is_counted(self) -> bool:
        """Whether it counts towards the ordered servings."""
        return schedule.is_counted(self.state, self.replacement_for)


@dataclass
class Snapshot:
    """All plans at one moment."""

    servings: dict[int, Row] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    plans: dict[int, tuple[str, int]] = field(default_factory=dict)
    pauses: list[tuple[int, int, date, date | None]] = field(default_factory=list)
    closed: set[tuple[date, int]] = field(default_factory=set)
    changes: int = 0
    addresses: list[tuple[Any, ...]] = field(default_factory=list)

    def servings_of(self, plan: int, meal: int | None = None) -> list[Row]:
        """Return the plan's servings, of one meal or of all."""
        return [s for s in self.servings.values() if s.plan == plan and meal in (None, s.meal)]

    def is_closed(self, meal: int, day: date) -> bool:
        """Whether the kitchen is closed for plans."""
        return meal != Meal.EVENT and bool({(day, 0), (day, meal)} & self.closed)

    def is_paused(self, plan: int, meal: int, day: date) -> bool:
        """Whether the plan is paused on that day."""
        return any(
            plan == paused_plan
            and meals >> (meal - 1) & 1
            and first <= day
            and (not last or day <= last)
            for paused_plan, meals, first, last in self.pauses
        )

    def paused_from(self, plan: int, meal: int) -> date | None:
        """Return the first day of an open-ended pause."""
        found = [g[2] for g in self.pauses if g[0] == plan and g[1] >> (meal - 1) & 1 and not g[3]]
        return min(found, default=None)


@dataclass(frozen=True)
class SnapshotDiff:
    """The snapshots before and after a step, and its time."""

    before: Snapshot
    after: Snapshot
    now: datetime

    @property
    def changed(self) -> set[int]:
        """Primary keys of changed and new servings."""
        rows = self.after.servings.items()
        return {number for number, row in rows if row != self.before.servings.get(number)}


def take_snapshot() -> Snapshot:
    """Read a snapshot from the tables."""
    servings = _rows(
        "SELECT id, plan_id, meal, seq, date, state, dishset_id, makes_up_id, is_exception "
        "FROM schedule_serving ORDER BY id"
    )
    tracks = _rows("SELECT plan_id, meal, servings, weekdays FROM schedule_track")
    plans = _rows("SELECT id, state, version FROM schedule_plan ORDER BY id")
    pauses = _rows(
        "SELECT plan_id, meals, from_date, to_date FROM schedule_gap WHERE undone_at IS NULL "
        "ORDER BY id"
    )
    closed = _rows("SELECT date, meal FROM schedule_closedday")
    ((changes,),) = _rows("SELECT count(*) FROM schedule_change")
    addresses = _rows(
        "SELECT request_id, date, meal, address_id FROM handling_boxaddress ORDER BY 1, 2, 3"
    ) + _rows("SELECT id FROM handling_lateraddress WHERE undone_at IS NULL ORDER BY 1")
    return Snapshot(
        {row[0]: _row(*row) for row in servings},
        {(plan, meal): (count, weekdays) for plan, meal, count, weekdays in tracks},
        {plan: (state, version) for plan, state, version in plans},
        [(plan, meals, _required_day(first), _day(last)) for plan, meals, first, last in pauses],
        {(_required_day(day), meal) for day, meal in closed},
        changes,
        addresses,
    )


def _rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _day(found: Any) -> date | None:
    """Convert a date of SQLite or PostgreSQL."""
    return date.fromisoformat(found) if isinstance(found, str) else found


def _required_day(found: Any) -> date:
    return _day(found) or date.min


def is_before_cutoff(meal: int, day: date, now: datetime) -> bool:
    """Whether `now` is before the cut-off, on the day before `day`."""
    clock = settings.CUT_OFFS[Meal(meal).name.lower()]
    in_india = now.replace(tzinfo=None) - (now.utcoffset() or timedelta()) + IST
    return in_india < datetime.combine(day - timedelta(1), clock)


def today(now: datetime) -> date:
    """Return the date in India."""
    return (now.replace(tzinfo=None) - (now.utcoffset() or timedelta()) + IST).date()


def days_at_end(
    snapshot: Snapshot, plan: int, meal: int, *, begin: date, now: datetime
) -> Iterator[date | None]:
    """Yield the free days at a track's end from `begin` on; None once an open-ended pause begins."""
    paused = snapshot.paused_from(plan, meal)

    def is_over(day: date) -> bool:
        return bool(paused and day >= paused)

    def is_free(day: date) -> bool:
        return is_over(day) or (
            is_before_cutoff(meal, day, now)
            and not snapshot.is_closed(meal, day)
            and not snapshot.is_paused(plan, meal, day)
        )

    for day in schedule.service_days(begin, snapshot.tracks[plan, meal][1], is_free):
        yield None if is_over(day) else day


def manual_state(serving: int, state: int) -> schedule.ManualState:
    """Return a state set after the journal's current last row."""
    ((last,),) = _rows("SELECT max(id) FROM schedule_servingchange")
    return schedule.ManualState(last or 0, serving, state)


def journal() -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the journal."""
    for number, serving, before, *step_before, after, state, box_contents in _rows(
        schedule.JOURNAL
    ):
        yield number, serving, _day(before), *step_before, _day(after), state, box_contents


def box_contents_lines() -> dict[int, Contents]:
    """Return the dishes of each box contents, in order."""
    found: dict[int, list[tuple[str, int]]] = {}
    for box_contents, name, quantity in _rows(
        "SELECT dishset_id, ordered_name, quantity FROM schedule_dishsetline "
        "ORDER BY dishset_id, position"
    ):
        found.setdefault(box_contents, []).append((name, quantity))
    return {box_contents: tuple(each) for box_contents, each in found.items()}


def duplicate_servings(rows: Iterable[Row]) -> list[tuple[int, int, date | None]]:
    """Return plans, meals and days with more than one serving."""
    boxes = Counter((row.plan, row.meal, row.date) for row in rows if row.state in schedule.COOKED)
    return [box for box, count in boxes.items() if count > 1]


def amounts() -> list[list[tuple[Any, ...]]]:
    """Return all amounts a customer can owe."""
    return [
        _rows("SELECT request_id, total_paise FROM orders_order ORDER BY 1"),
        _rows("SELECT request_id, total_paise FROM orders_comboorder ORDER BY 1"),
        _rows("SELECT request_id, agreed_paise FROM handling_facts ORDER BY 1"),
        _rows("SELECT id, paise FROM handling_adjustment"),
        _rows("SELECT id, paise, undone_at FROM handling_payment"),
    ]


def _row(
    number: int,
    plan: int,
    meal: int,
    seq: int,
    date: Any,
    state: int,
    box_contents: int,
    replacement_for: int | None,
    is_exception: object,
) -> Row:
    return Row(
        number,
        plan,
        meal,
        seq,
        _day(date),
        state,
        box_contents,
        replacement_for,
        bool(is_exception),
    )
