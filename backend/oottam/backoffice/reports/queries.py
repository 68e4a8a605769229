"""Reads what a report adds up: a fixed number of queries, each day by day, in one snapshot of the database."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, DateField, Func, IntegerField
from django.utils import timezone

from oottam.common.days import begin_of, end_of, shift
from oottam.delivery.models import Outcome, Reason, Result
from oottam.handling.domain import revenue
from oottam.handling.models import Booking
from oottam.requests.models import Kind, Request
from oottam.schedule.day_view.snapshot import snapshot
from oottam.schedule.models import Meal, Serving, ServingState

_TOLD_LATE = timedelta(days=7)  # so long after a box's day its result may have been noted

# First how often each box was packed, then what lies in it: there are many more boxes than kinds of them.
_DISHES = """
SELECT i.name, counted.portions
FROM (SELECT l.item_id, SUM(l.quantity * packed.boxes) AS portions
      FROM (SELECT s.dishset_id, COUNT(*) AS boxes FROM schedule_serving s
            WHERE s.date BETWEEN %s AND %s AND s.state IN (1, 2, 3) GROUP BY s.dishset_id) packed
      JOIN schedule_dishsetline l ON l.dishset_id = packed.dishset_id
      GROUP BY l.item_id) counted
JOIN schedule_kitchenitem i ON i.id = counted.item_id
ORDER BY counted.portions DESC, i.name
"""


class Confirmation(NamedTuple):
    """A request that was confirmed for the first time; `customer` is the same text for the same person."""

    day: date
    kind: Kind
    waited: int  # seconds, from when it was received
    customer: str
    came_back: bool


@dataclass(frozen=True, slots=True)
class Dish:
    """How often the kitchen cooked for a dish as it was ordered; events count with their quantities."""

    name: str
    portions: int


@dataclass(frozen=True, slots=True)
class Found:
    """All that a report adds up, by days."""

    booked: Sequence[revenue.Booked]
    received: Sequence[revenue.Received]
    given_back: Sequence[revenue.Received]
    requests: Mapping[tuple[date, Kind], int]
    confirmations: Sequence[Confirmation]
    boxes: Mapping[tuple[date, Meal, ServingState], int]
    failed: Mapping[Reason, int]
    dishes: Sequence[Dish]


def find(first: date, last: date) -> Found:
    """Everything of these days, both included, none of them to come."""
    with snapshot():
        return Found(
            booked=revenue.booked(first, last),
            received=revenue.received(first, last),
            given_back=revenue.given_back(first, last),
            requests=_requests(first, last),
            confirmations=_confirmations(first, last),
            boxes=_boxes(first, last),
            failed=_failed(first, last),
            dishes=_dishes(first, last),
        )


class _IndianDay(Func):
    """The day of a moment in India, which has one time all year; Django's own asks Python for each row of SQLite."""

    output_field = DateField()

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> Any:
        """Moments are kept in UTC."""
        return self.as_sql(compiler, connection, template="date(%(expressions)s, '+330 minutes')")

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        """By the zone's name."""
        template = "((%(expressions)s) AT TIME ZONE 'Asia/Kolkata')::date"
        return self.as_sql(compiler, connection, template=template)


class _Seconds(Func):
    """A moment in seconds."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> Any:
        """Without what is less than one."""
        return self.as_sql(compiler, connection, template="unixepoch(%(expressions)s)")

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        """As on SQLite."""
        template = "FLOOR(EXTRACT(EPOCH FROM %(expressions)s))::bigint"
        return self.as_sql(compiler, connection, template=template)


def _requests(first: date, last: date) -> dict[tuple[date, Kind], int]:
    """Those received, but for doubles: they are counted with the one that is worked."""
    zone = timezone.get_default_timezone()
    begin, end = begin_of(first, zone), end_of(last, zone)
    rows = (
        Request.objects.filter(received_at__range=(begin, end), merged_into=None)
        .order_by()
        .values_list(_IndianDay("received_at"), "kind")
        .annotate(count=Count("pk"))
    )
    return {(day, Kind(kind)): count for day, kind, count in rows}


def _confirmations(first: date, last: date) -> list[Confirmation]:
    """Whom the desk cannot call and cannot write to, or who has been erased, is somebody of their own."""
    rows = (
        Booking.objects.filter(day__range=(first, last), is_first=True)
        .order_by("day", "pk")
        .values_list(
            "day", "request__kind", _Seconds("at"), _Seconds("request__received_at"),
            "request__phone_normalised", "request__email", "pk", "came_back",
        )
    )  # fmt: skip
    return [
        Confirmation(
            day, Kind(kind), max(0, at - since), phone or email.lower() or str(number), back
        )
        for day, kind, at, since, phone, email, number, back in rows
    ]


def _boxes(first: date, last: date) -> dict[tuple[date, Meal, ServingState], int]:
    """Read from one index."""
    rows = (
        Serving.objects.filter(date__range=(first, last))
        .order_by()
        .values_list("date", "meal", "state")
        .annotate(count=Count("pk"))
    )
    return {(day, Meal(meal), ServingState(state)): count for day, meal, state, count in rows}


def _failed(first: date, last: date) -> Counter[Reason]:
    """By what was said at the door; of some boxes nothing was."""
    zone = timezone.get_default_timezone()
    begin, end = begin_of(first, zone), end_of(shift(last, _TOLD_LATE), zone)
    rows = (
        Result.objects.filter(
            at__range=(begin, end), stands=True, outcome=Outcome.FAILED,
            serving__date__range=(first, last), serving__state=ServingState.FAILED,
        )
        .order_by()
        .values_list("reason")
        .annotate(count=Count("pk"))
    )  # fmt: skip
    return Counter({Reason(reason): count for reason, count in rows if reason})


def _dishes(first: date, last: date) -> list[Dish]:
    """Those most often asked for first."""
    with connection.cursor() as cursor:
        cursor.execute(_DISHES, [first, last])
        return [Dish(name, int(portions)) for name, portions in cursor.fetchall()]
