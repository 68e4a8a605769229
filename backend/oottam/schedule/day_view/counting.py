"""What lies in the boxes of days, added up by the database; no plan is joined but for the free days."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from oottam.schedule.day_view.resolving import Resolver

# States 1 to 3: planned, delivered and failed are cooked for. A plan has one box of a meal on a day.
_LINES = """
SELECT s.meal, l.item_id, l.veg_only, SUM(l.quantity), COUNT(DISTINCT s.plan_id)
FROM schedule_serving s JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.date = %s AND s.state IN (1, 2, 3) GROUP BY s.meal, l.item_id, l.veg_only
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
SELECT s.meal, 0, false, COUNT(*), SUM(CASE WHEN {FREE} THEN 1 ELSE 0 END)
FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id
WHERE s.date = %s AND s.state IN (1, 2, 3) GROUP BY s.meal
"""  # noqa: S608 - constants

_BESIDE = """
SELECT DISTINCT s.meal, s.plan_id, other.item_id, other.veg_only
FROM schedule_serving s
JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id AND l.item_id IN ({turned})
JOIN schedule_dishsetline other ON other.dishset_id = s.dishset_id AND other.item_id IN ({among})
WHERE s.date = %s AND s.state IN (1, 2, 3)
"""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A dish as it was ordered: portions, and the boxes in which they lie."""

    meal: int
    item: int
    veg_only: bool
    quantity: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Count:
    """A day's dishes as they were ordered, and by meal its boxes and the free ones among them."""

    ordered: Sequence[Ordered]
    boxes: Mapping[int, int]
    free: Mapping[int, int]

    def of(self, meal: int) -> list[Ordered]:
        """The meal's dishes."""
        return [row for row in self.ordered if row.meal == meal]


def count(day: date) -> Count:
    """Add the day up; one query."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_LINES} UNION ALL {_BOXES}", [day, day])
        rows = cursor.fetchall()
    return Count(
        [Ordered(meal, item, bool(veg), int(sum_), boxes) for meal, item, veg, sum_, boxes in rows if item],
        {row[0]: row[3] for row in rows if not row[1]},
        {row[0]: int(row[4]) for row in rows if not row[1]},
    )  # fmt: skip


def boxes_by_dish(
    day: date, ordered: Iterable[Ordered], resolver: Resolver
) -> dict[tuple[int, int], int]:
    """In how many boxes each cooked dish of a meal lies.

    Those of one ordered dish are counted already. Where several are cooked as one, a box may hold two of them: such
    boxes are looked at once more, by one query.
    """
    found: dict[tuple[int, int], int] = {}
    sources: dict[tuple[int, int], set[int]] = {}
    cooked_as: dict[tuple[int, int, bool], int] = {}
    for row in ordered:
        cooked = resolver.cooked(row.meal, row.item, veg_only=row.veg_only).item
        if cooked is not None:
            cooked_as[row.meal, row.item, row.veg_only] = cooked
            found[row.meal, cooked] = found.get((row.meal, cooked), 0) + row.boxes
            sources.setdefault((row.meal, cooked), set()).add(row.item)
    several = {where: items for where, items in sources.items() if len(items) > 1}
    # Of two that are cooked as one, one at least is cooked as something else than was ordered.
    turned = {item for (_, cooked), items in several.items() for item in items if item != cooked}
    among = set[int]().union(*several.values())
    for where, twice in _counted_twice(day, turned, among, cooked_as).items() if turned else ():
        found[where] -= twice
    return found


def _counted_twice(
    day: date,
    turned: Collection[int],
    among: Collection[int],
    cooked_as: Mapping[tuple[int, int, bool], int],
) -> dict[tuple[int, int], int]:
    """By meal and cooked dish, how many times too many boxes were counted; only dishes `among` these can be the cause."""
    statement = _BESIDE.format(turned=_places(turned), among=_places(among))
    with connection.cursor() as cursor:
        cursor.execute(statement, [*turned, *among, day])
        lying = {
            (meal, cooked_as[meal, item, veg_only], plan, item)
            for meal, plan, item, veg_only in cursor.fetchall()
            if (meal, item, veg_only) in cooked_as
        }
    dishes = Counter((meal, cooked, plan) for meal, cooked, plan, _ in lying)
    found: dict[tuple[int, int], int] = {}
    for (meal, cooked, _), several in dishes.items():
        found[meal, cooked] = found.get((meal, cooked), 0) + several - 1
    return found


def _places(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values))
