"""View models of stops, for the desk and for riders."""

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
from oottam.kitchen.day import DeliveryBox
from oottam.schedule.models import ServingState

MAP = "https://www.google.com/maps/search/?"


@dataclass(frozen=True, slots=True)
class BoxView:
    """One of a stop's boxes."""

    serving_id: int
    reference: str
    count: str  # "3 of 6", "replacement"
    portions: int
    state: str  # "open", "delivered", "failed"
    result: StopOutcome | None
    reason: str


@dataclass(frozen=True, slots=True)
class StopView:
    """One stop. `key` is generated for every page: a form that is posted twice counts once."""

    number: int
    place: int
    name: str
    phone: str
    caller: str
    address: str
    locality: str
    pin: str  # "" where the address has it
    hint: str
    delivery_time: time | None
    boxes: tuple[BoxView, ...]
    debts: tuple[tuple[str, int], ...]
    received: tuple[tuple[int, str], ...]  # at this door: paise, and the method
    key: str

    @property
    def owed(self) -> int:
        """What this customer still owes, in paise."""
        return sum(paise for _, paise in self.debts)

    @property
    def servings(self) -> str:
        """The primary keys of its boxes, as a form posts them."""
        return " ".join(str(box.serving_id) for box in self.boxes)

    @property
    def open_servings(self) -> str:
        """Those of boxes without an outcome."""
        return " ".join(str(box.serving_id) for box in self.boxes if box.state == "open")

    @property
    def state(self) -> str:
        """ "open" while any box has no outcome, "failed" where one was not delivered, else "delivered"."""
        states = {box.state for box in self.boxes}
        return next((state for state in ("open", "failed") if state in states), "delivered")

    @property
    def last(self) -> StopOutcome | None:
        """The last outcome of one of its boxes."""
        outcomes = [box.result for box in self.boxes if box.result]
        return max(outcomes, key=lambda result: result.at, default=None)

    @property
    def undoable(self) -> str:
        """The keys of its boxes' outcomes, as a form posts them."""
        return " ".join(box.result.key for box in self.boxes if box.result)

    @property
    def map_address(self) -> str:
        """The address of a map of the stop."""
        more = [part for part in (self.locality, self.pin) if part and part not in self.address]
        return MAP + urlencode({"api": 1, "query": ", ".join([self.address, *more])})


def reason_options() -> SafeString:
    """Render the reasons of a failed delivery as options, once for all stops of a page."""
    return format_html_join("", '<option value="{}">{}</option>', Reason.choices)


def stop_views(
    stops: Iterable[Stop],
    results: Mapping[int, StopOutcome],
    owed: Mapping[str, int] | None = None,
    first: int = 0,
    received: Mapping[str, Sequence[tuple[int, str]]] = MappingProxyType({}),
) -> list[StopView]:
    """Build the views in order; `owed` is paise by reference, of which amounts below 0 are left out; `received` likewise.

    `first` is the index of the first stop on its route.
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
        debts=tuple(
            (reference, owed[reference])
            for reference in stop.references
            if owed.get(reference, 0) > 0
        ),
        received=tuple(each for of in stop.references for each in received.get(of, ())),
        key=uuid4().hex,
    )


def _pin_beside(box: DeliveryBox) -> str:
    """Return the PIN code, unless the address has it."""
    is_there = box.pin in box.address.replace(" ", "").replace("-", "")
    return "" if is_there else f"{box.pin[:3]} {box.pin[3:]}"


def _boxes(boxes: Iterable[DeliveryBox], results: Mapping[int, StopOutcome]) -> Iterator[BoxView]:
    for box in boxes:
        result = results.get(box.serving_id)
        yield BoxView(
            serving_id=box.serving_id,
            reference=box.person.reference,
            count=_describe_count(box),
            portions=box.portions,
            state=_STATES.get(box.state, "open"),
            result=result,
            reason=_describe_reason(result),
        )


_STATES = {
    int(ServingState.DELIVERED): Outcome.DELIVERED.value,
    int(ServingState.FAILED): Outcome.FAILED.value,
}


def _describe_count(box: DeliveryBox) -> str:
    if box.is_replacement:
        return "replacement"
    counted = f"{box.seq} of {box.of}" if box.of > 1 else ""
    return f"{counted}, free day".removeprefix(", ") if box.is_free else counted


def _describe_reason(result: StopOutcome | None) -> str:
    if result is None or not result.reason:
        return ""
    reason = str(Reason(result.reason).label)
    if result.reason == Reason.OTHER:
        return result.words
    return f"{reason}: {result.words}" if result.words else reason
