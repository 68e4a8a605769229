"""One plan: its weeks, what can be done to them, what lies in its boxes, what was done."""

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.food import FoodFields, food_view, is_agreed
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.plans import island, queries
from oottam.backoffice.plans.boxes import contents
from oottam.backoffice.plans.history import history
from oottam.backoffice.plans.timeline import (
    WEEK,
    WEEKS_SHOWN,
    build_timeline,
    first_monday,
    monday_of,
)
from oottam.core.days import parse_day
from oottam.core.errors import DomainError
from oottam.kitchen.services.dietary_acceptance import accept_running
from oottam.kitchen.services.dietary_checks import FoodCheck, check_items, check_plan
from oottam.plans.models import Meal, PlanState, ServingState
from oottam.plans.models.choices import TO_COME
from oottam.plans.services.customer_text import describe_free_days, last_days
from oottam.requests.models import Request

NO_PLAN = "It has no plan yet: it gets one when it is confirmed."
CHANGES_SHOWN = 8  # the rest is folded away
SETS_SHOWN = 6
YEARS = timedelta(days=2000)  # further from the plan's own days nobody looks


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest, reference: str) -> HttpResponse:
    """Four weeks of it, from the Monday that the address names."""
    return _page(request, reference)


def _page(request: StaffRequest, reference: str, refused: FoodFields | None = None) -> HttpResponse:
    """The plan; with the ticks over its dishes that were `refused`, as they were sent (422)."""
    found = queries.everything_about(reference)
    if found is None:
        return _to_its_request(request, reference)
    days = found.calendar(timezone.now())
    begin = _begin(request.GET.get("from", ""), found, days.today)
    told, sets = history(found), contents(found, days.today)
    done = parse_pk(request.GET.get("done", ""))
    plan = found.plan
    is_over = plan.state == PlanState.CANCELLED
    coming = {box.box_contents for box in found.boxes if box.state in TO_COME}
    items = [(line.item_id, box in coming) for box, lines in found.dishes.items() for line in lines]
    food = None if is_over else check_items(plan, items)
    shown: dict[str, Any] = {
        "title": f"Plan {plan.request.reference}",
        "plan": plan,
        "asked_for": plan.request,
        "is_event": any(track.meal == Meal.EVENT for track in found.tracks),
        "is_over": is_over,
        "food": food_view(food),
        "accept": refused or _accept_form(None, food),
        "tracks": build_timeline(found, days, begin),
        "summary": _summary(found),
        "first_day": found.first_day(),
        "last_day": found.last_day(),
        "free": _free(found),
        "held": sum(box.state == ServingState.HELD for box in found.boxes),
        "can_pause": any(
            box.state == ServingState.PLANNED and box.day and days.is_open(box.meal, box.day)
            for box in found.boxes
        ),
        "paused_from": min(
            (gap.first for gap in found.absences if gap.is_open_ended), default=None
        ),
        "earlier": begin - WEEKS_SHOWN * WEEK,
        "later": begin + WEEKS_SHOWN * WEEK,
        "last_shown": begin + WEEKS_SHOWN * WEEK - timedelta(days=1),
        "begin": begin,
        "changes": told[:CHANGES_SHOWN],
        "older_changes": told[CHANGES_SHOWN:],
        "sets": sets[:SETS_SHOWN],
        "more_sets": sets[SETS_SHOWN:],
        "done": next((each for each in told if each.change.pk == done), None),
        "data": island.data(found, days, begin),
    }
    status = 422 if refused else 200
    return render(request, "backoffice/plans/plan.html", shown, status=status)


@staff_action(Permission.WORK_REQUESTS)
def accept(request: StaffRequest, reference: str) -> HttpResponse:
    """What clashes in a plan that runs was agreed with its customer."""
    plan = queries.plan_of(reference)
    form = _accept_form(request.POST, check_plan(plan))
    if form and form.is_valid():
        try:
            accept_running(
                plan_id=plan.pk, accepted=form.accepted(), actor=request.user, now=timezone.now()
            )
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
            return _page(request, reference, form)
        messages.success(request, "Saved as agreed.")
    return redirect("backoffice:plan", reference)


def _accept_form(data: Any, food: FoodCheck | None) -> FoodFields | None:
    """The ticks and the reason; None where nothing is to be agreed."""
    if food is None or is_agreed(food):
        return None
    form = FoodFields(data, auto_id="accept-%s", label_suffix="")
    form.ask(food)
    return form


def _to_its_request(request: StaffRequest, reference: str) -> HttpResponse:
    if not Request.objects.filter(reference=reference).exists():
        raise Http404
    messages.info(request, NO_PLAN)
    return redirect("backoffice:request", reference)


def _begin(asked: str, found: queries.Found, today: date) -> date:
    """The Monday that is asked for, if it lies anywhere near the plan."""
    day = parse_day(asked)
    if day is None or not abs(day - found.plan.start_date) < YEARS:
        return first_monday(found, today)
    return monday_of(day)


def _free(found: queries.Found) -> str:
    """On which days what is free comes."""
    numbered: dict[int, list[tuple[int, date | None]]] = {}
    for box in found.boxes:
        if box.replacement_for is None and box.state != ServingState.CANCELLED:
            numbered.setdefault(box.meal, []).append((box.seq, box.day))
    count = found.plan.free_days
    return describe_free_days({meal: last_days(boxes, count) for meal, boxes in numbered.items()})


def _summary(found: queries.Found) -> list[tuple[str, int, int]]:
    """Of each meal: what it is called, how many boxes were ordered, and how many of them came."""
    return [
        (
            str(Meal(track.meal).label),
            track.servings,
            sum(
                box.meal == track.meal and box.state == ServingState.DELIVERED
                for box in found.boxes
            ),
        )
        for track in found.tracks
    ]
