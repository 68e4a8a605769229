"""The working copy of what kitchen and riders need, begun with what the customer sent."""

import re
from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from oottam.handling.domain.changes import Change, RefusedError, change, differences
from oottam.handling.models import Allergen, Diet, EventDetails, Facts
from oottam.orders.models import ComboOrder, Order
from oottam.requests.models import Kind, Request

# A postal index number, written whole or parted after its third digit; none begins with 0.
_PIN = re.compile(r"\b[1-9]\d{2}\s?\d{3}\b")
LONGEST_LOCALITY = 100  # characters
ORDERS = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO})
# Those that are cooked for and carried to somebody, day after day.
PLANS = ORDERS | {Kind.SUBSCRIPTION}
_DIETS = {Kind.VEG: Diet.VEG, Kind.NONVEG: Diet.ANY}
_FIELDS = (
    "start_date",
    "days",
    "delivery_time",
    "address",
    "pin",
    "locality",
    "zone_ok",
    "diet",
    "allergens",
    "kitchen_note",
    "agreed_paise",
)
_EVENT_FIELDS = ("date", "time", "guests", "venue")


def facts_of(request: Request) -> Facts:
    """What is known: as the desk saved it, or else as it follows from what was sent (not saved)."""
    try:
        return request.facts
    except ObjectDoesNotExist:
        return _prefilled(request)


def event_of(request: Request) -> EventDetails:
    """When and where the event is; empty (not saved) until somebody has asked."""
    try:
        return request.event_details
    except ObjectDoesNotExist:
        return EventDetails(request=request)


def order_of(request: Request) -> Order | ComboOrder | None:
    """What was ordered; None where a request orders nothing."""
    ordered: Order | ComboOrder | None = getattr(request, "order", None)
    return ordered or getattr(request, "combo", None)


def pin_in(address: str) -> str:
    """The last postal index number of an address, six digits; "" when it has none."""
    found = _PIN.findall(address)
    return re.sub(r"\s", "", found[-1]) if found else ""


def locality_in(address: str) -> str:
    """The part of an address before its postal index number, or its last part: "Besant Nagar"."""
    written = list(_PIN.finditer(address))
    before = address[: written[-1].start()] if written else address
    parts = [part.strip(" -–.") for part in re.split(r"[,\n]", before)]
    named = [part for part in parts if part and part.casefold() not in ("chennai", "tamil nadu")]
    return named[-1][:LONGEST_LOCALITY] if len(named) > 1 else ""


def save_facts(
    *, reference: str, version: int, actor: User, now: datetime, **given: Any
) -> Request:
    """Keep what the desk found out; names are those of `Facts`, and only those given are changed.

    Raises RefusedError for a day that has passed, and what `change` raises.
    """
    with change(
        reference=reference, version=version, action="request.facts", actor=actor, now=now
    ) as making:
        facts = facts_of(making.request)
        before = {name: getattr(facts, name) for name in _FIELDS}
        _check(given, making)
        for name, value in given.items():
            if name not in _FIELDS:
                raise TypeError(f"Facts have no {name}")
            setattr(facts, name, value)
        making.data |= differences(before, given)
        facts.save()
    return making.request


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
) -> Request:
    """Keep when and where an event is; raises RefusedError for another kind, and what `change` raises."""
    given = {"date": date, "time": time, "guests": guests, "venue": venue}
    with change(
        reference=reference, version=version, action="request.event", actor=actor, now=now
    ) as making:
        if making.request.kind != Kind.EVENT:
            raise RefusedError("Only events have a date and guests.")
        details = event_of(making.request)
        making.data |= differences({name: getattr(details, name) for name in _EVENT_FIELDS}, given)
        for name, value in given.items():
            setattr(details, name, value)
        details.save()
    return making.request


def _check(given: dict[str, Any], making: Change) -> None:
    today = timezone.localdate(making.now)
    start = given.get("start_date")
    if start is not None and start < today:
        raise RefusedError("The first day has passed already.", "start_date")
    unknown = set(given.get("allergens") or ()) - set(Allergen.values)
    if unknown:
        raise RefusedError("One of these allergens is not on the list.", "allergens")


def _prefilled(request: Request) -> Facts:
    ordered = order_of(request)
    address = ordered.address if ordered else ""
    return Facts(
        request=request,
        days=ordered.days if ordered else None,
        delivery_time=ordered.delivery_time if ordered else None,
        address=address,
        pin=pin_in(address),
        locality=locality_in(address),
        diet=_DIETS.get(Kind(request.kind), Diet.UNKNOWN),
    )
