"""Addresses that replace that of the details from a day on, and those that customers chose for single boxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from oottam import catalogue
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.requests.models import Request
from oottam.workflow.domain.addresses import locality_in, pin_in
from oottam.workflow.models import BoxAddress, FulfilmentDetails, LaterAddress, Meal
from oottam.workflow.services.details import (
    details_of,
    is_of_another_town,
    plain_pin,
    require_short,
)
from oottam.workflow.signals import serves_pin

ALL_MEAL_BITS = 0b111  # breakfast, lunch, dinner
USUAL = 0  # the usual address: that of the details, or the last one that replaced it for all meals and weekdays
_MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)


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


def copy_addresses(source: Request, target: Request, first: date) -> int:
    """Give the target, from a day on, the addresses of single meals and weekdays that apply; return their number."""
    partial = _partial_addresses(source)
    LaterAddress.objects.bulk_create(
        LaterAddress(
            request=target, from_date=first, meals=row.meals, weekdays=row.weekdays, address=row.address,
            pin=row.pin, locality=row.locality, door_note=row.door_note,
        )
        for row in partial
    )  # fmt: skip
    return len(partial)


def has_partial_address(request: Request) -> bool:
    """Return whether some meals or weekdays have an address of their own."""
    return bool(_partial_addresses(request))


def _partial_addresses(request: Request) -> list[LaterAddress]:
    """Return the addresses of single meals and weekdays that no later one for all has replaced; one query."""
    found: list[LaterAddress] = []
    for row in request.later_addresses.filter(undone_at=None):  # by first day
        found = [] if _is_whole(row) else [*found, row]
    return found


@dataclass(frozen=True, slots=True)
class StoredAddresses:
    """The addresses of a request, and where its customer wants single boxes. Ids of later addresses, or USUAL.

    `kitchen.day.column_values.LATER_ADDRESS` says the same in SQL.
    """

    first: str
    later: Sequence[LaterAddress]  # by first day
    chosen: Mapping[tuple[date, int], int]  # by day and meal

    def on(self, day: date) -> list[int]:
        """Return those to which boxes of any meal and weekday go as of this day, each once, the usual one first."""
        found: dict[str, int] = {}
        for address in sorted(
            {self._by_rule(day, meal, weekday) for meal in _MEALS for weekday in range(7)}
        ):
            found.setdefault(self._text(address, day), address)
        return list(found.values())

    def of_box(self, day: date, meal: int) -> int:
        """Return where the box of this day's meal goes."""
        address = self.chosen.get((day, meal))
        if address is None or not (address == USUAL or self.row(address)):
            address = self._by_rule(day, meal, day.weekday())
        text = self._text(address, day)
        return next((each for each in self.on(day) if self._text(each, day) == text), address)

    def row(self, address: int) -> LaterAddress | None:
        return next((row for row in self.later if row.pk == address), None)

    def _by_rule(self, day: date, meal: int, weekday: int) -> int:
        """Return the last one that has begun and has the meal and the weekday."""
        for row in reversed(self.later):
            if row.from_date <= day and row.meals >> (meal - 1) & row.weekdays >> weekday & 1:
                return USUAL if _is_whole(row) else row.pk
        return USUAL

    def _text(self, address: int, day: date) -> str:
        if address == USUAL:
            whole = [row for row in self.later if row.from_date <= day and _is_whole(row)]
            text = whole[-1].address if whole else self.first
        else:
            row = self.row(address)
            text = row.address if row else ""
        return " ".join(text.casefold().split())


def _is_whole(row: LaterAddress) -> bool:
    """Return whether it replaces the address for all meals and weekdays."""
    return row.meals == ALL_MEAL_BITS and row.weekdays == EVERY_DAY


def stored_addresses(request: Request) -> StoredAddresses:
    """Return the request's addresses; one query beside its details."""
    later: dict[int, LaterAddress] = {}
    chosen: dict[tuple[date, int], int] = {}
    rows = LaterAddress.objects.filter(request=request, undone_at=None).order_by("from_date", "pk")
    of_box = "request__box_addresses__"
    for pk, since, meals, weekdays, address, day, meal, wanted in rows.values_list(
        "pk", "from_date", "meals", "weekdays", "address",
        f"{of_box}date", f"{of_box}meal", f"{of_box}address_id",
    ):  # fmt: skip
        later[pk] = LaterAddress(
            pk=pk, from_date=since, meals=meals, weekdays=weekdays, address=address
        )
        if day is not None:
            chosen[day, meal] = wanted or USUAL
    return StoredAddresses(details_of(request).address, list(later.values()), chosen)


def choose_address(*, request: Request, day: date, meal: int, address: int | None) -> None:
    """Store where the box of this day's meal goes; None leaves it to the weekdays again."""
    if address is None:
        BoxAddress.objects.filter(request=request, date=day, meal=meal).delete()
        return
    BoxAddress.objects.update_or_create(
        request=request, date=day, meal=meal, defaults={"address_id": address or None}
    )
