"""The actions on a request's money: agreed price, adjustments, payments, refunds. Amounts are typed in rupees,
stored in paise.
"""

from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest

from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.shared.decorators import StaffRequest
from oottam.backoffice.shared.fields import Day, PrimaryKey, Rupees, StaffForm, reason_field
from oottam.backoffice.shared.queries import parse_pk
from oottam.billing import payments, refunds
from oottam.billing.payments import RepeatedReferenceError
from oottam.core.errors import DomainError
from oottam.core.money import MAX_PAISE
from oottam.plans.services.price_changes import pending_price_changes
from oottam.requests.models import Kind, Request
from oottam.schedule.models import PlanChange
from oottam.workflow.models import Adjustment, Payment, PaymentMethod, Refund
from oottam.workflow.services import details
from oottam.workflow.services.editing import ExcessError

LESS = "less"
LAST_METHOD = "payment_method"  # session key: method of the last payment this colleague recorded
IF_FREE = "0 if it is free"


class PriceForm(ActionForm):
    """Agree the price of a request that the menus do not price."""

    action = "price"
    service = staticmethod(details.save_details)
    kinds = frozenset(Kind) - details.ORDERS
    success_message = "Price saved."
    agreed_paise = Rupees(label="Agreed price, in rupees", required=False, help_text=IF_FREE)


class AdjustForm(ActionForm):
    """Reduce the price or add to it."""

    action = "adjust"
    success_message = "Price adjusted."
    way = forms.ChoiceField(
        label="Change",
        choices=((LESS, "Reduce"), ("more", "Add")),
        initial=LESS,
        widget=forms.RadioSelect,
    )
    rupees = Rupees(label="Amount in rupees")
    reason = reason_field("Reason", required=True)

    def paise(self) -> int:
        """Return the signed amount, below 0 for a reduction."""
        amount: int = self.cleaned_data["rupees"]
        return -amount if self.cleaned_data["way"] == LESS else amount

    def execute(self, **context: Any) -> Adjustment:
        return payments.adjust(paise=self.paise(), reason=self.cleaned_data["reason"], **context)


def proposed_adjustment(request: HttpRequest, customer_request: Request) -> AdjustForm | None:
    """Make the form of the adjustment that follows from the plan change named by `?adjust=`.

    None where the address names no change with a price, or it is adjusted already.
    """
    number = parse_pk(request.GET.get("adjust", ""))
    if number is None:
        return None
    changes = PlanChange.objects.filter(pk=number, plan__request=customer_request, undone_at=None)
    change = changes.first()
    price = change.data.get("price") if change else None
    if change is None or not price or not price["difference"]:
        return None
    pending = pending_price_changes(customer_request.pk)
    if change.pk not in {price_change.change for price_change in pending}:
        return None
    paise, reason = price["difference"], price["words"]
    way = LESS if paise < 0 else "more"
    return AdjustForm(initial={"way": way, "rupees": abs(paise), "reason": reason})


class UndoPriceForm(ActionForm):
    """Undo an adjustment, or, where none is named, the last agreed price."""

    action = "undo-price"
    row_field = "adjustment"
    success_message = "The price is as it was before."
    adjustment = PrimaryKey(required=False)

    def execute(self, **context: Any) -> Any:
        number = self.cleaned_data["adjustment"]
        if number is None:
            return details.undo_agreed_price(**context)
        return payments.undo_adjustment(adjustment=number, **context)


class ExcessForm(StaffForm):
    """An amount that may be more than is due: the service refuses it, and the form then asks to confirm the excess."""

    # A checkbox whose value is the excess in paise.
    beyond = forms.IntegerField(
        label="More than expected",
        required=False,
        max_value=2 * MAX_PAISE,
        widget=forms.HiddenInput,
    )
    excess_to_confirm: int | None = None  # paise

    def refuse(self, error: DomainError) -> None:
        super().refuse(error)
        if isinstance(error, ExcessError):
            self.excess_to_confirm = error.beyond


class PaymentForm(ExcessForm, ActionForm):
    action = "payment"
    success_message = "Payment recorded."
    rupees = Rupees(label="Amount in rupees")
    method = forms.ChoiceField(label="Method", choices=PaymentMethod.choices)
    paid_on = Day(label="Day")
    bank_reference = forms.CharField(
        label="Bank reference", required=False, max_length=100, help_text="If there is one"
    )
    # Asked for once another payment has the reference.
    may_repeat = forms.BooleanField(label="Yes, this is another payment", required=False)
    is_repeated = False

    def refuse(self, error: DomainError) -> None:
        super().refuse(error)
        self.is_repeated = isinstance(error, RepeatedReferenceError)

    def execute(self, **context: Any) -> Payment:
        values = self.cleaned_data
        return payments.record_payment(
            paise=values["rupees"],
            method=PaymentMethod(values["method"]),
            paid_on=values["paid_on"],
            bank_reference=values["bank_reference"],
            beyond=values["beyond"] or 0,
            may_repeat=values["may_repeat"],
            **context,
        )

    def after_save(self, request: StaffRequest, result: Payment) -> None:
        request.session[LAST_METHOD] = self.cleaned_data["method"]


class UndoPaymentForm(ActionForm):
    action = "undo-payment"
    service = staticmethod(payments.undo_payment)
    row_field = "payment"
    success_message = "Payment undone; it stays in the list, struck through."
    payment = PrimaryKey()
    reason = reason_field("Reason for undoing", required=False)


class RefundForm(ActionForm):
    action = "refund"
    success_message = "Recorded."
    refused_as: ClassVar[dict[str, str]] = {
        "given_on": "refunded_on",
        "bank_reference": "refund_reference",
    }
    rupees = Rupees(label="Amount in rupees", required=False)
    method = forms.ChoiceField(label="Method", choices=PaymentMethod.choices)
    refunded_on = Day(label="Day")
    refund_reference = forms.CharField(
        label="Transfer reference", required=False, max_length=100, help_text="None for cash"
    )
    is_all = forms.BooleanField(label="Nothing more to refund", required=False)

    def execute(self, **context: Any) -> Refund | None:
        values = self.cleaned_data
        return refunds.record_refund(
            paise=values["rupees"] or 0,
            method=PaymentMethod(values["method"]),
            given_on=values["refunded_on"],
            bank_reference=values["refund_reference"],
            is_all=values["is_all"],
            **context,
        )


class UndoRefundForm(ActionForm):
    action = "undo-refund"
    service = staticmethod(refunds.undo_refund)
    row_field = "refund"
    success_message = "Undone; it stays in the list, struck through."
    refund = PrimaryKey()
    reason = reason_field("Reason for undoing", required=False)
