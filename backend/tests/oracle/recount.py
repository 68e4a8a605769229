"""Schedules read off their tables, and counted again from the journal: nothing here is the domain's own code."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from oottam.plans.models import (
    Meal,
)
from oottam.plans.models import ServingState as S
from tests.factories.ordered_boxes import Contents

CAME_OR_COMES = (S.PLANNED, S.DELIVERED, S.FAILED)
DATED = (*CAME_OR_COMES, S.FORFEITED)
IST = timedelta(hours=5, minutes=30)
Step = tuple[date | None, int, int]  # day, state, dish set


@dataclass(frozen=True)
class Row:
    """A serving as it is kept."""

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
        """What the journal says of it."""
        return (self.date, self.state, self.box_contents)

    @property
    def counts(self) -> bool:
        """Whether it is one of those that were ordered."""
        return self.state != S.CANCELLED and self.replacement_for is None


@dataclass
class Kept:
    """All plans at one moment."""

    servings: dict[int, Row] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    plans: dict[int, tuple[str, int]] = field(default_factory=dict)
    gaps: list[tuple[int, int, date, date | None]] = field(default_factory=list)
    closed: set[tuple[date, int]] = field(default_factory=set)
    changes: int = 0

    def of(self, plan: int, meal: int | None = None) -> list[Row]:
        """The plan's servings, of one meal or of all."""
        return [s for s in self.servings.values() if s.plan == plan and meal in (None, s.meal)]

    def is_closed(self, meal: int, day: date) -> bool:
        """Whether nothing is cooked for plans."""
        return meal != Meal.EVENT and bool({(day, 0), (day, meal)} & self.closed)

    def is_away(self, plan: int, meal: int, day: date) -> bool:
        """Whether the customer wants nothing on that day."""
        return any(
            plan == of and meals >> (meal - 1) & 1 and first <= day and (not last or day <= last)
            for of, meals, first, last in self.gaps
        )

    def paused_from(self, plan: int, meal: int) -> date | None:
        """The first day of a pause without end."""
        found = [g[2] for g in self.gaps if g[0] == plan and g[1] >> (meal - 1) & 1 and not g[3]]
        return min(found, default=None)


@dataclass(frozen=True)
class Happened:
    """What something changed, and when."""

    before: Kept
    after: Kept
    now: datetime

    @property
    def changed(self) -> set[int]:
        """The servings that are not as they were, new ones included."""
        rows = self.after.servings.items()
        return {number for number, row in rows if row != self.before.servings.get(number)}


def kept() -> Kept:
    """As the tables have it now."""
    servings = _rows(
        "SELECT id, plan_id, meal, seq, date, state, dishset_id, makes_up_id, is_exception "
        "FROM schedule_serving ORDER BY id"
    )
    tracks = _rows("SELECT plan_id, meal, servings, weekdays FROM schedule_track")
    plans = _rows("SELECT id, state, version FROM schedule_plan ORDER BY id")
    gaps = _rows(
        "SELECT plan_id, meals, from_date, to_date FROM schedule_gap WHERE undone_at IS NULL "
        "ORDER BY id"
    )
    closed = _rows("SELECT date, meal FROM schedule_closedday")
    ((changes,),) = _rows("SELECT count(*) FROM schedule_change")
    return Kept(
        {row[0]: _row(*row) for row in servings},
        {(plan, meal): (count, weekdays) for plan, meal, count, weekdays in tracks},
        {plan: (state, version) for plan, state, version in plans},
        [(plan, meals, _known(first), _day(last)) for plan, meals, first, last in gaps],
        {(_known(day), meal) for day, meal in closed},
        changes,
    )


def _rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _day(found: Any) -> date | None:
    """A date as SQLite or PostgreSQL gives it."""
    return date.fromisoformat(found) if isinstance(found, str) else found


def _known(found: Any) -> date:
    return _day(found) or date.min


def is_open(meal: int, day: date, now: datetime) -> bool:
    """Whether the cut-off, on the day before, is still to come."""
    clock = settings.CUT_OFFS[Meal(meal).name.lower()]
    in_india = now.replace(tzinfo=None) - (now.utcoffset() or timedelta()) + IST
    return in_india < datetime.combine(day - timedelta(1), clock)


