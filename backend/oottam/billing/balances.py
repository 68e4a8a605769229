"""What a request costs, what was paid, and what is owed. Computed here and nowhere else, in whole paise."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from oottam import catalogue
from oottam.core.payment_link import UpiPayment
from oottam.requests.models import Request, Status
from oottam.workflow.models import Adjustment, Debt, Payment, Refund, RetainedAmount
from oottam.workflow.services.details import details_of, order_of

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
    row: RetainedAmount | None = getattr(request, "retained", None)
    return row.paise if row else 0


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
