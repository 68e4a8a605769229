"""Closed days, on which nothing is cooked for plans."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.request.text import NO_MAIL_SERVER, describe_due_mails
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import Day, PlainText, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import WHOLE_DAY
from oottam.core.errors import DomainError
from oottam.outbox.models import State
from oottam.outbox.transport import is_smtp_configured
from oottam.plans.services import closed_days, closure_notices, closure_recipients, reopening
from oottam.plans.services.change_text import describe_stuck
from oottam.plans.services.closed_days import Closing
from oottam.plans.services.closure_notices import AlreadyOpenedError
from oottam.plans.services.closure_recipients import Recipient, ServingDay
from oottam.plans.services.reopening import Reopening
from oottam.schedule.choices import PLAN_MEALS
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import ActionType, ClosedDay, PlanChange
from oottam.workflow.models import Channel, Meal
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import OWN_TIME

MAX_REASON_LENGTH = 200
MEALS = (
    (WHOLE_DAY, "The whole day"),
    *((meal.value, f"{meal.label} only") for meal in PLAN_MEALS),
)


class CloseForm(StaffForm):
    action = "close"
    date = Day(label="Day")
    meal = forms.TypedChoiceField(label="Closed for", coerce=int, choices=MEALS)
    reason = PlainText(
        label="Reason",
        max_length=MAX_REASON_LENGTH,
        help_text="For example, Diwali. The team sees it on plans.",
    )


class OpenForm(StaffForm):
    action = "open"
    date = forms.DateField(input_formats=["%Y-%m-%d"], widget=forms.HiddenInput)
    meal = forms.TypedChoiceField(coerce=int, choices=MEALS, widget=forms.HiddenInput)


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
        day, meal, now = form.cleaned_data["date"], form.cleaned_data["meal"], timezone.now()
        with form.shows_errors():
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
    return _render(request, form, closing)


@staff_action(Permission.MANAGE)
def reopen(request: StaffRequest) -> HttpResponse:
    """Reopen a day; moved boxes return where they can."""
    form = OpenForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a closed day.")
        return redirect("backoffice:closed-days")
    day, meal = form.cleaned_data["date"], form.cleaned_data["meal"]
    with errors_as_messages(request):
        reopened = reopening.open_day(day=day, meal=meal, actor=request.user, now=timezone.now())
        messages.success(request, f"Reopened. {_describe_return(reopened)}")
        for change in closure_recipients.openings_to_notify(day):
            if closure_recipients.day_of(change) == day:
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
        stays = describe_stuck(reopening_result.stay)
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
            (opening.pk, closure_recipients.day_of(opening), names[opening.data["meal"]])
            for opening in closure_recipients.openings_to_notify(timezone.localdate())
        ],
        "form": form,
        "closing": closing,
        "invalid_form": invalid_form,
    }
    status = 422 if invalid_form else 200
    return render(request, "backoffice/closed_days/closed_days.html", context, status=status)


PER_PAGE = 100


@staff_page(Permission.WORK_REQUESTS)
def list_notices(request: StaffRequest, change_id: int) -> HttpResponse:
    """List the customers by name, with who was notified how, when and by whom."""
    closing = _change(change_id)
    if closing.undone_at is not None:
        messages.info(request, closure_notices.REOPENED)
        return redirect("backoffice:closed-days")
    customers = closure_recipients.recipients_of(closing)
    number = max(parse_pk(request.GET.get("page", "")) or 1, 1)
    rows = [_row(customer) for customer in customers]
    remaining = rows[(number - 1) * PER_PAGE :]
    is_closing = closing.action == ActionType.CLOSE
    context = {
        "title": f"Tell customers: {_describe_change(closing)}",
        "change": closing,
        "is_closing": is_closing,
        "rows": remaining[:PER_PAGE],
        "count": len(customers),
        "notified": sum(customer.is_notified for customer in customers),
        "waiting": sum(row["mail_waits"] and row["chat"] is None for row in rows),
        "to_mail": sum(customer.needs_mail for customer in customers),
        "without_mail": sum(not each.first.email and not each.is_notified for each in customers),
        "mail_hint": "" if is_smtp_configured() else NO_MAIL_SERVER,
        "next": number + 1 if len(remaining) > PER_PAGE else None,
        "before": number - 1 if number > 1 else None,
    }
    return render(request, "backoffice/closed_days/notices.html", context)


@staff_action(Permission.WORK_REQUESTS)
def mail(request: StaffRequest, change_id: int) -> HttpResponse:
    """Mail every customer who has an address and was not notified yet."""
    closing, now = _change(change_id), timezone.now()
    with errors_as_messages(request):
        count = closure_notices.mail_all(change=closing, actor=request.user, now=now)
        if count:
            messages.success(request, describe_due_mails(now + OWN_TIME, count))
        else:
            messages.info(request, "There is nobody left to mail.")
    return redirect("backoffice:notices", change_id)


@staff_action(Permission.WORK_REQUESTS)
def chat(request: StaffRequest, change_id: int) -> HttpResponse:
    """Record who notifies a customer, and show a page that leads to WhatsApp with the text.

    A page, as the form-action policy allows no redirect to another host.
    """
    closing, plan_id = _change(change_id), parse_pk(request.POST.get("plan", ""))
    if plan_id is None:
        raise Http404
    context = {"title": "WhatsApp", "change": closing, "plan": plan_id}
    try:
        message = closure_notices.open_chat(
            change=closing,
            plan_id=plan_id,
            actor=request.user,
            now=timezone.now(),
            again="again" in request.POST,
        )
    except AlreadyOpenedError as error:
        context |= {"opened": str(error)}
        return render(request, "backoffice/closed_days/chat.html", context, status=409)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:notices", change_id)
    context |= {"link": chat_link(message), "name": message.request.customer_name}
    return render(request, "backoffice/closed_days/chat.html", context)


def _change(number: int) -> PlanChange:
    """Load the change; raises Http404."""
    if closing := closure_recipients.find_change(number):
        return closing
    raise Http404


def _describe_change(change: PlanChange) -> str:
    """Format as "Thu 10 Dec closed", or "dinner of Thu 10 Dec open again"."""
    day, meal = format_day(closure_recipients.day_of(change)), change.data["meal"]
    named = day if meal == WHOLE_DAY else f"{str(Meal(meal).label).lower()} of {day}"
    return f"{named} {'closed' if change.action == ActionType.CLOSE else 'open again'}"


def _row(customer: Recipient) -> dict[str, Any]:
    """Return a customer: each request with its boxes as text, and the messages sent."""
    mail_notice = customer.notices.get(Channel.MAIL)
    return {
        "customer": customer,
        "plans": [
            (request, _describe_moves(customer.boxes.get(plan, [])))
            for plan, request in customer.requests.items()
        ],
        "mail": mail_notice,
        "mail_waits": mail_notice is not None
        and mail_notice.stands
        and mail_notice.mail is not None
        and mail_notice.mail.state == State.WAITING,
        "chat": customer.notices.get(Channel.WHATSAPP),
    }


def _describe_moves(boxes: Sequence[ServingDay]) -> str:
    """Format as "Breakfast, lunch moves to Mon 14 Dec"."""
    by_day: dict[date | None, list[str]] = {}
    for box in boxes:
        by_day.setdefault(box.day, []).append(str(Meal(box.meal).label))
    return "; ".join(
        f"{', '.join(meals).capitalize()} {f'moves to {format_day(day)}' if day else 'is on hold'}"
        for day, meals in by_day.items()
    )
