"""Requests of every kind that becomes a plan, each with the boxes that its order comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from oottam.kitchen.services.dishes import find_or_create_items
from oottam.plans.domain.calendar import WEEKDAYS
from oottam.plans.initial_schedule import propose_schedule
from oottam.plans.models import Meal
from oottam.plans.services.repository import calendar
from oottam.requests.models import Kind, Request
from tests.factories.plans import BREAKFAST, DINNER, LUNCH, Planner, sections
from tests.orders.examples import nonveg_body, tray_body

Contents = tuple[tuple[str, int], ...]  # name and quantity of each dish
MEAL = {"image": "", "desc": "", "category": ""}
LETTERS = {"B": BREAKFAST, "L": LUNCH, "D": DINNER}


@dataclass(frozen=True)
class Ordered:
    """An ordered box; `week` and `weekday`, counted from 0, where its day is fixed."""

    holds: Contents
    week: int | None = None
    weekday: int = 0


@dataclass(frozen=True)
class Asked:
    """A request with its boxes by meal, in their order."""

    request: Request
    boxes: dict[int, list[Ordered]]

    @property
    def begins_on_mondays(self) -> bool:
        """Whether a box of it has a day of the weekly menu."""
        return any(box.week is not None for boxes in self.boxes.values() for box in boxes)


def make_requests_of_every_kind(planner: Planner) -> list[Asked]:
    """A dozen, small and large, with facts but for the days; the kitchen knows their dishes."""
    found = list(_of_every_kind(planner))
    for asked in found:
        tracks = propose_schedule(asked.request, calendar(planner.now)).tracks
        find_or_create_items(
            dish for track in tracks for _, dishes in track.boxes for dish in dishes
        )
    return found


def _of_every_kind(planner: Planner) -> list[Asked]:
    return [
        _by_the_day(planner, 6, LUNCH),
        _by_the_day(planner, 6, BREAKFAST, LUNCH, DINNER),
        _by_the_day(planner, 16, LUNCH, DINNER),
        _by_the_day(planner, 7, BREAKFAST, kind=Kind.NONVEG, body=nonveg_body()),
        _by_the_day(planner, 8, DINNER, kind=Kind.TRAY, body=tray_body()),
        _combo(planner, {1: ["Monday", "Thursday"], 2: ["Monday"]}, {1: ["Friday"]}),
        _combo(planner, {1: ["Saturday"], 3: ["Tuesday", "Wednesday"]}, {}),
        _subscription(planner, 9, "L3", "L1", "B2", "D1", "L2"),
        _subscription(planner, 30, "W1-L-Monday", "W2-L-Friday", "W1-D-Tuesday"),
        _subscription(planner, 6, "B1", "W1-D-Monday"),
        _subscription(planner, 6),
        Asked(planner.asked(Kind.EVENT), {Meal.EVENT: [Ordered(())]}),
    ]


def _by_the_day(
    planner: Planner, days: int, *meals: Meal, kind: Kind = Kind.VEG, body: Any = None
) -> Asked:
    named = [meal.name.lower() for meal in meals]
    request = planner.asked(kind, **{**(body or {}), "date": days, "sections": sections(*named)})
    holds = tuple((line.dish_name, 1) for line in request.order.lines.order_by("position"))
    return Asked(request, {meal: [Ordered(holds)] * days for meal in meals})


def _combo(planner: Planner, lunch: dict[int, list[str]], dinner: dict[int, list[str]]) -> Asked:
    """With six breakfasts, which make it enough to order."""
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
    boxes: dict[int, list[Ordered]] = {}
    for slot in request.combo.slots.all():
        box = Ordered(_together(slot.items), slot.week - 1, WEEKDAYS.index(slot.day))
        boxes.setdefault(Meal[slot.meal.upper()], []).append(box)
    return Asked(request, _in_order(boxes))


def _subscription(planner: Planner, days: int, *ids: str) -> Asked:
    chosen = [{**MEAL, "id": each, "title": f"Meal {each}"} for each in ids]
    request = planner.asked(Kind.SUBSCRIPTION, fulfilment={"days": days}, selectedItems=chosen)
    titles = {row.meal_id: row.menu_title or row.title for row in request.subscription.meals.all()}
    boxes: dict[int, list[Ordered]] = {}
    weekly = [each for each in ids if each.startswith("W")]
    for letter, meal in LETTERS.items():
        own = [each for each in ids if each[0] == letter]
        if own:
            turns = [Ordered(((titles[each], 1),)) for each in own]
            boxes[meal] = [turns[at % len(turns)] for at in range(days)]
    for each in weekly:
        week, letter, day = each[1:].split("-")
        # The menu's four weeks go round and begin with the first week that was chosen: here always week 1.
        for again in range(int(week) - 1, -(-days // 6), 4):
            box = Ordered(_together(titles[each]), again, WEEKDAYS.index(day))
            boxes.setdefault(LETTERS[letter], []).append(box)
    return Asked(request, _in_order(boxes))


def _together(words: str) -> Contents:
    return tuple((name, 1) for name in words.split(" + "))


def _in_order(boxes: dict[int, list[Ordered]]) -> dict[int, list[Ordered]]:
    return {meal: sorted(each, key=_when) for meal, each in boxes.items()}


def _when(box: Ordered) -> tuple[int, int]:
    return (box.week or 0, box.weekday)


def contents(boxes: Iterable[Ordered]) -> Sequence[Contents]:
    """What lies in them, sorted."""
    return sorted(box.holds for box in boxes)
