"""The kitchen's dishes that a day needs: what they are, what they may turn out as, what is known to be in them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from oottam.schedule.day_view.kept import codes, exact
from oottam.schedule.day_view.shapes import Answer
from oottam.schedule.models.choices import Mark

_DISHES = """
SELECT i.id, i.name, i.mark, i.portion, i.allergens_known, a.option_id, a.position,
  g.allergens, m.grams, g.id, g.name, g."group", g.unit, g.step, g.step_grams
FROM schedule_kitchenitem i
LEFT JOIN schedule_alternative a ON a.item_id = i.id
LEFT JOIN (schedule_itemingredient m JOIN schedule_ingredient g ON g.id = m.ingredient_id{which})
  ON m.item_id = i.id
WHERE i.id IN ({places})
  OR i.id IN (SELECT o.option_id FROM schedule_alternative o WHERE o.item_id IN ({places}))
"""


@dataclass(frozen=True, slots=True)
class Ingredient:
    """What is bought: `step` of its unit is the least, and weighs `step_grams`."""

    number: int
    name: str
    group: str
    unit: str
    step: Decimal
    step_grams: int


@dataclass(frozen=True, slots=True)
class Dish:
    """A dish, or several of which one is cooked: `options` are their numbers, in the menu's order.

    `grams` of one portion by ingredient are there where they were asked for.
    """

    item: int
    name: str
    mark: str
    portion: str
    allergens_known: bool
    options: tuple[int, ...]
    allergens: frozenset[str]
    grams: Mapping[Ingredient, Decimal]

    def suits(self, *, veg_only: bool) -> bool:
        """Whether it can be given to somebody who did not order it by its name."""
        return not veg_only or self.mark == Mark.VEG

    def against(self, allergens: Collection[str]) -> tuple[Answer, tuple[str, ...]]:
        """What can be said to somebody with these allergens (codes), and by which of them it clashes."""
        clashes = tuple(code for code in allergens if code in self.allergens)
        if clashes:
            return Answer.CLASH, clashes
        return Answer.NONE_FOUND if self.allergens_known else Answer.NOT_KNOWN, ()


def dishes(items: Collection[int], *, with_recipes: bool = False) -> Mapping[int, Dish]:
    """These dishes and those that they may turn out as, by number; one query."""
    if not items:
        return {}
    statement = _DISHES.format(
        which="" if with_recipes else " AND g.allergens <> '[]'",
        places=", ".join(["%s"] * len(items)),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*items, *items])
        rows = cursor.fetchall()
    known: dict[int, tuple[str, str, str, bool]] = {}
    options: dict[int, dict[int, int]] = {}
    allergens: dict[int, set[str]] = {}
    grams: dict[int, dict[Ingredient, Decimal]] = {}
    for row in rows:
        item, name, mark, portion, is_known, option, position, held, amount, *bought = row
        if item not in known:
            known[item] = (name, mark, portion, bool(is_known))
            options[item], allergens[item], grams[item] = {}, set(), {}
        if option is not None:
            options[item][option] = position
        if amount is not None:
            allergens[item].update(codes(held))
            if with_recipes:
                number, named, group, unit, step, weighs = bought
                ingredient = Ingredient(number, named, group, unit, exact(step), weighs)
                grams[item][ingredient] = exact(amount)
    return {
        item: Dish(
            item, *of_it, tuple(sorted(options[item], key=options[item].__getitem__)),
            frozenset(allergens[item]), grams[item],
        )
        for item, of_it in known.items()
    }  # fmt: skip
