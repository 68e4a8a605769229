"""What has to be known before a request can be confirmed, by kind."""

from collections.abc import Callable
from dataclasses import dataclass

from oottam.requests.models import Kind, Request
from oottam.workflow.models import Diet, EventDetails, FulfilmentDetails, SlotState
from oottam.workflow.services.details import (
    MEAL_KINDS,
    NEED_DIET,
    ORDERS,
    details_of,
    event_of,
    has_foreign_pin,
)
from oottam.workflow.services.meal_times import FIELDS, label_of, meal_times


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the checklist; `field` is the form's, `label` is for people."""

    field: str
    label: str
    is_known: bool


Known = Callable[[FulfilmentDetails], bool]
EventKnown = Callable[[EventDetails], bool]
# Field, label, kinds, and whether it is known.
_FACTS: tuple[tuple[str, str, frozenset[Kind], Known], ...] = (
    ("start_date", "First day", MEAL_KINDS, lambda fulfilment: fulfilment.start_date is not None),
    ("days", "Days", MEAL_KINDS - ORDERS, lambda fulfilment: bool(fulfilment.days)),
    # An agreed price may be 0.
    (
        "agreed_paise",
        "Price",
        NEED_DIET - ORDERS,
        lambda fulfilment: fulfilment.agreed_paise is not None,
    ),
    ("address", "Address", MEAL_KINDS, lambda fulfilment: bool(fulfilment.address.strip())),
    # One of another town is asked about, unless the desk knows that the shop delivers there.
    (
        "pin",
        "PIN code",
        MEAL_KINDS,
        lambda fulfilment: bool(fulfilment.pin) and not has_foreign_pin(fulfilment),
    ),
    ("zone_ok", "Delivery area", MEAL_KINDS, lambda fulfilment: fulfilment.zone_ok is True),
    ("diet", "Diet", NEED_DIET, lambda fulfilment: fulfilment.diet != Diet.UNKNOWN),
    ("allergens", "Allergies", NEED_DIET, lambda fulfilment: fulfilment.allergens is not None),
)
_EVENT: tuple[tuple[str, str, EventKnown], ...] = (
    ("date", "Event date", lambda event: event.date is not None),
    ("guests", "Guests", lambda event: bool(event.guests)),
    ("venue", "Venue", lambda event: bool(event.venue.strip())),
)


def checklist(request: Request) -> list[Item]:
    """Return the items of this kind in the order of the form."""
    kind = Kind(request.kind)
    fulfilment = details_of(request)
    items = []
    if kind == Kind.EVENT:
        event = event_of(request)
        items = [Item(field, label, known(event)) for field, label, known in _EVENT]
    for field, label, kinds, known in _FACTS:
        if field == "address" and kind in kinds:
            items += _times(fulfilment)
        if kind in kinds:
            items.append(Item(field, label, known(fulfilment)))
    if kind == Kind.APPOINTMENT:
        agreed = any(slot.state == SlotState.AGREED for slot in request.slots.all())
        items.append(Item("slot", "Date and time", agreed))
    if kind == Kind.NUTRITION:
        items.append(Item("follow_up_on", "Follow-up date", request.follow_up_on is not None))
    return items


def _times(fulfilment: FulfilmentDetails) -> list[Item]:
    times = meal_times(fulfilment)
    return [Item(FIELDS[time.meal], label_of(time, times), time.is_settled) for time in times]


def missing(request: Request) -> list[Item]:
    """Return the items that are not known."""
    return [item for item in checklist(request) if not item.is_known]
