"""Preview of the plan that confirming a request creates, and the number of boxes that were used."""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter

from oottam.kitchen.services import dietary_checks
from oottam.plans.services.action_runner import ActionContext
from oottam.plans.services.customer_text import last_days
from oottam.plans.services.planning import ContinuePlan
from oottam.plans.services.repository import load, load_calendar
from oottam.requests.models import Request
from oottam.schedule.choices import USED, is_to_come
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.plan_schedule import Track as DraftTrack
from oottam.schedule.domain.plan_schedule import free_of
from oottam.schedule.initial_schedule import ProposedTrack, propose_schedule
from oottam.schedule.models import Meal, MealPlan, PlanState, Serving, ServingState


def used_boxes(request: Request, now: datetime) -> tuple[int, int]:
    """Return how many charged boxes were cooked or are past their cut-off, and how many are charged. Three queries.

    A failed box does not count while the box that replaces it can still be cancelled.
    """
    plan: MealPlan | None = getattr(request, "plan", None)
    if plan is None or plan.state == PlanState.CANCELLED:
        return 0, 0
    calendar = load_calendar(now)
    rows = Serving.objects.filter(plan=plan, replacement_for=None).exclude(
        state=ServingState.CANCELLED
    )
    charged: list[Serving] = []
    by_number = rows.only("meal", "seq", "date", "state").order_by("meal", "seq")
    for meal, numbered in groupby(by_number, attrgetter("meal")):
        ordered = list(numbered)
        free = free_of(ordered, 0 if meal == Meal.EVENT else plan.free_days)
        charged += ordered[: len(ordered) - len(free)]
    replaced = _replaced_later(plan, calendar)
    used = [row for row in charged if _is_used(row, calendar) and row.pk not in replaced]
    return len(used), len(charged)


def _is_used(row: Serving, calendar: Calendar) -> bool:
    if row.state == ServingState.PLANNED:
        return row.date is not None and not calendar.is_open(row.meal, row.date)
    return row.state in USED


def _replaced_later(plan: MealPlan, calendar: Calendar) -> set[int]:
    """Return the failed boxes whose last replacement is not used yet; one query."""
    rows = Serving.objects.filter(plan=plan).exclude(replacement_for=None)
    replacements = rows.exclude(state=ServingState.CANCELLED).select_related("replacement_for")
    first: dict[int, int] = {}  # what a replacement stands for in the end
    found: set[int] = set()
    for row in replacements.order_by("pk"):
        replaced = row.replacement_for
        if replaced is None or replaced.state != ServingState.FAILED:
            continue
        first[row.pk] = first.get(replaced.pk, replaced.pk)
        if not _is_used(row, calendar):
            found.add(first[row.pk])
    return found


@dataclass(frozen=True, slots=True)
class PlannedMeal:
    """A meal's upcoming boxes: their days, the number on hold, and the free days (None: on hold)."""

    meal: int
    days: tuple[date, ...]
    held: int
    free: tuple[date | None, ...]


def preview_plan(request: Request, now: datetime) -> list[PlannedMeal]:
    """Compute what `create_plan` would store if the request were confirmed now. Raises DomainError as it does."""
    calendar = load_calendar(now)
    proposal = propose_schedule(request, calendar)
    plan: MealPlan | None = getattr(request, "plan", None)
    if plan is None or not dietary_checks.has_begun(plan):
        tracks = sorted(proposal.tracks, key=lambda track: track.meal)
        return [_proposed(track, proposal.free_days) for track in tracks]
    draft = load(plan, calendar)
    ContinuePlan(proposal.start).apply(draft, ActionContext(plan, is_preview=True))
    return [
        _continued(track, plan.free_days, calendar.today)
        for _, track in sorted(draft.tracks.items())
        if track.length
    ]


def _proposed(track: ProposedTrack, free_days: int) -> PlannedMeal:
    days = [day for day, _ in track.boxes]
    return PlannedMeal(track.meal, tuple(sorted(days)), 0, last_days(enumerate(days), free_days))


def _continued(track: DraftTrack, free_days: int, today: date) -> PlannedMeal:
    to_come = [
        serving for serving in track.servings if is_to_come(serving.state, serving.day, today)
    ]
    days = tuple(sorted(serving.day for serving in to_come if serving.day))
    numbered = [(serving.seq, serving.day) for serving in track.counted()]
    return PlannedMeal(track.meal, days, len(to_come) - len(days), last_days(numbered, free_days))
