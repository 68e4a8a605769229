"""What happens to plans as time passes: requests become active at their first cut-off, and completed after their last
box. A box of a past day without a result keeps its plan open: nobody knows whether it was delivered.

Requests are changed outside the schedule lock, because every change of a request waits for that lock too.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.audit.log import record
from oottam.core.hook import Hook
from oottam.requests.models import Request, Status
from oottam.schedule.choices import ON_THE_DAY, TO_COME
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    CutoffSnapshot,
    MealPlan,
    PlanState,
    ScheduleState,
    Serving,
    ServingState,
)

_BATCH_SIZE = 500


def activate_due(now: datetime) -> int:
    """Activate confirmed requests whose first cut-off has passed; return how many. One query where none is due."""
    begun = 0
    for snapshot in CutoffSnapshot.objects.filter(has_begun=False):
        begun += _activate(Q(date=snapshot.date, meal=snapshot.meal), now)
        CutoffSnapshot.objects.filter(pk=snapshot.pk).update(has_begun=True)
    return begun


def settle(now: datetime, *, since: date | None = None) -> int:
    """Close past days; return how many boxes count as delivered. One query where all days are closed.

    Boxes without a result count as delivered only where the shop says so, and they had a route. Plans with neither
    upcoming boxes nor boxes without a result end, and their requests are completed. `since` closes all days from that
    one on again.
    """
    yesterday = timezone.localdate(now) - ONE_DAY
    until = ScheduleState.objects.values_list("settled_until", flat=True).first()
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
            settled += _count_as_delivered(day)
            end_plans(Q(date=day), now)
    with transaction.atomic():
        lock_schedules()
        ScheduleState.objects.update(settled_until=yesterday)
    return settled


def counts_as_delivered() -> bool:
    """Return whether a box on a route without a result counts as delivered, as it does until the owner decides."""
    stored = list(ScheduleState.objects.values_list("counts_as_delivered", flat=True))
    return bool(stored) and stored[0] is not False


def end_plans(boxes: Q, now: datetime) -> None:
    """End plans with one of these boxes of past days, whose boxes are over and have a result; complete their requests."""
    today = timezone.localdate(now)
    with transaction.atomic():
        lock_schedules()
        over = _over(boxes, today).exclude(state=PlanState.ENDED)
        for some in _batches(list(over.values_list("pk", flat=True))):
            MealPlan.objects.filter(pk__in=some).update(state=PlanState.ENDED)
    _activate(boxes, now)
    requests = _over(boxes, today).filter(request__status=Status.ACTIVE)
    _transition(
        list(requests.values_list("request_id", flat=True)),
        (Status.ACTIVE, Status.COMPLETED),
        action=RequestAction.COMPLETE,
        now=now,
        closed_at=now,
        follow_up_on=None,
    )


def continue_plan(plan: MealPlan, now: datetime) -> None:
    """Reopen an ended plan and its request, because the result of a past box was undone."""
    continued = MealPlan.objects.filter(pk=plan.pk, state=PlanState.ENDED)
    if continued.update(state=PlanState.RUNNING):
        _transition(
            [plan.request_id],
            (Status.COMPLETED, Status.ACTIVE),
            action=RequestAction.BEGIN,
            now=now,
            closed_at=None,
        )


@Hook
def routed_boxes(day: date) -> Collection[int]:
    """Return the day's boxes that had a route."""
    raise NotImplementedError


def _count_as_delivered(day: date) -> int:
    if not counts_as_delivered():
        return 0
    with transaction.atomic():
        lock_schedules()
        return sum(
            Serving.objects.filter(pk__in=some, state=ServingState.PLANNED).update(
                state=ServingState.DELIVERED
            )
            for some in _batches(list(routed_boxes(day)))
        )


def _activate(boxes: Q, now: datetime) -> int:
    """Activate confirmed requests with one of these boxes."""
    beginning = Serving.objects.filter(boxes, plan__request__status=Status.CONFIRMED).exclude(
        state=ServingState.CANCELLED
    )
    requests = beginning.values_list("plan__request_id", flat=True).distinct()
    return _transition(
        list(requests), (Status.CONFIRMED, Status.ACTIVE), action=RequestAction.BEGIN, now=now
    )


def _over(boxes: Q, today: date) -> "QuerySet[MealPlan, MealPlan]":
    """Plans with one of these boxes, with none to come or without a result, and none on today, which is not over."""
    chosen = Serving.objects.filter(boxes).exclude(state=ServingState.CANCELLED)
    is_open = Q(state__in=TO_COME) | Q(state__in=ON_THE_DAY, date__gte=today)
    return (
        MealPlan.objects.filter(pk__in=chosen.values("plan"))
        .exclude(state=PlanState.CANCELLED)
        .filter(~Exists(Serving.objects.filter(is_open, plan=OuterRef("pk"))))
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
