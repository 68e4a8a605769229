"""The list of plans, and the page of one: weeks, actions, contents, history."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.dietary import FoodFields, food_view, is_agreed, labels
from oottam.backoffice.plans import filters, list_queries, queries
from oottam.backoffice.plans.addresses import address_rows
from oottam.backoffice.plans.forms import COMMON_REASONS
from oottam.backoffice.plans.history import history_entries
from oottam.backoffice.plans.queries import PlanData, ServingRow
from oottam.backoffice.plans.timeline import (
    WEEK,
    WEEKS_SHOWN,
    box_views,
    build_timeline,
    first_monday,
    monday_of,
)
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import parse_day
from oottam.core.direction import isolated_text
from oottam.core.errors import DomainError
from oottam.kitchen.services.dietary_acceptance import accept_running
from oottam.kitchen.services.dietary_checks import FoodCheck, check_items, check_plan
from oottam.plans.services import change_receipts, customer_rules
from oottam.plans.services.customer_text import describe_free, spans
from oottam.requests.models import Request
from oottam.schedule.choices import CustomerChanges, has_no_result, is_to_come
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.models import BoxLine, Meal, MealPlan, PlanState, ServingState
from oottam.workflow.services.allergy_mentions import allergy_mentions
from oottam.workflow.services.details import details_of


def contents(plan_data: PlanData, today: date) -> list[tuple[str, list[BoxLine]]]:
    """Return headings as "Lunch, 7 to 12 Dec" with their dishes, in the order of days, held boxes last."""
    groups: dict[tuple[int, int], list[ServingRow]] = {}
    for box in plan_data.boxes:
        if is_to_come(box.state, box.day, today):
            groups.setdefault((box.box_contents, box.meal), []).append(box)
    weekdays = {track.meal: track.weekdays for track in plan_data.tracks}
    ordered = sorted(
        groups.items(),
        key=lambda group: min((box.day or date.max, box.meal) for box in group[1]),
    )
    return [
        (
            f"{Meal(meal).label}, {_when(boxes, weekdays.get(meal, 0))}",
            plan_data.dishes.get(box_contents, []),
        )
        for (box_contents, meal), boxes in ordered
    ]


def _when(boxes: list[ServingRow], weekdays: int) -> str:
    days = sorted(box.day for box in boxes if box.day)
    held = len(boxes) - len(days)
    parts = [spans(days, weekdays)] if days else []
    if held:
        parts.append(f"{held} held")
    return ", ".join(parts)


# The island can show where boxes move within these weeks; moves further away are described as text.
WEEKS_KNOWN = 16


def island_data(plan_data: PlanData, calendar: Calendar, begin: date) -> dict[str, Any]:
    """Return JSON: dates as 2026-12-07, meals as numbers, weekdays as bits from Monday on.

    Only boxes of the weeks that can be shown, so that a year's plan stays small.
    """
    end = begin + WEEKS_KNOWN * WEEK
    return {
        "version": plan_data.plan.version,
        "address": reverse("backoffice:plan", args=[plan_data.plan.request.reference]),
        "state": plan_data.plan.state,
        "today": calendar.today,
        "begin": begin,
        "weeks": WEEKS_SHOWN,
        "weeksKnown": WEEKS_KNOWN,
        "reasons": COMMON_REASONS,
        "tracks": [
            {
                "meal": track.meal,
                "label": Meal(track.meal).label,
                "servings": track.servings,
                "weekdays": track.weekdays,
                "open": calendar.first_open(track.meal),
                "boxes": [
                    {
                        "id": box.serving_id,
                        "day": day,
                        "state": box.state,
                        "words": box.words,
                        "marks": box.marks,
                        "tick": box.can_tick,
                    }
                    for day, box in box_views(plan_data, track, calendar.today)
                    if day is None or begin <= day < end
                ],
            }
            for track in plan_data.tracks
        ],
        "closed": [
            [day, meal, isolated_text(why)] for (day, meal), why in sorted(plan_data.closed.items())
        ],
        "absent": [[pause.meals, pause.first, pause.last] for pause in plan_data.pauses],
    }


NO_PLAN = "It has no plan yet: it gets one when it is confirmed."
CHANGES_SHOWN = 8  # the page folds the rest
SETS_SHOWN = 6
NEAR = timedelta(days=2000)  # of the plan's start


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    plan_filter = filters.parse_filters(request.GET)
    today = timezone.localdate()
    rows, behind = list_queries.page_of(plan_filter, today)
    context = {
        "title": "Plans",
        "filters": plan_filter,
        "today": today,
        "rows": rows,
        "next": plan_filter.address(behind=behind) if behind else "",
        "lists": [
            (label, plan_filter.address(list=which), which == plan_filter.list_name)
            for which, label in filters.LISTS
        ],
    }
    return render(request, "backoffice/plans/plans.html", context)


@staff_page(Permission.WORK_REQUESTS)
def detail(request: StaffRequest, reference: str) -> HttpResponse:
    """Show four weeks of the plan, from the Monday in the address."""
    return _render(request, reference)


def _render(
    request: StaffRequest, reference: str, refused: FoodFields | None = None
) -> HttpResponse:
    """Render the plan; with the `refused` acceptance of its dishes as it was posted (422)."""
    plan_data = queries.load_plan_data(reference)
    if plan_data is None:
        get_object_or_404(Request, reference=reference)
        messages.info(request, NO_PLAN)
        return redirect("backoffice:request", reference)
    days = plan_data.calendar(timezone.now())
    monday = _first_monday(request.GET.get("from", ""), plan_data, days.today)
    entries, sets = history_entries(plan_data), contents(plan_data, days.today)
    done = parse_pk(request.GET.get("done", ""))
    plan = plan_data.plan
    is_over = plan.state == PlanState.CANCELLED
    coming: dict[int, date | None] = {}
    for box in sorted(plan_data.boxes, key=lambda box: box.day or date.max):
        if is_to_come(box.state, box.day, days.today):
            coming.setdefault(box.box_contents, box.day)
    items = [
        (line.item_id, box in coming, coming.get(box))
        for box, lines in plan_data.dishes.items()
        for line in lines
    ]
    if any(entry["is_new"] for entry in entries):
        change_receipts.mark_seen(plan, timezone.now())
    food = None if is_over else check_items(plan, items, days.today)
    details = details_of(plan.request)
    context: dict[str, Any] = {
        "title": f"Plan {plan.request.reference}",
        "plan": plan,
        "customer_request": plan.request,
        "is_event": any(track.meal == Meal.EVENT for track in plan_data.tracks),
        "is_over": is_over,
        "food": food_view(food),
        "mentions": () if is_over else allergy_mentions(plan.request),
        "accept": refused or _accept_form(None, food),
        "first_address": details,
        "not_asked": labels(tuple(details.allergens_not_asked)).lower(),
        "addresses": list(
            address_rows(
                plan_data.addresses,
                plan_data.changes,
                days,
                (track.meal for track in plan_data.tracks),
            )
        ),
        "tracks": build_timeline(plan_data, days, monday),
        "summary": _summary(plan_data),
        "first_day": plan_data.first_day(),
        "last_day": plan_data.last_day(),
        "free": _free(plan_data),
        "no_result": sum(has_no_result(box.state, box.day, days.today) for box in plan_data.boxes),
        "held": sum(box.state == ServingState.HELD for box in plan_data.boxes),
        "can_pause": any(
            box.state == ServingState.PLANNED and box.day and days.is_open(box.meal, box.day)
            for box in plan_data.boxes
        ),
        "paused_from": min(
            (pause.first for pause in plan_data.pauses if pause.is_open_ended), default=None
        ),
        "earlier": monday - WEEKS_SHOWN * WEEK,
        "later": monday + WEEKS_SHOWN * WEEK,
        "last_shown": monday + WEEKS_SHOWN * WEEK - timedelta(days=1),
        "begin": monday,
        "changes": entries[:CHANGES_SHOWN],
        "older_changes": entries[CHANGES_SHOWN:],
        "sets": sets[:SETS_SHOWN],
        "more_sets": sets[SETS_SHOWN:],
        "done": next((entry for entry in entries if entry["change"].pk == done), None),
        "customer_may": _customer_may(plan),
        "data": island_data(plan_data, days, monday),
    }
    status = 422 if refused else 200
    return render(request, "backoffice/plans/plan.html", context, status=status)


@staff_action(Permission.WORK_REQUESTS)
def accept(request: StaffRequest, reference: str) -> HttpResponse:
    """Accept clashes in an active plan, as agreed with the customer."""
    plan = queries.plan_of(reference)
    form = _accept_form(request.POST, check_plan(plan, timezone.localdate()))
    if form and form.is_valid():
        try:
            accept_running(
                plan_id=plan.pk, accepted=form.accepted(), actor=request.user, now=timezone.now()
            )
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
            return _render(request, reference, form)
        messages.success(request, "Saved as agreed.")
    return redirect("backoffice:plan", reference)


def _accept_form(data: Any, food: FoodCheck | None) -> FoodFields | None:
    """Make the form that accepts clashes; None where nothing is to be agreed."""
    if food is None or is_agreed(food):
        return None
    form = FoodFields(data, auto_id="accept-%s", label_suffix="")
    form.limit_to(replace(food, sold_out=()))
    return form


def _first_monday(text: str, plan_data: queries.PlanData, today: date) -> date:
    """Return the Monday in the address, if it is near the plan."""
    day = parse_day(text)
    if day is None or not abs(day - plan_data.plan.start_date) < NEAR:
        return first_monday(plan_data, today)
    return monday_of(day)


def _free(plan_data: queries.PlanData) -> str:
    """Describe the days on which the free boxes come."""
    numbered: dict[int, list[tuple[int, date | None]]] = {}
    for box in plan_data.boxes:
        if box.replacement_for is None and box.state != ServingState.CANCELLED:
            numbered.setdefault(box.meal, []).append((box.seq, box.day))
    return describe_free(numbered, plan_data.plan.free_days)


def _customer_may(plan: MealPlan) -> str:
    """Describe what customers may do themselves."""
    if plan.is_desk_only:
        return "The customer asks us: only the desk changes this plan."
    changes = CustomerChanges(customer_rules.current_rules().changes)
    return {
        CustomerChanges.YES: "The customer may skip, pause and resume until the cut-off.",
        CustomerChanges.ASK: "The customer sees the days and asks us for changes.",
        CustomerChanges.NO: "The customer sees the days only.",
    }[changes]


def _summary(plan_data: queries.PlanData) -> list[tuple[str, int, int]]:
    """Return of each meal: label, boxes ordered, boxes delivered."""
    return [
        (
            str(Meal(track.meal).label),
            track.servings,
            sum(
                box.meal == track.meal and box.state == ServingState.DELIVERED
                for box in plan_data.boxes
            ),
        )
        for track in plan_data.tracks
    ]
