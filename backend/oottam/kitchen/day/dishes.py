"""The dishes that a day needs, with alternatives and known contents."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import connection
from django.utils import timezone

from oottam.kitchen.day.column_values import codes, exact
from oottam.kitchen.domain.dietary import Contents, contents_of
from oottam.plans.models import FormerRecipe
from oottam.plans.models.choices import Mark

_DISHES = """
SELECT i.id, i.name, i.mark, i.portion, i.allergens_known, a.option_id, a.position,
  g.allergens, g.is_vegetarian, g.tags, m.grams, g.id, g.name, g."group", g.unit, g.step, g.step_grams
FROM schedule_kitchenitem i
LEFT JOIN schedule_alternative a ON a.item_id = i.id
LEFT JOIN (schedule_itemingredient m JOIN schedule_ingredient g ON g.id = m.ingredient_id{which})
  ON m.item_id = i.id
WHERE i.id IN ({places})
  OR i.id IN (SELECT o.option_id FROM schedule_alternative o WHERE o.item_id IN ({places}))
"""

# Other ingredients do not affect any check.
_RELEVANT = (
    """ AND (g.allergens <> '[]' OR g.is_vegetarian = FALSE OR g.tags IS NULL OR g.tags <> '[]')"""
)


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An ingredient to buy: `step` is the smallest quantity in its unit, and weighs `step_grams`."""

    number: int
    name: str
    group: str
    unit: str
    step: Decimal
    step_grams: int


@dataclass(frozen=True, slots=True)
class Dish:
    """A dish; `options` are the ids of its alternatives, in the menu's order.

    `grams` of one portion by ingredient are loaded on request only.
    """

    item: int
    name: str
    mark: str
    portion: str
    options: tuple[int, ...]
    contents: Contents
    grams: Mapping[Ingredient, Decimal]

    def suits(self, *, veg_only: bool) -> bool:
        """Return whether it may be given to a customer who did not order it by name."""
        return not veg_only or self.mark == Mark.VEG


def dishes(items: Collection[int], *, with_recipes: bool = False) -> Mapping[int, Dish]:
    """Load these dishes and their alternatives by id; one query."""
    if not items:
        return {}
    statement = _DISHES.format(
        which="" if with_recipes else _RELEVANT,
        places=", ".join(["%s"] * len(items)),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*items, *items])
        rows = cursor.fetchall()
    columns: dict[int, tuple[str, str, str, bool]] = {}
    options: dict[int, dict[int, int]] = {}
    # By dish and ingredient, since the join repeats ingredients for each alternative.
    parts: dict[int, dict[int, tuple[tuple[str, ...], bool, tuple[str, ...] | None]]] = {}
    grams: dict[int, dict[Ingredient, Decimal]] = {}
    for row in rows:
        (
            item,
            name,
            mark,
            portion,
            is_known,
            option,
            position,
            held,
            is_veg,
            tags,
            amount,
            *bought,
        ) = row
        if item not in columns:
            columns[item] = (name, mark, portion, bool(is_known))
            options[item], parts[item], grams[item] = {}, {}, {}
        if option is not None:
            options[item][option] = position
        if amount is not None:
            parts[item][bought[0]] = (
                codes(held), bool(is_veg), None if tags in (None, "null") else codes(tags),
            )  # fmt: skip
            if with_recipes:
                number, named, group, unit, step, weighs = bought
                ingredient = Ingredient(number, named, group, unit, exact(step), weighs)
                grams[item][ingredient] = exact(amount)
    return {
        item: Dish(
            item, name, mark, portion,
            tuple(sorted(options[item], key=options[item].__getitem__)),
            contents_of(mark, list(parts[item].values()), is_complete=is_known), grams[item],
        )
        for item, (name, mark, portion, is_known) in columns.items()
    }  # fmt: skip


def dishes_on(day: date, items: Collection[int]) -> Mapping[int, Dish]:
    """Load these dishes as they were on the day, as far as published recipes have changed them since.

    One query; of a past day two.
    """
    known = dishes(items)
    if day >= timezone.localdate():
        return known
    former = FormerRecipe.objects.filter(item__in=known, until__gte=day).order_by("-until")
    earlier = {recipe.item_id: recipe.values for recipe in former}  # the first of them stays
    return {
        item: _former(dish, earlier[item]) if item in earlier else dish
        for item, dish in known.items()
    }


def former_values(portion: str, contents: Contents) -> dict[str, object]:
    """Return what FormerRecipe stores."""
    return {
        "portion": portion,
        "mark": contents.mark,
        "codes": sorted(contents.codes),
        "is_complete": contents.is_complete,
        "has_tags": contents.has_tags,
    }


def _former(dish: Dish, values: Mapping[str, Any]) -> Dish:
    codes = frozenset(values["codes"])
    contents = Contents(values["mark"], codes, values["is_complete"], values["has_tags"])
    return replace(dish, mark=values["mark"], portion=values["portion"], contents=contents)
