"""Money: payments due, refunds to make, overpayments, and the cash that riders collect and hand over."""

from datetime import date, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.inbox.filters import ALL, InboxFilter
from oottam.backoffice.request.money_forms import ExcessForm
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import PrimaryKey, Rupees, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.billing import balances, matching, payments, refunds
from oottam.core.days import shift
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.delivery.models import CashHandover
from oottam.delivery.services import cash, no_result
from oottam.plans.services import price_changes
from oottam.requests.models import Request
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.workflow.models import Channel, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services import messages as workflow_messages
from oottam.workflow.services.undo_window import may_undo

MAX_SHOWN = 200
REFUNDS = "refunds"
LOOK_BACK = timedelta(days=31)
REMIND_AGAIN = timedelta(hours=1)  # a second press by mistake


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List payments due; with `?list=refunds` refunds in three lists. Longest waiting first."""
    is_refunds = request.GET.get("list") == REFUNDS
    context = {
        "title": "Money",
        "is_refunds": is_refunds,
        "refunds": f"?list={REFUNDS}",
        "to_match": matching.open_count(),
        **(_refunds() if is_refunds else _due(request.GET.get("by", ""))),
    }
    return render(request, "backoffice/money/money.html", context)


def _due(order: str) -> dict[str, object]:
    today = timezone.localdate()
    order = order if order in balances.ORDERS_OF_DEBTS else "age"
    debts = balances.debts_due(MAX_SHOWN, order)
    return {
        "outstanding": balances.outstanding(),
        "due": [
            (each, (today - each.due_since).days if each.due_since else None) for each in debts
        ],
        "order": order,
        "orders": (("age", "Oldest"), ("amount", "Largest"), ("name", "Name")),
        "all_due": InboxFilter(status=ALL, owes=True).address(),
    }


@staff_action(Permission.WORK_REQUESTS)
def remind(request: StaffRequest, reference: str) -> HttpResponse:
    """Ask for what is owed, in the drafted words: by mail at once, or by WhatsApp, where a person presses send."""
    customer_request = get_object_or_404(Request, reference=reference)
    draft = message_templates.draft(
        Template.PAYMENT, message_templates.template_context(customer_request)
    )
    channel = Channel.WHATSAPP if request.POST.get("channel") == Channel.WHATSAPP else Channel.MAIL
    with errors_as_messages(request):
        if (balances.balance(customer_request).owed or 0) <= 0:
            raise DomainError(f"{reference} owes nothing any more.")
        recent = customer_request.messages.filter(
            template=Template.PAYMENT, channel=channel, at__gte=timezone.now() - REMIND_AGAIN
        )
        if recent.exists():
            raise DomainError(f"{reference} was reminded a moment ago.")
        message = workflow_messages.send(
            template=Template.PAYMENT, channel=channel, subject=draft.subject, text=draft.text,
            reference=reference, version=customer_request.version, actor=request.user, now=timezone.now(),
        )  # fmt: skip
        if channel == Channel.WHATSAPP:  # its page has the link that opens the app
            page = reverse("backoffice:request", args=[reference])
            return redirect(f"{page}?sent={message.pk}#message-{message.pk}")
        messages.success(
            request, f"{isolate(customer_request.customer_name or reference)} is reminded by mail."
        )
    return redirect("backoffice:money")


def _refunds() -> dict[str, object]:
    lowered = price_changes.requests_to_refund()
    return {
        "totals": refunds.credit_totals(),
        "cancelled": refunds.credits_of(cancelled=True, limit=MAX_SHOWN),
        "overpaid": refunds.credits_of(cancelled=False, limit=MAX_SHOWN),
        "lowered": lowered[:MAX_SHOWN],
        "more_lowered": max(0, len(lowered) - MAX_SHOWN),
    }


class HandOverForm(ExcessForm):
    action = "hand-over"
    rider = PrimaryKey()
    rupees = Rupees(label="Cash handed over, in rupees")


class CountForm(StaffForm):
    action = "cash-count"
    counted = Rupees(label="Cash counted, in rupees")


@staff_page(Permission.WORK_REQUESTS)
def cash_today(request: StaffRequest) -> HttpResponse:
    return redirect("backoffice:cash-day", timezone.localdate())


@staff_page(Permission.WORK_REQUESTS)
def cash_detail(request: StaffRequest, day: date) -> HttpResponse:
    """Show each rider's cash of the day, and cash of the previous month that is not handed over."""
    return _render(request, day)


