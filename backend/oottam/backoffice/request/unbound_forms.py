"""The forms of a request's page before anything was posted."""

from datetime import date, datetime

from django.utils import timezone

from oottam.backoffice.request import money_forms as money
from oottam.backoffice.request import ticket_forms
from oottam.backoffice.request import workflow_forms as workflow
from oottam.backoffice.request.appointment_forms import SlotForm, booked_from
from oottam.backoffice.request.details_forms import EventDetailsForm, details_form
from oottam.backoffice.request.first_day import proposed_first_day
from oottam.backoffice.request.paper_forms import unbound_paper_forms
from oottam.backoffice.request.queries import RequestData
from oottam.backoffice.shared.fields import StaffForm
from oottam.billing import balances
from oottam.billing.refunds import Proposal
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.requests.models import OPEN, Kind, Request, Status
from oottam.workflow.services.details import MEAL_KINDS, details_of


def unbound_forms(
    request_data: RequestData,
    food: FoodCheck | None,
    proposal: Proposal,
    method: str | None,
    now: datetime,
) -> list[StaffForm]:
    """Make the forms of every request, those of its kind, and those of its rows.

    `method` is how the last payment came that this colleague recorded.
    """
    return [
        workflow.ConfirmForm(food=food, email=request_data.request.email),
        *_common_forms(request_data, proposal, method, timezone.localdate(now)),
        *_kind_forms(request_data.request, now),
        *_row_forms(request_data),
        *unbound_paper_forms(request_data.request),
    ]


def _common_forms(
    request_data: RequestData, proposal: Proposal, method: str | None, today: date
) -> list[StaffForm]:
    customer_request = request_data.request
    balance = balances.balance(customer_request)
    owed, overpayment = balance.owed or 0, balances.overpaid(customer_request, balance)
    refund = {"rupees": overpayment or None, "refunded_on": today}
    payment = {
        "rupees": owed if owed > 0 and customer_request.status != Status.CANCELLED else None,
        "paid_on": today,
        "method": method,
    }
    return [
        workflow.CompleteForm(),
        workflow.CancelForm(initial={"give_back": proposal.give_back}),
        workflow.UndoTransitionForm(),
        workflow.ReopenForm(),
        workflow.UnmergeForm(),
        workflow.AssignForm(colleagues=request_data.colleagues, assignee=customer_request.assignee),
        workflow.FollowUpForm(initial={"on": customer_request.follow_up_on}),
        workflow.NewLinkForm(),
        workflow.NoteForm(),
        money.PriceForm(initial={"agreed_paise": details_of(customer_request).agreed_paise}),
        money.AdjustForm(),
        money.PaymentForm(initial=payment),
        money.RefundForm(initial=refund),
    ]


def _kind_forms(customer_request: Request, now: datetime) -> list[StaffForm]:
    if customer_request.kind in MEAL_KINDS:
        first_day = proposed_first_day(customer_request, now)
        return [details_form(customer_request, first_day=first_day)]
    if customer_request.kind == Kind.EVENT:
        return [EventDetailsForm.of(customer_request)]
    if customer_request.kind == Kind.APPOINTMENT:
        doctor = customer_request.appointment.doctor
        booked = booked_from(now, exclude=customer_request, first=doctor)
        return [SlotForm(preferred_doctor=doctor, booked=booked)]
    return []


def _row_forms(request_data: RequestData) -> list[StaffForm]:
    """Make the forms that undo a payment, refund or adjustment, and those that merge into a likely duplicate."""
    customer_request = request_data.request
    payments = [payment for payment in customer_request.payments.all() if not payment.undone_at]
    refunds = [refund for refund in customer_request.refunds.all() if not refund.undone_at]
    can_merge = customer_request.status == Status.NEW and not payments
    duplicates = [
        other.request.reference
        for other in request_data.others
        if can_merge and other.is_likely_duplicate and other.request.status in OPEN
    ]
    return [
        money.UndoPriceForm(),
        *(
            money.UndoPriceForm(row=str(adjustment.pk), initial={"adjustment": adjustment.pk})
            for adjustment in customer_request.adjustments.all()
        ),
        *(
            money.UndoRefundForm(row=str(refund.pk), initial={"refund": refund.pk})
            for refund in refunds
        ),
        *(
            money.UndoPaymentForm(row=str(payment.pk), initial={"payment": payment.pk})
            for payment in payments
        ),
        *(workflow.MergeForm(row=into, initial={"into": into}) for into in duplicates),
        *ticket_forms.unbound_answers(customer_request),
    ]
