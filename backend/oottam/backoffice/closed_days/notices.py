"""Customers whose boxes a closed or reopened day moves, and the messages to them: mails in bulk, WhatsApp one by one."""

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
from oottam.outbox.transport import is_smtp_configured
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.models import ActionType, PlanChange
from oottam.plans.models.days import EVERY_MEAL
from oottam.plans.services import closure_notices, closure_recipients
from oottam.plans.services.closure_notices import AlreadyOpenedError
from oottam.plans.services.closure_recipients import Notice, Recipient, ServingDay
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Meal
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import OWN_TIME

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class CustomerRow:
    """A customer: each request with its boxes as text, and the messages sent."""

    customer: Recipient
    plans: list[tuple[Request, str]]
    mail: Notice | None
    mail_waits: bool
    chat: Notice | None


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest, change_id: int) -> HttpResponse:
    """List the customers by name, with who was notified how, when and by whom."""
    closing = _change(change_id)
    if closing.undone_at is not None:
        messages.info(request, closure_notices.REOPENED)
        return redirect("backoffice:closed-days")
    customers = closure_recipients.recipients_of(closing)
    number = max(parse_pk(request.GET.get("page", "")) or 1, 1)
    rows = [_row(each) for each in customers]
    remaining = rows[(number - 1) * PER_PAGE :]
    is_closing = closing.action == ActionType.CLOSE
    context = {
        "title": f"Tell customers: {_describe_change(closing)}",
        "change": closing,
        "is_closing": is_closing,
        "rows": remaining[:PER_PAGE],
        "count": len(customers),
        "notified": sum(each.is_notified for each in customers),
        "waiting": sum(row.mail_waits and row.chat is None for row in rows),
        "to_mail": sum(each.needs_mail for each in customers),
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
    try:
        count = closure_notices.mail_all(change=closing, actor=request.user, now=now)
    except DomainError as error:
        messages.error(request, str(error))
    else:
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
    closing = closure_recipients.find_change(number)
    if closing is None:
        raise Http404
    return closing


def _describe_change(change: PlanChange) -> str:
    """Format as "Thu 10 Dec closed", or "dinner of Thu 10 Dec open again"."""
    day, meal = format_day(closure_recipients.day_of(change)), change.data["meal"]
    named = day if meal == EVERY_MEAL else f"{str(Meal(meal).label).lower()} of {day}"
    return f"{named} {'closed' if change.action == ActionType.CLOSE else 'open again'}"


def _row(customer: Recipient) -> CustomerRow:
    mail_notice = customer.notices.get(Channel.MAIL)
    return CustomerRow(
        customer,
        [
            (request, _describe_moves(customer.boxes.get(plan, [])))
            for plan, request in customer.requests.items()
        ],
        mail_notice,
        mail_notice is not None
        and mail_notice.stands
        and mail_notice.mail is not None
        and mail_notice.mail.state == State.WAITING,
        customer.notices.get(Channel.WHATSAPP),
    )


def _describe_moves(boxes: Sequence[ServingDay]) -> str:
    """Format as "Breakfast, lunch moves to Mon 14 Dec"."""
    by_day: dict[date | None, list[str]] = {}
    for box in boxes:
        by_day.setdefault(box.day, []).append(str(Meal(box.meal).label))
    return "; ".join(
        f"{', '.join(meals).capitalize()} {f'moves to {format_day(day)}' if day else 'is on hold'}"
        for day, meals in by_day.items()
    )
