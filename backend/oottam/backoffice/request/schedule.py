"""The part of a request's schedule that its page shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.timezone import localdate

from oottam.core.errors import DomainError
from oottam.kitchen.services.box_contents import without_dishes
from oottam.plans.services.customer_text import describe_free_days
from oottam.plans.services.plan_preview import PlannedMeal, preview_plan
from oottam.plans.services.repository import calendar_of
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.choices import TO_COME
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.initial_schedule import PLANNED
from oottam.schedule.models import Meal, MealPlan, PausePeriod, PlanState, Serving, ServingState
from oottam.workflow.services.details import details_of, event_of
from oottam.workflow.services.transitions import require_ready

NEXT_SHOWN = 3


@dataclass(slots=True)
class ScheduleSummary:
    """The next days with their meals, the last day, and the number of boxes on hold."""

    plan: MealPlan
    next: list[tuple[date, list[str]]] = field(default_factory=list)
    last_day: date | None = None
    held: int = 0
    paused_from: date | None = None
    is_over: bool = True  # no box is to come or lacks its outcome
    without_dishes: int | None = None  # primary key of an event's box without dishes


@dataclass(frozen=True, slots=True)
class ConfirmationPreview:
    """The plan that confirming would create, as label and text; or the refusal, with the `field` at fault."""

    rows: list[tuple[str, str]]
    note: str = ""
    refusal: str = ""
    field: str = ""


def preview_confirmation(
    request: Request, now: datetime, missing: Collection[str]
) -> ConfirmationPreview | None:
    """Preview the plan; None where nothing is planned, or its days are among the `missing` details."""
    is_new = request.status == Status.NEW and request.kind in PLANNED
    if not is_new or {"start_date", "days", "date"} & set(missing):
        return None
    try:
        if not missing:
            require_ready(request, localdate(now))
        meals = preview_plan(request, now)
    except DomainError as error:
        return ConfirmationPreview([], refusal=str(error), field=error.field)
    if not meals:
        return ConfirmationPreview([("Boxes", "none yet: choose the meals on the plan")])
    rows = [
        (
            str(Meal(meal.meal).label),
            _describe_event(request, meal.days[0])
            if meal.meal == Meal.EVENT
            else _describe_boxes(meal),
        )
        for meal in meals
    ]
    free = describe_free_days({meal.meal: meal.free for meal in meals})
    note = _warn_of_fewer_boxes(request, meals) or _warn_of_cutoff(meals, now)
    return ConfirmationPreview([*rows, *([("Free days", free)] if free else [])], note)


def _describe_event(request: Request, day: date) -> str:
    """Format as "Sat 12 Dec 2026, 80 guests"."""
    guests = event_of(request).guests
    number = f", {guests:,} guest{'' if guests == 1 else 's'}" if guests else ""
    return f"{format_day(day)} {day.year}{number}"


def _describe_boxes(planned: PlannedMeal) -> str:
    """Format as "15 boxes, Mon 7 Dec 2026 to Wed 23 Dec 2026"."""
    number = len(planned.days) + planned.held
    parts = [f"{number} box{'' if number == 1 else 'es'}"]
    if planned.days:
        ends = dict.fromkeys((planned.days[0], planned.days[-1]))
        parts.append(" to ".join(f"{format_day(day)} {day.year}" for day in ends))
    if planned.held:
        parts.append(f"{planned.held} of them on hold")
    return ", ".join(parts)


def _warn_of_cutoff(meals: Sequence[PlannedMeal], now: datetime) -> str:
    """Warn that an event's box is past the kitchen's cut-off; "" otherwise. Other plans begin after it."""
    is_open = calendar_of((), now).is_open
    for meal in meals:
        if meal.meal == Meal.EVENT and meal.days and not is_open(meal.meal, meal.days[0]):
            return (
                f"The kitchen's cut-off for {format_day(meal.days[0])} has passed: ask the kitchen first. "
                "Once confirmed, it cannot be undone."
            )
    return ""


def _warn_of_fewer_boxes(request: Request, meals: Sequence[PlannedMeal]) -> str:
    """Warn that a subscription's agreed days have fewer boxes of some meal; "" otherwise."""
    days = details_of(request).days or 0
    if request.kind != Kind.SUBSCRIPTION or all(len(e.days) + e.held >= days for e in meals):
        return ""
    return (
        f"{days} days were agreed, but there are fewer boxes: a weekly-menu meal comes only in "
        "its own week of the four."
    )


def planned(request: Request) -> MealPlan | None:
    """Return the request's plan; None for a cancelled one, which a new plan may replace."""
    plan: MealPlan | None = getattr(request, "plan", None)
    return None if plan is None or plan.state == PlanState.CANCELLED else plan


def schedule_summary(request: Request, today: date) -> ScheduleSummary | None:
    """Read the schedule by one query, and one more for a paused plan; None without a plan."""
    plan = planned(request)
    if plan is None:
        return None
    summary = ScheduleSummary(plan)
    boxes = Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED)
    rows = boxes.order_by("date", "meal").values_list("date", "meal", "state")
    for day, meal, state in rows:
        summary.is_over = summary.is_over and state not in TO_COME
        if day is None:
            summary.held += 1
            continue
        summary.last_day = day
        if state == ServingState.PLANNED and day >= today:
            _add_meal(summary.next, day, str(Meal(meal).label).lower())
    if request.kind == Kind.EVENT:
        summary.without_dishes = (
            without_dishes(today).filter(plan=plan).values_list("pk", flat=True).first()
        )
    if plan.state == PlanState.PAUSED:
        pauses = PausePeriod.objects.filter(plan=plan, to_date=None, undone_at=None)
        summary.paused_from = pauses.values_list("from_date", flat=True).first()
    return summary


def _add_meal(days: list[tuple[date, list[str]]], day: date, meal: str) -> None:
    """Add a meal to its day; called in the order of days."""
    if days and days[-1][0] == day:
        days[-1][1].append(meal)
    elif len(days) < NEXT_SHOWN:
        days.append((day, [meal]))
