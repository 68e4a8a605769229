"""Sums of days that are over, so that a year's report need not count every box again.

A day's sums are made from the very figures that a report would read, and are true as long as they stand and nobody
has noted a change of the day since (triggers.py). What is not summed, or changed since, is read from the rows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.utils import timezone
from pydantic import TypeAdapter

from oottam.kitchen.day.snapshot import read_snapshot
from oottam.plans.models import KitchenItem, Serving
from oottam.reporting.figures import DayFigures, load_figures
from oottam.reporting.models import DailyTotals, StaleDay
from oottam.requests.models import Request
from oottam.workflow.models import Booking, Payment

ONE_DAY = timedelta(days=1)
MAX_AGE = timedelta(days=3653)  # longer ago no report goes
PAUSE_SECONDS = 0.05
MAX_RANGES = 10  # between sums, each of which is eight queries
_FIGURES = TypeAdapter(DayFigures)


@dataclass(slots=True)
class Report:
    """The figures of each of some days, in their order, and the names of the dishes among them."""

    days: dict[date, DayFigures]
    dishes: dict[int, str]


def load_report(first: date, last: date) -> Report:
    """Everything of these days, both included, none of them to come; in one snapshot of the database."""
    with read_snapshot():
        rows = _valid_totals(first, last).values_list("day", "figures")
        summed = {day: _FIGURES.validate_json(figures) for day, figures in rows}
        gaps = list(_missing_ranges(first, last, summed))
        if len(gaps) > MAX_RANGES:
            gaps = [(gaps[0][0], gaps[-1][1])]
        for begins, ends in gaps:
            summed |= load_figures(begins, ends)
        items = {item for figures in summed.values() for item, _ in figures.dishes}
        names = dict(KitchenItem.objects.values_list("pk", "name")) if items else {}
    return Report(dict(sorted(summed.items())), {item: names[item] for item in items})


def update_totals(
    now: datetime,
    *,
    is_over: Callable[[], bool] = lambda: False,
    breathe: Callable[[float], object] = lambda _: None,
) -> int:
    """Make the sums of days that are over and have none that are true, the newest first; how many days those were."""
    made, last = 0, timezone.localdate(now) - ONE_DAY
    begins = _first_day(last)
    if begins is None:
        return 0
    summed = set(_valid_totals(begins, last).values_list("day", flat=True))
    days = (last - ahead * ONE_DAY for ahead in range((last - begins).days + 1))
    for day in (each for each in days if each not in summed):
        if is_over():
            break
        _store_totals(day)
        made += 1
        breathe(PAUSE_SECONDS)
    return made


def discard_future_marks(now: datetime) -> None:
    """Of days to come: they are counted when they are over. Today's and tomorrow's stay, whatever the clocks say."""
    StaleDay.objects.filter(day__gt=timezone.localdate(now) + ONE_DAY).delete()


def _store_totals(day: date) -> None:
    """In one transaction: on SQLite nobody else writes; on PostgreSQL changes that it does not see stay noted."""
    with transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        StaleDay.objects.filter(day=day).delete()
        figures = _FIGURES.dump_json(load_figures(day, day)[day]).decode()
        DailyTotals.objects.bulk_create(
            [DailyTotals(day=day, figures=figures)],
            update_conflicts=True,
            update_fields=["figures"],
            unique_fields=["day"],
        )


def _valid_totals(first: date, last: date) -> "QuerySet[DailyTotals]":
    changed = StaleDay.objects.filter(day=OuterRef("day"))
    return DailyTotals.objects.filter(~Exists(changed), day__range=(first, last)).order_by()


def _missing_ranges(
    first: date, last: date, summed: dict[date, DayFigures]
) -> Iterator[tuple[date, date]]:
    """Days without sums, those that follow each other together."""
    begins: date | None = None
    for ahead in range((last - first).days + 2):
        day = first + ahead * ONE_DAY
        is_missing = day <= last and day not in summed
        if is_missing and begins is None:
            begins = day
        elif not is_missing and begins is not None:
            yield begins, day - ONE_DAY
            begins = None


def _first_day(last: date) -> date | None:
    """The first day of which there is anything to add up."""
    received = Request.objects.aggregate(first=Min("received_at"))["first"]
    days = [
        Serving.objects.aggregate(first=Min("date"))["first"],
        Booking.objects.aggregate(first=Min("day"))["first"],
        Payment.objects.aggregate(first=Min("paid_on"))["first"],
        received and timezone.localdate(received),
    ]
    known = [day for day in days if day]
    return max(min(known), last - MAX_AGE) if known else None
