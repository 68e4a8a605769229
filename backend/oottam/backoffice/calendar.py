"""The calendar: events, appointments, first and last days of plans, closed days."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.core.days import WHOLE_DAY
from oottam.core.fields import sql
from oottam.kitchen.services.box_contents import without_dishes
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.choices import DATED, PlanState
from oottam.schedule.domain.calendar import WEEKDAYS
from oottam.schedule.models import (
    BoxLine,
    ClosedDay,
    Meal,
    Serving,
    ServingState,
)
from oottam.workflow.models import AppointmentSlot, EventDetails, SlotState

MONTH, LIST = "", "list"
_MONTH_PATTERN = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class CalendarFilter:
    """A month by its first day, as a grid or a list."""

    first: date
    view: str = MONTH

    @property
    def last(self) -> date:
        return _next(self.first) - timedelta(days=1)

    @property
    def before(self) -> date:
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        return _next(self.first)

    def address(self, first: date, view: str | None = None) -> str:
        """Return the query string of a month, in this or another view."""
        view = self.view if view is None else view
        return f"?month={first:%Y-%m}" + (f"&view={view}" if view else "")


def parse_filters(query: QueryDict, today: date) -> CalendarFilter:
    """Parse the query string; the default is this month, as a grid."""
    match = _MONTH_PATTERN.fullmatch(query.get("month", ""))
    first = date(int(match[1]), int(match[2]), 1) if match else today.replace(day=1)
    return CalendarFilter(first, LIST if query.get("view") == LIST else MONTH)


def _next(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


CLOSED, EVENT, APPOINTMENT, STARTS, ENDS = "closed", "event", "appointment", "starts", "ends"
# In their order within a day.
KINDS = {
    CLOSED: "Closed",
    EVENT: "Event",
    APPOINTMENT: "Appointment",
    STARTS: "Plan starts",
    ENDS: "Plan ends",
}
_PLURALS = {STARTS: "plans start", ENDS: "plans end"}
MAX_PER_KIND = 3  # plans per day of the grid; more are counted there, and named in the list


@dataclass(frozen=True, slots=True)
class Entry:
    """`title` links to `address`, where there is one; `lines` are dishes, `note` a warning."""

    day: date
    kind: str
    title: str
    address: str = ""
    at: time | None = None
    detail: str = ""
    note: str = ""
    lines: Sequence[str] = ()

    @property
    def label(self) -> str:
        return KINDS[self.kind]


def days_of(first: date, last: date, entries: Iterable[Entry], today: date) -> list[dict[str, Any]]:
    """Return every day of the span, with its entries in order."""
    by_day: dict[date, list[Entry]] = {}
    for entry in entries:
        by_day.setdefault(entry.day, []).append(entry)
    span = (first + timedelta(days=at) for at in range((last - first).days + 1))
    return [_day(day, by_day, today) for day in span]


def weeks_of(days: Sequence[dict[str, Any]]) -> list[list[dict[str, Any] | None]]:
    """Return the month in weeks from Monday; None for days of other months."""
    cells: list[dict[str, Any] | None] = [*[None] * days[0]["day"].weekday(), *days]
    cells += [None] * (-len(cells) % 7)
    return [cells[at : at + 7] for at in range(0, len(cells), 7)]


def _day(day: date, by_day: Mapping[date, list[Entry]], today: date) -> dict[str, Any]:
    """Return a day; `named` entries fit into the grid, `counted` replaces the others, as "12 plans start"."""
    order = list(KINDS)
    entries = sorted(
        by_day.get(day, ()),
        key=lambda entry: (order.index(entry.kind), entry.at or time.min, entry.title),
    )
    of_kind = {kind: sum(entry.kind == kind for entry in entries) for kind in _PLURALS}
    many = {kind: count for kind, count in of_kind.items() if count > MAX_PER_KIND}
    return {
        "day": day,
        "is_today": day == today,
        "entries": entries,
        "named": [entry for entry in entries if entry.kind not in many],
        "counted": [(kind, f"{count} {_PLURALS[kind]}") for kind, count in many.items()],
    }


MAX_PLANS = 1000  # that start or end within a month
# Per plan, as "2026-11-02 2026-11-30 0": first day, last day, held boxes. One subquery per plan, and one text, so that no
# database joins the boxes of all years.
_PLANS = f"""
WITH plan_days AS MATERIALIZED (
  SELECT w.plan_id, (
    SELECT CAST(MIN(s.date) FILTER (WHERE s.state IN {sql(DATED)} AND s.meal <> {sql(Meal.EVENT)}) AS text) || ' '
      || CAST(MAX(s.date) FILTER (WHERE s.state IN {sql(DATED)} AND s.meal <> {sql(Meal.EVENT)}) AS text) || ' '
      || CAST(COUNT(*) FILTER (WHERE s.state = {sql(ServingState.HELD)}) AS text)
    FROM schedule_serving s WHERE s.plan_id = w.plan_id) AS days
  FROM (SELECT DISTINCT m.plan_id FROM schedule_serving m
    WHERE m.date BETWEEN %(first)s AND %(last)s AND m.state IN {sql(DATED)} AND m.meal <> {sql(Meal.EVENT)}) w
)
SELECT r.reference, r.customer_name, listed.days FROM (
  SELECT p.request_id, plan_days.days, p.id FROM plan_days JOIN schedule_plan p ON p.id = plan_days.plan_id
  WHERE p.state <> {sql(PlanState.CANCELLED)} AND (SUBSTR(plan_days.days, 1, 10) >= %(from)s
    OR (SUBSTR(plan_days.days, 12, 10) <= %(until)s AND SUBSTR(plan_days.days, 23) = '0'))
  ORDER BY SUBSTR(plan_days.days, 1, 10), p.id LIMIT %(most)s
) listed JOIN requests_request r ON r.id = listed.request_id ORDER BY SUBSTR(listed.days, 1, 10), listed.id
"""  # noqa: S608 - constants
_SLOTS = (SlotState.AGREED, SlotState.DONE, SlotState.MISSED)


def desk_entries(first: date, last: date) -> list[Entry]:
    """Return all entries, with names; includes unconfirmed events."""
    return [*_closed_days(first, last), *agreed_dates(first, last), *_plans(first, last)]


def kitchen_entries(first: date, last: date) -> list[Entry]:
    """Return closed days and the dishes of confirmed events, without names, phones or places."""
    return [*_closed_days(first, last), *_event_dishes(first, last)]


def _closed_days(first: date, last: date) -> Iterator[Entry]:
    for closed in ClosedDay.objects.filter(date__range=(first, last)):
        meal = "" if closed.meal == WHOLE_DAY else f"{Meal(closed.meal).label}: "
        title = f"{meal}{closed.reason}" if closed.reason else meal or "Every meal"
        yield Entry(closed.date, CLOSED, title, reverse("backoffice:closed-days"))


def agreed_dates(first: date, last: date) -> Iterator[Entry]:
    """Yield events and appointments: their rows by index of the day, then their requests by one query."""
    begin = timezone.make_aware(datetime.combine(first, time.min))
    end = timezone.make_aware(datetime.combine(last + timedelta(days=1), time.min))
    on_days = Q(starts_at__gte=begin, starts_at__lt=end, state__in=_SLOTS)
    slots = AppointmentSlot.objects.order_by().filter(on_days).values("request_id")
    events = EventDetails.objects.filter(date__range=(first, last)).values("request_id")
    queryset = Request.objects.order_by().filter(pk__in=events.union(slots, all=True))
    events_without_dishes = without_dishes(first).filter(plan__request=OuterRef("pk"))
    queryset = queryset.exclude(status=Status.CANCELLED).annotate(
        lacks_dishes=Exists(events_without_dishes)
    )
    rows: Any = queryset.values_list(
        "kind", "reference", "customer_name", "status",
        "event_details__date", "event_details__time", "event_details__guests", "event__event_type",
        "slots__starts_at", "slots__doctor", "slots__state", "lacks_dishes",
    )  # fmt: skip
    seen_events = set()
    for kind, reference, name, status, *of_kind in rows:
        address = reverse("backoffice:request", args=[reference])
        day, at, guests, event_type, starts_at, doctor, state, lacks_dishes = of_kind
        note = (
            "Not confirmed yet"
            if status == Status.NEW
            else "Dishes missing"
            if lacks_dishes
            else ""
        )
        if kind == Kind.EVENT:
            # The join has one row per slot.
            if day is None or reference in seen_events:
                continue
            seen_events.add(reference)
            detail = _describe_event(event_type, guests)
            yield Entry(day, EVENT, name, address, at, detail, note)
        elif starts_at is not None and begin <= starts_at < end and state in _SLOTS:
            local = timezone.localtime(starts_at)
            missed = "No-show" if state == SlotState.MISSED else note
            yield Entry(local.date(), APPOINTMENT, name, address, local.time(), doctor, missed)


def _plans(first: date, last: date) -> Iterator[Entry]:
    """Yield the first and last days of plans, by their servings; a plan with held boxes has no last day."""
    with connection.cursor() as cursor:
        span = {"from": first.isoformat(), "until": last.isoformat()}
        cursor.execute(_PLANS, {"first": first, "last": last, **span, "most": MAX_PLANS})
        rows = cursor.fetchall()
    plans = reverse("backoffice:plans")
    for reference, name, days in rows:
        begins, ends, held = days.split()
        address = f"{plans}{reference}/"
        if (day := date.fromisoformat(begins)) >= first:
            yield Entry(day, STARTS, name, address)
        if (day := date.fromisoformat(ends)) <= last and held == "0":
            yield Entry(day, ENDS, name, address)


def _event_dishes(first: date, last: date) -> Iterator[Entry]:
    """Yield each event once, with its dishes in order."""
    servings: Any = (
        Serving.objects.order_by("date", "pk")
        .filter(date__range=(first, last), meal=Meal.EVENT, state__in=DATED)
        .values_list(
            "box_contents_id", "date", "plan__request__event_details__time",
            "plan__request__event_details__guests", "plan__request__event__event_type",
        )
    )  # fmt: skip
    rows: list[Any] = list(servings)
    lines: dict[int, list[str]] = {}
    sets = BoxLine.objects.filter(box_contents__in=[row[0] for row in rows])
    for box_contents, quantity, name in sets.values_list(
        "box_contents_id", "quantity", "ordered_name"
    ):
        lines.setdefault(box_contents, []).append(f"{quantity} × {name}")
    for box_contents, day, at, guests, event_type in rows:
        yield Entry(
            day,
            EVENT,
            event_type or "Event",
            reverse("backoffice:kitchen-day", args=[day]),
            at,
            _describe_event("", guests),
            lines=lines.get(box_contents, ()),
        )


def _describe_event(event_type: Any, guests: Any) -> str:
    """Format as "Wedding, 120 guests"."""
    people = f"{guests} guest{'' if guests == 1 else 's'}" if guests else ""
    return ", ".join(part for part in (event_type or "", people) if part)


@staff_page(Permission.COOK)
def detail(request: StaffRequest) -> HttpResponse:
    """Show a month; for the kitchen, only the events to cook."""
    today = timezone.localdate()
    month = parse_filters(request.GET, today)
    sees_customers = Permission.WORK_REQUESTS in permissions_of(request.user)
    find = desk_entries if sees_customers else kitchen_entries
    entries = find(month.first, month.last)
    days = days_of(month.first, month.last, entries, today)
    this_month = today.replace(day=1)
    context = {
        "title": f"Calendar, {month.first:%B %Y}",
        "filters": month,
        "is_list": month.view == LIST,
        "sees_customers": sees_customers,
        "is_empty": not entries,
        "days": [day for day in days if entries and (day["entries"] or day["is_today"])],
        "weeks": weeks_of(days),
        "weekdays": WEEKDAYS,
        "before": month.address(month.before),
        "after": month.address(month.after),
        "now": "" if month.first == this_month else month.address(this_month),
        "as_month": month.address(month.first, MONTH),
        "as_list": month.address(month.first, LIST),
        "many": sees_customers and len(entries) >= MAX_PLANS,
    }
    return render(request, "backoffice/calendar/calendar.html", context)
