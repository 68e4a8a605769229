"""Price adjustments and payments, and undoing them. Amounts are whole paise."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.audit.log import MAX_REASON_LENGTH, record
from oottam.billing.balances import balance, overpaid
from oottam.billing.models import CashCount, LineState, MatchedPayment, StatementLine
from oottam.core.errors import DomainError
from oottam.core.money import MAX_PAISE, format_rupees, short_rupees
from oottam.requests.models import Request
from oottam.workflow.models import Adjustment, Payment, PaymentMethod, Refund
from oottam.workflow.services.details import details_of, order_of
from oottam.workflow.services.editing import (
    EditContext,
    ExcessError,
    RequestEdit,
    edit_request,
    require_not_erased,
)
from oottam.workflow.services.price_limit import agreed_price_change, require_within_limit
from oottam.workflow.services.undo_window import require_may_undo


def adjust(*, paise: int, reason: str, **context: Unpack[EditContext]) -> Adjustment:
    """Add to the price, or reduce it (paise below 0). Raises DomainError, also beyond the desk's limit."""
    with edit_request(action=RequestAction.ADJUST_PRICE, reason=reason.strip(), **context) as edit:
        require_amount(abs(paise))
        if not reason.strip():
            raise DomainError("Please give a reason for the price change.", "reason")
        before = balance(edit.request)
        moved = before.adjusted
        if order_of(edit.request) is None:
            moved += agreed_price_change(details_of(edit.request))
        require_within_limit(context["actor"], moved, moved + paise, "rupees")
        if before.due is None:
            raise DomainError("It has no price yet.", "rupees")
        if before.due + paise < 0:
            raise DomainError("That is more than the price.", "rupees")
        adjustment = Adjustment.objects.create(
            request=edit.request,
            paise=paise,
            reason=reason.strip(),
            by=context["actor"],
            at=context["now"],
        )
        edit.data["paise"] = paise
    return adjustment


def undo_adjustment(*, adjustment: int, **context: Unpack[EditContext]) -> Adjustment:
    """Add the opposite adjustment; by its actor for a while, later by the owner. Raises DomainError."""
    with edit_request(action=RequestAction.UNDO_PRICE, **context) as edit:
        original = Adjustment.objects.filter(request=edit.request, pk=adjustment).first()
        if original is None or original.undoes_id is not None:
            raise DomainError("There is no such price change.")
        require_may_undo(original.by_id, original.at, context["actor"], context["now"])
        if Adjustment.objects.filter(undoes=original).exists():
            raise DomainError("This has already been undone.")
        if (balance(edit.request).due or 0) - original.paise < 0:
            raise DomainError("The price was reduced again since: undo that first.")
        opposite = Adjustment.objects.create(
            request=edit.request,
            paise=-original.paise,
            reason=f"Undone: {original.reason}"[:MAX_REASON_LENGTH],
            by=context["actor"],
            at=context["now"],
            undoes=original,
        )
        edit.data["paise"] = opposite.paise
    return opposite


def record_payment(
    *,
    paise: int,
    method: PaymentMethod,
    paid_on: date,
    bank_reference: str = "",
    beyond: int | None = 0,
    may_repeat: bool = False,
    **context: Unpack[EditContext],
) -> Payment:
    """Record a payment. Raises DomainError for an invalid amount or day.

    Raises RepeatedReferenceError where another payment has the bank reference, unless it `may_repeat`.

    `beyond` is the overpayment in paise that was confirmed; None for no confirmation. Raises ExcessError for another
    overpayment.
    """
    with edit_request(action=RequestAction.RECORD_PAYMENT, **context) as edit:
        require_amount(paise)
        require_past(paid_on, context["now"], "paid_on")
        bank_reference = bank_reference.strip()
        require_bank_reference(edit.request, bank_reference)
        if _UTR.fullmatch(bank_reference) and not may_repeat:
            _require_new_reference(bank_reference)
        payment = Payment.objects.create(
            request=edit.request,
            paise=paise,
            method=method,
            paid_on=paid_on,
            reference=bank_reference,
            by=context["actor"],
            at=context["now"],
        )
        excess = overpaid(edit.request, balance(edit.request))
        if excess and beyond not in (None, excess):
            raise ExcessError(f"{short_rupees(excess)} more than is due.", excess)
        edit.data |= {"payment": payment.pk, "paise": paise, "method": method.value}
    return payment


@dataclass(frozen=True, slots=True)
class CashClose:
    """The cash of a day in paise: what the books have, of riders and of the desk, refunds in cash off; what was counted."""

    riders: int
    desk: int
    refunded: int
    count: CashCount | None

    @property
    def booked(self) -> int:
        return self.riders + self.desk - self.refunded

    @property
    def difference(self) -> int | None:
        """How much more was counted than booked; None before the count."""
        return self.count.paise - self.booked if self.count else None

    @property
    def missing(self) -> int:
        """How much less was counted than booked."""
        return max(0, -(self.difference or 0))


