"""Closing a day: no plan is cooked for, and each of its servings moves to the end of its track."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet

from oottam.audit.log import record
from oottam.core.days import WHOLE_DAY, to_date
from oottam.core.errors import DomainError
from oottam.core.fields import sql
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.services.closure_notices import withdraw_openings
from oottam.plans.services.repository import load_calendar
from oottam.schedule.choices import DATED, PLAN_MEALS
from oottam.schedule.domain.calendar import EVENT, ONE_DAY, Calendar
from oottam.schedule.domain.plan_schedule import PauseSpan, format_day, has_meal
from oottam.schedule.models import (
    ActionType,
    ClosedDay,
    PausePeriod,
    PlanChange,
    Serving,
    ServingState,
)

# The rows are one JSON parameter: thousands of placeholders cost more than the rows.
_MOVES = {
    "sqlite": "SELECT value ->> 0 AS id, value ->> 1 AS day, value ->> 2 AS state, "
    "value ->> 3 AS is_exception FROM json_each(%s)",
    "postgresql": "SELECT CAST(value ->> 0 AS bigint) AS id, CAST(value ->> 1 AS date) AS day, "
    "CAST(value ->> 2 AS smallint) AS state, CAST(value ->> 3 AS boolean) AS is_exception "
    "FROM jsonb_array_elements(CAST(%s AS jsonb))",
}
_RECORD = """
INSERT INTO schedule_servingchange (change_id, serving_id, date_before, state_before,
  dishset_before_id, exception_before, date_after, state_after, dishset_after_id)
SELECT %s, s.id, s.date, s.state, s.dishset_id, s.is_exception, moved.day, moved.state, s.dishset_id
FROM ({moved}) moved JOIN schedule_serving s ON s.id = moved.id
"""
_MOVE = """
UPDATE schedule_serving SET date = moved.day, state = moved.state, is_exception = moved.is_exception
FROM ({moved}) moved WHERE schedule_serving.id = moved.id
"""
_COUNT = """
UPDATE schedule_plan SET version = version + 1
WHERE id IN (SELECT s.plan_id FROM ({moved}) moved JOIN schedule_serving s ON s.id = moved.id)
"""


@dataclass(frozen=True, slots=True)
class ServingMove:
    """A serving's new day and state; held where it has no day."""

    serving_id: int
    plan_id: int
    day: date | None
    state: int
    is_exception: bool = False


def move_servings(moves: Sequence[ServingMove], change: PlanChange) -> None:
    """Move the servings of many plans in three statements, write their history and raise the plans' versions."""
    rows_json = json.dumps(
        [
            (move.serving_id, move.day and move.day.isoformat(), move.state, move.is_exception)
            for move in moves
        ]
    )
    table = {"moved": _MOVES[connection.vendor]}
    with connection.cursor() as cursor:
        cursor.execute(_RECORD.format(**table), [change.pk, rows_json])
        cursor.execute(_MOVE.format(**table), [rows_json])
        cursor.execute(_COUNT.format(**table), [rows_json])


