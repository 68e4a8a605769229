"""Refunds: proposing and recording them, and retained amounts. Whole paise."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Unpack

from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.billing.balances import balance, overpaid, retained
from oottam.billing.payments import (
    mark_undone,
    require_amount,
    require_bank_reference,
    require_past,
)
from oottam.core.errors import DomainError
from oottam.core.hook import Hook
from oottam.core.money import short_rupees
from oottam.requests.models import Request, Status
from oottam.workflow.models import Credit, PaymentMethod, Refund, RetainedAmount
from oottam.workflow.services.editing import EditContext, RequestEdit, edit_request


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed refund (`give_back`) for a cancelled request: `used` of its charged `boxes` were cooked. Paise."""

    net_paid: int
    give_back: int
    used: int
    boxes: int


@Hook
def used_boxes(request: Request, now: datetime) -> tuple[int, int]:
    """Return how many charged boxes the kitchen has cooked, and how many are charged in all."""
    raise NotImplementedError


def propose_refund(request: Request, now: datetime) -> Proposal:
    """Propose the refund for cancelling now. All boxes count alike; the desk may agree another amount."""
    money = balance(request)
    used, boxes = used_boxes(request, now) if money.net_paid > 0 else (0, 0)
    value = (money.due or 0) * used // boxes if boxes else 0
    return Proposal(money.net_paid, max(0, money.net_paid - max(0, value)), used, boxes)


def store_retained(edit: RequestEdit, give_back: int | None) -> None:
    """Store the retained amount of a request that is being cancelled; `give_back` None: as proposed. Raises
    DomainError.
    """
    proposal = propose_refund(edit.request, edit.now)
    if proposal.net_paid <= 0:
        if retained(edit.request):  # from an earlier cancellation
            _retain(edit, 0)
        return
    refund = proposal.give_back if give_back is None else give_back
    if not 0 <= refund <= proposal.net_paid:
        raise DomainError(
            f"Enter 0 to {short_rupees(proposal.net_paid)}, the amount paid.", "give_back"
        )
    _retain(edit, proposal.net_paid - refund)
    edit.data["give_back"] = refund


def record_refund(
    *,
    paise: int,
    method: PaymentMethod,
    given_on: date,
    bank_reference: str = "",
    is_all: bool = False,
    **context: Unpack[EditContext],
) -> Refund | None:
    """Record a refund. Raises DomainError for more than is paid or overpaid, and for a transfer without a reference.

    `is_all`: nothing more of a cancelled request is to be refunded, and the shop retains the rest; 0 paise records
    that alone.
    """
    with edit_request(action=RequestAction.RECORD_REFUND, **context) as edit:
        request, bank_reference = edit.request, bank_reference.strip()
        refund = None
        if paise or not is_all:
            _require_refundable(edit, paise, method, given_on, bank_reference)
            refund = Refund.objects.create(
                request=request,
                paise=paise,
                method=method,
                given_on=given_on,
                reference=bank_reference,
                by=context["actor"],
                at=context["now"],
            )
            edit.data |= {"refund": refund.pk, "paise": paise, "method": method.value}
        if is_all:
            if request.status != Status.CANCELLED:
                raise DomainError("To keep the overpayment, adjust the price instead.", "is_all")
            _retain(edit, balance(request).net_paid)
    return refund


def undo_refund(*, refund: int, reason: str, **context: Unpack[EditContext]) -> None:
    """Mark a refund as undone; by its recorder for a while, later by the owner."""
    with edit_request(action=RequestAction.UNDO_REFUND, reason=reason.strip(), **context) as edit:
        row = mark_undone(edit, context["actor"], Refund.objects.filter(pk=refund), "refund")
        edit.data |= {"refund": refund, "paise": row.paise}


@dataclass(frozen=True, slots=True)
class Credits:
    """Amounts to refund, and the number of requests: of cancelled ones, and of overpaid ones."""

    cancelled_paise: int
    cancelled_count: int
    overpaid_paise: int
    overpaid_count: int


def credit_totals() -> Credits:
    """Add up all credits; one query."""
    status = Request.objects.order_by().filter(pk=OuterRef("request_id")).values("status")
    is_cancelled = Q(status=Status.CANCELLED)
    totals = (
        Credit.objects.order_by()
        .annotate(status=Subquery(status))
        .aggregate(
            cancelled_paise=Coalesce(Sum("paise", filter=is_cancelled), 0),
            cancelled_count=Count("pk", filter=is_cancelled),
            overpaid_paise=Coalesce(Sum("paise", filter=~is_cancelled), 0),
            overpaid_count=Count("pk", filter=~is_cancelled),
        )
    )
    return Credits(**{name: int(total) for name, total in totals.items()})


def credits_of(*, cancelled: bool, limit: int) -> Sequence[Credit]:
    """Return credits of cancelled requests, or of all others, oldest first; one query."""
    is_cancelled = Q(request__status=Status.CANCELLED)
    queryset = Credit.objects.filter(is_cancelled if cancelled else ~is_cancelled).order_by(
        "request_id"
    )
    return list(queryset.select_related("request").defer("request__body")[:limit])


def restore_retained(edit: RequestEdit, step: AuditEntry) -> None:
    """Restore the amount that was retained before a cancellation that is undone. Raises DomainError."""
    request = edit.request
    if Refund.objects.filter(request=request, at__gte=step.at, undone_at=None).exists():
        raise DomainError("A refund was recorded since: undo that first.")
    if "retained" not in step.data:
        return
    queryset = RetainedAmount.objects.filter(request=request)
    if before := step.data.get("retained_before"):
        paise, by, at = before
        queryset.update(paise=paise, by=by, at=datetime.fromisoformat(at))
    else:
        queryset.delete()


def _require_refundable(
    edit: RequestEdit, paise: int, method: PaymentMethod, given_on: date, bank_reference: str
) -> None:
    request, money = edit.request, balance(edit.request)
    require_amount(paise)
    maximum = (
        money.net_paid if money.due is None or money.is_on_request else overpaid(request, money)
    )
    if request.status == Status.CANCELLED:
        maximum = money.net_paid  # the desk may also refund the retained amount
    if paise > maximum:
        if paise > money.net_paid:
            raise DomainError(f"Only {short_rupees(max(0, money.net_paid))} was paid.", "rupees")
        raise DomainError(
            f"Only {short_rupees(maximum)} can be refunded: reduce the price first.", "rupees"
        )
    require_past(given_on, edit.now, "given_on")
    if not bank_reference and method != PaymentMethod.CASH and request.erased_at is None:
        raise DomainError("Please enter the transfer reference.", "bank_reference")
    require_bank_reference(request, bank_reference)
    if request.status == Status.CANCELLED and paise > money.net_paid - retained(request):
        _retain(edit, money.net_paid - paise)


def _retain(edit: RequestEdit, paise: int) -> None:
    before: RetainedAmount | None = getattr(edit.request, "retained", None)
    if before:  # needed to undo
        edit.data["retained_before"] = [before.paise, before.by_id, before.at.isoformat()]
    made, _ = RetainedAmount.objects.update_or_create(
        request=edit.request, defaults={"paise": paise, "by": edit.actor, "at": edit.now}
    )
    edit.request.retained = made
    edit.data["retained"] = paise
