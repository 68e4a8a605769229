"""The first day that is proposed for a plan, while none is agreed."""

from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings

from oottam.backoffice.request.schedule import planned
from oottam.plans.domain.calendar import NoDayError
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.initial_schedule import begins_on_mondays, first_start, week_one_from
from oottam.plans.services.repository import calendar
from oottam.requests.models import Request
from oottam.workflow.services.details import MEAL_KINDS, details_of
from oottam.workflow.services.transitions import OPEN


@dataclass(frozen=True, slots=True)
class FirstDay:
    """A day, and in words that it is only proposed."""

    day: date
    words: str


def proposed(asked_for: Request, now: datetime) -> FirstDay | None:
    """None where a day is agreed, or none is asked for."""
    if asked_for.kind not in MEAL_KINDS or asked_for.status not in OPEN:
        return None
    if details_of(asked_for).start_date is not None or planned(asked_for):
        return None
    try:
        day = first_start(asked_for, calendar(now))
    except NoDayError:
        return None
    words = f"Proposed: {format_day(day)}. It is agreed once you save it."
    if begins_on_mondays(asked_for) and settings.MENU_ROTATION:
        first = week_one_from(day, settings.MENU_ROTATION)
        words += f" Week 1 of the menu begins on {format_day(first)}."
    return FirstDay(day, words)
