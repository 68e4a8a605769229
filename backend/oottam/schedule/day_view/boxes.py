"""Every box of a day, with what its label and whoever carries it have to know."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.db import connection

from oottam.schedule.day_view.counting import FREE
from oottam.schedule.day_view.dishes import Dish
from oottam.schedule.day_view.kept import clock, codes
from oottam.schedule.day_view.resolving import Resolver
from oottam.schedule.day_view.shapes import Answer, PackedBox, PackedDish, Person

_BOXES = f"""
SELECT s.id, s.plan_id, r.reference, r.customer_name, s.meal, s.seq, t.servings,
  CASE WHEN {FREE} THEN 1 ELSE 0 END, s.makes_up_id, s.state,
  f.delivery_time, f.address, f.pin, f.locality, f.allergens, f.kitchen_note,
  l.item_id, l.veg_only, l.quantity, l.ordered_name
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
JOIN schedule_track t ON t.plan_id = s.plan_id AND t.meal = s.meal
JOIN requests_request r ON r.id = p.request_id
LEFT JOIN handling_facts f ON f.request_id = r.id
LEFT JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.date = %s AND s.state IN (1, 2, 3)
ORDER BY s.meal, r.reference, s.id, l.position
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Rows:
    """All boxes as they were ordered."""

    rows: Sequence[tuple[Any, ...]]

    def items(self) -> set[int]:
        """The dishes in them."""
        return {row[16] for row in self.rows if row[16] is not None}


def box_rows(day: date) -> Rows:
    """The day's boxes, a row for each dish in them; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_BOXES, [day])
        return Rows(cursor.fetchall())


def packed(
    rows: Rows,
    resolver: Resolver,
    *,
    changed: Collection[int],
    decided: Collection[tuple[int, int]],
) -> tuple[PackedBox, ...]:
    """The boxes by meal and reference.

    `changed` are servings that were since the lock, `decided` meals (0: every one) and dishes of which something
    else was decided since: boxes that hold one of these have changed, too.
    """
    answers: dict[tuple[int, tuple[str, ...]], tuple[Answer, tuple[str, ...]]] = {}
    return tuple(
        _packed(list(of_one), resolver, set(changed), set(decided), answers)
        for _, of_one in groupby(rows.rows, lambda row: row[0])
    )


def _packed(
    rows: Sequence[tuple[Any, ...]],
    resolver: Resolver,
    changed: set[int],
    decided: set[tuple[int, int]],
    answers: dict[tuple[int, tuple[str, ...]], tuple[Answer, tuple[str, ...]]],
) -> PackedBox:
    (
        serving, plan, reference, name, meal, seq, of, free, makes_up, state,
        delivery_time, address, pin, locality, allergens, note,
    ) = rows[0][:16]  # fmt: skip
    held = codes(allergens)
    dishes: list[PackedDish] = []
    is_changed = serving in changed
    for *_, item, veg_only, quantity, ordered in rows:
        if item is None:
            continue
        cooked = resolver.cooked(meal, item, veg_only=bool(veg_only))
        if decided and not is_changed:
            involved = {item, cooked.item, cooked.replaced}
            is_changed = any((each, one) in decided for each in (0, meal) for one in involved)
        dish = resolver.dishes[cooked.item] if cooked.item is not None else None
        made = _dish(ordered, quantity, dish, held, answers)
        dishes.append(replace(made, is_other=cooked.item != item and not cooked.by_default))
    return PackedBox(
        serving, plan, Person(reference, name), meal, seq, of, bool(free), makes_up is not None,
        state, clock(delivery_time), address or "", pin or "", locality or "", tuple(dishes), held,
        note or "", is_changed,
    )  # fmt: skip


def _dish(
    ordered: str,
    quantity: int,
    dish: Dish | None,
    held: tuple[str, ...],
    answers: dict[tuple[int, tuple[str, ...]], tuple[Answer, tuple[str, ...]]],
) -> PackedDish:
    """`answers` remembers what was said of a dish: most boxes are alike."""
    if dish is None:
        return PackedDish(ordered, None, quantity, Answer.NONE_FOUND)
    answer = answers.get((dish.item, held))
    if answer is None:
        answer = answers[dish.item, held] = dish.against(held)
    return PackedDish(ordered, dish.name, quantity, *answer)
