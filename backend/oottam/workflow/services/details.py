"""Fulfilment details: what kitchen and riders need, prefilled from the order."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, time
from types import MappingProxyType
from typing import Any, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from oottam import catalogue
from oottam.audit.actions import RequestAction
from oottam.audit.log import entries_for
from oottam.audit.models import AuditEntry
from oottam.catalogue.choices import ALLERGEN_LIST, Allergen
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.core.money import MAX_PAISE, format_rupees, short_rupees
from oottam.orders.models import ComboOrder, Order
from oottam.requests.models import Kind, Request, Status
from oottam.requests.search_keys import address_key
from oottam.workflow.domain.addresses import MAX_LOCALITY_LENGTH, is_of_town, locality_in, pin_in
from oottam.workflow.models import Diet, EventDetails, FulfilmentDetails
from oottam.workflow.services.editing import EditContext, RequestEdit, differences, edit_request
from oottam.workflow.services.meal_times import save_times
from oottam.workflow.services.price_limit import (
    agreed_price_change,
    first_agreed_price,
    has_no_limit,
    require_within_limit,
)
from oottam.workflow.services.undo_window import require_may_undo
from oottam.workflow.signals import serves_pin

MAX_DAYS = 366
ORDERS = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO})
# Kinds that become meal plans.
MEAL_KINDS = ORDERS | {Kind.SUBSCRIPTION}
# Kinds for which the kitchen has to know diet and allergies.
NEED_DIET = MEAL_KINDS | {Kind.EVENT}
_DIETS = {Kind.VEG: Diet.VEG, Kind.NONVEG: Diet.ANY}
_FIELDS = (
    "start_date",
    "days",
    "weekdays",
    "address",
    "pin",
    "locality",
    "zone_ok",
    "diet",
    "allergens",
    "allergen_list",
    "kitchen_note",
    "door_note",
    "agreed_paise",
)
_COLUMNS = {"diet": "full_diet"}  # two columns, one of which older releases understand
# Maximum lengths in characters.
_TEXTS = {
    "address": ("An address", 2000),
    "locality": ("A locality", MAX_LOCALITY_LENGTH),
    "kitchen_note": ("A note for the kitchen", 500),
    "door_note": ("A door note", 200),
    "venue": ("A venue", 2000),
}
FOOD_FIELDS = ("diet", "allergens", "kitchen_note")
_FIRST = "agreed_first_paise"


def details_of(request: Request) -> FulfilmentDetails:
    """Return the stored details, or unsaved ones prefilled from the order."""
    try:
        return request.fulfilment
    except ObjectDoesNotExist:
        return _prefilled(request)


def event_of(request: Request) -> EventDetails:
    """Return the stored event details, or empty unsaved ones."""
    try:
        return request.event_details
    except ObjectDoesNotExist:
        return EventDetails(request=request)


def order_of(request: Request) -> Order | ComboOrder | None:
    """Return the order or combo order; None for other kinds."""
    ordered: Order | ComboOrder | None = getattr(request, "order", None)
    return ordered or getattr(request, "combo", None)


def has_foreign_pin(fulfilment: FulfilmentDetails) -> bool:
    """Return whether the PIN code is not one of the shop's town, and nobody said that it delivers there."""
    return fulfilment.zone_ok is not True and is_of_another_town(fulfilment.pin)


def is_of_another_town(pin: str) -> bool:
    """Return whether a PIN code, "" for none, is not one of the shop's town."""
    town = catalogue.current().site.town
    return bool(pin) and not is_of_town(pin, town.name, town.pin_prefix)


def plain_pin(written: str) -> str:
    """Normalise a PIN code to six digits; "" for none. Raises DomainError for an invalid one."""
    digits = re.sub(r"[\s\-–]", "", written)
    if digits and not re.fullmatch("[1-9][0-9]{5}", digits):
        raise DomainError("A PIN code has six digits, such as 600 090.", "pin")
    return digits


def save_details(
    *,
    reference: str,
    version: int,
    actor: User,
    now: datetime,
    meal_times: Mapping[int, time | None] = MappingProxyType({}),
    **given: Any,
) -> Request:
    """Store the given values, by names of `FulfilmentDetails`, and no others.

    Of `meal_times` (IST, by meal) those of ordered meals are stored. Raises DomainError for invalid values, and what
    `edit_request` raises.
    """
    with edit_request(
        reference=reference,
        version=version,
        action=RequestAction.EDIT_DETAILS,
        actor=actor,
        now=now,
    ) as edit:
        set_details(edit, given, meal_times)
    return edit.request


