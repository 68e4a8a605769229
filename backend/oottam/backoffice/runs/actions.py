"""What is pressed on the runs of a meal."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action
from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.runs.choosing import UNPLACED, stop_address
from oottam.backoffice.runs.forms import AssignForm, HintForm, MoveForm, OutcomeForm, PlaceForm
from oottam.backoffice.runs.telling import tell_stop, undo_keys
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.delivery.services import ordering
from oottam.delivery.services.riders import assign as assign_rider
from oottam.delivery.services.riders import riders


@staff_action(Permission.WORK_REQUESTS)
def assign(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Who carries a route."""
    form = AssignForm(request.POST, riders=riders())

    def do(**sent: Any) -> str:
        rider = form.riders.get(sent["rider"])
        assign_rider(
            day=day, meal=meal, route_id=sent["route"], rider=rider, actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return f"{isolate(rider.get_username())} is the rider." if rider else "No rider assigned."

    route = parse_pk(request.POST.get("route", ""))
    return _do(
        request, form, do, _back(day, meal, f"?route={route}#route-{route}" if route else "")
    )


@staff_action(Permission.WORK_REQUESTS)
def place(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """By which route a stop goes from now on."""

    def do(**sent: Any) -> str:
        ordering.place_stop(
            day=day, meal=meal, stop=sent["stop"], route_id=sent["route"], actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return "Assigned to this route from now on."

    # Whoever places those on no route goes on with the next one.
    part = f"?route={UNPLACED}#unplaced" if "next" in request.POST else _stop(request)
    return _do(request, PlaceForm(request.POST), do, _back(day, meal, part))


@staff_action(Permission.WORK_REQUESTS)
def move(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """To which place on its route a stop moves."""

    def do(**sent: Any) -> str:
        ordering.move_stop(
            day=day, meal=meal, stop=sent["stop"], to=sent["to"] - 1, actor=request.user,
            now=timezone.now(),
        )  # fmt: skip
        return ""

    return _do(request, MoveForm(request.POST), do, _back(day, meal, _stop(request)))


@staff_action(Permission.WORK_REQUESTS)
def hint(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """What whoever stands at the door should know."""

    def do(**sent: Any) -> str:
        ordering.set_hint(day=day, meal=meal, actor=request.user, now=timezone.now(), **sent)
        return "Saved." if sent["hint"].strip() else "Removed."

    return _do(request, HintForm(request.POST), do, _back(day, meal, _stop(request)))


@staff_action(Permission.WORK_REQUESTS)
def record_outcome(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """What became of a stop's boxes, as a rider or the customer said by phone."""

    def do(**sent: Any) -> str:
        return tell_stop(sent, day=day, meal=meal, actor=request.user)

    return _do(request, OutcomeForm(request.POST), do, _back(day, meal, _stop(request)))


@staff_action(Permission.WORK_REQUESTS)
def undo(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """It was not so."""
    back = _back(day, meal, _stop(request))
    try:
        keys = request.POST.get("keys", "").split()
        undo_keys(keys, day=day, meal=meal, actor=request.user)
    except DomainError as error:
        messages.error(request, str(error))
    return redirect(back)


def _do(
    request: StaffRequest, form: StaffForm, doing: Callable[..., str], back: str
) -> HttpResponse:
    if not form.is_valid():
        messages.error(request, form.first_error())
        return redirect(back)
    try:
        said = doing(**form.cleaned_data)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        if said:
            messages.success(request, said)
    return redirect(back)


def _back(day: date, meal: int, part: str) -> str:
    return reverse("backoffice:runs", args=[day, meal]) + part


def _stop(request: StaffRequest) -> str:
    number = parse_pk(request.POST.get("stop", ""))
    return stop_address(number) if number else ""
