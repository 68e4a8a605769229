"""Revenue, defined once. Whole paise; days are India's.

*Booked* in some days: the sum of what was booked on them (booking.py), so what was agreed when requests were
confirmed, more or less what changed since, less what was cancelled.
*Received* in some days: the payments that were made on them, less those that were undone.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from oottam.handling.models import Booking, Method, Payment, Why
from oottam.requests.models import Kind


@dataclass(frozen=True, slots=True)
class Booked:
    """A kind's bookings of one day: paise by reason, and how many requests were confirmed for the first time."""

    day: date
    kind: Kind
    confirmed: int
    changed: int
    taken_off: int  # less than 0
    requests: int

    @property
    def paise(self) -> int:
        """What was booked in all."""
        return self.confirmed + self.changed + self.taken_off


@dataclass(frozen=True, slots=True)
class Received:
    """A day's payments by one method."""

    day: date
    method: Method
    paise: int
    payments: int


def booked(first: date, last: date) -> list[Booked]:
    """By day and kind, those with bookings, both days included; by one query."""
    found = Booking.objects.filter(day__range=(first, last)).order_by("day", "request__kind")
    sums = {name: Sum("paise", filter=Q(why=why), default=0) for name, why in _SUMS.items()}
    rows = found.values_list("day", "request__kind").annotate(
        **sums, requests=Count("pk", filter=Q(is_first=True))
    )
    return [
        Booked(day, Kind(kind), int(confirmed), int(changed), int(taken_off), requests)
        for day, kind, confirmed, changed, taken_off, requests in rows
    ]


def booked_by_kind(first: date, last: date) -> dict[Kind, int]:
    """What was booked in all of each kind, those with nothing included; both days included, by one query."""
    sums = dict.fromkeys(Kind, 0)
    for row in booked(first, last):
        sums[row.kind] += row.paise
    return sums


def received(first: date, last: date) -> list[Received]:
    """By day and method, those with payments, both days included; by one query."""
    found = Payment.objects.filter(paid_on__range=(first, last), undone_at=None)
    rows = (
        found.order_by("paid_on", "method")
        .values_list("paid_on", "method")
        .annotate(sum=Sum("paise"), count=Count("pk"))
    )
    return [Received(day, Method(method), int(paise), count) for day, method, paise, count in rows]


_SUMS = {"confirmed": Why.CONFIRMED, "changed": Why.CHANGED, "taken_off": Why.TAKEN_OFF}
