"""The list of closed days, and the form that closes one, with a preview."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.closed_days.forms import MEALS, CloseForm, OpenForm
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.core.errors import DomainError
from oottam.plans.models import ClosedDay
from oottam.plans.services import closed_days, closure_recipients, reopening
from oottam.plans.services.closed_days import Closing
from oottam.plans.services.reopening import Reopening

MAX_SHOWN = 200


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    return _render(request, CloseForm())


@staff_action(Permission.MANAGE)
def close(request: StaffRequest) -> HttpResponse:
    """Close a day, or preview the boxes that it moves."""
    form = CloseForm(request.POST)
    closing: Closing | None = None
    if form.is_valid():
        day, meal = form.day_and_meal()
        now = timezone.now()
        try:
            if request.POST.get("do") == "save":
                closing = closed_days.close_day(
                    day=day,
                    meal=meal,
                    reason=form.cleaned_data["reason"],
                    actor=request.user,
                    now=now,
                )
                messages.success(request, f"Closed. {describe_moves(closing)}")
                if closing.plans:
                    return redirect("backoffice:notices", closing.change_id)
                return redirect("backoffice:closed-days")
            closing = closed_days.preview_closing(day=day, meal=meal, now=now)
        except DomainError as error:
            form.refuse(error)
    return _render(request, form, closing)


@staff_action(Permission.MANAGE)
def reopen(request: StaffRequest) -> HttpResponse:
    """Reopen a day; moved boxes return where they can."""
    form = OpenForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a closed day.")
        return redirect("backoffice:closed-days")
    try:
        reopening_result = reopening.open_day(
            day=form.cleaned_data["date"],
            meal=form.cleaned_data["meal"],
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"Reopened. {_describe_return(reopening_result)}")
        for change in closure_recipients.openings_to_notify(form.cleaned_data["date"]):
            if closure_recipients.day_of(change) == form.cleaned_data["date"]:
                return redirect("backoffice:notices", change.pk)
    return redirect("backoffice:closed-days")


def describe_moves(closing: Closing) -> str:
    """Format as "412 boxes of 380 plans moved, the last of them to Sat 9 Jan."."""
    if not closing.servings:
        return "No boxes had to move."
    last = closing.last_end
    end = f", the last of them to {last:%a} {last.day} {last:%b}" if last else ""
    return f"{_count(closing.servings, 'box', 'es')} of {_count(closing.plans, 'plan')} moved{end}."


def _describe_return(reopening_result: Reopening) -> str:
    """Format as "All moved boxes are back. 3 mails withdrawn, 2 already sent: tell those customers."."""
    stays = "All moved boxes are back."
    if reopening_result.stay:
        stay = (
            "1 box stays where it is"
            if reopening_result.stay == 1
            else f"{reopening_result.stay} boxes stay where they are"
        )
        stays = f"{stay}: changed since, or past the cut-off."
    mails = (
        [_count(reopening_result.withdrawn, "mail") + " withdrawn"]
        if reopening_result.withdrawn
        else []
    )
    if reopening_result.sent:
        sent = f"{reopening_result.sent}" if mails else _count(reopening_result.sent, "mail")
        them = "that customer" if reopening_result.sent == 1 else "those customers"
        mails.append(f"{sent} already sent: tell {them}")
    return f"{stays} {', '.join(mails)}." if mails else stays


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def _render(request: StaffRequest, form: CloseForm, closing: Closing | None = None) -> HttpResponse:
    upcoming = ClosedDay.objects.filter(date__gte=timezone.localdate()).select_related("by")
    names = dict(MEALS)
    closings = closure_recipients.standing_closings(timezone.localdate())
    invalid_form = form if form.is_bound and form.errors else None
    context: dict[str, Any] = {
        "title": "Closed days",
        "rows": [
            (
                row,
                names[row.meal],
                closings.get((row.date, row.meal)),
            )
            for row in upcoming.order_by("date", "meal")[:MAX_SHOWN]
        ],
        "openings": [
            (each.pk, closure_recipients.day_of(each), names[each.data["meal"]])
            for each in closure_recipients.openings_to_notify(timezone.localdate())
        ],
        "form": form,
        "closing": closing,
        "invalid_form": invalid_form,
    }
    status = 422 if invalid_form else 200
    return render(request, "backoffice/closed_days/closed_days.html", context, status=status)
