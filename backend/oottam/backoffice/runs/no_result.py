"""Boxes of earlier days without a result: the desk says what became of them, all at once or one by one."""

from itertools import groupby
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.runs.forms import FailedForm, RuleForm
from oottam.backoffice.runs.presenters import reason_options
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.queries import parse_pk
from oottam.delivery.services import no_result
from oottam.schedule.models import Meal

MAX_SHOWN = 300


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the boxes by day and meal, the oldest first, and what was recorded today, which can be undone."""
    now = timezone.now()
    today = timezone.localdate(now)
    boxes = no_result.list_open_boxes(today, MAX_SHOWN)
    groups = [
        (day, Meal(meal).label, list(of_meal))
        for (day, meal), of_meal in groupby(boxes, key=lambda box: (box.day, box.meal))
    ]
    total = len(boxes)
    if total == MAX_SHOWN:
        total = no_result.open_boxes(today).count()
    context = {
        "title": "No result",
        "groups": groups,
        "total": total,
        "shown": len(boxes),
        "more": total - len(boxes),
        "token": uuid4().hex[:12],
        "reasons": reason_options(),
        "recorded": [
            (outcome, Meal(outcome.serving.meal).label) for outcome in no_result.recorded_today(now)
        ],
    }
    return render(request, "backoffice/runs/no_result.html", context)


@staff_action(Permission.WORK_REQUESTS)
def record_delivered(request: StaffRequest) -> HttpResponse:
    """Record the posted boxes as delivered."""
    count = no_result.record_delivered(
        serving_ids=_numbers(request, "servings"), token=_token(request), actor=request.user,
        now=timezone.now(),
    )  # fmt: skip
    boxes = "1 box" if count == 1 else f"{count} boxes"
    messages.success(
        request, f"{boxes} recorded as delivered. You can undo this below until midnight."
    )
    return redirect("backoffice:no-result")


@staff_action(Permission.WORK_REQUESTS)
def record_failed(request: StaffRequest) -> HttpResponse:
    """Record that a box was not delivered, and why."""
    form = FailedForm(request.POST)
    with errors_as_messages(request):
        form.require_valid()
        values = form.cleaned_data
        no_result.record_failed(
            serving_id=values["serving"], token=_token(request), reason=values["reason"], words=values["words"],
            actor=request.user, now=timezone.now(),
        )  # fmt: skip
        messages.success(request, "Not delivered. Decide under Not delivered what happens next.")
    return redirect("backoffice:no-result")


@staff_action(Permission.WORK_REQUESTS)
def undo(request: StaffRequest) -> HttpResponse:
    """Undo the posted outcomes."""
    count = no_result.undo(
        outcome_ids=_numbers(request, "outcomes"), actor=request.user, now=timezone.now()
    )
    if count:
        messages.success(request, "Undone." if count == 1 else f"{count} results undone.")
    else:
        messages.error(request, "There is nothing to undo.")
    return redirect("backoffice:no-result")


@staff_action(Permission.MANAGE)
def set_rule(request: StaffRequest) -> HttpResponse:
    """Set whether routed boxes without a result count as delivered on the next day."""
    back = "backoffice:routes" if "routes" in request.POST else "backoffice:home"
    form = RuleForm(request.POST)
    with errors_as_messages(request):
        form.require_valid()
        counts = form.cleaned_data["counts"] == "yes"
        no_result.set_counts_as_delivered(counts=counts, actor=request.user, now=timezone.now())
        messages.success(
            request,
            "Boxes on a route count as delivered the next day, unless someone says otherwise."
            if counts
            else "Boxes without a result wait in Today until someone says what became of them.",
        )
    return redirect(back)


def _numbers(request: StaffRequest, name: str) -> list[int]:
    """Parse the primary keys, separated by blanks."""
    numbers = (parse_pk(number) for number in request.POST.get(name, "").split())
    return [number for number in numbers if number]


def _token(request: StaffRequest) -> str:
    """Return the page's token; a form without one gets its own."""
    return request.POST.get("token", "")[:20] or uuid4().hex[:12]
