"""The kitchen's view of a day. Sheet, labels, shopping list and runs all count by it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from oottam.core.days import WHOLE_DAY
from oottam.core.db.cursor import read_snapshot
from oottam.core.fields import sql
from oottam.kitchen.day import aggregation, customer_notes
from oottam.kitchen.day.aggregation import (
    DayCount,
    Lines,
    add_up,
    boxes_by_dish,
    cooked_as,
    cooked_portions,
    line_for,
    noted_servings,
)
from oottam.kitchen.day.changes_since_cutoff import (
    ChangedBox,
    changed_boxes,
    changed_servings,
    decided_late,
    differences,
)
from oottam.kitchen.day.column_values import FREE, needs_of_columns
from oottam.kitchen.day.decisions import DayDecisions, day_decisions
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.dishes import dishes_on
from oottam.kitchen.day.packing import box_rows, packed
from oottam.kitchen.day.types import (
    Allergy,
    DayView,
    MealSheet,
    NothingFits,
    PackedBox,
    QuantityChange,
)
from oottam.kitchen.domain.dietary import Needs
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import EVENT

# One row per box, with its lines in one text as "43v1,64a2" (dish, v: for a vegetarian, portions). A row per line
# would cost half as much again, and dishes are counted per box. Lines of customers with needs name these by number.
_BOXES = f"""
SELECT s.id, s.meal, CASE WHEN {FREE} THEN 1 ELSE 0 END,
  CASE WHEN s.meal = {EVENT} OR f.kitchen_note <> '' OR f.allergens <> '[]' OR f.finer_diet <> ''
    THEN 1 ELSE 0 END, (
  SELECT STRING_AGG(l.item_id || CASE WHEN l.veg_only THEN 'v' ELSE 'a' END || l.quantity, ',')
  FROM schedule_dishsetline l WHERE l.dishset_id = s.dishset_id), f.allergens, f.diet, f.finer_diet
FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id
LEFT JOIN handling_facts f ON f.request_id = p.request_id
WHERE s.date = %s AND s.state IN {sql(ON_THE_DAY)}
"""  # noqa: S608 - constants


def count_day(day: date) -> DayCount:
    """Count the day's boxes; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_BOXES, [day])
        rows = cursor.fetchall()
    boxes: dict[int, dict[int, Lines]] = {}
    free: Counter[int] = Counter()
    with_notes = []
    numbers: dict[Needs, int] = {}
    for serving, meal, is_free, has_note, lines, *columns in rows:
        texts = lines.split(",") if lines else ()
        if has_note:
            with_notes.append(serving)
            needs = needs_of_columns(*columns)
            if needs.is_for_kitchen:
                number = numbers.setdefault(needs, len(numbers))
                texts = [line_for(line, number) for line in texts]
        boxes.setdefault(meal, {})[serving] = tuple(texts)
        free[meal] += is_free
    every = list(numbers)
    ordered = [
        each for meal, of_it in boxes.items() for each in add_up(meal, of_it.values(), every)
    ]
    return DayCount(ordered, boxes, free, with_notes, every)


def day_view(day: date) -> DayView:
    """Read the whole day in one snapshot; five queries at most, one more of a past day."""
    with read_snapshot():
        day_count = count_day(day)
        decisions = day_decisions(day)
        resolver = _resolver(day, decisions, {row.item for row in day_count.ordered})
        cooked = cooked_as(day_count, resolver)
        persons = customer_notes.read_boxes(noted_servings(day_count, cooked))
        changed = changed_boxes(day, decisions.cutoffs)
        by_dish = boxes_by_dish(day_count, cooked)
    day_data = DayData(day_count, decisions, resolver, by_dish, persons, changed)
    return DayView(day, sheets(day_data), decisions.closed)


def packed_boxes(day: date, *, with_dishes: bool = True) -> tuple[PackedBox, ...]:
    """Read the day's boxes, by the rules of `day_view`; five queries, of a past day six.

    Without `with_dishes`, for callers that only count, dishes are read only where they may have changed.
    """
    with read_snapshot():
        decisions = day_decisions(day)
        rows = box_rows(day, with_dishes=with_dishes or bool(decided_late(decisions)))
        resolver = _resolver(day, decisions, rows.items())
        changed = changed_boxes(day, decisions.cutoffs)
    return packed(
        rows, resolver, changed=changed_servings(changed), decided=decided_late(decisions)
    )


