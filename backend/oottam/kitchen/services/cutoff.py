"""At a meal's cut-off, what the kitchen was told is kept: whatever comes later shows beside it."""

from collections.abc import Iterable
from datetime import date, datetime

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max

from oottam.kitchen.day import quantities_by_meal
from oottam.plans.domain.calendar import ONE_DAY, Calendar
from oottam.plans.models import CutoffLine, CutoffSnapshot, Meal, PlanChange, ScheduleLock


def lock_schedules() -> None:
    """Wait for whoever is changing schedules; until the end of this transaction nobody else does."""
    if not connection.in_atomic_block:
        raise RuntimeError("A turn lasts as long as a transaction.")
    while not list(
        ScheduleLock.objects.select_for_update().filter(pk=ScheduleLock.ONLY).values_list("pk")
    ):
        ScheduleLock.objects.bulk_create(
            [ScheduleLock(pk=ScheduleLock.ONLY)], ignore_conflicts=True
        )


MealOfDay = tuple[date, int]


def lock_and_snapshot(now: datetime) -> None:
    """Wait for whoever is changing schedules, and keep what the kitchen was told before anything else is changed."""
    lock_schedules()
    take_due_snapshots(now)


def take_due_snapshots(now: datetime) -> int:
    """Lock every meal from today on whose cut-off has passed; how many were not yet. Asks once where none is due.

    A meal is locked whether anybody ordered it or not: what comes for it later has to show.
    """
    due = _due(now)
    if not due:
        return 0
    with transaction.atomic():
        lock_schedules()
        due = _due(now)  # another process may have had its turn before
        _take_snapshots(due, now)
    return len(due)


def _due(now: datetime) -> list[MealOfDay]:
    passed = list(_passed(now))
    known = set(
        CutoffSnapshot.objects.filter(date__in={day for day, _ in passed}).values_list(
            "date", "meal"
        )
    )
    return [each for each in passed if each not in known]


def _passed(now: datetime) -> Iterable[MealOfDay]:
    """The meals of today and tomorrow that can no longer be changed without a word."""
    days = cut_offs(now)
    for day in (days.today, days.today + ONE_DAY):
        for meal in Meal:
            if not days.is_open(meal, day):
                yield day, meal.value


def _take_snapshots(due: list[MealOfDay], now: datetime) -> None:
    last_change = PlanChange.objects.aggregate(last=Max("pk"))["last"] or 0
    days = cut_offs(now)
    for day in sorted({day for day, _ in due}):
        quantities = quantities_by_meal(day)
        for meal in (meal for on, meal in due if on == day):
            snapshot = CutoffSnapshot.objects.create(
                date=day, meal=meal, at=days.cut_off(meal, day), last_change=last_change
            )
            CutoffLine.objects.bulk_create(
                CutoffLine(snapshot=snapshot, item_id=item, quantity=quantity, boxes=boxes)
                for item, (quantity, boxes) in sorted(quantities.get(meal, {}).items())
            )


def cut_offs(now: datetime) -> Calendar:
    """Days by their cut-offs alone; a closed one has them, too, for it may have events."""
    return Calendar(frozenset(), {meal: settings.CUT_OFFS[meal.name.lower()] for meal in Meal}, now)
