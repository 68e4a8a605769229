"""Closed days: nothing is cooked for plans, and every serving of the day moves to the end of its track."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from django.contrib.auth.models import User
from django.db import connection, transaction

from oottam.audit.record import record
from oottam.common.plain_sql import chunks, values_list
from oottam.handling.domain.changes import RefusedError
from oottam.schedule.days import EVENT, ONE_DAY, Calendar, NoDayError
from oottam.schedule.domain.drafts import calendar
from oottam.schedule.domain.locking import take_turn_at
from oottam.schedule.draft import Absence, day_in_words
from oottam.schedule.models import (
    Change,
    ClosedDay,
    Doing,
    Gap,
    Meal,
    Serving,
    ServingChange,
    ServingState,
)
from oottam.schedule.models.days import EVERY_MEAL

MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)

# What stands on a day, with its track's weekdays and last day; one look into an index each.
_ON_THE_DAY = """
SELECT s.id, s.plan_id, s.meal, s.dishset_id, s.is_exception, t.weekdays,
  (SELECT max(l.date) FROM schedule_serving l
   WHERE l.plan_id = s.plan_id AND l.meal = s.meal AND l.state IN (1, 2, 3, 4))
FROM schedule_serving s
JOIN schedule_track t ON t.plan_id = s.plan_id AND t.meal = s.meal
WHERE s.date = %s AND s.meal IN (1, 2, 3) AND s.state = 1 ORDER BY s.id
"""


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing a day does: how many servings of how many plans move, the last day that one of them gets, and the
    references of events on that day, which stay.
    """

    servings: int
    plans: int
    last_end: date | None
    events: tuple[str, ...]


@dataclass(slots=True)
class _Mover:
    serving: int
    plan: int
    meal: int
    dishset: int
    is_exception: bool
    to: date | None  # None: it is held, as its plan is paused from before that day on


def preview_closing(*, day: date, meal: int, now: datetime) -> Closing:
    """What closing the day, or one meal of it, would move; raises RefusedError as `close_day` does."""
    days = calendar(now)
    _require_open(days, day, meal)
    return _closing(day, _movers(days, day, meal))


def close_day(*, day: date, meal: int, reason: str, actor: User, now: datetime) -> Closing:
    """Close a day, or one meal of it (0: every meal); raises RefusedError once a cut-off has passed."""
    if not reason.strip():
        raise RefusedError("Say why it is closed.", "reason")
    with transaction.atomic():
        take_turn_at(now)
        days = calendar(now)
        _require_open(days, day, meal)
        movers = _movers(days, day, meal)
        closed = ClosedDay.objects.create(
            date=day, meal=meal, reason=reason.strip()[:200], by=actor, at=now
        )
        change = Change.objects.create(
            doing=Doing.CLOSE,
            reason=closed.reason,
            by=actor,
            at=now,
            data={"date": day.isoformat(), "meal": meal},
        )
        _journal(movers, day, change)
        _move(movers)
        _touch({mover.plan for mover in movers})
        found = _closing(day, movers)
        record(
            action="schedule.close",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "servings": found.servings, "plans": found.plans},
            reason=reason.strip(),
        )
    return found


def open_day(*, day: date, meal: int, actor: User, now: datetime) -> int:
    """Open a closed day again; what stands where the closing put it comes back. How many stay there.

    Raises RefusedError where it is not closed, or its cut-off has passed.
    """
    with transaction.atomic():
        take_turn_at(now)
        closed = ClosedDay.objects.filter(date=day, meal=meal).first()
        if closed is None:
            raise RefusedError("That day is open.")
        for each in MEALS if meal == EVERY_MEAL else (meal,):
            if not calendar(now).is_open(each, day):
                raise RefusedError(f"The cut-off for {day_in_words(day)} has passed.")
        closed.delete()
        change = Change.objects.filter(
            plan=None,
            doing=Doing.CLOSE,
            undone_at=None,
            data__date=day.isoformat(),
            data__meal=meal,
        ).first()
        stuck = 0
        if change is not None:
            stuck = _put_back(change, day, calendar(now))
            change.undone_at, change.undone_by = now, actor
            change.save()
        record(
            action="schedule.open", actor=actor, at=now, day=day, data={"meal": meal, "stay": stuck}
        )
    return stuck


def _require_open(days: Calendar, day: date, meal: int) -> None:
    if meal not in (EVERY_MEAL, *MEALS):
        raise RefusedError("Choose a meal, or the whole day.", "meal")
    if (day, meal) in days.closed or (day, EVERY_MEAL) in days.closed:
        raise RefusedError(f"{day_in_words(day)} is closed already.", "date")
    if meal == EVERY_MEAL and any(closed == day for closed, _ in days.closed):
        raise RefusedError(
            f"A meal of {day_in_words(day)} is closed already: open it first.", "date"
        )
    for each in MEALS if meal == EVERY_MEAL else (meal,):
        if not days.is_open(each, day):
            raise RefusedError(
                f"The cut-off for {day_in_words(day)} has passed: the kitchen counts on it.", "date"
            )


