"""Finds what happens between two days: by three queries, for whoever may see people and for the kitchen alike."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, Max, Min, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone

from oottam.backoffice.calendar.entries import APPOINTMENT, CLOSED, ENDS, EVENT, STARTS, Entry
from oottam.handling.models import EventDetails, Slot, SlotState
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.models import (
    ClosedDay,
    DishSetLine,
    Meal,
    Plan,
    PlanState,
    Serving,
    ServingState,
)
from oottam.schedule.models.days import EVERY_MEAL

MOST_PLANS = 1000  # that start or end within a month; a page of more is read by nobody
_DATED = (
    ServingState.PLANNED,
    ServingState.DELIVERED,
    ServingState.FAILED,
    ServingState.FORFEITED,
)
_SLOTS = (SlotState.AGREED, SlotState.DONE, SlotState.MISSED)


def for_the_desk(first: date, last: date) -> list[Entry]:
    """Everything, with names; events that are not confirmed yet among it."""
    return [*_closed(first, last), *agreed(first, last), *_plans(first, last)]


def for_the_kitchen(first: date, last: date) -> list[Entry]:
    """Closed days, and what is cooked for events that are confirmed: no names, no phones, no places."""
    return [*_closed(first, last), *_food(first, last)]


def _closed(first: date, last: date) -> Iterator[Entry]:
    for closed in ClosedDay.objects.filter(date__range=(first, last)):
        meal = "" if closed.meal == EVERY_MEAL else f"{Meal(closed.meal).label}: "
        title = f"{meal}{closed.reason}" if closed.reason else meal or "Every meal"
        yield Entry(closed.date, CLOSED, title, reverse("backoffice:closed-days"))


def agreed(first: date, last: date) -> Iterator[Entry]:
    """Events and appointments: those of the days by their own indexes, then their requests by one query."""
    begin = timezone.make_aware(datetime.combine(first, time.min))
    end = timezone.make_aware(datetime.combine(last + timedelta(days=1), time.min))
    on_days = Q(starts_at__gte=begin, starts_at__lt=end, state__in=_SLOTS)
    slots = Slot.objects.order_by().filter(on_days).values("request_id")
    events = EventDetails.objects.filter(date__range=(first, last)).values("request_id")
    found = Request.objects.order_by().filter(pk__in=events.union(slots, all=True))
    rows: Any = found.exclude(status=Status.CANCELLED).values_list(
        "kind", "reference", "customer_name", "status",
        "event_details__date", "event_details__time", "event_details__guests", "event__event_type",
        "slots__starts_at", "slots__doctor", "slots__state",
    )  # fmt: skip
    events_told = set()
    for kind, reference, name, status, *of_kind in rows:
        address = reverse("backoffice:request", args=[reference])
        note = "Not confirmed yet" if status == Status.NEW else ""
        day, at, guests, event_type, starts_at, doctor, state = of_kind
        if kind == Kind.EVENT:
            # One row for each of its slots, if it had some.
            if day is None or reference in events_told:
                continue
            events_told.add(reference)
            detail = _event(event_type, guests)
            yield Entry(day, EVENT, name, address, at, detail, note)
        elif starts_at is not None and begin <= starts_at < end and state in _SLOTS:
            local = timezone.localtime(starts_at)
            missed = "Nobody came" if state == SlotState.MISSED else note
            yield Entry(local.date(), APPOINTMENT, name, address, local.time(), doctor, missed)


def _plans(first: date, last: date) -> Iterator[Entry]:
    """First and last boxes of plans, as their servings say; a plan with held ones has no last day yet."""
    dated = Serving.objects.order_by().filter(state__in=_DATED).exclude(meal=Meal.EVENT)
    of_plan = dated.filter(plan=OuterRef("pk")).values("plan_id")
    held = Serving.objects.filter(plan=OuterRef("pk"), state=ServingState.HELD)
    # Asked plan by plan, not box by box: a month has ten times as many boxes.
    rows = (
        Plan.objects.exclude(state=PlanState.CANCELLED)
        .filter(pk__in=dated.filter(date__range=(first, last)).values("plan_id"))
        .annotate(
            begins=Subquery(of_plan.annotate(day=Min("date")).values("day")),
            ends=Subquery(of_plan.annotate(day=Max("date")).values("day")),
            waits=Exists(held),
        )
        .filter(Q(begins__gte=first) | Q(ends__lte=last, waits=False))
        .order_by("begins", "pk")
        .values_list("request__reference", "request__customer_name", "begins", "ends", "waits")
    )
    for reference, name, begins, ends, waits in rows[:MOST_PLANS]:
        address = reverse("backoffice:plan", args=[reference])
        if begins >= first:
            yield Entry(begins, STARTS, name, address)
        if ends <= last and not waits:
            yield Entry(ends, ENDS, name, address)


def _food(first: date, last: date) -> Iterator[Entry]:
    """Each event once, with its dishes in their order."""
    servings: Any = (
        Serving.objects.order_by("date", "pk")
        .filter(date__range=(first, last), meal=Meal.EVENT, state__in=_DATED)
        .values_list(
            "dishset_id", "date", "plan__request__event_details__time",
            "plan__request__event_details__guests", "plan__request__event__event_type",
        )
    )  # fmt: skip
    found: list[Any] = list(servings)
    lines: dict[int, list[str]] = {}
    sets = DishSetLine.objects.filter(dishset__in=[row[0] for row in found])
    for dishset, quantity, name in sets.values_list("dishset_id", "quantity", "ordered_name"):
        lines.setdefault(dishset, []).append(f"{quantity} × {name}")
    for dishset, day, at, guests, event_type in found:
        yield Entry(
            day,
            EVENT,
            event_type or "Event",
            reverse("backoffice:kitchen-day", args=[day]),
            at,
            _event("", guests),
            lines=lines.get(dishset, ()),
        )


def _event(event_type: Any, guests: Any) -> str:
    """As "Wedding, 120 guests"."""
    people = f"{guests} guest{'' if guests == 1 else 's'}" if guests else ""
    return ", ".join(part for part in (event_type or "", people) if part)
