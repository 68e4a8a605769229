"""Boxes merged into stops, and stops in delivery order. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from itertools import groupby, pairwise

from oottam.core.names import natural_key
from oottam.kitchen.day import DeliveryBox
from oottam.schedule.choices import ServingState

FIRST_RANK = 1.0
_NO_LETTERS = re.compile(r"[\W_]+")
STEP = 1.0
# A plan, and the later address that applies instead of its first one.
PlaceKey = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Placed:
    """The stored position of a plan, or of a later address. `route` is the chosen one, None for that of its PIN code."""

    route: int | None = None
    rank: float | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """All boxes for one customer at one address.

    `number` identifies it within the meal (the lowest plan id). `route` is None where none was chosen and its PIN
    code has none.
    """

    number: int
    boxes: tuple[DeliveryBox, ...]
    route: int | None
    rank: float | None
    hint: str

    @property
    def plans(self) -> tuple[int, ...]:
        return tuple(sorted({box.plan_id for box in self.boxes}))

    @property
    def places(self) -> tuple[PlaceKey, ...]:
        """What its position is stored for, each once."""
        return tuple(dict.fromkeys(_place_key(box) for box in self.boxes))

    @property
    def first(self) -> DeliveryBox:
        """The box whose address and customer represent the stop."""
        return self.boxes[0]

    @property
    def delivery_time(self) -> time | None:
        """When the first of its boxes is due."""
        return min((box.delivery_time for box in self.boxes if box.delivery_time), default=None)

    @property
    def references(self) -> tuple[str, ...]:
        return tuple(sorted({box.person.reference for box in self.boxes}))

    @property
    def is_open(self) -> bool:
        """Whether a box of it is to come."""
        return any(box.state == ServingState.PLANNED for box in self.boxes)

    @property
    def has_failed(self) -> bool:
        """Whether a box of it was not delivered."""
        return any(box.state == ServingState.FAILED for box in self.boxes)


def stops_of(
    boxes: Iterable[DeliveryBox],
    places: Mapping[PlaceKey, Placed],
    routes_by_pin: Mapping[str, int],
) -> tuple[Stop, ...]:
    """Merge boxes of one phone number and address into stops. `places` are by plan and later address."""
    merged: dict[tuple[str, str], list[DeliveryBox]] = {}
    for box in boxes:
        merged.setdefault(stop_key(box.plan_id, box.caller, box.address), []).append(box)
    return tuple(_stop(together, places, routes_by_pin) for together in merged.values())


def sorted_stops(stops: Iterable[Stop]) -> tuple[Stop, ...]:
    """Sort by rank; stops without a rank follow the last one of their PIN code.

    Without neighbours they come at the end, by PIN code, locality, address and name.
    """
    all_stops = list(stops)
    ordered = sorted(
        (stop for stop in all_stops if stop.rank is not None),
        key=lambda stop: (stop.rank, stop.number),
    )
    new = sorted((stop for stop in all_stops if stop.rank is None), key=_default_order)
    for pin, together in groupby(new, key=lambda stop: stop.first.pin):
        neighbours = [index for index, stop in enumerate(ordered) if pin and stop.first.pin == pin]
        after = neighbours[-1] + 1 if neighbours else len(ordered)
        ordered[after:after] = together
    return tuple(ordered)


def move_in_order(stops: Sequence[Stop], number: int, to: int) -> tuple[Stop, ...]:
    """Return the stops with one at another index; raises LookupError for an unknown stop."""
    moving = [stop for stop in stops if stop.number == number]
    if not moving:
        raise LookupError(number)
    other_stops = [stop for stop in stops if stop.number != number]
    place = max(0, min(to, len(other_stops)))
    return (*other_stops[:place], *moving, *other_stops[place:])


def ranks_for_order(stops: Sequence[Stop], moving: int) -> dict[int, float] | None:
    """Return new ranks by stop that keep this order: for the moving stop, and for those without one.

    None where no number is left between two neighbours; the route's ranks are renumbered then.
    """
    ranks: list[float | None] = [None if stop.number == moving else stop.rank for stop in stops]
    new_ranks: dict[int, float] = {}
    before: float | None = None
    for index, stop in enumerate(stops):
        rank = ranks[index]
        if rank is None:
            after = next((each for each in ranks[index + 1 :] if each is not None), None)
            rank = new_ranks[stop.number] = _between(before, after)
        before = ranks[index] = rank
    all_ranks = [each for each in ranks if each is not None]
    return new_ranks if all(one < other for one, other in pairwise(all_ranks)) else None


def _between(before: float | None, after: float | None) -> float:
    if before is None:
        return FIRST_RANK if after is None else after - STEP
    return before + STEP if after is None else (before + after) / 2


def _stop(
    boxes: Sequence[DeliveryBox],
    places: Mapping[PlaceKey, Placed],
    routes_by_pin: Mapping[str, int],
) -> Stop:
    positions = [places[key] for key in map(_place_key, boxes) if key in places]
    chosen_route = next((place.route for place in positions if place.route is not None), None)
    by_pin = next((routes_by_pin[box.pin] for box in boxes if box.pin in routes_by_pin), None)
    return Stop(
        number=min(box.plan_id for box in boxes),
        boxes=tuple(boxes),
        route=by_pin if chosen_route is None else chosen_route,
        rank=min((place.rank for place in positions if place.rank is not None), default=None),
        hint=" · ".join(dict.fromkeys(place.hint for place in positions if place.hint)),
    )


def _place_key(box: DeliveryBox) -> PlaceKey:
    return box.plan_id, box.later_address


def stop_key(plan_id: int, caller: str, address: str) -> tuple[str, str]:
    """A key that boxes of one customer at one address share; a box without number or address has its own."""
    letters = _NO_LETTERS.sub("", address.casefold())
    if not (caller and letters):
        return str(plan_id), ""
    return caller, letters


def _default_order(stop: Stop) -> tuple[object, ...]:
    box = stop.first
    place = (box.pin, natural_key(box.locality), natural_key(box.address))
    return not box.pin, *place, box.person.name.casefold(), stop.number
