"""The first day proposed for a plan while none is agreed."""

from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings

from oottam.backoffice.request.schedule import planned
from oottam.plans.services.other_plans import last_box_of_another
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import OPEN, Request
from oottam.schedule.domain.calendar import NoDayError
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.initial_schedule import (
    begins_on_mondays,
    first_start,
    possible_starts,
    week_one_from,
)
from oottam.workflow.services.details import MEAL_KINDS, details_of

MAX_AHEAD = 60  # possible days, after a plan that runs


@dataclass(frozen=True, slots=True)
class FirstDay:
    """A proposed day, and the hint of its field."""

    day: date
    hint: str


def proposed_first_day(customer_request: Request, now: datetime) -> FirstDay | None:
    """Return None where a day is agreed already, or the request has no plan to come."""
    if customer_request.kind not in MEAL_KINDS or customer_request.status not in OPEN:
        return None
    if details_of(customer_request).start_date is not None or planned(customer_request):
        return None
    try:
        day = first_start(customer_request, load_calendar(now))
    except NoDayError:
        return None
    other = last_box_of_another(customer_request)
    if other and other[1] >= day:
        after = possible_starts(customer_request, load_calendar(now), MAX_AHEAD)
        day = next((each for each in after if each > other[1]), day)
    hint = f"Proposed: {format_day(day)}. It is agreed once you save it."
    if other:
        hint += f" {other[0]} brings food until {format_day(other[1])}."
    if begins_on_mondays(customer_request) and settings.MENU_ROTATION:
        first = week_one_from(day, settings.MENU_ROTATION)
        hint += f" Week 1 of the menu begins on {format_day(first)}."
    return FirstDay(day, hint)
