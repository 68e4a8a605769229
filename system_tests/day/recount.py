"""The oracle of the day test: expected sheets, runs and balances, computed from stored request bodies and staff actions.

Independent of the product, rebuilt at every step. Service days and alternatives follow the oracle that all tests share
(backend/tests/oracle/schedule.py). Dates are IST days, money is in whole paise.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any

from system_tests.support import menus
from tests.oracle import schedule
from tests.oracle.schedule import MONDAY_TO_SATURDAY

BREAKFAST, LUNCH, DINNER, EVENT = 1, 2, 3, 4
MEALS = {"breakfast": BREAKFAST, "lunch": LUNCH, "dinner": DINNER}
TIMES = {BREAKFAST: "08:15", LUNCH: "12:45", DINNER: "19:45"}  # delivery times set by the desk
SECTIONS = {"B": BREAKFAST, "L": LUNCH, "D": DINNER}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
OPEN, DELIVERED, FAILED, FORFEITED = "open", "delivered", "failed", "forfeited"
Dishes = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """A stored request: reference, kind and submitted body."""

    reference: str
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Action:
    """A staff action with its request's reference ("" for none) and arguments."""

    action_type: str
    reference: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Box:
    """A serving; `day` is None while its plan is paused."""

    reference: str
    meal: int
    day: date | None
    dishes: Dishes
    state: str = OPEN


