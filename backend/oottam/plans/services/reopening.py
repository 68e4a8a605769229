"""Reopening a closed day: servings that the closing moved come back, unless they were changed since."""

from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import connection, transaction

from oottam.audit.log import record
from oottam.core.days import WHOLE_DAY, to_date
from oottam.core.errors import DomainError
from oottam.core.fields import sql
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.services.closed_days import ServingMove, move_servings, pauses_by_plan
from oottam.plans.services.closure_notices import count_sent_mails, withdraw_unsent
from oottam.plans.services.repository import load_calendar
from oottam.schedule.choices import ON_THE_DAY, PLAN_MEALS
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import (
    ActionType,
    ClosedDay,
    PausePeriod,
    PlanChange,
    ServingChange,
    ServingState,
)

# Servings still where the closing put them, and whether the day has another box by now.
_MOVED = f"""
SELECT s.id, s.plan_id, s.meal, s.date, c.exception_before,
  EXISTS (SELECT 1 FROM schedule_serving o
    WHERE o.plan_id = s.plan_id AND o.meal = s.meal AND o.date = %s AND o.state IN {sql(ON_THE_DAY)})
FROM schedule_servingchange c JOIN schedule_serving s ON s.id = c.serving_id
WHERE c.change_id = %s AND s.state = c.state_after
  AND (s.date = c.date_after OR (s.date IS NULL AND c.date_after IS NULL)) ORDER BY c.id
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Reopening:
    """How many boxes stay where the closing put them, and how many mails were withdrawn and sent."""

    stay: int
    withdrawn: int
    sent: int


def open_day(*, day: date, meal: int, actor: User, now: datetime) -> Reopening:
    """Reopen a closed day and restore its servings. Raises DomainError for an open day, or past a cut-off."""
    with transaction.atomic():
        lock_and_snapshot(now)
        closed = ClosedDay.objects.filter(date=day, meal=meal).first()
        if closed is None:
            raise DomainError("That day is not closed.")
        calendar = load_calendar(now)
        for opened_meal in PLAN_MEALS if meal == WHOLE_DAY else (meal,):
            if not calendar.is_open(opened_meal, day):
                raise DomainError(f"The cut-off for {format_day(day)} has passed.")
        closed.delete()
        closing = _last_closing(day, meal)
        stuck = _restore(closing, day, calendar, actor)
        data = {"meal": meal, "stay": stuck}
        withdrawn = withdraw_unsent(closing, now) if closing else 0
        if withdrawn:
            data["withdrawn"] = withdrawn
        record(action="schedule.open", actor=actor, at=now, day=day, data=data)
        return Reopening(stuck, withdrawn, count_sent_mails(closing) if closing else 0)


def _last_closing(day: date, meal: int) -> PlanChange | None:
    of_the_day = {"data__date": day.isoformat(), "data__meal": meal}
    return PlanChange.objects.filter(
        plan=None, action=ActionType.CLOSE, undone_at=None, **of_the_day
    ).first()


def _restore(closing: PlanChange | None, day: date, calendar: Calendar, actor: User) -> int:
    """Move servings back unless their day is past its cut-off, paused or taken; return how many stay."""
    if closing is None:
        return 0
    closing.undone_at, closing.undone_by = calendar.now, actor
    closing.save()
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, [day, closing.pk])
        rows = cursor.fetchall()
    plans = ServingChange.objects.filter(change=closing).values("serving__plan")
    pauses = pauses_by_plan(PausePeriod.objects.filter(plan__in=plans, undone_at=None))
    back = []
    for serving_id, plan_id, meal, on, was_exception, is_taken in rows:
        since = None if on is None else to_date(on)
        is_open = since is None or calendar.is_open(meal, since)
        is_paused = any(pause.covers(meal, day) for pause in pauses.get(plan_id, ()))
        if is_open and not is_paused and not is_taken:
            back.append(
                ServingMove(serving_id, plan_id, day, ServingState.PLANNED, bool(was_exception))
            )
    opening = PlanChange.objects.create(
        action=ActionType.UNDO,
        by=actor,
        at=calendar.now,
        data={**closing.data, "undone": closing.pk},
    )
    move_servings(back, opening)
    return closing.servings.count() - len(back)
