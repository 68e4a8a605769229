"""Reads a report's figures by day, with a fixed number of queries for any number of days."""

# ruff: noqa: S608 - the statements contain constants of this file only

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, DateField, Func
from django.utils import timezone

from oottam.billing import revenue
from oottam.core.days import end_of_day, start_of_day, to_date
from oottam.core.fields import sql
from oottam.delivery.models import Outcome
from oottam.requests.models import Request
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.models import Serving, ServingState

# Groups by box contents before joining the lines: there are many more boxes than distinct contents.
_DISHES = f"""
SELECT packed.date, l.item_id, SUM(l.quantity * packed.boxes)
FROM (SELECT s.date, s.dishset_id, COUNT(*) AS boxes FROM schedule_serving s
      WHERE s.date BETWEEN %s AND %s AND s.state IN {sql(ON_THE_DAY)} GROUP BY s.date, s.dishset_id) packed
JOIN schedule_dishsetline l ON l.dishset_id = packed.dishset_id
GROUP BY packed.date, l.item_id
"""
# Day of the customer's previous first confirmation. Same customer: same phone, or without a phone same e-mail.
_PREVIOUS_CONFIRMATION = """(SELECT MAX(e.day) FROM requests_request s JOIN handling_booking e ON e.request_id = s.id AND e.is_first
  WHERE {same} AND (e.day < b.day OR (e.day = b.day AND e.id < b.id)))"""
_CONFIRMATIONS = f"""
SELECT b.day, r.kind, {{at}} - {{received}}, CASE
  WHEN r.phone_normalised <> '' THEN {_PREVIOUS_CONFIRMATION.format(same="s.phone_normalised = r.phone_normalised")}
  WHEN r.email <> '' THEN
    {_PREVIOUS_CONFIRMATION.format(same="s.phone_normalised = '' AND LOWER(s.email) = LOWER(r.email)")}
  END, b.came_back
FROM handling_booking b JOIN requests_request r ON r.id = b.request_id
WHERE b.day BETWEEN %s AND %s AND b.is_first ORDER BY b.day, b.id
"""
_SECONDS = {
    "sqlite": "unixepoch({at})",
    "postgresql": "FLOOR(EXTRACT(EPOCH FROM {at}))::bigint",
}


# Raise it with every change of a figure, of its SQL or of DayFigures: days that were stored before are counted again.
FIGURES_VERSION = 1


class DayFigures(NamedTuple):
    """A report's figures of one day; amounts in paise, no personal data."""

    booked: list[tuple[str, int, int, int]]  # kind; confirmed, changed, removed
    received: list[tuple[str, int]]  # by method
    refunded: list[tuple[str, int]]  # by method
    # By kind; merged duplicates are not counted.
    requests: list[tuple[str, int]]
    # Kind; seconds from receipt to first confirmation, of each request.
    waited: list[tuple[str, list[int]]]
    # Days since the customer's previous confirmation (None: first one), whether the customer returned, count.
    customers: list[tuple[int | None, bool, int]]
    boxes: list[tuple[int, int, int]]  # meal, state, count
    failed: list[tuple[str, int]]  # by reason; some failed boxes have none
    dishes: list[tuple[int, int]]  # kitchen item, portions


def load_figures(first: date, last: date) -> dict[date, DayFigures]:
    """Figures of each day from `first` to `last`, inclusive; eight queries, to be run in one snapshot."""
    days = (first + timedelta(days=ahead) for ahead in range((last - first).days + 1))
    figures = {day: DayFigures([], [], [], [], [], [], [], [], []) for day in days}
    for booked in revenue.booked(first, last):
        row = (booked.kind.value, booked.confirmed, booked.changed, booked.taken_off)
        figures[booked.day].booked.append(row)
    for paid in revenue.received(first, last):
        figures[paid.day].received.append((paid.method.value, paid.paise))
    for refund in revenue.refunded(first, last):
        figures[refund.day].refunded.append((refund.method.value, refund.paise))
    for day, kind, count in _requests(first, last):
        figures[day].requests.append((kind, count))
    waited, customers = _confirmations(first, last)
    for (day, kind), seconds in waited.items():
        figures[day].waited.append((kind, seconds))
    for (day, gap, came_back), count in customers.items():
        figures[day].customers.append((gap, came_back, count))
    for day, meal, state, count in _boxes(first, last):
        figures[day].boxes.append((meal, state, count))
    for (day, reason), count in _failed(first, last).items():
        figures[day].failed.append((reason, count))
    for day, item, portions in _fetch_all(_DISHES, [first, last]):
        figures[to_date(day)].dishes.append((item, int(portions)))
    return figures


class _DayInIndia(Func):
    """Date of a timestamp in IST, in SQL: Django's function calls Python for each row on SQLite."""

    output_field = DateField()

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> Any:
        """Timestamps are stored in UTC; IST is 330 minutes ahead all year."""
        return self.as_sql(compiler, connection, template="date(%(expressions)s, '+330 minutes')")

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        template = "((%(expressions)s) AT TIME ZONE 'Asia/Kolkata')::date"
        return self.as_sql(compiler, connection, template=template)


def _requests(first: date, last: date) -> Iterable[tuple[date, str, int]]:
    zone = timezone.get_default_timezone()
    begin, end = start_of_day(first, zone), end_of_day(last, zone)
    return (
        Request.objects.filter(received_at__range=(begin, end), merged_into=None)
        .order_by()
        .values_list(_DayInIndia("received_at"), "kind")
        .annotate(count=Count("pk"))
    )


def _confirmations(
    first: date, last: date
) -> tuple[dict[tuple[date, str], list[int]], Counter[tuple[date, int | None, bool]]]:
    """Return waiting times by (day, kind), and counts by (day, gap in days, returned).

    A customer without phone and e-mail, for example an erased one, counts as a new customer.
    """
    seconds = _SECONDS[connection.vendor]
    query = _CONFIRMATIONS.format(
        at=seconds.format(at="b.at"), received=seconds.format(at="r.received_at")
    )
    waits: dict[tuple[date, str], list[int]] = {}
    customers = Counter[tuple[date, int | None, bool]]()
    for at, kind, waited, previous, came_back in _fetch_all(query, [first, last]):
        day = to_date(at)
        waits.setdefault((day, kind), []).append(max(0, waited))
        gap = None if previous is None else (day - to_date(previous)).days
        customers[day, gap, bool(came_back)] += 1
    return waits, customers


def _boxes(first: date, last: date) -> Iterable[tuple[date, int, int, int]]:
    return (
        Serving.objects.filter(date__range=(first, last))
        .order_by()
        .values_list("date", "meal", "state")
        .annotate(count=Count("pk"))
    )


def _failed(first: date, last: date) -> Counter[tuple[date, str]]:
    """Count failed boxes by the reason of their valid outcome; starts from the few failed boxes."""
    rows = (
        Serving.objects.filter(
            date__range=(first, last), state=ServingState.FAILED, outcomes__stands=True,
            outcomes__outcome=Outcome.FAILED,
        )
        .order_by()
        .values_list("date", "outcomes__reason")
    )  # fmt: skip
    return Counter((day, reason) for day, reason in rows if day and reason)


def _fetch_all(query: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
