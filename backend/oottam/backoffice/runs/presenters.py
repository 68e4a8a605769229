"""Stops as the pages show them, to the desk and to a rider."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from types import MappingProxyType
from urllib.parse import urlencode
from uuid import uuid4

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from oottam.delivery.models import Outcome, Reason
from oottam.delivery.runs import StopOutcome
from oottam.delivery.stops import Stop
from oottam.kitchen.day import CarriedBox
from oottam.plans.models import ServingState

MAP = "https://www.google.com/maps/search/?"


@dataclass(frozen=True, slots=True)
class BoxView:
    """One of a stop's boxes."""

    serving: int
    reference: str
    count: str  # "3 of 6", "replacement"
    portions: int
    state: str  # "open", "delivered", "failed"
    result: StopOutcome | None
    reason: str


@dataclass(frozen=True, slots=True)
class StopView:
    """One door. `key` is drawn anew for every page: what is pressed on it counts once."""

    number: int
    place: int
    name: str
    phone: str
    caller: str
    address: str
    locality: str
    pin: str  # "" where it stands in the address
    hint: str
    delivery_time: time | None
    boxes: tuple[BoxView, ...]
    debts: tuple[tuple[str, int], ...]
    received: tuple[tuple[int, str], ...]  # at this door: paise, and the method
    key: str

    @property
    def owed(self) -> int:
        """What is still to come from this person, in paise."""
        return sum(paise for _, paise in self.debts)

    @property
    def servings(self) -> str:
        """Its boxes' numbers, as a form sends them."""
        return " ".join(str(box.serving) for box in self.boxes)

    @property
    def open_servings(self) -> str:
        """Those of its boxes of which nothing has been said."""
        return " ".join(str(box.serving) for box in self.boxes if box.state == "open")

    @property
    def state(self) -> str:
        """What is said of all of it: "open" while anything is to come, "failed" where something did not arrive."""
        states = {box.state for box in self.boxes}
        return next((each for each in ("open", "failed") if each in states), "delivered")

    @property
    def last(self) -> StopOutcome | None:
        """What was said last of one of its boxes."""
        said = [box.result for box in self.boxes if box.result]
        return max(said, key=lambda result: result.at, default=None)

    @property
    def undoable(self) -> str:
        """The keys of what was said of its boxes, as a form sends them."""
        return " ".join(box.result.key for box in self.boxes if box.result)

    @property
    def map_address(self) -> str:
        """Where a map shows it."""
        more = [part for part in (self.locality, self.pin) if part and part not in self.address]
        return MAP + urlencode({"api": 1, "query": ", ".join([self.address, *more])})


def reason_options() -> SafeString:
    """Why a box may not arrive, to choose from: written once for all stops of a page."""
    return format_html_join("", '<option value="{}">{}</option>', Reason.choices)


def stop_views(
    stops: Iterable[Stop],
    results: Mapping[int, StopOutcome],
    owed: Mapping[str, int] | None = None,
    first: int = 0,
    received: Mapping[str, Sequence[tuple[int, str]]] = MappingProxyType({}),
) -> list[StopView]:
    """In their order; `owed` is by reference, in paise; what is less than 0 is not collected; `received` likewise.

    `first` is the place of the first of them on its route.
    """
    return [
        _stop(stop, place, results, owed or {}, received) for place, stop in enumerate(stops, first)
    ]


def _stop(
    stop: Stop,
    place: int,
    results: Mapping[int, StopOutcome],
    owed: Mapping[str, int],
    received: Mapping[str, Sequence[tuple[int, str]]],
) -> StopView:
    first = stop.first
    return StopView(
        number=stop.number,
        place=place,
        name=first.person.name or first.person.reference,
        phone=first.phone,
        caller=first.caller,
        address=first.address,
        locality=first.locality,
        pin=_pin_beside(first),
        hint=stop.hint,
        delivery_time=stop.delivery_time,
        boxes=tuple(_boxes(stop.boxes, results)),
        debts=tuple((each, owed[each]) for each in stop.references if owed.get(each, 0) > 0),
        received=tuple(each for of in stop.references for each in received.get(of, ())),
        key=uuid4().hex,
    )


def _pin_beside(box: CarriedBox) -> str:
    """The PIN code, where the address does not hold it anyway."""
    is_there = box.pin in box.address.replace(" ", "").replace("-", "")
    return "" if is_there else f"{box.pin[:3]} {box.pin[3:]}"


def _boxes(boxes: Iterable[CarriedBox], results: Mapping[int, StopOutcome]) -> Iterator[BoxView]:
    for box in boxes:
        result = results.get(box.serving)
        yield BoxView(
            serving=box.serving,
            reference=box.person.reference,
            count=_count(box),
            portions=box.portions,
            state=_STATES.get(box.state, "open"),
            result=result,
            reason=_why(result),
        )


_STATES = {
    int(ServingState.DELIVERED): Outcome.DELIVERED.value,
    int(ServingState.FAILED): Outcome.FAILED.value,
}


def _count(box: CarriedBox) -> str:
    if box.is_made_up:
        return "replacement"
    counted = f"{box.seq} of {box.of}" if box.of > 1 else ""
    return f"{counted}, free day".removeprefix(", ") if box.is_free else counted


def _why(result: StopOutcome | None) -> str:
    if result is None or not result.reason:
        return ""
    said = str(Reason(result.reason).label)
    if result.reason == Reason.OTHER:
        return result.words
    return f"{said}: {result.words}" if result.words else said
