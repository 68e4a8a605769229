"""The forms of a request's page as they are before anybody has written in them."""

from typing import Any

from django.utils import timezone

from oottam import catalogue
from oottam.backoffice.request import forms
from oottam.backoffice.request.appointment_slots import taken_from
from oottam.backoffice.request.first_day import FirstDay, proposed
from oottam.backoffice.request.queries import Found
from oottam.backoffice.request.schedule import planned
from oottam.billing import balances
from oottam.billing.refunds import Proposal
from oottam.core.money import short_rupees
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.plans.initial_schedule import SERVICE_DAYS_A_WEEK, has_weekdays, weekly_boxes
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.services.details import MEAL_KINDS, details_of, event_of
from oottam.workflow.services.meal_times import meal_times
from oottam.workflow.services.transitions import OPEN


def unfilled(
    found: Found, food: FoodCheck | None, proposal: Proposal, method: str | None
) -> list[forms.StaffForm]:
    """Those of every request, those of its kind, and those of its rows.

    `food` is what was found of its dishes, `method` how the last payment came that this person recorded.
    """
    return [
        forms.ConfirmForm(food=food, email=found.request.email),
        *_of_any(found, proposal, method),
        *_of_kind(found.request),
        *_of_rows(found),
    ]


def facts_form(
    asked_for: Request, data: Any = None, *, first_day: FirstDay | None = None
) -> forms.DetailsForm:
    """The facts of this kind, with a first day that is proposed for it."""
    is_subscription = asked_for.kind == Kind.SUBSCRIPTION
    of_kind = forms.SubscriptionDetailsForm if is_subscription else forms.DetailsForm
    plan = planned(asked_for)
    fulfilment = details_of(asked_for)
    form = of_kind(
        data,
        fulfilment=fulfilment,
        times=meal_times(fulfilment),
        proposed=first_day,
        has_weekdays=plan is None and has_weekdays(asked_for),
        is_planned=plan is not None,
    )
    if is_subscription:
        form.fields["agreed_paise"].help_text += _weekly_price(asked_for, fulfilment.days)
    return form


def _weekly_price(asked_for: Request, days: int | None) -> str:
    """What our menu asks for its boxes, as ". By our weekly menu: 18 boxes at ₹375, ₹6,750"; "" for other meals."""
    boxes = weekly_boxes(asked_for, days or SERVICE_DAYS_A_WEEK)
    if boxes is None:
        return ""
    each = catalogue.current().rules.combos.item_price
    one = f". By our weekly menu: {short_rupees(each)} a box"
    return f"{one}, {short_rupees(each * boxes)} for {boxes} boxes" if days else one


def _of_any(found: Found, proposal: Proposal, method: str | None) -> list[forms.StaffForm]:
    asked_for = found.request
    balance = balances.balance(asked_for)
    owed, too_much = balance.owed or 0, balances.overpaid(asked_for, balance)
    given = {"rupees": too_much or None, "refunded_on": timezone.localdate()}
    came = {
        "rupees": owed if owed > 0 and asked_for.status != Status.CANCELLED else None,
        "paid_on": timezone.localdate(),
        "method": method,
    }
    return [
        forms.CompleteForm(),
        forms.CancelForm(initial={"give_back": proposal.give_back}),
        forms.TakeBackForm(),
        forms.ReopenForm(),
        forms.UnmergeForm(),
        forms.AssignForm(colleagues=found.colleagues, assignee=asked_for.assignee),
        forms.FollowUpForm(initial={"on": asked_for.follow_up_on}),
        forms.NoteForm(),
        forms.PriceForm(initial={"agreed_paise": details_of(asked_for).agreed_paise}),
        forms.AdjustForm(),
        forms.PaymentForm(initial=came),
        forms.RefundForm(initial=given),
    ]


def _of_kind(asked_for: Request) -> list[forms.StaffForm]:
    if asked_for.kind in MEAL_KINDS:
        return [facts_form(asked_for, first_day=proposed(asked_for, timezone.now()))]
    if asked_for.kind == Kind.EVENT:
        return [forms.EventForm(details=event_of(asked_for), fulfilment=details_of(asked_for))]
    if asked_for.kind == Kind.APPOINTMENT:
        doctor = asked_for.appointment.doctor
        taken = taken_from(timezone.now(), but=asked_for, first=doctor)
        return [forms.SlotForm(asked_for=doctor, taken=taken)]
    return []


def _of_rows(found: Found) -> list[forms.StaffForm]:
    """For the payments that stand, and the doubles that this one can go into."""
    asked_for = found.request
    payments = [payment for payment in asked_for.payments.all() if not payment.undone_at]
    can_merge = asked_for.status == Status.NEW and not payments
    refunds = [refund for refund in asked_for.refunds.all() if not refund.undone_at]
    return [
        forms.UndoPriceForm(),
        *(
            forms.UndoPriceForm(row=str(each.pk), initial={"adjustment": each.pk})
            for each in asked_for.adjustments.all()
        ),
        *(
            forms.UndoRefundForm(row=str(refund.pk), initial={"refund": refund.pk})
            for refund in refunds
        ),
        *(
            forms.UndoPaymentForm(row=str(payment.pk), initial={"payment": payment.pk})
            for payment in payments
        ),
        *(
            forms.MergeForm(row=other.request.reference, initial={"into": other.request.reference})
            for other in found.others
            if can_merge and other.is_likely_double and other.request.status in OPEN
        ),
    ]
