"""The kitchen's day computed serving by serving, compared with its sheet and labels."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from oottam.kitchen.day import PackedBox, day_view, packed_boxes
from oottam.schedule.models import CutoffLine, CutoffSnapshot, KitchenItem, Meal, MealPlan
from tests.factories.ordered_boxes import Contents
from tests.oracle.schedule import COOKED, suitable_dish
from tests.oracle.tables import Snapshot

Dishes = Counter[str]  # portions by lower-case name


def cooked_dishes(
    snapshot: Snapshot, contents_by_id: Mapping[int, Contents], day: date
) -> dict[int, Dishes]:
    """Return the dishes to cook on the day, by meal."""
    diets = dict(MealPlan.objects.values_list("pk", "request__fulfilment__diet"))
    marks = {name.lower(): mark for name, mark in KitchenItem.objects.values_list("name", "mark")}
    found: dict[int, Dishes] = {}
    for row in snapshot.servings.values():
        if row.date == day and row.state in COOKED:
            of_meal = found.setdefault(row.meal, Counter())
            is_strict = diets[row.plan] != "any" and row.meal != Meal.EVENT
            for name, quantity in contents_by_id[row.box_contents]:
                dish = _cooked_dish(name.lower(), marks, is_veg=is_strict)
                if dish:
                    of_meal[dish] += quantity
    return found


def _cooked_dish(name: str, marks: Mapping[str, str], *, is_veg: bool) -> str:
    def is_nonveg(option: str) -> bool:
        """Of alternatives, one without a mark suits nobody who is strict."""
        return marks[option] == "nonveg" if option == name else marks[option] != "veg"

    return suitable_dish(name, is_nonveg, is_veg=is_veg)


def serving_counts(snapshot: Snapshot, day: date) -> Counter[int]:
    """Return the number of servings by meal."""
    return Counter(
        row.meal for row in snapshot.servings.values() if row.date == day and row.state in COOKED
    )


def verify(
    snapshot: Snapshot,
    contents_by_id: Mapping[int, Contents],
    day: date,
    cutoff_dishes: Mapping[int, Dishes],
) -> None:
    """Assert that sheet, labels and servings agree; `cutoff_dishes` are the dishes at the cut-off, by meal."""
    view, boxes = day_view(day), packed_boxes(day)
    now = cooked_dishes(snapshot, contents_by_id, day)
    count = serving_counts(snapshot, day)
    assert {sheet.meal: sheet.boxes for sheet in view.meals if sheet.boxes} == dict(count), "6"
    assert Counter(box.meal for box in boxes) == count, "6: a label for each box"
    assert _label_dishes(boxes) == {meal: dishes for meal, dishes in now.items() if dishes}, (
        "6: labels"
    )
    for sheet in view.meals:
        dishes = {dish.name.lower(): dish.quantity for dish in sheet.dishes}
        assert dishes == dict(now.get(sheet.meal, {})), "5: the sheet"
        for dish in sheet.dishes:
            assert dish.boxes <= count[sheet.meal]
        was = cutoff_dishes.get(sheet.meal, Counter())
        names = (was.keys() | dishes.keys()) if sheet.locked_at else ()
        assert {each.name.lower(): (each.was, each.now) for each in sheet.differences} == {
            name: (was[name], dishes.get(name, 0))
            for name in names
            if was[name] != dishes.get(name, 0)
        }, "differences since the cut-off"


def _label_dishes(boxes: Iterable[PackedBox]) -> dict[int, Dishes]:
    found: dict[int, Dishes] = {}
    for box in boxes:
        for dish in box.dishes:
            if dish.cooked:
                found.setdefault(box.meal, Counter())[dish.cooked.lower()] += dish.quantity
    return found


def snapshot_dishes() -> dict[tuple[date, int], Dishes]:
    """Return the cut-off snapshots' dishes by day and meal."""
    found: dict[tuple[date, int], Dishes] = {
        (day, meal): Counter() for day, meal in CutoffSnapshot.objects.values_list("date", "meal")
    }
    lines = CutoffLine.objects.values_list(
        "snapshot__date", "snapshot__meal", "item__name", "quantity"
    )
    for day, meal, name, quantity in lines:
        found[day, meal][name.lower()] += quantity
    return found
