"""The queries of a plan's page; their number does not grow with its days."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q, prefetch_related_objects
from django.shortcuts import get_object_or_404

from oottam.core.days import WHOLE_DAY
from oottam.plans.services.action_runner import MovedServing
from oottam.plans.services.repository import calendar_of
from oottam.schedule.choices import DATED
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.plan_schedule import PauseSpan
from oottam.schedule.models import (
    BoxLine,
    ClosedDay,
    MealPlan,
    PausePeriod,
    PlanChange,
    Serving,
    Track,
)
from oottam.workflow.models import LaterAddress

CHANGES_SHOWN = 100
_BEFORE_THE_FIRST = timedelta(days=35)  # closed days of the weeks that can be shown


@dataclass(slots=True)
class ServingRow:
    """A serving as the page shows it, with the day from which a change moved it to its day."""

    serving_id: int
    meal: int
    seq: int
    day: date | None
    state: int
    box_contents: int
    replacement_for: int | None
    is_exception: bool
    moved_from: date | None = None


@dataclass(frozen=True, slots=True)
class PlanData:
    """A plan with its boxes and their contents, its pauses and closed days, and its changes."""

    plan: MealPlan
    tracks: list[Track]
    boxes: list[ServingRow]
    dishes: Mapping[int, list[BoxLine]]  # by the primary key of the box contents
    pauses: list[PauseSpan]
    addresses: list[LaterAddress]  # by first day
    closed: Mapping[tuple[date, int], str]  # reason by day and meal; meal 0 is every meal
    changes: list[PlanChange]
    moves_by_change: Mapping[int, list[MovedServing]]  # by the change's primary key

    def calendar(self, now: datetime) -> Calendar:
        return calendar_of(self.closed, now)

    def last_day(self) -> date | None:
        """Return the day of the last box, delivered or to come; None without one."""
        return max(self._days(), default=None)

    def first_day(self) -> date:
        """Return the day of the first box, or the agreed start."""
        return min(self._days(), default=self.plan.start_date)

    def _days(self) -> Iterator[date]:
        return (box.day for box in self.boxes if box.day and box.state in DATED)


def plan_of(reference: str) -> MealPlan:
    """Load the plan with its request; raises Http404."""
    return get_object_or_404(
        MealPlan.objects.select_related("request"), request__reference=reference
    )


def load_plan_data(reference: str) -> PlanData | None:
    """Load all that the page shows; None where the request has no plan."""
    rows = list(
        MealPlan.objects.select_related("request__fulfilment")
        .filter(request__reference=reference)
        .annotate(
            meal=F("tracks__meal"), servings=F("tracks__servings"), weekdays=F("tracks__weekdays")
        )
        .order_by("tracks__meal")
    )
    if not rows:
        return None
    plan = rows[0]
    prefetch_related_objects([plan.request], "later_addresses")
    boxes, moves_by_change = _boxes(plan)
    return PlanData(
        plan=plan,
        tracks=[
            Track(meal=row.meal, servings=row.servings, weekdays=row.weekdays)
            for row in rows
            if row.servings
        ],
        boxes=boxes,
        dishes=_dishes(plan),
        pauses=_pauses(plan),
        addresses=[row for row in plan.request.later_addresses.all() if row.undone_at is None],
        closed=_closed_days(plan),
        changes=_changes(plan, moves_by_change),
        moves_by_change=moves_by_change,
    )


def _boxes(plan: MealPlan) -> tuple[list[ServingRow], dict[int, list[MovedServing]]]:
    """Read boxes, and moves by change; `moved_from` comes from the last entry that set the box's day."""
    rows: Iterable[tuple[Any, ...]] = (
        Serving.objects.filter(plan=plan)
        .order_by("meal", "seq", "changes__pk")
        .values_list(
            "pk", "meal", "seq", "date", "state", "box_contents_id", "replacement_for_id", "is_exception",
            "changes__change_id", "changes__date_before", "changes__date_after",
            "changes__state_before", "changes__state_after",
        )
    )  # fmt: skip
    boxes: dict[int, ServingRow] = {}
    moves_by_change: dict[int, list[MovedServing]] = {}
    for row in rows:
        serving_id, meal, seq, day, state, box_contents, replacement_for, is_exception = row[:8]
        box = boxes.get(serving_id)
        if box is None:
            box = ServingRow(
                serving_id, meal, seq, day, state, box_contents, replacement_for, is_exception
            )
            boxes[serving_id] = box
        change_id, before, after, state_before, state_after = row[8:]
        if change_id is None:
            continue
        moved = MovedServing(
            serving_id=serving_id,
            meal=meal,
            seq=seq,
            from_date=before,
            to_date=after,
            state_before=state_before,
            state=state_after,
        )
        moves_by_change.setdefault(change_id, []).append(moved)
        if after is not None and after == day and before != after:
            box.moved_from = before
    return list(boxes.values()), moves_by_change


def _dishes(plan: MealPlan) -> dict[int, list[BoxLine]]:
    result: dict[int, list[BoxLine]] = {}
    for line in BoxLine.objects.filter(box_contents__plan=plan).order_by(
        "box_contents_id", "position"
    ):
        result.setdefault(line.box_contents_id, []).append(line)
    return result


def _pauses(plan: MealPlan) -> list[PauseSpan]:
    rows = PausePeriod.objects.filter(plan=plan, undone_at=None).order_by("from_date", "pk")
    return [
        PauseSpan(row.pk, row.meals, row.from_date, row.to_date, original_last=row.to_date)
        for row in rows
    ]


def _closed_days(plan: MealPlan) -> dict[tuple[date, int], str]:
    """Return the reasons by day and meal."""
    closed = ClosedDay.objects.filter(date__gte=plan.start_date - _BEFORE_THE_FIRST)
    return {(row.date, row.meal): row.reason for row in closed}


def _changes(plan: MealPlan, moving: Iterable[int]) -> list[PlanChange]:
    """Return changes newest first, with those of closed days, which belong to no plan, by their moves."""
    changes = PlanChange.objects.filter(Q(plan=plan) | Q(pk__in=moving))
    return list(changes.select_related("by", "undone_by").order_by("-pk")[:CHANGES_SHOWN])


def why_closed(closed: Mapping[tuple[date, int], str], meal: int, day: date) -> str | None:
    """Return the reason; None where the day is open."""
    return closed.get((day, WHOLE_DAY), closed.get((day, meal)))
