"""What the kitchen has to be told of a day, worked out box by box; and that sheet and labels say just that."""

from collections import Counter
from collections.abc import Mapping
from datetime import date

from oottam.kitchen.day import DayView, day_view
from oottam.plans.models import CutoffLine, CutoffSnapshot, KitchenItem, Meal, MealPlan
from tests.factories.ordered_boxes import Contents
from tests.oracle.recount import CAME_OR_COMES, Kept

Dishes = Counter[str]  # portions by name, in small letters


def cooked(known: Kept, holds: Mapping[int, Contents], day: date) -> dict[int, Dishes]:
    """By meal, what is cooked for the day's boxes."""
    diets = dict(MealPlan.objects.values_list("pk", "request__fulfilment__diet"))
    marks = {name.lower(): mark for name, mark in KitchenItem.objects.values_list("name", "mark")}
    found: dict[int, Dishes] = {}
    for row in known.servings.values():
        if row.date == day and row.state in CAME_OR_COMES:
            of_meal = found.setdefault(row.meal, Counter())
            is_strict = diets[row.plan] != "any" and row.meal != Meal.EVENT
            for name, quantity in holds[row.box_contents]:
                dish = _cooked(name.lower(), marks, is_strict=is_strict)
                if dish:
                    of_meal[dish] += quantity
    return found


def _cooked(name: str, marks: Mapping[str, str], *, is_strict: bool) -> str:
    """The first alternative that suits the person; "" where none does."""
    options = name.split(" / ")
    if len(options) == 1:
        return "" if is_strict and marks[name] == "nonveg" else name
    fitting = [option for option in options if not is_strict or marks[option] == "veg"]
    return fitting[0] if fitting else ""


def boxes(known: Kept, day: date) -> Counter[int]:
    """How many there are of each meal."""
    return Counter(
        row.meal
        for row in known.servings.values()
        if row.date == day and row.state in CAME_OR_COMES
    )


def are_right(
    known: Kept, holds: Mapping[int, Contents], day: date, told: Mapping[int, Dishes]
) -> None:
    """Sheet and labels of the day agree with each other and with the boxes; `told` is what it was at the cut-off."""
    view, now, count = day_view(day, with_boxes=True), cooked(known, holds, day), boxes(known, day)
    assert {sheet.meal: sheet.boxes for sheet in view.meals if sheet.boxes} == dict(count), "6"
    assert Counter(box.meal for box in view.boxes) == count, "6: a label for each box"
    assert _on_labels(view) == {meal: dishes for meal, dishes in now.items() if dishes}, "6: labels"
    for sheet in view.meals:
        dishes = {dish.name.lower(): dish.quantity for dish in sheet.dishes}
        assert dishes == dict(now.get(sheet.meal, {})), "5: the sheet"
        for dish in sheet.dishes:
            assert dish.boxes <= count[sheet.meal]
        was = told.get(sheet.meal, Counter())
        names = (was.keys() | dishes.keys()) if sheet.locked_at else ()
        assert {each.name.lower(): (each.was, each.now) for each in sheet.differences} == {
            name: (was[name], dishes.get(name, 0))
            for name in names
            if was[name] != dishes.get(name, 0)
        }, "what came since the cut-off"


def _on_labels(view: DayView) -> dict[int, Dishes]:
    found: dict[int, Dishes] = {}
    for box in view.boxes:
        for dish in box.dishes:
            if dish.cooked:
                found.setdefault(box.meal, Counter())[dish.cooked.lower()] += dish.quantity
    return found


def locked() -> dict[tuple[date, int], Dishes]:
    """What the kitchen was told, by day and meal."""
    found: dict[tuple[date, int], Dishes] = {
        (day, meal): Counter() for day, meal in CutoffSnapshot.objects.values_list("date", "meal")
    }
    lines = CutoffLine.objects.values_list(
        "snapshot__date", "snapshot__meal", "item__name", "quantity"
    )
    for day, meal, name, quantity in lines:
        found[day, meal][name.lower()] += quantity
    return found
