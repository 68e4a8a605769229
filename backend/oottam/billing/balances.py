"""Price, payments and balance of a request, computed here and nowhere else. Whole paise."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from oottam import catalogue
from oottam.core.payment_link import UpiPayment
from oottam.requests.models import Request, Status
from oottam.workflow.models import (
    Adjustment,
    Debt,
    LedgerEntry,
    Message,
    Payment,
    Refund,
    RetainedAmount,
    Template,
)
from oottam.workflow.services.details import details_of, order_of

# States with an agreed price.
AGREED = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)


@dataclass(frozen=True, slots=True)
class Balance:
    """Amounts of a request in paise. `price` is None while unknown; payments are possible even then."""

    price: int | None
    adjusted: int
    paid: int
    refunded: int = 0
    is_order: bool = True  # whether the menus set the price, not an agreement

    @property
    def net_paid(self) -> int:
        """Payments less refunds."""
        return self.paid - self.refunded

    @property
    def due(self) -> int | None:
        """Price and adjustments."""
        return None if self.price is None else self.price + self.adjusted

    @property
    def owed(self) -> int | None:
        """The amount still to be paid; negative if overpaid."""
        return None if self.due is None else self.due - self.net_paid

    @property
    def is_on_request(self) -> bool:
        """Whether all dishes are priced on request, and no amount is agreed yet."""
        return self.is_order and self.price == 0 and not self.adjusted

    @property
    def is_free(self) -> bool:
        """Whether a price of 0 was agreed."""
        return not self.is_order and self.price == 0


def balance(request: Request) -> Balance:
    """Compute from the order (or the agreed price), adjustments, and payments and refunds not undone."""
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
    """Return the overpayment in paise; 0 while no price is known.

    Of a cancelled request only the retained amount is due.
    """
    if request.status == Status.CANCELLED:
        return max(0, balance.net_paid - retained(request))
    return 0 if balance.owed is None or balance.is_on_request else max(0, -balance.owed)


def retained(request: Request) -> int:
    """Return the retained amount of a cancelled request, in paise."""
    row: RetainedAmount | None = getattr(request, "retained", None)
    return row.paise if row else 0


def upi_payment(request: Request, balance: Balance) -> UpiPayment | None:
    """Return the UPI payment of the amount owed; None if nothing is owed or the shop has no UPI id.

    None for a cancelled request and an erased customer too.
    """
    site, owed = catalogue.current().site, balance.owed or 0
    if not site.upi_id or owed <= 0 or request.status == Status.CANCELLED or request.erased_at:
        return None
    return UpiPayment(site.upi_id, site.brand.name, owed, request.reference)


def owed(requests: "QuerySet[Request, Request]") -> dict[str, int]:
    """Return amounts owed by reference, for requests with a known price; as `balance`, in one query."""
    priced = with_sums(requests).filter(price__isnull=False)
    rows = priced.annotate(owed=F("price") + F("adjusted") - F("paid") + F("refunded"))
    return dict(rows.values_list("reference", "owed"))


def with_sums(requests: "QuerySet[Request, Request]") -> "QuerySet[Any, Any]":
    """Annotate `price`, `adjusted`, `paid` and `refunded`, as `balance` computes them."""
    return requests.annotate(
        price=Coalesce("order__total_paise", "combo__total_paise", "fulfilment__agreed_paise"),
        adjusted=_sum_of(Adjustment.objects.all()),
        paid=_sum_of(Payment.objects.filter(undone_at=None)),
        refunded=_sum_of(Refund.objects.filter(undone_at=None)),
    )


@dataclass(frozen=True, slots=True)
class Outstanding:
    """The sum owed in paise, and by how many requests."""

    paise: int
    requests: int


def outstanding(requests: "QuerySet[Request, Request] | None" = None) -> Outstanding:
    """Sum what confirmed, active and completed requests owe, or those of `requests`; one query."""
    debts = Debt.objects.order_by()
    if requests is not None:
        debts = debts.filter(request__in=requests.order_by())
    sums = debts.aggregate(paise=Coalesce(Sum("paise"), 0), requests=Count("pk"))
    return Outstanding(int(sums["paise"]), sums["requests"])


ORDERS_OF_DEBTS = {
    "age": ("due_since", "request"),
    "amount": ("-paise", "request"),
    "name": ("request__customer_name", "request"),
}


def debts_due(limit: int, order: str = "age") -> list[Any]:
    """Return the first `limit` debts with their requests, in one of ORDERS_OF_DEBTS ; one query.

    `due_since` is the day of the first confirmation (None before releases that kept it), `reminded_at` the last time
    that the customer was asked for the payment.
    """
    confirmed = LedgerEntry.objects.filter(request=OuterRef("request"), is_first=True)
    asked = Message.objects.filter(
        request=OuterRef("request"), template=Template.PAYMENT, withdrawn_at=None
    )
    debts = (
        Debt.objects.select_related("request")
        .defer("request__body")
        .annotate(
            due_since=Subquery(confirmed.values("day")[:1]),
            reminded_at=Subquery(asked.order_by("-at").values("at")[:1]),
        )
    )
    return list(debts.order_by(*ORDERS_OF_DEBTS[order])[:limit])


def debts_of(requests: Iterable[Request]) -> dict[UUID, int]:
    """Return what each request owes in paise, those that owe nothing left out; one query."""
    return dict(Debt.objects.filter(request__in=requests).values_list("request_id", "paise"))


def _sum_of(rows: "QuerySet[Any, Any]") -> Coalesce:
    of_one = rows.filter(request=OuterRef("pk")).order_by().values("request")
    return Coalesce(Subquery(of_one.annotate(sum=Sum("paise")).values("sum")), 0)
