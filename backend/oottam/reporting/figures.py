"""Reads what a report adds up, day by day: a fixed number of queries, however many days they are asked for."""

# ruff: noqa: S608 - every part of the statements is of this file

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, DateField, Func
from django.utils import timezone

from oottam.billing import revenue
from oottam.core.days import as_day, end_of_day, start_of_day
from oottam.core.fields import sql
from oottam.delivery.models import Outcome
from oottam.plans.models import Serving, ServingState
from oottam.plans.models.choices import ON_THE_DAY
from oottam.requests.models import Request

# First how often each box was packed, then what lies in it: there are many more boxes than kinds of them.
_DISHES = f"""
SELECT packed.date, l.item_id, SUM(l.quantity * packed.boxes)
FROM (SELECT s.date, s.dishset_id, COUNT(*) AS boxes FROM schedule_serving s
      WHERE s.date BETWEEN %s AND %s AND s.state IN {sql(ON_THE_DAY)} GROUP BY s.date, s.dishset_id) packed
JOIN schedule_dishsetline l ON l.dishset_id = packed.dishset_id
GROUP BY packed.date, l.item_id
"""
# When the same person had something confirmed for the first time before: the same phone, or without one the same e-mail.
_EARLIER = """(SELECT MAX(e.day) FROM requests_request s JOIN handling_booking e ON e.request_id = s.id AND e.is_first
  WHERE {same} AND (e.day < b.day OR (e.day = b.day AND e.id < b.id)))"""
_CONFIRMATIONS = f"""
SELECT b.day, r.kind, {{at}} - {{received}}, CASE
  WHEN r.phone_normalised <> '' THEN {_EARLIER.format(same="s.phone_normalised = r.phone_normalised")}
  WHEN r.email <> '' THEN
    {_EARLIER.format(same="s.phone_normalised = '' AND LOWER(s.email) = LOWER(r.email)")}
  END, b.came_back
FROM handling_booking b JOIN requests_request r ON r.id = b.request_id
WHERE b.day BETWEEN %s AND %s AND b.is_first ORDER BY b.day, b.id
"""
_SECONDS = {
    "sqlite": "unixepoch({at})",
    "postgresql": "FLOOR(EXTRACT(EPOCH FROM {at}))::bigint",
}


class DayFigures(NamedTuple):
    """All that a report adds up of one day; amounts in paise. Nobody's name, and of customers only how long ago they came."""

    booked: list[tuple[str, int, int, int]]  # kind; confirmed, changed, taken off
    received: list[tuple[str, int]]  # by method
    given_back: list[tuple[str, int]]  # by method
    # By kind, but for doubles: they are counted with the one that is worked.
    requests: list[tuple[str, int]]
    waited: list[tuple[str, list[int]]]  # kind, seconds from receiving to first confirming, of each
    # Days since the same customer had something confirmed before (None: never), whether they came back, how many.
    customers: list[tuple[int | None, bool, int]]
    boxes: list[tuple[int, int, int]]  # meal, state, count
    failed: list[tuple[str, int]]  # by what was said at the door; of some boxes nothing was
    dishes: list[tuple[int, int]]  # kitchen item, portions


def load_figures(first: date, last: date) -> dict[date, DayFigures]:
    """Of each of these days, both included; eight queries, which should see one state of the database."""
    days = (first + timedelta(days=ahead) for ahead in range((last - first).days + 1))
    found = {day: DayFigures([], [], [], [], [], [], [], [], []) for day in days}
    for booked in revenue.booked(first, last):
        row = (booked.kind.value, booked.confirmed, booked.changed, booked.taken_off)
        found[booked.day].booked.append(row)
    for paid in revenue.received(first, last):
        found[paid.day].received.append((paid.method.value, paid.paise))
    for refund in revenue.given_back(first, last):
        found[refund.day].given_back.append((refund.method.value, refund.paise))
    for day, kind, count in _requests(first, last):
        found[day].requests.append((kind, count))
    waited, customers = _confirmations(first, last)
    for (day, kind), seconds in waited.items():
        found[day].waited.append((kind, seconds))
    for (day, gap, came_back), count in customers.items():
        found[day].customers.append((gap, came_back, count))
    for day, meal, state, count in _boxes(first, last):
        found[day].boxes.append((meal, state, count))
    for (day, reason), count in _failed(first, last).items():
        found[day].failed.append((reason, count))
    for day, item, portions in _fetch_all(_DISHES, [first, last]):
        found[as_day(day)].dishes.append((item, int(portions)))
    return found


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


def _requests(first: date, last: date) -> Iterable[tuple[date, str, int]]:
    zone = timezone.get_default_timezone()
    begin, end = start_of_day(first, zone), end_of_day(last, zone)
    return (
        Request.objects.filter(received_at__range=(begin, end), merged_into=None)
        .order_by()
        .values_list(_IndianDay("received_at"), "kind")
        .annotate(count=Count("pk"))
    )


def _confirmations(
    first: date, last: date
) -> tuple[dict[tuple[date, str], list[int]], Counter[tuple[date, int | None, bool]]]:
    """What `waited` and `customers` are made of.

    Whom the desk cannot call and cannot write to, or who has been erased, is somebody of their own.
    """
    seconds = _SECONDS[connection.vendor]
    query = _CONFIRMATIONS.format(
        at=seconds.format(at="b.at"), received=seconds.format(at="r.received_at")
    )
    waits: dict[tuple[date, str], list[int]] = {}
    customers = Counter[tuple[date, int | None, bool]]()
    for at, kind, waited, earlier, came_back in _fetch_all(query, [first, last]):
        day = as_day(at)
        waits.setdefault((day, kind), []).append(max(0, waited))
        gap = None if earlier is None else (day - as_day(earlier)).days
        customers[day, gap, bool(came_back)] += 1
    return waits, customers


def _boxes(first: date, last: date) -> Iterable[tuple[date, int, int, int]]:
    """Read from one index."""
    return (
        Serving.objects.filter(date__range=(first, last))
        .order_by()
        .values_list("date", "meal", "state")
        .annotate(count=Count("pk"))
    )


def _failed(first: date, last: date) -> Counter[tuple[date, str]]:
    """What stands of what was said; found by the boxes, of which few fail."""
    rows = (
        Serving.objects.filter(
            date__range=(first, last), state=ServingState.FAILED, outcomes__stands=True,
            outcomes__outcome=Outcome.FAILED,
        )
        .order_by()
        .values_list("date", "outcomes__reason")
    )  # fmt: skip
    return Counter((day, reason) for day, reason in rows if day and reason)


def _fetch_all(query: str, given: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
