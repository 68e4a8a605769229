"""What a request costs, what came, and what is owed. Computed here and nowhere else, in whole paise."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from oottam import catalogue
from oottam.audit.record import MAX_REASON_LENGTH
from oottam.billing.price_limit import agreed_beyond, require_within_limit
from oottam.core.errors import DomainError
from oottam.core.money import MAX_PAISE, format_rupees, short_rupees
from oottam.core.payment_link import UpiPayment
from oottam.requests.models import Request, Status
from oottam.workflow.models import Adjustment, Debt, Payment, PaymentMethod, Refund, RetainedAmount
from oottam.workflow.services.details import details_of, order_of
from oottam.workflow.services.editing import BeyondError, Change, change, require_not_erased
from oottam.workflow.services.undo_window import require_may_undo

MAX_BANK_REFERENCE_LENGTH = 100  # characters
# Of these a price is agreed; of a cancelled one nothing is.
AGREED = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)


@dataclass(frozen=True, slots=True)
class Balance:
    """Paise. `price` is None while none is known: nothing can be owed then, but money can have come."""

    price: int | None
    adjusted: int
    paid: int
    refunded: int = 0
    is_order: bool = True  # whether our menus say the price, and not somebody who agreed one

    @property
    def held(self) -> int:
        """What came, less what was given back."""
        return self.paid - self.refunded

    @property
    def due(self) -> int | None:
        """What it costs in the end."""
        return None if self.price is None else self.price + self.adjusted

    @property
    def owed(self) -> int | None:
        """What is still to come; less than 0 when too much came."""
        return None if self.due is None else self.due - self.held

    @property
    def is_on_request(self) -> bool:
        """All its dishes are priced on request, and no amount has been agreed on yet."""
        return self.is_order and self.price == 0 and not self.adjusted

    @property
    def is_free(self) -> bool:
        """It was agreed that it costs nothing."""
        return not self.is_order and self.price == 0


def balance(request: Request) -> Balance:
    """From the request's order (or the price agreed), its adjustments, and payments and refunds not undone."""
    ordered = order_of(request)
    price = ordered.total_paise if ordered else details_of(request).agreed_paise
    return Balance(
        price=price,
        adjusted=sum(adjustment.paise for adjustment in request.adjustments.all()),
        paid=sum(payment.paise for payment in request.payments.all() if not payment.undone_at),
        refunded=sum(refund.paise for refund in request.refunds.all() if not refund.undone_at),
        is_order=ordered is not None,
    )


def overpaid(request: Request, balance: Balance) -> int:
    """How much more came than is due, in paise; 0 while no price is known.

    Of what is cancelled nothing is due but what the shop keeps of it.
    """
    if request.status == Status.CANCELLED:
        return max(0, balance.held - retained(request))
    return 0 if balance.owed is None or balance.is_on_request else max(0, -balance.owed)


def retained(request: Request) -> int:
    """What the shop keeps of what was paid for a request that is cancelled, in paise."""
    kept: RetainedAmount | None = getattr(request, "retained", None)
    return kept.paise if kept else 0


def upi_payment(request: Request, balance: Balance) -> UpiPayment | None:
    """How what is owed can be paid by UPI; None where nothing is, or the shop has no UPI id.

    None for a cancelled request too, and for one whose person has been erased: nobody is there to pay.
    """
    site, owed = catalogue.current().site, balance.owed or 0
    if not site.upi_id or owed <= 0 or request.status == Status.CANCELLED or request.erased_at:
        return None
    return UpiPayment(site.upi_id, site.brand.name, owed, request.reference)


def owed(requests: "QuerySet[Request, Request]") -> dict[str, int]:
    """By reference, what is still to come from each whose price is known; as `balance`, but one query for all."""
    priced = with_sums(requests).filter(price__isnull=False)
    left = priced.annotate(owed=F("price") + F("adjusted") - F("paid") + F("refunded"))
    return dict(left.values_list("reference", "owed"))


def with_sums(requests: "QuerySet[Request, Request]") -> "QuerySet[Any, Any]":
    """With `price`, `adjusted`, `paid` and `refunded` of each, as `balance` has them."""
    return requests.annotate(
        price=Coalesce("order__total_paise", "combo__total_paise", "fulfilment__agreed_paise"),
        adjusted=_sum_of(Adjustment.objects.all()),
        paid=_sum_of(Payment.objects.filter(undone_at=None)),
        refunded=_sum_of(Refund.objects.filter(undone_at=None)),
    )


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What is still to come of all that is agreed: paise, and from how many requests."""

    paise: int
    requests: int


def outstanding(requests: "QuerySet[Request, Request] | None" = None) -> Outstanding:
    """From all that are confirmed, active or completed and not paid in full, or those of `requests`; by one query."""
    debts = Debt.objects.order_by()
    if requests is not None:
        debts = debts.filter(request__in=requests.order_by())
    found = debts.aggregate(paise=Coalesce(Sum("paise"), 0), requests=Count("pk"))
    return Outstanding(int(found["paise"]), found["requests"])


def debts_due(most: int) -> list[Debt]:
    """The first so many with their requests, longest waiting first; one query."""
    return list(Debt.objects.select_related("request").defer("request__body")[:most])


def debts_of(requests: Iterable[Request]) -> dict[UUID, int]:
    """What each of them still owes, in paise, those alone that owe something; one query."""
    return dict(Debt.objects.filter(request__in=requests).values_list("request_id", "paise"))


def _sum_of(rows: "QuerySet[Any, Any]") -> Coalesce:
    of_one = rows.filter(request=OuterRef("pk")).order_by().values("request")
    return Coalesce(Subquery(of_one.annotate(sum=Sum("paise")).values("sum")), 0)


def adjust(
    *, reference: str, version: int, actor: User, now: datetime, paise: int, reason: str
) -> Adjustment:
    """Add to the price, or take off (paise below 0). Raises DomainError, also above the desk's limit."""
    with change(
        reference=reference,
        version=version,
        action="price.adjust",
        actor=actor,
        now=now,
        reason=reason.strip(),
    ) as making:
        require_amount(abs(paise))
        if not reason.strip():
            raise DomainError("Please give a reason for the price change.", "reason")
        if len(reason.strip()) > MAX_REASON_LENGTH:
            raise DomainError(
                f"A reason can have at most {MAX_REASON_LENGTH} characters.", "reason"
            )
        before = balance(making.request)
        moved = before.adjusted
        if order_of(making.request) is None:
            moved += agreed_beyond(details_of(making.request))
        require_within_limit(actor, moved, moved + paise, "rupees")
        if before.due is None:
            raise DomainError("It has no price yet.", "rupees")
        if before.due + paise < 0:
            raise DomainError("That is more than the price.", "rupees")
        made = Adjustment.objects.create(
            request=making.request, paise=paise, reason=reason.strip(), by=actor, at=now
        )
        making.data["paise"] = paise
    return made


