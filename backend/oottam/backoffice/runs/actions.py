"""The desk's actions on the runs of a meal."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.runs.forms import AssignForm, HintForm, MoveForm, OutcomeForm, PlaceForm
from oottam.backoffice.runs.outcome_views import record_stop_outcomes, undo_keys
from oottam.backoffice.runs.stop_selection import UNPLACED, stop_address
from oottam.backoffice.shared.decorators import StaffRequest, staff_action
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.direction import isolate
from oottam.delivery.services import ordering, riders


@staff_action(Permission.WORK_REQUESTS)
def assign(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Assign a rider to a route, or none."""
    form = AssignForm(request.POST, riders=riders.riders())

    def execute(**values: Any) -> str:
        rider = form.riders.get(values["rider"])
        riders.assign(
            day=day, meal=meal, route_id=values["route"], rider=rider, actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return f"{isolate(rider.get_username())} is the rider." if rider else "No rider assigned."

    route = parse_pk(request.POST.get("route", ""))
    return _apply(
        request, form, execute, _back(day, meal, f"?route={route}#route-{route}" if route else "")
    )


@staff_action(Permission.WORK_REQUESTS)
def assign_usual(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Assign the usual riders to all runs of the meal without one."""
    with errors_as_messages(request):
        count = riders.assign_usual(day=day, meal=meal, actor=request.user, now=timezone.now())
        runs = "1 run has" if count == 1 else f"{count} runs have"
        text = f"{runs} the usual rider now." if count else "No run waits for its usual rider."
        messages.success(request, text)
    return redirect(_back(day, meal, ""))


@staff_action(Permission.WORK_REQUESTS)
def place(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Assign a stop to a route, from now on."""

    def execute(**values: Any) -> str:
        ordering.place_stop(
            day=day, meal=meal, stop=values["stop"], route_id=values["route"], actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return "Assigned to this route from now on."

    # The list of unplaced stops continues with the next one.
    part = f"?route={UNPLACED}#unplaced" if "next" in request.POST else _stop_suffix(request)
    return _apply(request, PlaceForm(request.POST), execute, _back(day, meal, part))


@staff_action(Permission.WORK_REQUESTS)
def move(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Move a stop to a place on its route."""

    def execute(**values: Any) -> str:
        ordering.move_stop(
            day=day, meal=meal, stop=values["stop"], to=values["to"] - 1, actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return ""

    return _apply(request, MoveForm(request.POST), execute, _back(day, meal, _stop_suffix(request)))


@staff_action(Permission.WORK_REQUESTS)
def hint(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Save the door note of a stop."""

    def execute(**values: Any) -> str:
        ordering.set_hint(day=day, meal=meal, actor=request.user, now=timezone.now(), **values)
        return "Saved." if values["hint"].strip() else "Removed."

    return _apply(request, HintForm(request.POST), execute, _back(day, meal, _stop_suffix(request)))


@staff_action(Permission.WORK_REQUESTS)
def record_outcome(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Record the outcome of a stop's boxes, as a rider or the customer reported it by phone."""

    def execute(**values: Any) -> str:
        return record_stop_outcomes(values, day=day, meal=meal, actor=request.user)

    return _apply(
        request, OutcomeForm(request.POST), execute, _back(day, meal, _stop_suffix(request))
    )


@staff_action(Permission.WORK_REQUESTS)
def undo(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Undo the outcomes of the posted keys."""
    with errors_as_messages(request):
        keys = request.POST.get("keys", "").split()
        undo_keys(keys, day=day, meal=meal, actor=request.user)
    return redirect(_back(day, meal, _stop_suffix(request)))


def _apply(
    request: StaffRequest, form: StaffForm, action: Callable[..., str], back: str
) -> HttpResponse:
    with errors_as_messages(request):
        form.require_valid()
        if message := action(**form.cleaned_data):
            messages.success(request, message)
    return redirect(back)


def _back(day: date, meal: int, part: str) -> str:
    return reverse("backoffice:runs", args=[day, meal]) + part


def _stop_suffix(request: StaffRequest) -> str:
    number = parse_pk(request.POST.get("stop", ""))
    return stop_address(number) if number else ""