def _render(
    request: StaffRequest,
    day: date,
    invalid_form: HandOverForm | None = None,
    count: CountForm | None = None,
) -> HttpResponse:
    now = timezone.now()
    is_past, yesterday = day < timezone.localdate(now), shift(day, -ONE_DAY)
    rows = []
    for rider_day in cash.rider_days(day, day):
        left = {"rider": rider_day.rider.pk, "rupees": max(0, rider_day.missing) or None}
        form = HandOverForm(row=str(rider_day.rider.pk), initial=left)
        rows.append(
            (rider_day, invalid_form if invalid_form and invalid_form.key == form.key else form)
        )
    handovers = CashHandover.objects.filter(day=day).select_related("rider", "by").order_by("pk")
    before = cash.rider_days(shift(day, -LOOK_BACK), yesterday)
    context = {
        "title": f"Riders' cash, {day:%a} {day.day} {day:%b}",
        "day": day,
        "is_today": day == timezone.localdate(now),
        "before": yesterday,
        "after": shift(day, ONE_DAY) if is_past else None,
        "rows": rows,
        "no_result": no_result.open_boxes(timezone.localdate(now)).filter(date=day).count(),
        "handovers": [
            (
                handover,
                handover.undone_at is None
                and may_undo(handover.by_id, handover.at, request.user, now),
            )
            for handover in handovers
        ],
        "close": payments.cash_close(day),
        "count_form": count or CountForm(),
        "missing_before": [rider_day for rider_day in before if rider_day.missing],
        "invalid_form": invalid_form or count,
    }
    status = 422 if invalid_form or count else 200
    return render(request, "backoffice/money/cash.html", context, status=status)


@staff_action(Permission.WORK_REQUESTS)
def hand_over(request: StaffRequest, day: date) -> HttpResponse:
    """Record the cash that the desk counted."""
    form = HandOverForm(request.POST, row=str(parse_pk(request.POST.get("rider", "")) or ""))
    if form.is_valid():
        known = {rider_day.rider.pk: rider_day.rider for rider_day in cash.rider_days(day, day)}
        rider, paise = known.get(form.cleaned_data["rider"]), form.cleaned_data["rupees"]
        with form.shows_errors():
            if rider is None:
                raise DomainError("This rider collected nothing on that day.")
            cash.record_handover(
                rider=rider, day=day, paise=paise, actor=request.user, now=timezone.now(),
                beyond=form.cleaned_data["beyond"] or 0,
            )  # fmt: skip
            name = isolate(rider.get_username())
            messages.success(request, f"{short_rupees(paise)} of {name} recorded.")
            return redirect("backoffice:cash-day", day)
    return _render(request, day, form)


@staff_action(Permission.WORK_REQUESTS)
def count_cash(request: StaffRequest, day: date) -> HttpResponse:
    """Store the cash that was counted at the day's close; a second count replaces the first."""
    form = CountForm(request.POST)
    if form.is_valid():
        with form.shows_errors():
            payments.count_cash(
                day=day, paise=form.cleaned_data["counted"], actor=request.user, now=timezone.now()
            )
            messages.success(request, "The count is saved.")
            return redirect("backoffice:cash-day", day)
    return _render(request, day, count=form)


@staff_action(Permission.WORK_REQUESTS)
def undo_hand_over(request: StaffRequest, day: date, number: int) -> HttpResponse:
    """Undo a handover."""
    with errors_as_messages(request):
        cash.undo_handover(handover_id=number, actor=request.user, now=timezone.now())
    return redirect("backoffice:cash-day", day)