def undo_adjustment(
    *, reference: str, version: int, actor: User, now: datetime, adjustment: int
) -> Adjustment:
    """It was typed wrongly: the opposite stands beside it. By who did it for a while, later by the owner."""
    with change(
        reference=reference, version=version, action="price.undo", actor=actor, now=now
    ) as making:
        found = Adjustment.objects.filter(request=making.request, pk=adjustment).first()
        if found is None or found.undoes_id is not None:
            raise DomainError("There is no such price change.")
        require_may_undo(found.by_id, found.at, actor, now)
        if Adjustment.objects.filter(undoes=found).exists():
            raise DomainError("This has already been undone.")
        if (balance(making.request).due or 0) - found.paise < 0:
            raise DomainError("The price was reduced again since: undo that first.")
        made = Adjustment.objects.create(
            request=making.request,
            paise=-found.paise,
            reason=f"Undone: {found.reason}"[:MAX_REASON_LENGTH],
            by=actor,
            at=now,
            undoes=found,
        )
        making.data["paise"] = made.paise
    return made


def note_payment(
    *,
    reference: str,
    version: int,
    actor: User,
    now: datetime,
    paise: int,
    method: PaymentMethod,
    paid_on: date,
    bank_reference: str = "",
    beyond: int | None = 0,
) -> Payment:
    """Money came. Raises DomainError for an amount or a day that cannot be.

    `beyond` is by how many paise more may have come with it than is due, as somebody has seen; None where nobody is
    asked. Raises BeyondError for another number.
    """
    with change(
        reference=reference, version=version, action="payment.note", actor=actor, now=now
    ) as making:
        require_amount(paise)
        require_past(paid_on, now, "paid_on")
        require_bank_reference(making.request, bank_reference.strip())
        made = Payment.objects.create(
            request=making.request,
            paise=paise,
            method=method,
            paid_on=paid_on,
            reference=bank_reference.strip(),
            by=actor,
            at=now,
        )
        too_much = overpaid(making.request, balance(making.request))
        if too_much and beyond not in (None, too_much):
            raise BeyondError(f"{short_rupees(too_much)} more than is due.", too_much)
        making.data |= {"payment": made.pk, "paise": paise, "method": method.value}
    return made


def undo_payment(
    *, reference: str, version: int, actor: User, now: datetime, payment: int, reason: str
) -> None:
    """It was noted by mistake; it stays, struck through. By who noted it for a while, later by the owner.

    Raises DomainError where more was given back than comes without it.
    """
    with change(
        reference=reference,
        version=version,
        action="payment.undo",
        actor=actor,
        now=now,
        reason=reason.strip(),
    ) as making:
        if reason.strip():
            require_not_erased(making.request, "reason")
        strike_out(making, actor, Payment.objects.filter(pk=payment), "payment")
        left = balance(making.request)
        if left.refunded and left.held < 0:
            raise DomainError(
                "More has been refunded than the other payments cover: undo the refund first."
            )
        making.data["payment"] = payment


def strike_out(
    making: Change, actor: User, noted: "QuerySet[Payment] | QuerySet[Refund]", name: str
) -> Payment | Refund:
    """Undo a payment or refund of the request within a change; raises DomainError."""
    of_request = noted.filter(request=making.request)
    found = of_request.first()
    if found is None:
        raise DomainError(f"This request has no such {name}.")
    require_may_undo(found.by_id, found.at, actor, making.now)
    if not of_request.filter(undone_at=None).update(undone_at=making.now):
        raise DomainError(f"This {name} has already been undone.")
    return found


def require_past(day: date, now: datetime, field: str) -> None:
    """Raises DomainError for a day on which no money can have moved yet."""
    if day > timezone.localdate(now):
        raise DomainError("That day is in the future.", field)


def require_bank_reference(request: Request, reference: str) -> None:
    """Raises DomainError for one that is too long, or about somebody who was erased."""
    if reference:
        require_not_erased(request, "bank_reference")
    if len(reference) > MAX_BANK_REFERENCE_LENGTH:
        raise DomainError(
            f"A reference can have at most {MAX_BANK_REFERENCE_LENGTH} characters.",
            "bank_reference",
        )


def require_amount(paise: int) -> None:
    """Raises DomainError for what is no amount in paise."""
    if paise <= 0:
        raise DomainError("Enter an amount in rupees, such as 250.", "rupees")
    if paise > MAX_PAISE:
        raise DomainError(f"At most {format_rupees(MAX_PAISE)} at once.", "rupees")
