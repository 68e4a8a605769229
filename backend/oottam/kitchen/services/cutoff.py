"""Snapshots of the kitchen's quantities at each meal's cut-off."""

from collections.abc import Iterable
from datetime import date, datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from oottam.kitchen.day import quantities_by_meal
from oottam.schedule.domain.calendar import ONE_DAY, Calendar
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import CutoffLine, CutoffSnapshot, Meal, PlanChange

MealOfDay = tuple[date, int]


def lock_and_snapshot(now: datetime) -> None:
    """Take the schedule lock, and store due snapshots before the caller changes anything."""
    lock_schedules()
    take_due_snapshots(now)


def take_due_snapshots(now: datetime) -> int:
    """Store a snapshot for each meal of today and tomorrow whose cut-off has passed; return how many.

    Meals without orders get one too, so that later additions show. One query where none is due.
    """
    due = _due(now)
    if not due:
        return 0
    with transaction.atomic():
        lock_schedules()
        due = _due(now)  # another process may have held the lock meanwhile
        _take_snapshots(due, now)
    return len(due)


def _due(now: datetime) -> list[MealOfDay]:
    passed = list(_passed(now))
    stored = set(
        CutoffSnapshot.objects.filter(date__in={day for day, _ in passed}).values_list(
            "date", "meal"
        )
    )
    return [cutoff for cutoff in passed if cutoff not in stored]


def _passed(now: datetime) -> Iterable[MealOfDay]:
    """Yield the meals of today and tomorrow whose cut-off has passed."""
    calendar = cut_offs(now)
    for day in (calendar.today, calendar.today + ONE_DAY):
        for meal in Meal:
            if not calendar.is_open(meal, day):
                yield day, meal.value


def _take_snapshots(due: list[MealOfDay], now: datetime) -> None:
    last_change = PlanChange.objects.aggregate(last=Max("pk"))["last"] or 0
    calendar = cut_offs(now)
    for day in sorted({day for day, _ in due}):
        quantities = quantities_by_meal(day)
        for meal in (meal for on, meal in due if on == day):
            snapshot = CutoffSnapshot.objects.create(
                date=day, meal=meal, at=calendar.cut_off(meal, day), last_change=last_change
            )
            CutoffLine.objects.bulk_create(
                CutoffLine(snapshot=snapshot, item_id=item, quantity=quantity, boxes=boxes)
                for item, (quantity, boxes) in sorted(quantities.get(meal, {}).items())
            )


def cut_offs(now: datetime) -> Calendar:
    """Build a calendar of cut-offs without closed days, since events take place on those too."""
    return Calendar(frozenset(), {meal: settings.CUT_OFFS[meal.name.lower()] for meal in Meal}, now)