def set_details(
    edit: RequestEdit, given: dict[str, Any], meal_times: Mapping[int, time | None]
) -> None:
    """As `save_details`, within an open edit. Raises DomainError."""
    fulfilment = details_of(edit.request)
    before = current_values(fulfilment, _FIELDS)
    for name in given:
        if name not in _FIELDS:
            raise TypeError(f"Fulfilment details have no field {name}")
    if "pin" in given:
        given["pin"] = plain_pin(given["pin"])
    given |= _values_from_address(given, before)
    if "zone_ok" not in given and given.get("pin") != before["pin"]:
        # A known area is that of the earlier PIN code.
        given |= {"zone_ok": None} if is_of_another_town(given.get("pin", "")) else {}
    given |= _area_of_pin(edit.request, {**before, **given})
    changed = {name: value for name, value in given.items() if value != before[name]}
    check_values(changed, edit)
    if "agreed_paise" in changed:
        _agree_price(fulfilment, changed["agreed_paise"], edit)
    edit.data |= differences(before, given)
    edit.data |= save_times(fulfilment, meal_times)
    store_values(fulfilment, changed)
    edit.request.address_key = address_key_of(edit.request, fulfilment)


def address_key_of(request: Request, fulfilment: FulfilmentDetails) -> str:
    """Return the words by which the request is found: of what was sent, of the details and of later addresses."""
    ordered = order_of(request) or getattr(request, "appointment", None)
    later = request.later_addresses.filter(undone_at=None) if request.kind in MEAL_KINDS else ()
    return address_key(
        *([ordered.address] if ordered else []),
        fulfilment.address,
        fulfilment.pin,
        *(text for row in later for text in (row.address, row.pin)),
    )