def _movers(days: Calendar, day: date, meal: int) -> list[_Mover]:
    """All that stands on the day, with where it goes to."""
    then = Calendar(days.closed | {(day, meal)}, days.cut_offs, days.now)
    with connection.cursor() as cursor:
        cursor.execute(_ON_THE_DAY, [day])
        rows = [row for row in cursor.fetchall() if meal in (EVERY_MEAL, row[2])]
    absences: dict[int, list[Absence]] = {}
    gaps = Gap.objects.filter(plan__all_servings__date=day, undone_at=None).distinct()
    for gap in gaps.values_list("plan_id", "pk", "meals", "from_date", "to_date"):
        absences.setdefault(gap[0], []).append(Absence(*gap[1:]))
    ends: dict[tuple[int, int, date], date] = {}  # most tracks end alike
    movers = []
    for serving, plan, its_meal, dishset, is_exception, weekdays, last in rows:
        own = absences.get(plan, ())
        begin = _day(last) + ONE_DAY
        to: date | None
        if own:
            to = _after(then, own, its_meal, weekdays, begin)
        else:
            to = ends.get((its_meal, weekdays, begin))
            if to is None:
                to = ends[its_meal, weekdays, begin] = _first(then, its_meal, weekdays, begin)
        movers.append(_Mover(serving, plan, its_meal, dishset, bool(is_exception), to))
    return movers


def _first(then: Calendar, meal: int, weekdays: int, begin: date) -> date:
    begin = max(begin, then.first_open(meal))
    try:
        return next(then.service_days(meal, weekdays, begin))
    except NoDayError as error:
        raise RefusedError(str(error)) from error


def _after(
    then: Calendar, own: Sequence[Absence], meal: int, weekdays: int, begin: date
) -> date | None:
    paused = min(
        (a.first for a in own if a.is_without_end and a.meals >> (meal - 1) & 1), default=None
    )
    day = _first(then, meal, weekdays, begin)
    while any(absence.covers(meal, day) for absence in own):
        if paused and day >= paused:
            return None
        day = _first(then, meal, weekdays, day + ONE_DAY)
    return day


def _day(found: date | str) -> date:
    """A day as SQLite or PostgreSQL gives it."""
    return date.fromisoformat(found) if isinstance(found, str) else found


def _closing(day: date, movers: Sequence[_Mover]) -> Closing:
    events = Serving.objects.filter(date=day, meal=EVENT, state=ServingState.PLANNED)
    return Closing(
        len(movers),
        len({mover.plan for mover in movers}),
        max((mover.to for mover in movers if mover.to), default=None),
        tuple(events.values_list("plan__request__reference", flat=True)),
    )


def _journal(movers: Sequence[_Mover], day: date, change: Change) -> None:
    ServingChange.objects.bulk_create(
        (
            ServingChange(
                change=change,
                serving_id=mover.serving,
                date_before=day,
                state_before=ServingState.PLANNED,
                dishset_before_id=mover.dishset,
                exception_before=mover.is_exception,
                date_after=mover.to,
                state_after=ServingState.PLANNED if mover.to else ServingState.HELD,
                dishset_after_id=mover.dishset,
            )
            for mover in movers
        ),
        batch_size=500,
    )


def _move(movers: Sequence[_Mover]) -> None:
    """Their new days, many with each statement."""
    with connection.cursor() as cursor:
        for chunk in chunks(movers):
            rows = values_list("(CAST(%s AS bigint), CAST(%s AS date))", len(chunk))
            if connection.vendor == "sqlite":
                rows = values_list("(%s, %s)", len(chunk))
            cursor.execute(
                f"WITH moved AS ({rows}) UPDATE schedule_serving SET date = moved.column2, "  # noqa: S608 - places only
                "state = CASE WHEN moved.column2 IS NULL THEN 6 ELSE 1 END, is_exception = false "
                "FROM moved WHERE schedule_serving.id = moved.column1",
                list(chain.from_iterable((mover.serving, mover.to) for mover in chunk)),
            )


def _touch(plans: set[int]) -> None:
    """Whoever looks at one of these has an old page."""
    with connection.cursor() as cursor:
        for chunk in chunks(sorted(plans)):
            places = ", ".join(["%s"] * len(chunk))
            cursor.execute(
                f"UPDATE schedule_plan SET version = version + 1 WHERE id IN ({places})",  # noqa: S608 - places only
                list(chunk),
            )


def _put_back(change: Change, day: date, days: Calendar) -> int:
    """Those that are where the closing put them, unless they have another box, or nothing, on that day by now."""
    steps = list(change.servings.select_related("serving").order_by("pk"))
    plans = {step.serving.plan_id for step in steps}
    taken = set(
        Serving.objects.filter(date=day, state__in=(1, 2, 3), plan__in=plans).values_list(
            "plan_id", "meal"
        )
    )
    absences: dict[int, list[Absence]] = {}
    for gap in Gap.objects.filter(plan__in=plans, undone_at=None).values_list(
        "plan_id", "pk", "meals", "from_date", "to_date"
    ):
        absences.setdefault(gap[0], []).append(Absence(*gap[1:]))
    back = []
    for step in steps:
        serving = step.serving
        as_left = (serving.date, serving.state) == (step.date_after, step.state_after)
        is_open = serving.date is None or days.is_open(serving.meal, serving.date)
        is_absent = any(a.covers(serving.meal, day) for a in absences.get(serving.plan_id, ()))
        if as_left and is_open and not is_absent and (serving.plan_id, serving.meal) not in taken:
            serving.date, serving.state = day, ServingState.PLANNED
            serving.is_exception = step.exception_before
            back.append(serving)
    Serving.objects.bulk_update(back, ("date", "state", "is_exception"), batch_size=200)
    _touch({serving.plan_id for serving in back})
    return len(steps) - len(back)
