"""The schedule of a request, as much of it as its page shows."""

from dataclasses import dataclass, field
from datetime import date

from oottam.requests.models import Request
from oottam.schedule.models import Gap, Meal, Plan, PlanState, Serving, ServingState

NEXT_SHOWN = 3
TO_COME = (ServingState.PLANNED, ServingState.HELD)


@dataclass(slots=True)
class Glance:
    """The days to come with the meals of each, the last day, and how many boxes wait for a day."""

    plan: Plan
    next: list[tuple[date, list[str]]] = field(default_factory=list)
    last_day: date | None = None
    held: int = 0
    paused_from: date | None = None
    is_over: bool = True  # nothing of it is to come, or to be settled


def planned(request: Request) -> Plan | None:
    """Its plan, unless that is off: then the request can begin anew."""
    plan: Plan | None = getattr(request, "plan", None)
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
    if plan.state == PlanState.PAUSED:
        pauses = Gap.objects.filter(plan=plan, to_date=None, undone_at=None)
        seen.paused_from = pauses.values_list("from_date", flat=True).first()
    return seen


def _add(days: list[tuple[date, list[str]]], day: date, meal: str) -> None:
    """Days come in their order."""
    if days and days[-1][0] == day:
        days[-1][1].append(meal)
    elif len(days) < NEXT_SHOWN:
        days.append((day, [meal]))