def preview_decision(
    day: date, meal: int, item: int, *, chosen: int | None = None, instead: int | None = None
) -> tuple[tuple[Allergy, ...], tuple[NothingFits, ...]]:
    """Return the boxes in which a decision would clash or might, and customers who would get nothing.

    `chosen` is an alternative of `item`, `instead` a substitute; meal 0 is every meal. Four queries.
    """
    with read_snapshot():
        day_count, decisions = count_day(day), day_decisions(day)
        tried = {*filter(None, (chosen, instead))}
        before = _resolver(day, decisions, tried | {row.item for row in day_count.ordered})
        after = Resolver(
            before.dishes,
            {**decisions.choices, **({(meal, item): chosen} if chosen else {})},
            {**decisions.substitutes, **({(meal, item): instead} if instead else {})},
        )
        persons = customer_notes.read_boxes(noted_servings(day_count, cooked_as(day_count, after)))
    of_meal = [box for box in persons if meal in (WHOLE_DAY, box.meal)]
    return customer_notes.boxes_at_risk(of_meal, after, item), customer_notes.left_out(
        of_meal, before, after
    )


def quantities_by_meal(day: date) -> dict[int, dict[int, tuple[int, int]]]:
    """Return (portions, boxes) by dish and meal: the quantities of a snapshot taken now."""
    day_count = count_day(day)
    resolver = _resolver(day, day_decisions(day), {row.item for row in day_count.ordered})
    boxes = boxes_by_dish(day_count, cooked_as(day_count, resolver))
    result: dict[int, dict[int, tuple[int, int]]] = {}
    for meal in day_count.boxes:
        cooked = cooked_portions(day_count.of(meal), resolver)
        result[meal] = {
            item: (portions, boxes[meal, item]) for item, portions in cooked.items()
        }  # fmt: skip
    return result


def _resolver(day: date, decisions: DayDecisions, ordered: set[int]) -> Resolver:
    return Resolver(
        dishes_on(day, ordered | decisions.items()), decisions.choices, decisions.substitutes
    )


@dataclass(frozen=True, slots=True)
class DayData:
    """All that was read of a day."""

    day_count: DayCount
    decisions: DayDecisions
    resolver: Resolver
    by_dish: Mapping[tuple[int, int], int]  # boxes by meal and cooked dish
    noted_boxes: Sequence[customer_notes.NotedBox]
    changed: Mapping[int, Sequence[ChangedBox]]


def sheets(day_data: DayData) -> tuple[MealSheet, ...]:
    """Build a sheet for each meal with boxes, changes or a snapshot."""
    meals = (
        day_data.day_count.boxes.keys()
        | day_data.decisions.at_cutoff.keys()
        | day_data.changed.keys()
    )
    return tuple(_sheet(meal, day_data) for meal in sorted(meals))


def _sheet(meal: int, day_data: DayData) -> MealSheet:
    ordered, resolver = day_data.day_count.of(meal), day_data.resolver
    noted_boxes = [box for box in day_data.noted_boxes if box.meal == meal]
    allergies = customer_notes.allergies(noted_boxes, resolver)
    cutoff = day_data.decisions.cutoffs.get(meal)
    return MealSheet(
        meal=meal,
        boxes=len(day_data.day_count.boxes.get(meal, ())),
        free=day_data.day_count.free.get(meal, 0),
        locked_at=cutoff.at if cutoff else None,
        dishes=aggregation.dish_totals(
            meal,
            ordered,
            resolver,
            day_data.by_dish,
            day_data.decisions.cooked,
            clashes=customer_notes.clashes(allergies),
            agreed=customer_notes.clashes(allergies, are_agreed=True),
        ),
        alternatives=aggregation.alternatives(
            meal, ordered, resolver, day_data.decisions, noted_boxes=noted_boxes
        ),
        substitutions=aggregation.substitutions(meal, ordered, resolver, day_data.decisions),
        nothing_fits=customer_notes.nothing_fits(noted_boxes, resolver),
        undecided=customer_notes.undecided(noted_boxes),
        differences=_differences(meal, day_data) if cutoff else (),
        changed=tuple(box.plan for box in day_data.changed.get(meal, ())),
        allergies=allergies,
        notes=customer_notes.notes(noted_boxes),
        events=customer_notes.events(noted_boxes, resolver),
    )


def _differences(meal: int, day_data: DayData) -> tuple[QuantityChange, ...]:
    now = aggregation.cooked_portions(day_data.day_count.of(meal), day_data.resolver)
    names = {item: dish.name for item, dish in day_data.resolver.dishes.items()}
    return differences(day_data.decisions.at_cutoff.get(meal, {}), now, names)
