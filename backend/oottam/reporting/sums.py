"""Stored totals of past days, so that a report of a year does not count every box again.

A day's totals equal its figures (figures.py) and are valid until a trigger deletes them or marks the day as stale
(triggers.py), or FIGURES_VERSION is raised. A report computes missing and stale days from the rows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.utils import timezone
from pydantic import TypeAdapter

from oottam.core.db.cursor import read_snapshot
from oottam.reporting.figures import FIGURES_VERSION, DayFigures, load_figures
from oottam.reporting.models import DailyTotals, StaleDay
from oottam.requests.models import Request
from oottam.schedule.models import KitchenItem, Serving
from oottam.workflow.models import LedgerEntry, Payment

ONE_DAY = timedelta(days=1)
MAX_AGE = timedelta(days=3653)  # reports do not go back further
PAUSE_SECONDS = 0.05
MAX_RANGES = 10  # of missing days; each takes eight queries
_FIGURES = TypeAdapter(DayFigures)


@dataclass(slots=True)
class Report:
    """Figures by day in order, and names of their dishes by item id."""

    days: dict[date, DayFigures]
    dishes: dict[int, str]


def load_report(first: date, last: date) -> Report:
    """Load the past days from `first` to `last`, inclusive, in one database snapshot."""
    with read_snapshot():
        rows = _valid_totals(first, last).values_list("day", "figures")
        days = {day: _FIGURES.validate_json(figures) for day, figures in rows}
        gaps = list(_missing_ranges(first, last, days))
        if len(gaps) > MAX_RANGES:
            gaps = [(gaps[0][0], gaps[-1][1])]
        for start, end in gaps:
            days |= load_figures(start, end)
        items = {item for figures in days.values() for item, _ in figures.dishes}
        names = dict(KitchenItem.objects.values_list("pk", "name")) if items else {}
    return Report(dict(sorted(days.items())), {item: names[item] for item in items})


def update_totals(
    now: datetime,
    *,
    is_over: Callable[[], bool] = lambda: False,
    pause: Callable[[float], object] = lambda _: None,
) -> int:
    """Store totals of past days without valid ones, newest first, until `is_over`; return their number."""
    count, last = 0, timezone.localdate(now) - ONE_DAY
    start = _first_day(last)
    if start is None:
        return 0
    summed = set(_valid_totals(start, last).values_list("day", flat=True))
    days = (last - ahead * ONE_DAY for ahead in range((last - start).days + 1))
    for day in (each for each in days if each not in summed):
        if is_over():
            break
        _store_totals(day)
        count += 1
        pause(PAUSE_SECONDS)
    return count


def discard_future_marks(now: datetime) -> None:
    """Delete stale marks of future days, which have no totals yet. Keeps tomorrow's, in case clocks differ."""
    StaleDay.objects.filter(day__gt=timezone.localdate(now) + ONE_DAY).delete()


def _store_totals(day: date) -> None:
    """Store a day's totals in one transaction.

    On SQLite there are no concurrent writers; on PostgreSQL the marks of concurrent changes remain.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        StaleDay.objects.filter(day=day).delete()
        figures = _FIGURES.dump_json(load_figures(day, day)[day]).decode()
        DailyTotals.objects.bulk_create(
            [DailyTotals(day=day, figures=figures, version=FIGURES_VERSION)],
            update_conflicts=True,
            update_fields=["figures", "version"],
            unique_fields=["day"],
        )


def _valid_totals(first: date, last: date) -> "QuerySet[DailyTotals]":
    changed = StaleDay.objects.filter(day=OuterRef("day"))
    current = DailyTotals.objects.filter(version=FIGURES_VERSION, day__range=(first, last))
    return current.filter(~Exists(changed)).order_by()


def _missing_ranges(
    first: date, last: date, summed: dict[date, DayFigures]
) -> Iterator[tuple[date, date]]:
    """Yield ranges of consecutive days that are not in `summed`."""
    start: date | None = None
    for ahead in range((last - first).days + 2):
        day = first + ahead * ONE_DAY
        is_missing = day <= last and day not in summed
        if is_missing and start is None:
            start = day
        elif not is_missing and start is not None:
            yield start, day - ONE_DAY
            start = None


def _first_day(last: date) -> date | None:
    """The first day with data, at most MAX_AGE before `last`; None for an empty shop."""
    received = Request.objects.aggregate(first=Min("received_at"))["first"]
    days = [
        Serving.objects.aggregate(first=Min("date"))["first"],
        LedgerEntry.objects.aggregate(first=Min("day"))["first"],
        Payment.objects.aggregate(first=Min("paid_on"))["first"],
        received and timezone.localdate(received),
    ]
    known = [day for day in days if day]
    return max(min(known), last - MAX_AGE) if known else None