def _area_of_pin(request: Request, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return `zone_ok` for a PIN code of a route, while nobody has said whether the shop delivers there; {} otherwise."""
    if request.kind not in MEAL_KINDS or values["zone_ok"] is not None or not values["pin"]:
        return {}
    return {"zone_ok": True} if serves_pin(values["pin"]) else {}


def current_values(fulfilment: FulfilmentDetails, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(fulfilment, _COLUMNS.get(name, name)) for name in names}


def store_values(fulfilment: FulfilmentDetails, changed: dict[str, Any]) -> None:
    for name, value in changed.items():
        setattr(fulfilment, _COLUMNS.get(name, name), value)
    if "allergens" in changed:
        fulfilment.health_since = None  # known anew from today
        fulfilment.allergen_list = ALLERGEN_LIST
    fulfilment.save()


def _values_from_address(given: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return PIN code, locality and zone that follow from a changed address; "" and None where unknown.

    A locality that stays the same keeps its PIN code, and a PIN code its zone.
    """
    address = given.get("address", before["address"])
    if address == before["address"]:
        return {}
    town = catalogue.current().site.town
    locality = locality_in(address, town.name, town.pin_prefix)
    pin = pin_in(address, town.name, town.pin_prefix)
    is_same = locality.casefold() == before["locality"].casefold() != ""
    if not pin and (is_same or not before["address"].strip()):
        pin = before["pin"]  # typed before the address, or for this locality
    place: dict[str, Any] = {"pin": pin, "locality": locality}
    if not before["address"].strip() and not locality:
        place["locality"] = before["locality"]
    place = {name: value for name, value in place.items() if not given.get(name)}
    if "zone_ok" not in given and {**place, **given}.get("pin", before["pin"]) != before["pin"]:
        place["zone_ok"] = None
    return place


def check_values(changed: dict[str, Any], edit: RequestEdit) -> None:
    """Validate changed values only, so that a plan that has begun can still get a note. Raises DomainError."""
    start, days = changed.get("start_date"), changed.get("days")
    if start is not None and start < timezone.localdate(edit.now):
        raise DomainError("The first day has already passed.", "start_date")
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise DomainError(f"Enter 1 to {MAX_DAYS} days.", "days")
    weekdays = changed.get("weekdays")
    if weekdays is not None and not 1 <= weekdays <= EVERY_DAY:
        raise DomainError("Choose at least one day of the week.", "weekdays")
    agreed = changed.get("agreed_paise")
    if agreed is not None and not 0 <= agreed <= MAX_PAISE:
        raise DomainError(
            f"Enter a price between 0 and {format_rupees(MAX_PAISE)}.", "agreed_paise"
        )
    if set(changed.get("allergens") or ()) - set(Allergen.values):
        raise DomainError("One of these allergens is not on the list.", "allergens")
    if changed.get("diet", Diet.UNKNOWN) not in Diet.values:
        raise DomainError("Choose one of the diets.", "diet")
    for name in _TEXTS.keys() & changed.keys():
        require_short(name, changed[name])


def undo_agreed_price(**context: Unpack[EditContext]) -> Request:
    """Restore the price agreed before, and the first agreed price. Raises DomainError.

    Its actor may undo it for a while; later only the owner can change it.
    """
    with edit_request(action=RequestAction.UNDO_PRICE, **context) as edit:
        entry = last_agreed(entries_for(edit.request.reference))
        fulfilment = details_of(edit.request)
        if entry is None or entry.data["agreed_paise"]["now"] != fulfilment.agreed_paise:
            raise DomainError("There is no price to undo.")
        require_may_undo(entry.actor_id, entry.at, context["actor"], edit.now)
        was = entry.data["agreed_paise"]["was"]
        _require_some_price(was, edit)
        edit.data["agreed_paise"] = {"was": fulfilment.agreed_paise, "now": was}
        fulfilment.agreed_paise = was
        fulfilment.agreed_first_paise = entry.data[_FIRST]["was"]
        fulfilment.save()
        if (was or 0) + _adjusted(edit.request) < 0:
            raise DomainError("The price was reduced again since: undo that first.")
    return edit.request


def last_agreed(entries: Iterable[AuditEntry]) -> AuditEntry | None:
    """Return the entry, of a request's newest first, that agreed the present price; None where it was undone."""
    for entry in entries:
        if entry.action == RequestAction.UNDO_PRICE and "agreed_paise" in entry.data:
            return None
        if _FIRST in entry.data:
            return entry
    return None


def _adjusted(request: Request) -> int:
    return sum(adjustment.paise for adjustment in request.adjustments.all())


def _agree_price(fulfilment: FulfilmentDetails, paise: int | None, edit: RequestEdit) -> None:
    """Set the price within the desk's limit, which counts from the first agreed price, or the owner's."""
    _require_some_price(paise, edit)
    adjusted = _adjusted(edit.request)
    if paise is not None and paise + adjusted < 0 and order_of(edit.request) is None:
        raise DomainError(
            f"{short_rupees(-adjusted)} was taken off, which is more than this price.",
            "agreed_paise",
        )
    before, first = agreed_price_change(fulfilment), first_agreed_price(fulfilment)
    free = has_no_limit(edit.actor) or first is None
    now = paise if free else first
    edit.data[_FIRST] = {"was": fulfilment.agreed_first_paise, "now": now}
    fulfilment.agreed_first_paise = now
    if free or first is None:
        return
    after = (paise or 0) - first
    require_within_limit(edit.actor, before + adjusted, after + adjusted, "agreed_paise")


def _require_some_price(paise: int | None, edit: RequestEdit) -> None:
    """Raise DomainError where a confirmed request that needs a price would lose it."""
    request = edit.request
    is_agreed = request.status not in (Status.NEW, Status.CANCELLED)
    if paise is None and is_agreed and request.kind in NEED_DIET - ORDERS:
        raise DomainError("It is confirmed: set another price, or 0 if it is free.", "agreed_paise")


def require_short(name: str, text: str) -> None:
    label, longest = _TEXTS[name]
    if len(text) > longest:
        raise DomainError(f"{label} can have at most {longest:,} characters.", name)


def _prefilled(request: Request) -> FulfilmentDetails:
    ordered = order_of(request)
    address = ordered.address if ordered else ""
    town = catalogue.current().site.town
    return FulfilmentDetails(
        request=request,
        days=ordered.days if ordered else None,
        delivery_time=ordered.delivery_time if ordered else None,
        address=address,
        pin=pin_in(address, town.name, town.pin_prefix),
        locality=locality_in(address, town.name, town.pin_prefix),
        diet=_DIETS.get(Kind(request.kind), Diet.UNKNOWN),
    )
