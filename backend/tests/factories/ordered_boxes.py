"""Requests of every plan kind, each with its expected boxes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from oottam.kitchen.services.dishes import find_or_create_items
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.calendar import WEEKDAYS
from oottam.schedule.initial_schedule import propose_schedule
from oottam.schedule.models import Meal
from tests.factories.plans import BREAKFAST, DINNER, LUNCH, Planner, sections
from tests.orders.examples import nonveg_body, tray_body

Contents = tuple[tuple[str, int], ...]  # name and quantity of each dish
MEAL = {"image": "", "desc": "", "category": ""}
LETTERS = {"B": BREAKFAST, "L": LUNCH, "D": DINNER}


@dataclass(frozen=True)
class OrderedBox:
    """An ordered box; `week` and `weekday` (from 0) are set when its day is fixed."""

    dishes: Contents
    week: int | None = None
    weekday: int = 0


@dataclass(frozen=True)
class OrderedRequest:
    """A request with its expected boxes by meal, in order."""

    request: Request
    boxes: dict[int, list[OrderedBox]]

    @property
    def starts_on_monday(self) -> bool:
        """Whether any box is placed by the weekly menu."""
        return any(box.week is not None for boxes in self.boxes.values() for box in boxes)


def make_requests_of_every_kind(planner: Planner) -> list[OrderedRequest]:
    """Create twelve small and large requests, complete but for the first day; their dishes exist in the kitchen."""
    orders = list(_every_kind(planner))
    for order in orders:
        tracks = propose_schedule(order.request, load_calendar(planner.now)).tracks
        find_or_create_items(
            dish for track in tracks for _, dishes in track.boxes for dish in dishes
        )
    return orders


def _every_kind(planner: Planner) -> list[OrderedRequest]:
    return [
        _day_order(planner, 6, LUNCH),
        _day_order(planner, 6, BREAKFAST, LUNCH, DINNER),
        _day_order(planner, 16, LUNCH, DINNER),
        _day_order(planner, 7, BREAKFAST, kind=Kind.NONVEG, body=nonveg_body()),
        _day_order(planner, 8, DINNER, kind=Kind.TRAY, body=tray_body()),
        _combo(planner, {1: ["Monday", "Thursday"], 2: ["Monday"]}, {1: ["Friday"]}),
        _combo(planner, {1: ["Saturday"], 3: ["Tuesday", "Wednesday"]}, {}),
        _subscription(planner, 9, "L3", "L1", "B2", "D1", "L2"),
        _subscription(planner, 30, "W1-L-Monday", "W2-L-Friday", "W1-D-Tuesday"),
        _subscription(planner, 6, "B1", "W1-D-Monday"),
        _subscription(planner, 6),
        OrderedRequest(planner.asked(Kind.EVENT), {Meal.EVENT: [OrderedBox(())]}),
    ]


def _day_order(
    planner: Planner, days: int, *meals: Meal, kind: Kind = Kind.VEG, body: Any = None
) -> OrderedRequest:
    meal_names = [meal.name.lower() for meal in meals]
    request = planner.asked(
        kind, **{**(body or {}), "date": days, "sections": sections(*meal_names)}
    )
    dishes = tuple((line.dish_name, 1) for line in request.order.lines.order_by("position"))
    return OrderedRequest(request, {meal: [OrderedBox(dishes)] * days for meal in meals})


def _combo(
    planner: Planner, lunch: dict[int, list[str]], dinner: dict[int, list[str]]
) -> OrderedRequest:
    """Create a combo; six breakfasts reach the minimum order."""
    first = {"breakfast": list(WEEKDAYS[:6]), "lunch": [], "dinner": []}
    weeks: dict[str, Any] = {
        f"week{week}": {
            **(first if week == 1 else {"breakfast": []}),
            "lunch": lunch.get(week, []),
            "dinner": dinner.get(week, []),
        }
        for week in range(1, 5)
    }
    request = planner.asked(Kind.COMBO, selectedItems=weeks)
    boxes: dict[int, list[OrderedBox]] = {}
    for slot in request.combo.slots.all():
        box = OrderedBox(_parse_dishes(slot.items), slot.week - 1, WEEKDAYS.index(slot.day))
        boxes.setdefault(Meal[slot.meal.upper()], []).append(box)
    return OrderedRequest(request, _sorted_by_day(boxes))


def _subscription(planner: Planner, days: int, *ids: str) -> OrderedRequest:
    chosen = [{**MEAL, "id": each, "title": f"Meal {each}"} for each in ids]
    request = planner.asked(Kind.SUBSCRIPTION, fulfilment={"days": days}, selectedItems=chosen)
    titles = {row.meal_id: row.menu_title or row.title for row in request.subscription.meals.all()}
    boxes: dict[int, list[OrderedBox]] = {}
    weekly = [each for each in ids if each.startswith("W")]
    for letter, meal in LETTERS.items():
        meal_ids = [each for each in ids if each[0] == letter]
        if meal_ids:
            rotation = [OrderedBox(((titles[each], 1),)) for each in meal_ids]
            boxes[meal] = [rotation[at % len(rotation)] for at in range(days)]
    for each in weekly:
        week, letter, day = each[1:].split("-")
        # The menu's four weeks repeat and begin with the first chosen week, here always week 1.
        for week_number in range(int(week) - 1, -(-days // 6), 4):
            box = OrderedBox(_parse_dishes(titles[each]), week_number, WEEKDAYS.index(day))
            boxes.setdefault(LETTERS[letter], []).append(box)
    return OrderedRequest(request, _sorted_by_day(boxes))


def _parse_dishes(text: str) -> Contents:
    return tuple((name, 1) for name in text.split(" + "))


def _sorted_by_day(boxes: dict[int, list[OrderedBox]]) -> dict[int, list[OrderedBox]]:
    return {meal: sorted(each, key=_day_key) for meal, each in boxes.items()}


def _day_key(box: OrderedBox) -> tuple[int, int]:
    return (box.week or 0, box.weekday)


def sorted_dishes(boxes: Iterable[OrderedBox]) -> Sequence[Contents]:
    """Return the boxes' dishes, sorted."""
    return sorted(box.dishes for box in boxes)
