"""Boxes of earlier days without a result, until the desk says what became of each."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.delivery.models import DeliveryOutcome, Outcome
from oottam.delivery.progress import places_of_boxes
from oottam.delivery.services import outcomes
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.services.day_closing import end_plans
from oottam.schedule.choices import boxes_without_result
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import MealPlan, ScheduleState, Serving, ServingState

_KEY = "no-result"  # begins the keys of outcomes that were recorded here


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A box without a result. `route` and `rider` are "" where it had none."""

    serving_id: int
    reference: str
    name: str
    caller: str
    day: date
    meal: int
    route: str
    rider: str


def open_boxes(today: date) -> "QuerySet[Serving, Serving]":
    """Return the boxes of earlier days without a result."""
    return Serving.objects.order_by().filter(boxes_without_result(today))


def list_open_boxes(today: date, limit: int) -> list[OpenBox]:
    """Return at most `limit`, the oldest first; one query, and two for each of their days."""
    rows = open_boxes(today).order_by("date", "meal", "pk").select_related("plan__request")
    boxes = [(row, row.date) for row in rows.defer("plan__request__body")[:limit] if row.date]
    places = {day: places_of_boxes(day) for day in {day for _, day in boxes}}
    return [
        OpenBox(
            row.pk, row.plan.request.reference, row.plan.request.customer_name,
            row.plan.request.phone_normalised, day, row.meal, *places[day].get(row.pk, ("", "")),
        )
        for row, day in boxes
    ]  # fmt: skip


def key_of(token: str, serving_id: int, now: datetime) -> str:
    """Return the key of an outcome that is recorded here, by which a repeated form counts once."""
    return f"{_key_of_today(now)}{token}-{serving_id}"


def record_delivered(
    *, serving_ids: Collection[int], token: str, actor: User, now: datetime
) -> int:
    """Record those of these boxes that still have no result as delivered; return how many. `token` is the form's."""
    today = timezone.localdate(now)
    with transaction.atomic():
        lock_and_snapshot(now)
        chosen = open_boxes(today).filter(pk__in=serving_ids).select_related("plan__request")
        boxes = [row for row in chosen.order_by("pk") if row.date]
        numbers = [row.pk for row in boxes]
        DeliveryOutcome.objects.bulk_create(
            DeliveryOutcome(
                serving=row,
                key=key_of(token, row.pk, now),
                outcome=Outcome.DELIVERED,
                tapped_at=outcomes.within_day(now, row.date or today, now),
                by=actor,
                at=now,
                stands=True,
            )
            for row in boxes
        )
        Serving.objects.filter(pk__in=numbers).update(state=ServingState.DELIVERED)
        plans = {row.plan_id for row in boxes}
        MealPlan.objects.filter(pk__in=plans).update(version=F("version") + 1)
        for row in boxes:
            data = {"reason": "", "uncounted": ""}
            outcomes.record_about(row, action="delivery.delivered", actor=actor, now=now, **data)
    end_plans(Q(pk__in=numbers), now)
    return len(boxes)


def record_failed(
    *, serving_id: int, token: str, reason: str, words: str, actor: User, now: datetime
) -> None:
    """Record that the box was not delivered; it then waits for the desk's decision. Raises DomainError."""
    serving = open_boxes(timezone.localdate(now)).filter(pk=serving_id).first()
    if serving is None or serving.date is None:
        raise DomainError("This box has a result by now.")
    event = DeliveryEvent(
        key_of(token, serving_id, now), serving_id, Outcome.FAILED, now, reason, words
    )
    outcomes.record_outcome(event=event, day=serving.date, meal=serving.meal, actor=actor, now=now)


def recorded_today(now: datetime) -> list[DeliveryOutcome]:
    """Return the outcomes that were recorded here today, which can be undone until midnight; one query."""
    rows = DeliveryOutcome.objects.filter(key__startswith=_key_of_today(now), stands=True)
    return list(rows.select_related("serving__plan__request").order_by("-pk"))


def undo(*, outcome_ids: Collection[int], actor: User, now: datetime) -> int:
    """Undo these outcomes of today; return how many. Those that were dealt with since are left as they are."""
    undone = 0
    for outcome in recorded_today(now):
        if outcome.pk not in outcome_ids or outcome.serving.date is None:
            continue
        try:
            outcomes.undo(
                key=outcome.key,
                day=outcome.serving.date,
                meal=outcome.serving.meal,
                actor=actor,
                now=now,
            )
        except DomainError:
            continue
        undone += 1
    return undone


def set_counts_as_delivered(*, counts: bool, actor: User, now: datetime) -> None:
    """Set whether routed boxes without a result count as delivered from the next closing of a day on."""
    with transaction.atomic():
        lock_schedules()
        [before] = ScheduleState.objects.values_list("counts_as_delivered", flat=True)
        ScheduleState.objects.update(counts_as_delivered=counts)
        data = {"counts_as_delivered": {"was": before, "now": counts}}
        record(action="delivery.rule", actor=actor, at=now, data=data)


def _key_of_today(now: datetime) -> str:
    return f"{_KEY}-{timezone.localdate(now):%y%m%d}-"
