"""The timeline: a plan's weeks, day by day. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from oottam.backoffice.plans.queries import PlanData, ServingRow, why_closed
from oottam.schedule.choices import has_no_result
from oottam.schedule.domain.calendar import Calendar, weekday_bit
from oottam.schedule.domain.plan_schedule import format_day, free_of
from oottam.schedule.models import Meal, PlanState, ServingState, Track

WEEKS_SHOWN = 4
WEEK = timedelta(days=7)
NO_RESULT = "no result yet"
# States of boxes that an action can still select.
SELECTABLE = frozenset(
    {ServingState.PLANNED, ServingState.HELD, ServingState.FORFEITED, ServingState.FAILED}
)


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box on its day, or a held one. `state` is a CSS class; `words` describe its marks."""

    serving_id: int
    state: str
    words: str
    marks: tuple[str, ...]
    can_tick: bool


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a meal: the reason it is closed, or None; `is_locked` past the cut-off; its boxes."""

    date: date
    is_today: bool
    is_service: bool  # one of the track's weekdays
    is_locked: bool
    is_paused: bool
    closed: str | None
    boxes: tuple[BoxView, ...] = ()


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def first_monday(plan_data: PlanData, today: date) -> date:
    """Return where the timeline begins: this week, or the plan's first or last weeks."""
    last = plan_data.last_day() or plan_data.plan.start_date
    ended = monday_of(last) - (WEEKS_SHOWN - 1) * WEEK
    first = monday_of(plan_data.first_day())
    if last < today:
        return max(first, ended)
    return max(first, monday_of(today))


def build_timeline(plan_data: PlanData, calendar: Calendar, begin: date) -> list[dict[str, Any]]:
    """Return the weeks from the Monday `begin` on, meal by meal."""
    return [_track(track, plan_data, calendar, begin) for track in plan_data.tracks]


def box_views(plan_data: PlanData, track: Track, today: date) -> list[tuple[date | None, BoxView]]:
    """Return a meal's boxes with their days, by number, without cancelled ones."""
    every = [box for box in plan_data.boxes if box.meal == track.meal]
    active = [box for box in every if box.state != ServingState.CANCELLED]
    replaced_boxes = {box.replacement_for for box in active}
    # A box cancelled by fewer days has no place among those ordered; one cancelled with the plan keeps it.
    placed = every if plan_data.plan.state == PlanState.CANCELLED else active
    ordered = [box.serving_id for box in placed if box.replacement_for is None]
    free = set(free_of(ordered, plan_data.plan.free_days))
    return [
        (
            box.day,
            _box(
                box,
                _place(box, ordered),
                is_free=box.serving_id in free,
                is_replaced=box.serving_id in replaced_boxes,
                is_off=plan_data.plan.state == PlanState.CANCELLED,
                today=today,
            ),
        )
        for box in active
    ]


def _track(track: Track, plan_data: PlanData, calendar: Calendar, begin: date) -> dict[str, Any]:
    """Return a meal with its weeks; `held` are boxes without a day, `closed` the closed days."""
    by_day: dict[date | None, list[BoxView]] = {}
    for day, box in box_views(plan_data, track, calendar.today):
        by_day.setdefault(day, []).append(box)
    dates = (begin + timedelta(days=at) for at in range(7 * WEEKS_SHOWN))
    days = [_day(day, track, plan_data, calendar, by_day.get(day, ())) for day in dates]
    return {
        "label": str(Meal(track.meal).label),
        "servings": track.servings,
        "weeks": [days[at : at + 7] for at in range(0, len(days), 7)],
        # Its days need no room.
        "is_empty": None not in by_day and not any(day.boxes for day in days),
        "held": by_day.get(None, ()),
        "closed": [day for day in days if day.closed is not None],
    }


def _day(
    day: date, track: Track, plan_data: PlanData, calendar: Calendar, boxes: Iterable[BoxView]
) -> Day:
    return Day(
        date=day,
        is_today=day == calendar.today,
        is_service=bool(weekday_bit(day) & track.weekdays),
        is_locked=not calendar.is_open(track.meal, day),
        is_paused=any(pause.covers(track.meal, day) for pause in plan_data.pauses),
        closed=why_closed(plan_data.closed, track.meal, day)
        if calendar.is_closed(track.meal, day)
        else None,
        boxes=tuple(boxes),
    )


def _place(box: ServingRow, ordered: Sequence[int]) -> str:
    if box.replacement_for is not None:
        return "replacement for another box"
    return f"box {ordered.index(box.serving_id) + 1} of {len(ordered)}"


def _box(
    box: ServingRow, place: str, *, is_free: bool, is_replaced: bool, is_off: bool, today: date
) -> BoxView:
    state = ServingState(box.state)
    is_open = has_no_result(box.state, box.day, today)
    moved = box.moved_from if box.day else None
    marked = (
        ("extra", box.replacement_for is not None, ""),
        ("free", is_free, "free"),
        ("moved", moved is not None, f"moved from {format_day(moved)}" if moved else ""),
        ("exception", box.is_exception, "on a different weekday"),
        ("made-up", is_replaced, "replaced"),
    )
    words = [
        place,
        "cancelled after the cut-off"
        if is_off and state == ServingState.FORFEITED
        else NO_RESULT
        if is_open
        else str(state.label).lower(),
        *(text for _, holds, text in marked if holds and text),
    ]
    marks = tuple(name for name, holds, _ in marked if holds)
    style = "no-result" if is_open else state.name.lower()
    can_tick = state in SELECTABLE and not is_open
    return BoxView(box.serving_id, style, ", ".join(words), marks, can_tick)