def today(now: datetime) -> date:
    """The day that it is in India."""
    return (now.replace(tzinfo=None) - (now.utcoffset() or timedelta()) + IST).date()


def at_the_end(
    known: Kept, plan: int, meal: int, *, begin: date, now: datetime
) -> Iterator[date | None]:
    """The days for what comes at the end of a track, from `begin` on; None where it waits for the end of a pause."""
    weekdays = known.tracks[plan, meal][1]
    paused = known.paused_from(plan, meal)
    day = begin
    while True:
        while paused and day >= paused:
            yield None
        if (
            weekdays >> day.weekday() & 1
            and is_open(meal, day, now)
            and not known.is_closed(meal, day)
            and not known.is_away(plan, meal, day)
        ):
            yield day
        day += timedelta(1)


@dataclass(frozen=True)
class ByHand:
    """A state that time or a rider gave to a serving, which no schedule action did, and when: after which step."""

    after: int
    serving: int
    state: int


def by_hand(serving: int, state: int) -> ByHand:
    """Given now."""
    ((last,),) = _rows("SELECT max(id) FROM schedule_servingchange")
    return ByHand(last or 0, serving, state)


def replayed(others: Iterable[ByHand]) -> tuple[dict[int, Step], list[str]]:
    """Every serving as the journal and the `others`, in their order, leave it, and where the journal has a hole."""
    found: dict[int, Step] = {}
    holes: list[str] = []
    waiting = deque(others)

    def give(each: ByHand) -> None:
        day, _, box_contents = found[each.serving]
        found[each.serving] = (day, each.state, box_contents)

    for number, serving, *steps, doing in _rows(
        "SELECT c.id, c.serving_id, c.date_before, c.state_before, c.dishset_before_id, "
        "c.date_after, c.state_after, c.dishset_after_id, d.doing "
        "FROM schedule_servingchange c JOIN schedule_change d ON d.id = c.change_id ORDER BY c.id"
    ):
        while waiting and waiting[0].after < number:
            give(waiting.popleft())
        before, after = (_day(steps[0]), *steps[1:3]), (_day(steps[3]), *steps[4:])
        expected = found.get(serving, (None, None, None))
        if before != expected:
            holes.append(f"{doing} of {serving}: was {before}, not {expected}")
        found[serving] = (after[0], after[1] or 0, after[2] or 0)
    for each in waiting:
        give(each)
    return found, holes


def lines() -> dict[int, Contents]:
    """What each dish set holds, in its order."""
    found: dict[int, list[tuple[str, int]]] = {}
    for box_contents, name, quantity in _rows(
        "SELECT dishset_id, ordered_name, quantity FROM schedule_dishsetline "
        "ORDER BY dishset_id, position"
    ):
        found.setdefault(box_contents, []).append((name, quantity))
    return {box_contents: tuple(each) for box_contents, each in found.items()}


Sheet = Counter[tuple[date, int, str]]


def sheet() -> Sheet:
    """Portions by day, meal and dish as it was called, added up by the database."""
    rows = _rows(
        "SELECT s.date, s.meal, l.ordered_name, SUM(l.quantity) FROM schedule_serving s "
        "JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id "
        "WHERE s.state IN (1, 2, 3) GROUP BY 1, 2, 3"
    )
    return Counter({(_known(day), meal, name): count for day, meal, name, count in rows})


def counted(
    steps: Mapping[int, Step], meals: Mapping[int, int], holds: Mapping[int, Contents]
) -> Sheet:
    """The same from the journal's last word and what was ordered."""
    found: Sheet = Counter()
    for serving, (day, state, box_contents) in steps.items():
        if day and state in CAME_OR_COMES:
            for name, quantity in holds[box_contents]:
                found[day, meals[serving], name] += quantity
    return found


def twice(rows: Iterable[Row]) -> list[tuple[int, int, date | None]]:
    """Plans, meals and days with more than one box."""
    boxes = Counter((row.plan, row.meal, row.date) for row in rows if row.state in CAME_OR_COMES)
    return [box for box, count in boxes.items() if count > 1]


def money() -> list[list[tuple[Any, ...]]]:
    """All amounts that anybody could be asked for."""
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
