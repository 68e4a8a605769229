"""Snapshots of the schedule's tables and recounts from its journal, without the domain's own code."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from oottam.plans.models import Meal
from oottam.plans.models import ServingState as S
from tests.factories.ordered_boxes import Contents

CAME_OR_COMES = (S.PLANNED, S.DELIVERED, S.FAILED)
DATED = (*CAME_OR_COMES, S.FORFEITED)
IST = timedelta(hours=5, minutes=30)
Step = tuple[date | None, int, int]  # day, state, box contents


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
    def step(self) -> Step:
        """The fields recorded in the journal."""
        return (self.date, self.state, self.box_contents)

    @property
    def is_counted(self) -> bool:
        """Whether it counts towards the ordered servings."""
        return self.state != S.CANCELLED and self.replacement_for is None


@dataclass
class Snapshot:
    """All plans at one moment."""

    servings: dict[int, Row] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    plans: dict[int, tuple[str, int]] = field(default_factory=dict)
    pauses: list[tuple[int, int, date, date | None]] = field(default_factory=list)
    closed: set[tuple[date, int]] = field(default_factory=set)
    changes: int = 0

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
    return Snapshot(
        {row[0]: _row(*row) for row in servings},
        {(plan, meal): (count, weekdays) for plan, meal, count, weekdays in tracks},
        {plan: (state, version) for plan, state, version in plans},
        [(plan, meals, _required_day(first), _day(last)) for plan, meals, first, last in pauses],
        {(_required_day(day), meal) for day, meal in closed},
        changes,
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
    weekdays = snapshot.tracks[plan, meal][1]
    paused = snapshot.paused_from(plan, meal)
    day = begin
    while True:
        while paused and day >= paused:
            yield None
        if (
            weekdays >> day.weekday() & 1
            and is_before_cutoff(meal, day, now)
            and not snapshot.is_closed(meal, day)
            and not snapshot.is_paused(plan, meal, day)
        ):
            yield day
        day += timedelta(1)


@dataclass(frozen=True)
class ManualState:
    """A serving's state set by day closing or a rider, with the last journal row before it."""

    after: int
    serving: int
    state: int


def manual_state(serving: int, state: int) -> ManualState:
    """Return a state set after the journal's current last row."""
    ((last,),) = _rows("SELECT max(id) FROM schedule_servingchange")
    return ManualState(last or 0, serving, state)


def replay_journal(others: Iterable[ManualState]) -> tuple[dict[int, Step], list[str]]:
    """Return every serving's last step by the journal and `others`, and the journal's gaps."""
    found: dict[int, Step] = {}
    gaps: list[str] = []
    waiting = deque(others)

    def apply_state(each: ManualState) -> None:
        day, _, box_contents = found[each.serving]
        found[each.serving] = (day, each.state, box_contents)

    for number, serving, *steps, doing in _rows(
        "SELECT c.id, c.serving_id, c.date_before, c.state_before, c.dishset_before_id, "
        "c.date_after, c.state_after, c.dishset_after_id, d.doing "
        "FROM schedule_servingchange c JOIN schedule_change d ON d.id = c.change_id ORDER BY c.id"
    ):
        while waiting and waiting[0].after < number:
            apply_state(waiting.popleft())
        before, after = (_day(steps[0]), *steps[1:3]), (_day(steps[3]), *steps[4:])
        expected = found.get(serving, (None, None, None))
        if before != expected:
            gaps.append(f"{doing} of {serving}: was {before}, not {expected}")
        found[serving] = (after[0], after[1] or 0, after[2] or 0)
    for each in waiting:
        apply_state(each)
    return found, gaps


def box_contents_lines() -> dict[int, Contents]:
    """Return the dishes of each box contents, in order."""
    found: dict[int, list[tuple[str, int]]] = {}
    for box_contents, name, quantity in _rows(
        "SELECT dishset_id, ordered_name, quantity FROM schedule_dishsetline "
        "ORDER BY dishset_id, position"
    ):
        found.setdefault(box_contents, []).append((name, quantity))
    return {box_contents: tuple(each) for box_contents, each in found.items()}


Sheet = Counter[tuple[date, int, str]]


def sheet_from_database() -> Sheet:
    """Return portions by day, meal and ordered name, summed by the database."""
    rows = _rows(
        "SELECT s.date, s.meal, l.ordered_name, SUM(l.quantity) FROM schedule_serving s "
        "JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id "
        "WHERE s.state IN (1, 2, 3) GROUP BY 1, 2, 3"
    )
    return Counter({(_required_day(day), meal, name): count for day, meal, name, count in rows})


def sheet_from_journal(
    steps: Mapping[int, Step], meals: Mapping[int, int], contents_by_id: Mapping[int, Contents]
) -> Sheet:
    """Return the same sums from the journal's last steps."""
    found: Sheet = Counter()
    for serving, (day, state, box_contents) in steps.items():
        if day and state in CAME_OR_COMES:
            for name, quantity in contents_by_id[box_contents]:
                found[day, meals[serving], name] += quantity
    return found


def duplicate_servings(rows: Iterable[Row]) -> list[tuple[int, int, date | None]]:
    """Return plans, meals and days with more than one serving."""
    boxes = Counter((row.plan, row.meal, row.date) for row in rows if row.state in CAME_OR_COMES)
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
