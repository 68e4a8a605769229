"""The schedule of a request, as much of it as its page shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.timezone import localdate

from oottam.core.errors import DomainError
from oottam.kitchen.services.box_contents import without_dishes
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.initial_schedule import PLANNED
from oottam.plans.models import Meal, MealPlan, PausePeriod, PlanState, Serving, ServingState
from oottam.plans.models.choices import TO_COME
from oottam.plans.services.customer_text import describe_free_days
from oottam.plans.services.plan_preview import PlannedMeal, preview_plan
from oottam.plans.services.repository import calendar_of
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.services.details import details_of, event_of
from oottam.workflow.services.transitions import require_ready

NEXT_SHOWN = 3


@dataclass(slots=True)
class Glance:
    """The days to come with the meals of each, the last day, and how many boxes wait for a day."""

    plan: MealPlan
    next: list[tuple[date, list[str]]] = field(default_factory=list)
    last_day: date | None = None
    held: int = 0
    paused_from: date | None = None
    is_over: bool = True  # nothing of it is to come, or to be settled
    without_dishes: int | None = None  # the box of an event whose dishes nobody has chosen yet


@dataclass(frozen=True, slots=True)
class Outlook:
    """What confirming would make of a request: label and words; or why not, with the `field` at fault."""

    rows: list[tuple[str, str]]
    note: str = ""
    refusal: str = ""
    field: str = ""


def outlook(request: Request, now: datetime, missing: Collection[str]) -> Outlook | None:
    """By the function that makes the plan; None where nothing is planned, or its days are `missing` facts."""
    is_new = request.status == Status.NEW and request.kind in PLANNED
    if not is_new or {"start_date", "days", "date"} & set(missing):
        return None
    try:
        if not missing:
            require_ready(request, localdate(now))
        meals = preview_plan(request, now)
    except DomainError as error:
        return Outlook([], refusal=str(error), field=error.field)
    if not meals:
        return Outlook([("Boxes", "none yet: choose the meals on the plan")])
    rows = [
        (
            str(Meal(each.meal).label),
            _event(request, each.days[0]) if each.meal == Meal.EVENT else _boxes(each),
        )
        for each in meals
    ]
    free = describe_free_days({each.meal: each.free for each in meals})
    note = _fewer(request, meals) or _late(meals, now)
    return Outlook([*rows, *([("Free days", free)] if free else [])], note)


def _event(request: Request, day: date) -> str:
    """As "Sat 12 Dec 2026, 80 guests"; their number is missing until somebody knows it."""
    guests = event_of(request).guests
    number = f", {guests:,} guest{'' if guests == 1 else 's'}" if guests else ""
    return f"{format_day(day)} {day.year}{number}"


def _boxes(planned: PlannedMeal) -> str:
    """As "15 boxes, Mon 7 Dec 2026 to Wed 23 Dec 2026"."""
    number = len(planned.days) + planned.held
    words = [f"{number} box{'' if number == 1 else 'es'}"]
    if planned.days:
        ends = dict.fromkeys((planned.days[0], planned.days[-1]))
        words.append(" to ".join(f"{format_day(day)} {day.year}" for day in ends))
    if planned.held:
        words.append(f"{planned.held} of them on hold")
    return ", ".join(words)


def _late(meals: Sequence[PlannedMeal], now: datetime) -> str:
    """That the kitchen counts on a box by now: of an event alone, since other plans begin later then. "" otherwise."""
    is_open = calendar_of((), now).is_open
    for each in meals:
        if each.meal == Meal.EVENT and each.days and not is_open(each.meal, each.days[0]):
            return (
                f"The kitchen's cut-off for {format_day(each.days[0])} has passed: ask the kitchen first. "
                "Once confirmed, it cannot be undone."
            )
    return ""


def _fewer(request: Request, meals: Sequence[PlannedMeal]) -> str:
    """That days without one of the chosen meals are among those that were agreed; "" where none is."""
    days = details_of(request).days or 0
    if request.kind != Kind.SUBSCRIPTION or all(len(e.days) + e.held >= days for e in meals):
        return ""
    return (
        f"{days} days were agreed, but there are fewer boxes: a weekly-menu meal comes only in "
        "its own week of the four."
    )


def planned(request: Request) -> MealPlan | None:
    """Its plan, unless that is off: then the request can begin anew."""
    plan: MealPlan | None = getattr(request, "plan", None)
    return None if plan is None or plan.state == PlanState.CANCELLED else plan


def glance(request: Request, today: date) -> Glance | None:
    """By one query, and one more for a plan that is paused; None where it has no plan, or had one."""
    plan = planned(request)
    if plan is None:
        return None
    seen = Glance(plan)
    boxes = Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED)
    rows = boxes.order_by("date", "meal").values_list("date", "meal", "state")
    for day, meal, state in rows:
        seen.is_over = seen.is_over and state not in TO_COME
        if day is None:
            seen.held += 1
            continue
        seen.last_day = day
        if state == ServingState.PLANNED and day >= today:
            _add(seen.next, day, str(Meal(meal).label).lower())
    if request.kind == Kind.EVENT:
        seen.without_dishes = (
            without_dishes(today).filter(plan=plan).values_list("pk", flat=True).first()
        )
    if plan.state == PlanState.PAUSED:
        pauses = PausePeriod.objects.filter(plan=plan, to_date=None, undone_at=None)
        seen.paused_from = pauses.values_list("from_date", flat=True).first()
    return seen


def _add(days: list[tuple[date, list[str]]], day: date, meal: str) -> None:
    """Days come in their order."""
    if days and days[-1][0] == day:
        days[-1][1].append(meal)
    elif len(days) < NEXT_SHOWN:
        days.append((day, [meal]))
