"""What lies in the boxes of days, added up; no plan is joined but for the free days."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from django.db import connection

from oottam.core.fields import sql
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.plans.domain.calendar import EVENT
from oottam.plans.models.choices import ON_THE_DAY, PlanState, ServingState

# The last numbers of a track, as many as the plan has free days; not those that make up for others. A plan with fewer
# days has other last ones; one that was cancelled did not come to those that it would have had free.
FREE = f"""
(p.free_days > 0 AND s.makes_up_id IS NULL AND p.free_days > (
  SELECT COUNT(*) FROM schedule_serving later
  WHERE later.plan_id = s.plan_id AND later.meal = s.meal AND later.seq > s.seq
  AND (later.state <> {sql(ServingState.CANCELLED)} OR p.state = {sql(PlanState.CANCELLED)}) AND later.makes_up_id IS NULL))
"""  # noqa: S608 - constants

# States 1 to 3: planned, delivered and failed are cooked for. A plan has one box of a meal on a day. One row a box, its
# lines in one text as "43v1,64a2" (dish, whether for a vegetarian, portions): a row of each line would cost half as
# much again, and to know in how many boxes a dish lies that others are cooked as, boxes have to be told apart.
_BOXES = f"""
SELECT s.id, s.meal, CASE WHEN {FREE} THEN 1 ELSE 0 END,
  CASE WHEN s.meal = {EVENT} OR f.kitchen_note <> '' OR f.allergens <> '[]' OR f.finer_diet <> ''
    THEN 1 ELSE 0 END, (
  SELECT STRING_AGG(l.item_id || CASE WHEN l.veg_only THEN 'v' ELSE 'a' END || l.quantity, ',')
  FROM schedule_dishsetline l WHERE l.dishset_id = s.dishset_id)
FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id
LEFT JOIN handling_facts f ON f.request_id = p.request_id
WHERE s.date = %s AND s.state IN {sql(ON_THE_DAY)}
"""  # noqa: S608 - constants

Lines = tuple[str, ...]  # of a box, as the statement writes them
CookedAs = Mapping[int, Mapping[str, int | None]]  # by meal and line, dishes


class Ordered(NamedTuple):
    """A dish as it was ordered: portions."""

    meal: int
    item: int
    veg_only: bool
    quantity: int


@dataclass(frozen=True, slots=True)
class Count:
    """A day's dishes as they were ordered, and by meal its boxes (by serving) and how many of them are free.

    `told_of` are those servings of whose people something is noted, and the events.
    """

    ordered: Sequence[Ordered]
    boxes: Mapping[int, Mapping[int, Lines]]
    free: Mapping[int, int]
    told_of: Collection[int]

    def of(self, meal: int) -> list[Ordered]:
        """The meal's dishes."""
        return [row for row in self.ordered if row.meal == meal]


def count(day: date) -> Count:
    """Add the day up; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_BOXES, [day])
        rows = cursor.fetchall()
    boxes: dict[int, dict[int, Lines]] = {}
    free: Counter[int] = Counter()
    told_of = []
    for serving, meal, is_free, is_told_of, lines in rows:
        boxes.setdefault(meal, {})[serving] = tuple(lines.split(",")) if lines else ()
        free[meal] += is_free
        if is_told_of:
            told_of.append(serving)
    ordered = [each for meal, of_it in boxes.items() for each in _added_up(meal, of_it.values())]
    return Count(ordered, boxes, free, told_of)


def _added_up(meal: int, boxes: Iterable[Lines]) -> list[Ordered]:
    portions: dict[tuple[int, bool], int] = {}
    for line, times in Counter(chain(*boxes)).items():
        item, veg_only, quantity = _read(line)
        portions[item, veg_only] = portions.get((item, veg_only), 0) + times * quantity
    return [
        Ordered(meal, item, veg_only, quantity)
        for (item, veg_only), quantity in sorted(portions.items())
    ]


def cooked_as(counted: Count, resolver: Resolver) -> CookedAs:
    """The dish that is cooked for each line, by meal; None where nothing fits."""
    return {
        meal: {line: _cooked(meal, line, resolver) for line in set(chain(*boxes.values()))}
        for meal, boxes in counted.boxes.items()
    }


def boxes_by_dish(counted: Count, cooked: CookedAs) -> Mapping[tuple[int, int], int]:
    """In how many boxes each cooked dish of a meal lies; a box may hold several that are cooked as one."""
    found: dict[tuple[int, int], int] = {}
    for meal, boxes in counted.boxes.items():
        dish = cooked[meal]
        lying = Counter(chain(*({dish[line] for line in box} for box in boxes.values())))
        found |= {(meal, item): times for item, times in lying.items() if item is not None}
    return found


def concerned(counted: Count, cooked: CookedAs) -> set[int]:
    """The servings of whose people the kitchen has to know: also empty boxes, and dishes for which somebody gets nothing."""
    found = set(counted.told_of)
    for meal, boxes in counted.boxes.items():
        unfit = {line for line, item in cooked[meal].items() if item is None}
        found |= {
            serving for serving, lines in boxes.items() if not lines or not unfit.isdisjoint(lines)
        }
    return found


def _cooked(meal: int, line: str, resolver: Resolver) -> int | None:
    item, veg_only, _ = _read(line)
    return resolver.cooked(meal, item, veg_only=veg_only).item


@lru_cache(maxsize=4096)
def _read(line: str) -> tuple[int, bool, int]:
    item, mark, quantity = line.partition("v") if "v" in line else line.partition("a")
    return int(item), mark == "v", int(quantity)
