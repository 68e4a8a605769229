"""Boxes that did not arrive: each waits until the desk has said what comes of it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.plans.text import describe_outcome
from oottam.core.errors import DomainError
from oottam.delivery.services import failures
from oottam.plans.models import Meal

MAX_SHOWN = 200


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest) -> HttpResponse:
    """Those that wait, the longest first, and what was forfeited today, which can be taken back."""
    now = timezone.now()
    waiting = failures.open_failures()
    today = timezone.localdate(now)
    return render(
        request,
        "backoffice/runs/failed.html",
        {
            "title": "Not delivered",
            "waiting": [
                (each, Meal(each.meal).label, each.day == today) for each in waiting[:MAX_SHOWN]
            ],
            "more": max(0, len(waiting) - MAX_SHOWN),
            "forfeited": [
                (each, Meal(each.meal).label) for each in failures.forfeited_since(today)
            ],
        },
    )


@staff_action(Permission.WORK_REQUESTS)
def redeliver(request: StaffRequest, number: int) -> HttpResponse:
    """It goes out once more today."""
    return _decide(request, number, failures.redeliver, "It is back on its run.")


@staff_action(Permission.WORK_REQUESTS)
def forfeit(request: StaffRequest, number: int) -> HttpResponse:
    """Nothing comes for it."""
    return _decide(
        request,
        number,
        failures.forfeit,
        "Charged as delivered. You can undo this below until midnight.",
    )


@staff_action(Permission.WORK_REQUESTS)
def reopen(request: StaffRequest, number: int) -> HttpResponse:
    """Nothing was decided after all."""
    return _decide(request, number, failures.reopen, "It is back in the list.")


@staff_action(Permission.WORK_REQUESTS)
def make_up(request: StaffRequest, number: int) -> HttpResponse:
    """One more box at the end, or first what that comes to."""
    try:
        if request.POST.get("do") != "save":
            return _replacing(request, number)
        outcome = failures.replace(
            result_id=number,
            version=parse_pk(request.POST.get("version", "")) or 0,
            reason="",
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, str(error))
    else:
        day = next((moved.to_date for moved in outcome.moved if moved.to_date), None)
        on = f" on {day:%a} {day.day} {day:%b}" if day else ""
        messages.success(request, f"One box added{on}. You can undo this on the plan.")
    return redirect("backoffice:failed")


def _replacing(request: StaffRequest, number: int) -> HttpResponse:
    """Raises DomainError."""
    asked_for, outcome = failures.preview_replacement(result_id=number, now=timezone.now())
    shown = {
        "title": "Replace one box",
        "asked_for": asked_for,
        "version": outcome.version,
        "sentences": describe_outcome(outcome, {}),
    }
    return render(request, "backoffice/runs/replace.html", shown)


def _decide(
    request: StaffRequest, number: int, doing: Callable[..., None], said: str
) -> HttpResponse:
    try:
        doing(result_id=number, actor=request.user, now=timezone.now())
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
    return redirect("backoffice:failed")
