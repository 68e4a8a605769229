"""Definitions of revenue. Whole paise; days are India's.

*Booked*: the sum of ledger entries of these days (`revenue_ledger`): amounts confirmed, changed since, and taken off when
cancelled. *Received*: payments made on these days. *Refunded*: refunds made on these days. Undone ones never count.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet, Sum

from oottam.requests.models import Kind
from oottam.workflow.models import LedgerEntry, LedgerReason, Payment, PaymentMethod, Refund


@dataclass(frozen=True, slots=True)
class Booked:
    """One kind's ledger entries of a day, summed by reason, in paise."""

    day: date
    kind: Kind
    confirmed: int
    changed: int
    taken_off: int  # less than 0

    @property
    def paise(self) -> int:
        return self.confirmed + self.changed + self.taken_off


@dataclass(frozen=True, slots=True)
class ByMethod:
    """What moved on a day by one method: payments, or refunds."""

    day: date
    method: PaymentMethod
    paise: int


def booked(first: date, last: date) -> list[Booked]:
    """Return sums of ledger entries by day and kind, both days included; one query."""
    queryset = LedgerEntry.objects.filter(day__range=(first, last)).order_by("day", "request__kind")
    sums = {name: Sum("paise", filter=Q(why=why), default=0) for name, why in _SUMS.items()}
    rows = queryset.values_list("day", "request__kind").annotate(**sums)
    return [
        Booked(day, Kind(kind), int(confirmed), int(changed), int(taken_off))
        for day, kind, confirmed, changed, taken_off in rows
    ]


def refunded(first: date, last: date) -> list[ByMethod]:
    """Return refunds by day and method, both days included; one query."""
    refunds = Refund.objects.filter(given_on__range=(first, last), undone_at=None)
    return _by_method(refunds, "given_on")


def received(first: date, last: date) -> list[ByMethod]:
    """Return payments by day and method, both days included; one query."""
    payments = Payment.objects.filter(paid_on__range=(first, last), undone_at=None)
    return _by_method(payments, "paid_on")


def _by_method(amounts: "QuerySet[Any]", day_field: str) -> list[ByMethod]:
    by_method = amounts.order_by(day_field, "method").values_list(day_field, "method")
    rows = by_method.annotate(sum=Sum("paise"))
    return [ByMethod(day, PaymentMethod(method), int(paise)) for day, method, paise in rows]


_SUMS = {
    "confirmed": LedgerReason.CONFIRMED,
    "changed": LedgerReason.CHANGED,
    "taken_off": LedgerReason.TAKEN_OFF,
}
