"""A day as the kitchen sees it. Sheet, labels, shopping and runs all count by what stands here."""

from datetime import date

from oottam.kitchen.day import customer_notes
from oottam.kitchen.day.aggregation import cooked_portions
from oottam.kitchen.day.changes_since_cutoff import changed_boxes, changed_servings, decided_late
from oottam.kitchen.day.counting import boxes_by_dish, concerned, cooked_as, count
from oottam.kitchen.day.decisions import Particulars, particulars
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.dishes import dishes
from oottam.kitchen.day.packing import box_rows, packed
from oottam.kitchen.day.sheets import Seen, sheets
from oottam.kitchen.day.snapshot import snapshot
from oottam.kitchen.day.types import Allergy, DayView, NothingFits, PackedBox
from oottam.plans.models.days import EVERY_MEAL


def day_view(day: date, *, with_boxes: bool = False) -> DayView:
    """Everything of the day, in one snapshot.

    Five queries at most; two more for boxes.
    """
    with snapshot():
        counted = count(day)
        known = particulars(day)
        resolver = _resolver(known, {row.item for row in counted.ordered})
        cooked = cooked_as(counted, resolver)
        persons = customer_notes.people(concerned(counted, cooked))
        changed = changed_boxes(day, known.locks)
        by_dish = boxes_by_dish(counted, cooked)
        rows = box_rows(day) if with_boxes else None
    late = changed_servings(changed)
    boxes = packed(rows, resolver, changed=late, decided=decided_late(known)) if rows else ()
    seen = Seen(counted, known, resolver, by_dish, persons, changed)
    return DayView(day, sheets(seen), known.closed, boxes)


def packed_boxes(day: date, *, with_dishes: bool = True) -> tuple[PackedBox, ...]:
    """The day's boxes alone, as `day_view` gives them; five queries.

    For whoever only counts them `with_dishes` is False: dishes are then read only where they tell of a change.
    """
    with snapshot():
        known = particulars(day)
        rows = box_rows(day, with_dishes=with_dishes or bool(decided_late(known)))
        resolver = _resolver(known, rows.items())
        changed = changed_boxes(day, known.locks)
    return packed(rows, resolver, changed=changed_servings(changed), decided=decided_late(known))


def tried_out(
    day: date, meal: int, item: int, *, chosen: int | None = None, instead: int | None = None
) -> tuple[tuple[Allergy, ...], tuple[NothingFits, ...]]:
    """Whose boxes of the meal (0: of every one) would hold what clashes, or might; and who would get nothing.

    `chosen` is one of its alternatives, `instead` another dish in its place. Four queries.
    """
    with snapshot():
        counted, known = count(day), particulars(day)
        tried = {*filter(None, (chosen, instead))}
        before = _resolver(known, tried | {row.item for row in counted.ordered})
        after = Resolver(
            before.dishes,
            {**known.choices, **({(meal, item): chosen} if chosen else {})},
            {**known.substitutes, **({(meal, item): instead} if instead else {})},
        )
        persons = customer_notes.people(concerned(counted, cooked_as(counted, after)))
    of_meal = [box for box in persons if meal in (EVERY_MEAL, box.meal)]
    return customer_notes.harmed(of_meal, after, item), customer_notes.left_out(
        of_meal, before, after
    )


def told(day: date) -> dict[int, dict[int, tuple[int, int]]]:
    """By meal and dish, portions and boxes: what the kitchen would be told of the day now."""
    counted = count(day)
    resolver = _resolver(particulars(day), {row.item for row in counted.ordered})
    boxes = boxes_by_dish(counted, cooked_as(counted, resolver))
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for meal in counted.boxes:
        cooked = cooked_portions(counted.of(meal), resolver)
        found[meal] = {
            item: (portions, boxes[meal, item]) for item, portions in cooked.items()
        }  # fmt: skip
    return found


def _resolver(known: Particulars, ordered: set[int]) -> Resolver:
    return Resolver(dishes(ordered | known.items()), known.choices, known.substitutes)
