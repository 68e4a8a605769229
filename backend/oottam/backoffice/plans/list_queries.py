"""Finds the plans of a list, a page at a time, by as many queries for fifty as for one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from oottam.backoffice.frame.searching import searched
from oottam.backoffice.plans.filters import (
    CANCELLED,
    ENDED,
    ENDING,
    PAUSED,
    STARTING,
    TO_MAKE_UP,
    PlanFilter,
)
from oottam.backoffice.plans.strip import monday_of
from oottam.requests.models import Request
from oottam.schedule.models import Meal, Plan, PlanState, Serving, ServingState, Track

PER_PAGE = 50
MADE_UP_WITHIN = timedelta(days=30)  # later nobody asks for it any more
_STANDING = (ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED)
_DATED = (*_STANDING, ServingState.FORFEITED)
_STATES = {PAUSED: PlanState.PAUSED, ENDED: PlanState.ENDED, CANCELLED: PlanState.CANCELLED}
_NOT_GOT = (ServingState.FAILED, ServingState.FORFEITED)


@dataclass(slots=True)
class Row:
    """A plan as the list shows it."""

    plan: Plan
    meals: list[str] = field(default_factory=list)
    next_day: date | None = None
    last_day: date | None = None
    held: int = 0
    to_make_up: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a list, and the number of the last one, where more come."""

    rows: list[Row]
    next: int | None


def page_of(asked: PlanFilter, today: date) -> Page:
    """The rows of one page, the newest plans first; `today` in India."""
    found = _found(asked, today).order_by("-pk")
    if asked.behind:
        found = found.filter(pk__lt=asked.behind)
    plans = list(found.select_related("request").defer("request__body")[: PER_PAGE + 1])
    shown = plans[:PER_PAGE]
    return Page(_rows(shown, today), shown[-1].pk if len(plans) > PER_PAGE else None)


def _found(asked: PlanFilter, today: date) -> QuerySet[Plan]:
    found = Plan.objects.all()
    if asked.words:
        found = found.filter(request__in=searched(Request.objects.all(), asked.words))
    mine = Serving.objects.filter(plan=OuterRef("pk"))
    monday = monday_of(today)
    sunday = monday + timedelta(days=6)
    if asked.which in _STATES:
        return found.filter(state=_STATES[asked.which])
    if asked.which == TO_MAKE_UP:
        return found.filter(Exists(_not_made_up(today).filter(plan=OuterRef("pk"))))
    if asked.which == STARTING:
        found = found.filter(
            ~Exists(mine.filter(date__lt=monday, state__in=_DATED)),
            Exists(mine.filter(date__range=(monday, sunday), state__in=_STANDING)),
        )
    if asked.which == ENDING:
        found = found.filter(
            Exists(mine.filter(date__range=(monday, sunday), state__in=_STANDING)),
            ~Exists(mine.filter(date__gt=sunday, state__in=_DATED)),
            ~Exists(mine.filter(state=ServingState.HELD)),
        )
        return found.exclude(state=PlanState.CANCELLED)  # ended on Tuesday is ended this week
    # Whoever searches looks for one plan, whatever has become of it.
    if asked.words and not asked.which:
        return found
    return found.filter(state__in=(PlanState.RUNNING, PlanState.PAUSED))


def _not_made_up(today: date) -> QuerySet[Serving]:
    again = Serving.objects.filter(makes_up=OuterRef("pk")).exclude(state=ServingState.CANCELLED)
    return Serving.objects.filter(
        ~Exists(again.filter(plan=OuterRef("plan"))),  # by the plan's index
        state__in=_NOT_GOT,
        date__gte=today - MADE_UP_WITHIN,
    ).exclude(plan__state=PlanState.CANCELLED)


def _rows(plans: Sequence[Plan], today: date) -> list[Row]:
    rows = {plan.pk: Row(plan) for plan in plans}
    tracks = Track.objects.filter(plan__in=plans, servings__gt=0).exclude(meal=Meal.EVENT)
    for track in tracks.order_by("plan", "meal"):
        rows[track.plan_id].meals.append(f"{Meal(track.meal).label} {track.servings}")
    boxes = Serving.objects.filter(plan__in=plans).order_by().values("plan_id")
    for plan, next_day, last_day, held in boxes.annotate(
        next_day=Min("date", filter=Q(state=ServingState.PLANNED, date__gte=today)),
        last_day=Max("date", filter=Q(state__in=_DATED)),
        held=Count("pk", filter=Q(state=ServingState.HELD)),
    ).values_list("plan_id", "next_day", "last_day", "held"):
        row = rows[plan]
        row.next_day, row.last_day, row.held = next_day, last_day, held
    waiting = _not_made_up(today).filter(plan__in=plans)
    for plan in waiting.values_list("plan_id", flat=True):
        rows[plan].to_make_up += 1
    return list(rows.values())