def cash_close(day: date) -> CashClose:
    """Compare the books of a day with the count; three queries."""
    cash = Payment.objects.filter(paid_on=day, method=PaymentMethod.CASH, undone_at=None)
    of_riders = Q(cash_collection__isnull=False)
    sums = cash.order_by().aggregate(
        riders=Coalesce(Sum("paise", filter=of_riders), 0),
        desk=Coalesce(Sum("paise", filter=~of_riders), 0),
    )
    given = Refund.objects.filter(given_on=day, method=PaymentMethod.CASH, undone_at=None)
    refunded = given.order_by().aggregate(sum=Coalesce(Sum("paise"), 0))["sum"]
    return CashClose(
        int(sums["riders"]),
        int(sums["desk"]),
        int(refunded),
        CashCount.objects.filter(day=day).first(),
    )


def count_cash(*, day: date, paise: int, actor: User, now: datetime) -> None:
    """Store what was counted; a later count replaces it, and the audit log keeps both. Raises DomainError."""
    require_past(day, now, "counted")
    if paise > MAX_PAISE:
        raise DomainError(f"At most {format_rupees(MAX_PAISE)} at once.", "counted")
    with transaction.atomic():
        before = CashCount.objects.select_for_update().filter(day=day).first()
        CashCount.objects.update_or_create(
            day=day, defaults={"paise": paise, "by": actor, "at": now}
        )
        record(
            action="cash.count", actor=actor, at=now, day=day,
            data={"paise": {"was": before.paise if before else None, "now": paise}},
        )  # fmt: skip


_UTR = re.compile(r"[A-Za-z0-9]{12,22}")  # of UPI 12 digits


class RepeatedReferenceError(DomainError):
    """Another payment has the bank reference: perhaps the same money, booked twice."""


def _require_new_reference(bank_reference: str) -> None:
    same = Payment.objects.filter(reference=bank_reference, undone_at=None)
    earlier = same.select_related("request").defer("request__body").first()
    if earlier:
        raise RepeatedReferenceError(
            f"{short_rupees(earlier.paise)} for {earlier.request.reference} has this reference already. If this is "
            "another payment, tick that and save again.",
            "may_repeat",
        )


def undo_payment(*, payment: int, reason: str, **context: Unpack[EditContext]) -> None:
    """Mark a payment as undone; by its recorder for a while, later by the owner.

    Raises DomainError where refunds would exceed the other payments.
    """
    with edit_request(action=RequestAction.UNDO_PAYMENT, reason=reason.strip(), **context) as edit:
        mark_undone(edit, context["actor"], Payment.objects.filter(pk=payment), "payment")
        update_lines(StatementLine.objects.filter(matches__payment=payment))
        current_balance = balance(edit.request)
        if current_balance.refunded and current_balance.net_paid < 0:
            raise DomainError(
                "More has been refunded than the other payments cover: undo the refund first."
            )
        edit.data["payment"] = payment


def with_left(lines: "QuerySet[StatementLine]") -> "QuerySet[Any]":
    """Annotate `left`: paise that no payment has of the line yet."""
    paid = MatchedPayment.objects.filter(line=OuterRef("pk"), payment__undone_at=None)
    of_line = paid.order_by().values("line").annotate(sum=Sum("payment__paise")).values("sum")
    return lines.annotate(left=F("paise") - Coalesce(Subquery(of_line), 0))


def update_lines(lines: "QuerySet[StatementLine]") -> None:
    """Open the lines of which something is left, and close the others; after payments were booked or undone."""
    for line in with_left(lines.filter(state__in=(LineState.OPEN, LineState.MATCHED))):
        line.state = LineState.OPEN if line.left > 0 else LineState.MATCHED
        line.save(update_fields=("state",))


def mark_undone(
    edit: RequestEdit, actor: User, noted: "QuerySet[Payment] | QuerySet[Refund]", name: str
) -> Payment | Refund:
    """Mark a payment or refund of the request as undone, within an edit. Raises DomainError."""
    if edit.reason:
        require_not_erased(edit.request, "reason")
    of_request = noted.filter(request=edit.request)
    row = of_request.first()
    if row is None:
        raise DomainError(f"This request has no such {name}.")
    require_may_undo(row.by_id, row.at, actor, edit.now)
    if not of_request.filter(undone_at=None).update(undone_at=edit.now):
        raise DomainError(f"This {name} has already been undone.")
    return row


def require_past(day: date, now: datetime, field: str) -> None:
    """Raise DomainError for a day in the future."""
    if day > timezone.localdate(now):
        raise DomainError("That day is in the future.", field)


def require_bank_reference(request: Request, reference: str) -> None:
    """Raise DomainError for a reference of an erased customer."""
    if reference:
        require_not_erased(request, "bank_reference")


def require_amount(paise: int) -> None:
    """Raise DomainError for an invalid amount in paise."""
    if paise <= 0:
        raise DomainError("Enter an amount in rupees, such as 250.", "rupees")
    if paise > MAX_PAISE:
        raise DomainError(f"At most {format_rupees(MAX_PAISE)} at once.", "rupees")
