"""Boxes that were not delivered, until the desk decides about each."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.queries import parse_pk
from oottam.delivery.services import failures
from oottam.plans.services.change_text import describe_outcome
from oottam.schedule.models import Meal

MAX_SHOWN = 200


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List open failures, longest waiting first, and boxes forfeited today, which can be undone."""
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
                (failure, Meal(failure.meal).label) for failure in failures.forfeited_since(today)
            ],
        },
    )


def _decision(service: Callable[..., None], message: str) -> Callable[..., HttpResponseBase]:
    """Make the view of a button beside a box."""

    @staff_action(Permission.WORK_REQUESTS)
    def decide(request: StaffRequest, number: int) -> HttpResponse:
        with errors_as_messages(request):
            service(outcome_id=number, actor=request.user, now=timezone.now())
            messages.success(request, message)
        return redirect("backoffice:failed")

    return decide


redeliver = _decision(failures.redeliver, "It is back on its run.")
forfeit = _decision(
    failures.forfeit, "Charged as delivered. You can undo this below until midnight."
)
reopen = _decision(failures.reopen, "It is back in the list.")


@staff_action(Permission.WORK_REQUESTS)
def replace(request: StaffRequest, number: int) -> HttpResponse:
    """Add a box at the end of the plan; first show its preview."""
    with errors_as_messages(request):
        if request.POST.get("do") != "save":
            return _preview(request, number)
        outcome = failures.replace(
            outcome_id=number,
            version=parse_pk(request.POST.get("version", "")) or 0,
            reason="",
            actor=request.user,
            now=timezone.now(),
        )
        day = next((moved.to_date for moved in outcome.moved if moved.to_date), None)
        on = f" on {day:%a} {day.day} {day:%b}" if day else ""
        messages.success(request, f"One box added{on}. You can undo this on the plan.")
    return redirect("backoffice:failed")


def _preview(request: StaffRequest, number: int) -> HttpResponse:
    """Render the preview; raises DomainError."""
    customer_request, outcome = failures.preview_replacement(outcome_id=number, now=timezone.now())
    context = {
        "title": "Replace one box",
        "customer_request": customer_request,
        "version": outcome.version,
        "sentences": describe_outcome(outcome, {}),
    }
    return render(request, "backoffice/runs/replace.html", context)
