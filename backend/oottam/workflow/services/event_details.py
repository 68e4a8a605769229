"""When and where an event is, and what its guests must not eat."""

from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.workflow.services.details import (
    FOOD_FIELDS,
    check_values,
    current_values,
    details_of,
    event_of,
    require_short,
    store_values,
)
from oottam.workflow.services.editing import RequestEdit, differences, edit_request

MAX_GUESTS = 100_000
_EVENT_FIELDS = ("date", "time", "guests", "venue")


def save_event(
    *,
    reference: str,
    version: int,
    actor: User,
    now: datetime,
    date: date | None,
    time: time | None,
    guests: int | None,
    venue: str,
    **food: Any,
) -> Request:
    """Store date and place of an event. Raises DomainError for another kind, and what `edit_request` raises.

    `food` are guests' needs, by names of `FOOD_FIELDS`, and the `allergen_list` that they were asked about.
    """
    values = {"date": date, "time": time, "guests": guests, "venue": venue}
    with edit_request(
        reference=reference, version=version, action=RequestAction.EDIT_EVENT, actor=actor, now=now
    ) as edit:
        if edit.request.kind != Kind.EVENT:
            raise DomainError("Only events have a date and guests.")
        details = event_of(edit.request)
        if date is not None and date != details.date and date < timezone.localdate(now):
            raise DomainError("That day has already passed.", "date")
        if guests is not None and not 1 <= guests <= MAX_GUESTS:
            raise DomainError(f"Between 1 and {MAX_GUESTS:,} guests, please.", "guests")
        require_short("venue", venue)
        edit.data |= differences({name: getattr(details, name) for name in _EVENT_FIELDS}, values)
        for name, value in values.items():
            setattr(details, name, value)
        details.save()
        if food:
            _save_food(edit, food)
    return edit.request


def _save_food(edit: RequestEdit, food: dict[str, Any]) -> None:
    """Store the guests' needs in the request's fulfilment details."""
    fulfilment = details_of(edit.request)
    before = current_values(fulfilment, (*FOOD_FIELDS, "allergen_list"))
    changed = {name: value for name, value in food.items() if value != before[name]}
    check_values(changed, edit)
    edit.data |= differences(before, changed)
    store_values(fulfilment, changed)
