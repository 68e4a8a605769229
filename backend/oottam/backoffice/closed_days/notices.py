"""Whom a closed day moves, or its opening brings back, and that they are told: by mail at once, by WhatsApp one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request.text import NO_MAIL_SERVER, describe_due_mails
from oottam.core.errors import DomainError
from oottam.outbox.models import State
from oottam.outbox.transport import mails_reach_people
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.models import ActionType, PlanChange
from oottam.plans.models.days import EVERY_MEAL
from oottam.plans.services import closure_notices, closure_recipients
from oottam.plans.services.closure_notices import AlreadyOpenedError
from oottam.plans.services.closure_recipients import Box, Notice, Recipient
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Meal
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import OWN_TIME

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class CustomerRow:
    """A customer as the page lists them: each request with its boxes in words, and the letters that were written."""

    customer: Recipient
    plans: list[tuple[Request, str]]
    mail: Notice | None
    mail_waits: bool
    chat: Notice | None


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest, change: int) -> HttpResponse:
    """All of them, by name, with who was told how, when and by whom."""
    found = _change(change)
    if found.undone_at is not None:
        messages.info(request, closure_notices.REOPENED)
        return redirect("backoffice:closed-days")
    customers = closure_recipients.recipients_of(found)
    number = max(parse_pk(request.GET.get("page", "")) or 1, 1)
    rows = [_row(each) for each in customers]
    ahead = rows[(number - 1) * PER_PAGE :]
    is_closing = found.action == ActionType.CLOSE
    shown = {
        "title": f"Tell customers: {_named(found)}",
        "change": found,
        "is_closing": is_closing,
        "rows": ahead[:PER_PAGE],
        "count": len(customers),
        "told": sum(each.is_notified for each in customers),
        "waiting": sum(row.mail_waits and row.chat is None for row in rows),
        "to_mail": sum(each.needs_mail for each in customers),
        "without_mail": sum(not each.first.email and not each.is_notified for each in customers),
        "mail_hint": "" if mails_reach_people() else NO_MAIL_SERVER,
        "next": number + 1 if len(ahead) > PER_PAGE else None,
        "before": number - 1 if number > 1 else None,
    }
    return render(request, "backoffice/closed_days/notices.html", shown)


@staff_action(Permission.WORK_REQUESTS)
def mail(request: StaffRequest, change: int) -> HttpResponse:
    """Everybody who has an address and was not told yet."""
    found, now = _change(change), timezone.now()
    try:
        count = closure_notices.mail_all(change=found, actor=request.user, now=now)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        if count:
            messages.success(request, describe_due_mails(now + OWN_TIME, count))
        else:
            messages.info(request, "There is nobody left to mail.")
    return redirect("backoffice:notices", change)


@staff_action(Permission.WORK_REQUESTS)
def chat(request: StaffRequest, change: int) -> HttpResponse:
    """Note who tells a customer, and lead on to WhatsApp with the text.

    A page does that, for a browser lets no form lead to another host than ours.
    """
    found, plan = _change(change), parse_pk(request.POST.get("plan", ""))
    if plan is None:
        raise Http404
    shown = {"title": "WhatsApp", "change": found, "plan": plan}
    try:
        message = closure_notices.open_chat(
            change=found,
            plan=plan,
            actor=request.user,
            now=timezone.now(),
            again="again" in request.POST,
        )
    except AlreadyOpenedError as error:
        shown |= {"opened": str(error)}
        return render(request, "backoffice/closed_days/chat.html", shown, status=409)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:notices", change)
    shown |= {"link": chat_link(message), "name": message.request.customer_name}
    return render(request, "backoffice/closed_days/chat.html", shown)


def _change(number: int) -> PlanChange:
    """Raises Http404."""
    found = closure_recipients.find_change(number)
    if found is None:
        raise Http404
    return found


def _named(change: PlanChange) -> str:
    """As "Thu 10 Dec closed", or "dinner of Thu 10 Dec open again"."""
    day, meal = format_day(closure_recipients.day_of(change)), change.data["meal"]
    named = day if meal == EVERY_MEAL else f"{str(Meal(meal).label).lower()} of {day}"
    return f"{named} {'closed' if change.action == ActionType.CLOSE else 'open again'}"


def _row(customer: Recipient) -> CustomerRow:
    mailed = customer.notices.get(Channel.MAIL)
    return CustomerRow(
        customer,
        [
            (request, _moves(customer.boxes.get(plan, [])))
            for plan, request in customer.requests.items()
        ],
        mailed,
        mailed is not None
        and mailed.stands
        and mailed.mail is not None
        and mailed.mail.state == State.WAITING,
        customer.notices.get(Channel.WHATSAPP),
    )


def _moves(boxes: Sequence[Box]) -> str:
    """As "Breakfast, lunch moves to Mon 14 Dec"."""
    by_day: dict[date | None, list[str]] = {}
    for box in boxes:
        by_day.setdefault(box.day, []).append(str(Meal(box.meal).label))
    return "; ".join(
        f"{', '.join(meals).capitalize()} {f'moves to {format_day(day)}' if day else 'is on hold'}"
        for day, meals in by_day.items()
    )
