"""Details known of a customer from earlier requests, carried over to a new one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.core import phone
from oottam.core.names import fold
from oottam.requests.models import OPEN, Request
from oottam.requests.search_keys import area
from oottam.workflow.models import FINER_DIETS, Diet, FulfilmentDetails
from oottam.workflow.services.details import address_key_of, details_of
from oottam.workflow.services.editing import differences, edit_request
from oottam.workflow.services.health_access import record_health_access
from oottam.workflow.services.later_addresses import home_of
from oottam.workflow.services.meal_times import copy_times

CARRY = RequestAction.CARRY
MAX_REQUESTS = 50  # requests per phone number
_AREA = ("pin", "locality", "zone_ok")


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A customer by name, their newest request with details, and since when its health data are known."""

    request: Request
    since: date

    @property
    def has_food(self) -> bool:
        """Whether allergies or a diet are known."""
        fulfilment = details_of(self.request)
        return fulfilment.allergens is not None or fulfilment.full_diet != Diet.UNKNOWN


def people_among(requests: Iterable[Request]) -> list[KnownPerson]:
    """Return the customers of these requests (with details, newest first), by name; no queries."""
    result: dict[str, KnownPerson] = {}
    for request in requests:
        if request.erased_at is None and hasattr(request, "fulfilment"):
            result.setdefault(
                fold(request.customer_name), KnownPerson(request, known_since(request))
            )
    return list(result.values())


def people_at(number: str) -> list[KnownPerson]:
    """Return the customers with details under a phone number, however it is written; one query."""
    normalised = phone.normalise(number, area())
    if not normalised:
        return []
    queryset = Request.objects.filter(
        phone_normalised=normalised, erased_at=None, fulfilment__isnull=False
    )
    newest = queryset.select_related("fulfilment", "order", "combo").order_by("-received_at")
    return people_among(newest[:MAX_REQUESTS])


def known_since(request: Request) -> date:
    """Return the first day on which its allergies and note were known, across carried-over requests."""
    return details_of(request).health_since or timezone.localdate(request.received_at)


def is_same_person(one: Request, other: Request) -> bool:
    """Compare phone number and name."""
    same_number = one.phone_normalised == other.phone_normalised != ""
    return same_number and fold(one.customer_name) == fold(other.customer_name)


def orders_with_other_food(request: Request) -> list[Request]:
    """Return the customer's other open requests whose known allergies, diet or kitchen note are not this one's.

    Nothing is copied: one order may be for somebody else. One query.
    """
    if not request.phone_normalised or not hasattr(request, "fulfilment"):
        return []
    others = Request.objects.filter(
        phone_normalised=request.phone_normalised,
        status__in=OPEN,
        fulfilment__isnull=False,
        erased_at=None,
    ).exclude(pk=request.pk)
    return [
        other
        for other in others.select_related("fulfilment")
        .defer("body")
        .order_by("received_at")[:MAX_REQUESTS]
        if is_same_person(request, other) and _differs(request.fulfilment, other.fulfilment)
    ]


def _differs(one: FulfilmentDetails, other: FulfilmentDetails) -> bool:
    return (
        (
            None not in (one.allergens, other.allergens)
            and set(one.allergens or ()) != set(other.allergens or ())
        )
        or one.kitchen_note != other.kitchen_note
        or (
            Diet.UNKNOWN not in (one.full_diet, other.full_diet)
            and one.full_diet != other.full_diet
        )
    )


def copy_known_details(
    *,
    reference: str,
    version: int,
    source: Request,
    actor: User | None,
    now: datetime,
    with_times: bool = False,
) -> None:
    """Fill in details that a request lacks from another request of the customer.

    `with_times` copies agreed meal times for a reorder. Showing health data this way is recorded. Raises what
    `edit_request` raises.
    """
    with edit_request(
        reference=reference, version=version, action=CARRY, actor=actor, now=now
    ) as edit:
        edit.data |= fill_missing_details(edit.request, source, actor=actor, now=now)
        if with_times:
            edit.data |= copy_times(source.fulfilment, details_of(edit.request))
        edit.data["from"] = source.reference


def fill_missing_details(
    request: Request, source: Request, *, actor: User | None, now: datetime
) -> dict[str, Any]:
    """As `copy_known_details`, within an open transaction; returns the differences for the audit log."""
    if source.erased_at is not None or not hasattr(source, "fulfilment"):
        return {}
    fulfilment, source_details = details_of(request), source.fulfilment
    values = {**_food(fulfilment, source_details), **_place(fulfilment, source_details)}
    before = {name: getattr(fulfilment, name) for name in values}
    if values.keys() & {"allergens", "kitchen_note"}:
        fulfilment.health_since = min(filter(None, (known_since(source), fulfilment.health_since)))
        if actor:  # without an actor no person sees them
            record_health_access(reference=source.reference, actor=actor, now=now)
    if "allergens" in values and before["allergens"] is None:
        fulfilment.allergen_list = source_details.allergen_list
    for name, value in values.items():
        setattr(fulfilment, name, value)
    if values:
        fulfilment.save()
        request.address_key = address_key_of(request, fulfilment)
        request.save(update_fields=("address_key",))
    changes = differences(before, values)
    return {"diet" if name == "full_diet" else name: value for name, value in changes.items()}


def _food(fulfilment: FulfilmentDetails, source_details: FulfilmentDetails) -> dict[str, Any]:
    """Add allergies to the known ones, so that none is lost.

    Who has said "none" of an earlier list of allergens is asked again.
    """
    result: dict[str, Any] = {}
    if source_details.allergens or (
        source_details.allergens == [] and not source_details.allergens_not_asked
    ):
        together = sorted({*(fulfilment.allergens or ()), *source_details.allergens})
        if together != fulfilment.allergens:
            result["allergens"] = together
    if source_details.kitchen_note and not fulfilment.kitchen_note:
        result["kitchen_note"] = source_details.kitchen_note
    if source_details.full_diet != Diet.UNKNOWN and fulfilment.full_diet == Diet.UNKNOWN:
        result["full_diet"] = source_details.full_diet
    elif fulfilment._state.adding:  # noqa: SLF001 - documented; nobody has typed it: it follows from the menu
        result |= _other_diet(fulfilment.full_diet, source_details.full_diet)
    return result


def _other_diet(of_menu: str, known: str) -> dict[str, str]:
    """Combine the customer's diet with a menu's: a stricter one applies; for meat the customer has to be asked."""
    if of_menu == Diet.VEG and known in FINER_DIETS and known != Diet.EGG:
        return {"full_diet": known}
    if of_menu == Diet.ANY and known not in (Diet.ANY, Diet.UNKNOWN):
        return {"full_diet": Diet.UNKNOWN}
    return {}


def _place(fulfilment: FulfilmentDetails, source_details: FulfilmentDetails) -> dict[str, Any]:
    """Return the area of the same address, and the address itself where the request has none."""
    home = home_of(source_details.request)
    address = home.address.strip()
    if not address or fulfilment.address.strip() not in ("", address):
        return {}
    # The desk has checked the area of a later address when it was set.
    area = {name: getattr(home, name, True) for name in _AREA}
    if not fulfilment.address.strip():
        area["address"] = home.address
    return {name: value for name, value in area.items() if value not in ("", None)}