class Recount:
    """The expected `boxes`, balances by reference, and contents of each day's pages."""

    def __init__(
        self, requests: Iterable[StoredRequest], actions: Sequence[Action], today: date
    ) -> None:
        self.requests = {request.reference: request for request in requests}
        self.boxes: list[Box] = []
        self.details: dict[str, Mapping[str, Any]] = {}
        self.routes: dict[str, str] = {}
        self.placed: dict[str, str] = {}
        self._agreed: dict[str, int] = {}
        self.paid: Counter[str] = Counter()
        self.refunded: Counter[str] = Counter()
        self.collected: Counter[tuple[date, str]] = Counter()
        self.handed_over: Counter[tuple[date, str]] = Counter()
        self.adjusted: Counter[str] = Counter()
        self.cancelled: set[str] = set()
        self._closed: set[date] = set()
        self._choices: dict[tuple[date, int, str], str] = {}
        for action in actions:
            getattr(self, f"_{action.action_type}")(action.reference, **action.arguments)
        for box in self.boxes:
            if box.state == OPEN and box.day is not None and box.day < today:
                box.state = DELIVERED

    def owed(self, reference: str) -> int | None:
        """The balance in paise; None without an agreed price or when cancelled."""
        request = self.requests[reference]
        price = menus.price_of(request.kind, request.body)
        if price is None:
            price = self._agreed.get(reference)
        if price is None or reference in self.cancelled:
            return None
        return int(price) + self.adjusted[reference] - self._net_paid(reference)

    def overpaid(self) -> int:
        """The total of overpayments in paise."""
        return sum(max(0, -(self.owed(reference) or 0)) for reference in self.requests)

    def refunds_due(self) -> int:
        """The refunds due for cancelled requests in paise."""
        return sum(self._net_paid(reference) for reference in self.cancelled)

    def cash(self, day: date) -> dict[str, tuple[int, int]]:
        """The cash of the day by rider in paise: collected, handed over."""
        return {
            rider: (paise, self.handed_over[day, rider])
            for (on, rider), paise in self.collected.items()
            if on == day
        }

    def days(self) -> list[date]:
        """The days with at least one box."""
        return sorted({box.day for box in self.boxes if box.day})

    def on_sheet(self, day: date, meal: int) -> list[Box]:
        """The boxes on the kitchen sheet of a meal."""
        return [
            box
            for box in self.boxes
            if box.day == day and box.meal == meal and box.state != FORFEITED
        ]

    def cooked(self, box: Box) -> Dishes:
        """The box's dishes, with alternatives resolved to the chosen one if it suits the diet."""
        assert box.day is not None
        result = []
        for name, quantity in box.dishes:
            chosen = self._choices.get((box.day, box.meal, name), "")
            result.append(
                (menus.resolved(name, chosen, is_veg=self._is_veg(box.reference)), quantity)
            )
        return tuple(result)

    def sheet(self, day: date, meal: int) -> dict[str, int]:
        """Portions by lower-case dish name."""
        portions: Counter[str] = Counter()
        for box in self.on_sheet(day, meal):
            for name, quantity in self.cooked(box):
                portions[name.casefold()] += quantity
        return dict(portions)

    def stops(self, day: date, meal: int) -> dict[str, list[tuple[tuple[str, ...], str]]]:
        """The stops by route ("" for none), each with its references and delivery state."""
        merged: dict[tuple[str, str, str], list[Box]] = {}
        for box in self.on_sheet(day, meal):
            details = self.details[box.reference]
            route = self.placed.get(box.reference) or self.routes.get(details.get("pin", ""), "")
            stop_key = (details["address"], self.requests[box.reference].body["phone"])
            merged.setdefault(
                (route, *(stop_key if details["address"] else (box.reference, ""))), []
            ).append(box)
        result: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for (route, *_), boxes in merged.items():
            states = {box.state for box in boxes}
            state = next((each for each in (OPEN, FAILED) if each in states), DELIVERED)
            result.setdefault(route, []).append(
                (tuple(sorted(box.reference for box in boxes)), state)
            )
        return {route: sorted(stops) for route, stops in result.items()}

    def _net_paid(self, reference: str) -> int:
        return self.paid[reference] - self.refunded[reference]

    def _is_veg(self, reference: str) -> bool:
        return self.details[reference].get("diet") != "any"

    def _route(self, _: str, *, name: str, pins: Sequence[str]) -> None:
        self.routes |= {pin.replace(" ", ""): name for pin in pins}

    def _place(self, reference: str, *, route: str) -> None:
        self.placed[reference] = route

    def _confirm(self, reference: str, **details: Any) -> None:
        """Create the boxes: consecutive service days from the first, or the days of the weekly menu."""
        self.details[reference] = details
        request = self.requests[reference]
        for meal, day, dishes in self._dated(request, details):
            self.boxes.append(Box(reference, meal, day, dishes))

    def _dated(
        self, request: StoredRequest, details: Mapping[str, Any]
    ) -> Iterable[tuple[int, date, Dishes]]:
        body = request.body
        if request.kind in ("veg", "nonveg", "tray"):
            dishes = tuple((item["name"], 1) for item in body["selectedItems"])
            for name, meal in MEALS.items():
                if body["sections"][name]:
                    for day in self._service(details["start"], int(body["date"])):
                        yield meal, day, dishes
        elif request.kind == "combo":
            for week in range(4):
                for name, meal in MEALS.items():
                    for weekday in body["selectedItems"][f"week{week + 1}"][name]:
                        day = schedule.menu_day(details["start"], week, WEEKDAYS.index(weekday))
                        yield meal, day, menus.set_meal(week, name, weekday)
        elif request.kind == "subscription":
            for letter, meal in SECTIONS.items():
                chosen = [
                    selecteditem
                    for selecteditem in body["selectedItems"]
                    if selecteditem["id"][0] == letter
                ]
                days = self._service(details["start"], details["days"]) if chosen else ()
                for at, day in enumerate(days):
                    yield meal, day, ((chosen[at % len(chosen)]["title"], 1),)
        elif request.kind == "event":
            yield EVENT, details["start"], ()

    def _dishes(self, reference: str, *, dishes: Dishes) -> None:
        for box in self.boxes:
            if box.reference == reference:
                box.dishes = dishes

    def _cancel(self, reference: str, *, from_day: date) -> None:
        self.cancelled.add(reference)
        self.boxes = [
            box
            for box in self.boxes
            if box.reference != reference or (box.day is not None and box.day < from_day)
        ]

    def _pause(self, reference: str, *, first: date) -> None:
        for box in self._of(reference):
            if box.day is not None and box.day >= first:
                box.day = None

    def _resume(self, reference: str, *, on: date) -> None:
        for box in self._of(reference):
            if box.day is None:
                box.day = self._end(box, not_before=on)

    def _close(self, _: str, *, day: date) -> None:
        self._closed.add(day)
        for box in [box for box in self.boxes if box.day == day and box.meal != EVENT]:
            box.day = self._end(box)

    def _choose(self, _: str, *, day: date, meal: int, name: str, chosen: str) -> None:
        self._choices[day, meal, name] = chosen

    def _forfeit(self, reference: str, *, day: date, meal: int) -> None:
        """Skip after the cut-off: the box is forfeited and a replacement is appended."""
        box = self._one(reference, day, meal)
        box.state = FORFEITED
        self._replace(reference, day=day, meal=meal)

    def _replace(self, reference: str, *, day: date, meal: int) -> None:
        box = self._one(reference, day, meal)
        self.boxes.append(Box(reference, meal, self._end(box), box.dishes))

    def _record_outcome(self, reference: str, *, day: date, meal: int, outcome: str) -> None:
        self._one(reference, day, meal).state = outcome

    def _agree(self, reference: str, *, paise: int) -> None:
        self._agreed[reference] = paise

    def _pay(self, reference: str, *, paise: int) -> None:
        self.paid[reference] += paise

    def _collect(self, reference: str, *, paise: int, rider: str, day: date) -> None:
        """Record cash collected by a rider."""
        self.paid[reference] += paise
        self.collected[day, rider] += paise

    def _hand_over(self, _: str, *, paise: int, rider: str, day: date) -> None:
        self.handed_over[day, rider] += paise

    def _refund(self, reference: str, *, paise: int) -> None:
        self.refunded[reference] += paise

    def _adjust(self, reference: str, *, paise: int) -> None:
        self.adjusted[reference] += paise

    def _of(self, reference: str) -> list[Box]:
        return [box for box in self.boxes if box.reference == reference and box.state == OPEN]

    def _one(self, reference: str, day: date, meal: int) -> Box:
        [box] = [
            box
            for box in self.boxes
            if (box.reference, box.day, box.meal) == (reference, day, meal)
        ]
        return box

    def _end(self, moving: Box, not_before: date = date.min) -> date:
        """The first service day after the last box of this meal."""
        others = [
            box.day
            for box in self.boxes
            if box.reference == moving.reference and box.meal == moving.meal
        ]
        return self._service(max(schedule.day_after_last(others), not_before), 1)[0]

    def _service(self, first: date, count: int) -> list[date]:
        """The next `count` service days, starting with `first`."""
        days = schedule.service_days(first, MONDAY_TO_SATURDAY, lambda day: day not in self._closed)
        return list(islice(days, count))


def stored_requests(rows: Iterable[tuple[str, str, str]]) -> list[StoredRequest]:
    """Build requests from stored rows of reference, kind and body."""
    return [StoredRequest(reference, kind, json.loads(body)) for reference, kind, body in rows]