# The day's servings, with their tracks' weekdays and last days; one index lookup each.
_ON_THE_DAY = f"""
SELECT s.id, s.plan_id, s.meal, t.weekdays,
  (SELECT l.date FROM schedule_serving l
   WHERE l.plan_id = s.plan_id AND l.meal = s.meal AND l.state IN {sql(DATED)}
   ORDER BY l.date DESC LIMIT 1)
FROM schedule_serving s
JOIN schedule_track t ON t.plan_id = s.plan_id AND t.meal = s.meal
WHERE s.date = %s AND s.meal IN {sql(PLAN_MEALS)} AND s.state = {sql(ServingState.PLANNED)} ORDER BY s.id
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Closing:
    """The effect of closing a day: how many servings and plans, and the latest new day.

    `events` are references of events on that day, which stay. `change_id` is that of the stored change.
    """

    servings: int
    plans: int
    last_end: date | None
    events: tuple[str, ...]
    change_id: int | None = None


def preview_closing(*, day: date, meal: int, now: datetime) -> Closing:
    """Compute what closing a day, or one meal of it, would move. Raises DomainError as `close_day` does."""
    calendar = load_calendar(now)
    _require_open(calendar, day, meal)
    return _closing(day, _plan_moves(calendar, day, meal))


def close_day(*, day: date, meal: int, reason: str, actor: User, now: datetime) -> Closing:
    """Close a day, or one meal of it (0: every meal). Raises DomainError once a cut-off has passed."""
    if not reason.strip():
        raise DomainError("Please give a reason for closing.", "reason")
    with transaction.atomic():
        lock_and_snapshot(now)
        calendar = load_calendar(now)
        _require_open(calendar, day, meal)
        moves = _plan_moves(calendar, day, meal)
        reason = reason.strip()
        ClosedDay.objects.create(date=day, meal=meal, reason=reason[:200], by=actor, at=now)
        change = PlanChange.objects.create(
            action=ActionType.CLOSE,
            reason=reason[:200],
            by=actor,
            at=now,
            data={"date": day.isoformat(), "meal": meal},
        )
        move_servings(moves, change)
        withdraw_openings(day, meal, now)
        closing = replace(_closing(day, moves), change_id=change.pk)
        record(
            action="schedule.close",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "servings": closing.servings, "plans": closing.plans},
            reason=reason,
        )
    return closing


def _require_open(calendar: Calendar, day: date, meal: int) -> None:
    if meal not in (WHOLE_DAY, *PLAN_MEALS):
        raise DomainError("Choose a meal, or the whole day.", "meal")
    if (day, meal) in calendar.closed or (day, WHOLE_DAY) in calendar.closed:
        raise DomainError(f"{format_day(day)} is already closed.", "date")
    if meal == WHOLE_DAY and any(closed == day for closed, _ in calendar.closed):
        raise DomainError(
            f"A meal of {format_day(day)} is already closed: reopen it first.", "date"
        )
    for closed_meal in PLAN_MEALS if meal == WHOLE_DAY else (meal,):
        if not calendar.is_open(closed_meal, day):
            raise DomainError(f"The cut-off for {format_day(day)} has passed.", "date")


def _plan_moves(calendar: Calendar, day: date, meal: int) -> list[ServingMove]:
    """Compute where each serving of the day goes: held where an open-ended pause precedes its new day."""
    then = Calendar(calendar.closed | {(day, meal)}, calendar.cut_offs, calendar.now)
    with connection.cursor() as cursor:
        cursor.execute(_ON_THE_DAY, [day])
        rows = [row for row in cursor.fetchall() if meal in (WHOLE_DAY, row[2])]
    periods = PausePeriod.objects.filter(plan__all_servings__date=day, undone_at=None).distinct()
    pauses = pauses_by_plan(periods)
    ends: dict[tuple[int, int, date], date] = {}  # most tracks end on the same day
    moves = []
    for serving_id, plan_id, its_meal, weekdays, last in rows:
        plan_pauses = pauses.get(plan_id, ())
        begin = to_date(last) + ONE_DAY
        to: date | None
        if plan_pauses:
            to = _after(then, plan_pauses, its_meal, weekdays, begin)
        else:
            to = ends.get((its_meal, weekdays, begin))
            if to is None:
                to = ends[its_meal, weekdays, begin] = _first(then, its_meal, weekdays, begin)
        state = ServingState.PLANNED if to else ServingState.HELD
        moves.append(ServingMove(serving_id, plan_id, to, state))
    return moves


def pauses_by_plan(periods: "QuerySet[PausePeriod, PausePeriod]") -> dict[int, list[PauseSpan]]:
    """Group pause periods by plan; one query."""
    pauses: dict[int, list[PauseSpan]] = {}
    rows = periods.values_list("plan_id", "pk", "meals", "from_date", "to_date")
    for plan, number, meals, first, last in rows:
        pauses.setdefault(plan, []).append(PauseSpan(number, meals, first, last))
    return pauses


def _first(then: Calendar, meal: int, weekdays: int, begin: date) -> date:
    return next(then.service_days(meal, weekdays, max(begin, then.first_open(meal))))


def _after(
    then: Calendar, plan_pauses: Sequence[PauseSpan], meal: int, weekdays: int, begin: date
) -> date | None:
    paused = min(
        (a.first for a in plan_pauses if a.is_open_ended and has_meal(a.meals, meal)),
        default=None,
    )
    day = _first(then, meal, weekdays, begin)
    while any(pause.covers(meal, day) for pause in plan_pauses):
        if paused and day >= paused:
            return None
        day = _first(then, meal, weekdays, day + ONE_DAY)
    return day


def _closing(day: date, moves: Sequence[ServingMove]) -> Closing:
    events = Serving.objects.filter(date=day, meal=EVENT, state=ServingState.PLANNED)
    return Closing(
        len(moves),
        len({move.plan_id for move in moves}),
        max((move.day for move in moves if move.day), default=None),
        tuple(events.values_list("plan__request__reference", flat=True)),
    )
