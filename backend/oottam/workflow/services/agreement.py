"""Describes agreed details in text that may be sent to the customer. Never addresses or notes."""

from collections.abc import Sequence
from datetime import date, time

from django.utils import formats, timezone

from oottam.api import endpoints
from oottam.core.clock import clock_time
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import MealTime, SlotState
from oottam.workflow.services.details import MEAL_KINDS, details_of, event_of, order_of
from oottam.workflow.services.meal_times import label_of, meal_times
from oottam.workflow.signals import plan_facts


def agreed_noun(request: Request, noun: str = "") -> str:
    """Return "event" for "event enquiry" once it is no longer only a request; `noun` if it is known, as from its kind."""
    noun = noun or endpoints.of_kind(request.kind).noun
    if request.status == Status.NEW or request.kind == Kind.NUTRITION:
        return noun
    return noun.removesuffix(" enquiry").removesuffix(" request")


def agreed_facts(request: Request) -> list[Fact]:
    """Return the known days, times and guests of the request's kind; times are IST."""
    if request.kind in MEAL_KINDS:
        return _agreed_plan(request, plan_facts(request))
    if request.kind == Kind.EVENT:
        event = event_of(request)
        guests = str(event.guests) if event.guests else ""
        return _facts(Day=describe_agreement(event.date), Time=_time(event.time), Guests=guests)
    if request.kind == Kind.APPOINTMENT:
        slot = request.slots.filter(state__in=(SlotState.AGREED, SlotState.DONE)).last()
        if slot is not None:
            begins = timezone.localtime(slot.starts_at)
            return _facts(
                Day=describe_agreement(begins.date()), Time=_time(begins.time()), With=slot.doctor
            )
    return []


def _agreed_plan(request: Request, planned: list[Fact]) -> list[Fact]:
    """Return the plan's days, or the agreed first day before there is a plan."""
    fulfilment, ordered = details_of(request), order_of(request)
    days = "" if ordered and ordered.days == fulfilment.days else str(fulfilment.days or "")
    to_be = _facts(First_day=describe_agreement(fulfilment.start_date), Days=days)
    return [*(planned or to_be), *meal_time_facts(meal_times(fulfilment))]


def meal_time_facts(times: Sequence[MealTime]) -> list[Fact]:
    return [Fact(label_of(each, times), _time(each.time)) for each in times if each.time]


def _facts(**named: str) -> list[Fact]:
    return [Fact(label.replace("_", " "), text) for label, text in named.items() if text]


def describe_agreement(day: date | None) -> str:
    """Format as "Monday, 30 November 2026"; "" for none."""
    return formats.date_format(day, "l, j F Y") if day else ""


def _time(at: time | None) -> str:
    return clock_time(at) if at else ""
