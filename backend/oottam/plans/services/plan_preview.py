"""What confirming a request would make of it, and how much of a plan the kitchen has cooked."""

from dataclasses import dataclass
from datetime import date, datetime

from oottam.kitchen.services import dietary_checks
from oottam.plans.domain.plan_schedule import Track as DraftTrack
from oottam.plans.initial_schedule import (
    ProposedTrack,
    proposal,
)
from oottam.plans.models import (
    Meal,
    MealPlan,
    PlanState,
    Serving,
    ServingState,
    Track,
)
from oottam.plans.models.choices import TO_COME, USED
from oottam.plans.services import action_runner
from oottam.plans.services.customer_text import last_days
from oottam.plans.services.planning import ContinuePlan
from oottam.plans.services.repository import calendar, load
from oottam.requests.models import Request


def used_boxes(request: Request, now: datetime) -> tuple[int, int]:
    """Of the boxes that are charged, how many the kitchen has cooked or counts on; by three queries."""
    kept: MealPlan | None = getattr(request, "plan", None)
    if kept is None or kept.state == PlanState.CANCELLED:
        return 0, 0
    servings = dict(Track.objects.filter(plan=kept).values_list("meal", "servings"))
    days = calendar(now)
    rows = Serving.objects.filter(plan=kept, replacement_for=None).exclude(
        state=ServingState.CANCELLED
    )
    charged = [
        row
        for row in rows.only("meal", "seq", "date", "state")
        if row.meal == Meal.EVENT or row.seq <= servings.get(row.meal, 0) - kept.free_days
    ]
    used = [
        row
        for row in charged
        if row.state in USED
        or (row.state == ServingState.PLANNED and row.date and not days.is_open(row.meal, row.date))
    ]
    return len(used), len(charged)


@dataclass(frozen=True, slots=True)
class PlannedMeal:
    """The boxes of a meal that are to come: their days, how many have none, and which are free (None: held)."""

    meal: int
    days: tuple[date, ...]
    held: int
    free: tuple[date | None, ...]


def what_it_becomes(request: Request, now: datetime) -> list[PlannedMeal]:
    """What `plan` would make of a request that is confirmed at this moment; raises DomainError as it does."""
    days = calendar(now)
    found = proposal(request, days)
    kept: MealPlan | None = getattr(request, "plan", None)
    if kept is None or not dietary_checks.has_begun(kept):
        tracks = sorted(found.tracks, key=lambda track: track.meal)
        return [_proposed(track, found.free_days) for track in tracks]
    draft = load(kept, days)
    with action_runner.days_found():
        ContinuePlan(found.start).apply(draft, action_runner.ActionContext(kept, is_preview=True))
    return [
        _going_on(track, kept.free_days)
        for _, track in sorted(draft.tracks.items())
        if track.servings
    ]


def _proposed(track: ProposedTrack, free_days: int) -> PlannedMeal:
    days = [day for day, _ in track.boxes]
    return PlannedMeal(track.meal, tuple(sorted(days)), 0, last_days(enumerate(days), free_days))


def _going_on(track: DraftTrack, free_days: int) -> PlannedMeal:
    to_come = [box for box in track.boxes if box.state in TO_COME]
    days = tuple(sorted(box.day for box in to_come if box.day))
    numbered = [(box.seq, box.day) for box in track.counted()]
    return PlannedMeal(track.meal, days, len(to_come) - len(days), last_days(numbered, free_days))
