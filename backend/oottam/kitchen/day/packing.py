"""Every box of a day with what its label shows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from oottam.core.days import WHOLE_DAY
from oottam.core.fields import sql
from oottam.kitchen.day.column_values import (
    FREE,
    LATER_ADDRESS,
    MEAL_TIME,
    agreed_of,
    clock,
    needs_of_columns,
)
from oottam.kitchen.day.dish_resolution import ResolvedDish, Resolver
from oottam.kitchen.day.dishes import KitchenDish
from oottam.kitchen.day.types import PackedBox, PackedDish, Person
from oottam.kitchen.domain.dietary import Answer, check, is_agreed, is_vegetarian
from oottam.schedule.choices import ON_THE_DAY

_BOXES = f"""
SELECT s.id, s.plan_id, r.reference, r.customer_name, s.meal, s.seq, t.servings,
  CASE WHEN {FREE} THEN 1 ELSE 0 END, s.makes_up_id AS replacement_for_id, s.state,
  {MEAL_TIME}, COALESCE(a.address, f.address), COALESCE(a.pin, f.pin), COALESCE(a.locality, f.locality), f.allergens, f.diet, f.finer_diet,
  f.kitchen_note,
  (SELECT STRING_AGG(a.item_id || ':' || a.clashes, ';') FROM schedule_accepteddish a WHERE a.plan_id = p.id)
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
JOIN schedule_track t ON t.plan_id = s.plan_id AND t.meal = s.meal
JOIN requests_request r ON r.id = p.request_id
LEFT JOIN handling_facts f ON f.request_id = r.id
LEFT JOIN handling_mealtime m ON m.request_id = r.id AND m.meal = s.meal
{LATER_ADDRESS}WHERE s.date = %s AND s.state IN {sql(ON_THE_DAY)}
ORDER BY s.meal, r.reference, s.id
"""  # noqa: S608 - constants

# A query of its own: joined, each dish would repeat its box's address, which takes twice as long.
_LINES = f"""
SELECT s.id, l.item_id, l.veg_only, l.quantity, l.ordered_name
FROM schedule_serving s JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.date = %s AND s.state IN {sql(ON_THE_DAY)}
ORDER BY s.id, l.position
"""  # noqa: S608 - constants

Line = tuple[int, bool, int, str]  # dish, veg only, quantity, ordered name


@dataclass(frozen=True, slots=True)
class Rows:
    """The day's boxes as ordered, and their lines by serving id."""

    boxes: Sequence[tuple[Any, ...]]
    lines: Mapping[int, Sequence[Line]]

    def items(self) -> set[int]:
        return {line[0] for lines in self.lines.values() for line in lines}


def box_rows(day: date, *, with_dishes: bool = True) -> Rows:
    """Read the day's boxes and lines; two queries, or one without dishes."""
    lines: dict[int, list[Line]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_BOXES, [day.weekday(), day])
        boxes = cursor.fetchall()
        if with_dishes:
            cursor.execute(_LINES, [day])
        for serving_id, item, veg_only, quantity, ordered in (
            cursor.fetchall() if with_dishes else ()
        ):
            lines.setdefault(serving_id, []).append((item, bool(veg_only), quantity, ordered))
    return Rows(boxes, lines)


def packed(
    rows: Rows,
    resolver: Resolver,
    *,
    changed: Collection[int],
    decided: Collection[tuple[int, int]],
) -> tuple[PackedBox, ...]:
    """Build the boxes, by meal and reference.

    `changed` are servings changed since the cut-off; `decided` are (meal, dish) pairs decided since, whose boxes
    count as changed too.
    """
    packer = _Packer(resolver, set(changed), set(decided))
    return tuple(packer.pack(box, rows.lines.get(box[0], ())) for box in rows.boxes)


@dataclass(frozen=True, slots=True)
class _Packer:
    resolver: Resolver
    changed: set[int]
    decided: set[tuple[int, int]]

    def pack(self, box: tuple[Any, ...], lines: Sequence[Line]) -> PackedBox:
        (
            serving_id, plan_id, reference, name, meal, seq, of, free, replacement_for, state,
            delivery_time, address, pin, locality, allergens, diet, finer_diet, note,
            agreed,
        ) = box  # fmt: skip
        needs = needs_of_columns(allergens, diet, finer_diet)
        dishes: list[PackedDish] = []
        is_changed = serving_id in self.changed
        for item, veg_only, quantity, ordered in lines:
            cooked = self.resolver.resolve(meal, item, veg_only=veg_only, needs=needs)
            if self.decided and not is_changed:
                involved = {item, cooked.item, cooked.replaced}
                is_changed = any(
                    (m, one) in self.decided for m in (WHOLE_DAY, meal) for one in involved
                )
            if cooked.item is None:
                dishes.append(PackedDish(ordered, None, quantity, Answer.NONE_FOUND, is_other=True))
                continue
            dish = self.resolver.dishes[cooked.item]
            answer, clashes = check(dish.contents, needs)
            as_agreed = is_agreed(clashes, needs, agreed_of(agreed).get(dish.item, frozenset()))
            options = self.resolver.fitting(item, veg_only=veg_only) if cooked.by_default else ()
            dishes.append(
                PackedDish(
                    ordered, dish.name, quantity, answer, clashes,
                    cooked.item != item and not cooked.by_default,
                    self._is_veg(dish, options), as_agreed, _needed(item, cooked),
                )
            )  # fmt: skip
        return PackedBox(
            serving_id, plan_id, Person(reference, name), meal, seq, of, bool(free), replacement_for is not None,
            state, clock(delivery_time), address or "", pin or "", locality or "", tuple(dishes),
            needs, note or "", is_changed,
        )  # fmt: skip

    def _is_veg(self, dish: KitchenDish, options: Sequence[int]) -> bool | None:
        """Return whether the dish is vegetarian; None where another alternative that may still be chosen is not."""
        is_veg = is_vegetarian(dish.contents)
        others = (is_vegetarian(self.resolver.dishes[option].contents) for option in options)
        return None if is_veg and not all(others) else is_veg


def _needed(ordered: int, cooked: ResolvedDish) -> tuple[int, ...]:
    items = () if cooked.replaced else (ordered,)
    return items if cooked.by_default or cooked.item is None else (*items, cooked.item)
