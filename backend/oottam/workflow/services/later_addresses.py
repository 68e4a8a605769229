"""Addresses that replace that of the details from a day on."""

from typing import NamedTuple

from oottam import catalogue
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.requests.models import Request
from oottam.workflow.domain.addresses import locality_in, pin_in
from oottam.workflow.models import FulfilmentDetails, LaterAddress
from oottam.workflow.services.details import (
    details_of,
    is_of_another_town,
    plain_pin,
    require_short,
)
from oottam.workflow.signals import serves_pin

ALL_MEAL_BITS = 0b111  # breakfast, lunch, dinner


class Place(NamedTuple):
    """An address with its PIN code and locality, "" where unknown."""

    address: str
    pin: str
    locality: str


def place_of(address: str, pin: str, locality: str) -> Place:
    """Complete PIN code and locality from the address. Raises DomainError for what cannot be stored."""
    address, locality = address.strip(), " ".join(locality.split())
    if not address:
        raise DomainError("Enter the address.", "address")
    require_short("address", address)
    require_short("locality", locality)
    town = catalogue.current().site.town
    return Place(
        address,
        plain_pin(pin) or pin_in(address, town.name, town.pin_prefix),
        locality or locality_in(address, town.name, town.pin_prefix),
    )


def is_foreign(pin: str) -> bool:
    """Return whether a PIN code is neither of the shop's town nor of a route."""
    return is_of_another_town(pin) and not serves_pin(pin)


def home_of(request: Request) -> FulfilmentDetails | LaterAddress:
    """Return what has the address for a further order: the last one of every meal and day."""
    rows = request.later_addresses.filter(undone_at=None, meals=ALL_MEAL_BITS, weekdays=EVERY_DAY)
    return rows.last() or details_of(request)
