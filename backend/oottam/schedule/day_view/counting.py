"""What lies in the boxes of days, added up; no plan is joined but for the free days."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date

from django.db import connection

from oottam.schedule.day_view.resolving import Resolver

# States 1 to 3: planned, delivered and failed are cooked for. A plan has one box of a meal on a day. Added up here: to know
# in how many boxes a dish lies that others are cooked as, the database would have to look at all lines a second time.
_LINES = """
SELECT s.meal, s.plan_id, l.item_id, l.veg_only, l.quantity
FROM schedule_serving s JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.date = %s AND s.state IN (1, 2, 3)
"""

# The last numbers of a track, as many as the plan has free days; not those that make up for others. A plan with fewer
# days has other last ones; one that was cancelled did not come to those that it would have had free.
FREE = """
(p.free_days > 0 AND s.makes_up_id IS NULL AND p.free_days > (
  SELECT COUNT(*) FROM schedule_serving later
  WHERE later.plan_id = s.plan_id AND later.meal = s.meal AND later.seq > s.seq
  AND (later.state <> 5 OR p.state = 'cancelled') AND later.makes_up_id IS NULL))
"""

_BOXES = f"""
SELECT s.meal, COUNT(*), 0, false, SUM(CASE WHEN {FREE} THEN 1 ELSE 0 END)
FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id
WHERE s.date = %s AND s.state IN (1, 2, 3) GROUP BY s.meal
"""  # noqa: S608 - constants

Line = tuple[
    int, int, int, bool
]  # a meal, a plan, a dish as it was ordered, whether for a vegetarian


@dataclass(frozen=True, slots=True)
class Ordered:
    """A dish as it was ordered: portions."""

    meal: int
    item: int
    veg_only: bool
    quantity: int


@dataclass(frozen=True, slots=True)
class Count:
    """A day's dishes as they were ordered, in which boxes they lie, and by meal its boxes and the free ones among them."""

    ordered: Sequence[Ordered]
    lines: AbstractSet[Line]
    boxes: Mapping[int, int]
    free: Mapping[int, int]

    def of(self, meal: int) -> list[Ordered]:
        """The meal's dishes."""
        return [row for row in self.ordered if row.meal == meal]

    def has_empty_boxes(self) -> bool:
        """Whether nobody knows of some box what lies in it."""
        return len({line[:2] for line in self.lines}) < sum(self.boxes.values())


def count(day: date) -> Count:
    """Add the day up; one query."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_LINES} UNION ALL {_BOXES}", [day, day])
        rows = cursor.fetchall()
    portions: dict[tuple[int, int, bool], int] = {}
    lines = set()
    boxes, free = {}, {}
    for meal, plan, item, veg_only, quantity in rows:
        if item:
            key = (meal, item, veg_only)
            portions[key] = portions.get(key, 0) + quantity
            lines.add((meal, plan, item, veg_only))
        else:
            boxes[meal], free[meal] = plan, quantity
    ordered = [
        Ordered(meal, item, bool(veg_only), int(quantity))
        for (meal, item, veg_only), quantity in portions.items()
    ]
    return Count(ordered, lines, boxes, free)


def boxes_by_dish(counted: Count, resolver: Resolver) -> Mapping[tuple[int, int], int]:
    """In how many boxes each cooked dish of a meal lies; a box may hold several that are cooked as one."""
    cooked_as = {
        (row.meal, row.item, row.veg_only): resolver.cooked(row.meal, row.item, veg_only=row.veg_only).item
        for row in counted.ordered
    }  # fmt: skip
    lying = {
        (meal, cooked_as[meal, item, veg_only], plan) for meal, plan, item, veg_only in counted.lines
    }  # fmt: skip
    return Counter((meal, cooked) for meal, cooked, _ in lying if cooked is not None)
