"""What happens to plans as time passes: requests become active at their first cut-off, and completed after their last
box.

Requests are changed outside the schedule lock, because every change of a request waits for that lock too.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from oottam.audit.log import record
from oottam.kitchen.services.cutoff import lock_schedules
from oottam.plans.domain.calendar import ONE_DAY
from oottam.plans.models import (
    CutoffSnapshot,
    Meal,
    MealPlan,
    PlanState,
    ScheduleLock,
    Serving,
    ServingState,
)
from oottam.plans.models.choices import TO_COME
from oottam.requests.models import Request, Status

_BATCH_SIZE = 500


def activate_due(now: datetime) -> int:
    """Activate confirmed requests whose first cut-off has passed; return how many. One query where none is due."""
    begun = 0
    for snapshot in CutoffSnapshot.objects.filter(has_begun=False):
        begun += _activate(snapshot.date, [snapshot.meal], now)
        CutoffSnapshot.objects.filter(pk=snapshot.pk).update(has_begun=True)
    return begun


def settle(now: datetime, *, since: date | None = None) -> int:
    """Count boxes of past days as delivered; return how many. One query where all days are settled.

    Plans without upcoming boxes end, and their requests are completed. `since` settles all days from that one on
    again.
    """
    yesterday = timezone.localdate(now) - ONE_DAY
    until = ScheduleLock.objects.values_list("settled_until", flat=True).first()
    if since is None and until is not None and until >= yesterday:
        return 0
    days = Serving.objects.filter(date__lte=yesterday)
    if since is not None:
        days = days.filter(date__gte=since)
    elif until is not None:
        days = days.filter(date__gt=until)
    settled = 0
    for day in list(days.order_by("date").values_list("date", flat=True).distinct()):
        if day is not None:
            settled += _settle(day)
            _activate(day, Meal.values, now)
            _complete(day, now)
    with transaction.atomic():
        lock_schedules()
        ScheduleLock.objects.update(settled_until=yesterday)
    return settled


def _settle(day: date) -> int:
    with transaction.atomic():
        lock_schedules()
        planned = Serving.objects.filter(date=day, state=ServingState.PLANNED)
        settled = planned.update(state=ServingState.DELIVERED)
        over = list(_over(day).exclude(state=PlanState.ENDED).values_list("pk", flat=True))
        for some in _batches(over):
            MealPlan.objects.filter(pk__in=some).update(state=PlanState.ENDED)
    return settled


def _activate(day: date, meals: Collection[int], now: datetime) -> int:
    """Activate confirmed requests with a box of these meals on that day."""
    beginning = Serving.objects.filter(
        date=day, meal__in=meals, plan__request__status=Status.CONFIRMED
    ).exclude(state=ServingState.CANCELLED)
    requests = beginning.values_list("plan__request_id", flat=True).distinct()
    return _transition(
        list(requests), (Status.CONFIRMED, Status.ACTIVE), action="request.begin", now=now
    )


def _complete(day: date, now: datetime) -> None:
    """Complete active requests with a box of that day and none to come."""
    requests = _over(day).filter(request__status=Status.ACTIVE).values_list("request_id", flat=True)
    closing = {"closed_at": now, "follow_up_on": None}
    steps = (Status.ACTIVE, Status.COMPLETED)
    _transition(list(requests), steps, action="request.complete", now=now, **closing)


def _over(day: date) -> "QuerySet[MealPlan, MealPlan]":
    on_the_day = Serving.objects.filter(date=day).exclude(state=ServingState.CANCELLED)
    to_come = Serving.objects.filter(plan=OuterRef("pk"), state__in=TO_COME)
    return (
        MealPlan.objects.filter(pk__in=on_the_day.values("plan"))
        .exclude(state=PlanState.CANCELLED)
        .filter(~Exists(to_come))
    )


def _transition(
    requests: Sequence[Any],
    steps: tuple[Status, Status],
    *,
    action: str,
    now: datetime,
    **also: Any,
) -> int:
    """Change the status of requests that still have the first one, each with an audit entry without an actor."""
    before, after = steps
    data = {"status": {"was": before.value, "now": after.value}}
    stepped = 0
    for some in _batches(requests):
        with transaction.atomic():
            still = Request.objects.filter(pk__in=some, status=before)
            rows = list(still.select_for_update().values_list("pk", "reference"))
            Request.objects.filter(pk__in=[number for number, _ in rows]).update(
                status=after, version=F("version") + 1, **also
            )
            for _, reference in rows:
                record(action=action, actor=None, at=now, reference=reference, data=data)
        stepped += len(rows)
    return stepped


def _batches(queryset: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (queryset[at : at + _BATCH_SIZE] for at in range(0, len(queryset), _BATCH_SIZE))
