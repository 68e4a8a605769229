"""The dishes that a day needs, with alternatives and known contents."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import connection
from django.utils import timezone

from oottam.catalogue.choices import ALLERGEN_LIST, in_present_codes
from oottam.kitchen.day.column_values import codes, exact
from oottam.kitchen.domain.dietary import (
    Contents,
    IngredientContents,
    contents_of,
    together,
)
from oottam.schedule.choices import Mark
from oottam.schedule.models import FormerRecipe, Ingredient

_DISHES = """
SELECT i.id, i.name, i.mark, i.portion, i.allergens_known, i.station, {method},
  (SELECT CAST(f."values" AS text) FROM schedule_formerrecipe f WHERE f.item_id = i.id AND f.until >= %s
   ORDER BY f.until LIMIT 1),
  a.option_id, a.position,
  g.allergens, g.is_vegetarian, g.tags, g.allergen_list, m.grams, m.eaten, g.id, g.name, g."group", g.unit, g.step, g.step_grams
FROM schedule_kitchenitem i
LEFT JOIN schedule_alternative a ON a.item_id = i.id
LEFT JOIN (schedule_itemingredient m JOIN schedule_ingredient g ON g.id = m.ingredient_id{which})
  ON m.item_id = i.id
WHERE i.id IN ({places})
  OR i.id IN (SELECT o.option_id FROM schedule_alternative o WHERE o.item_id IN ({places}))
"""

# Other ingredients do not affect any check.
_RELEVANT = (
    """ AND (g.allergens <> '[]' OR g.is_vegetarian = FALSE OR g.tags IS NULL OR g.tags <> '[]'"""
    f""" OR g.allergen_list < {ALLERGEN_LIST})"""
)


@dataclass(frozen=True, slots=True)
class KitchenIngredient:
    """An ingredient to buy: `step` is the smallest quantity in its unit, and weighs `step_grams`."""

    number: int
    name: str
    group: str
    unit: str
    step: Decimal
    step_grams: int


@dataclass(frozen=True, slots=True)
class KitchenDish:
    """A dish; `options` are the ids of its alternatives, in the menu's order.

    `grams` of one portion by ingredient, the shares of it that are eaten where that is not all, and the steps of
    `method`, are loaded on request only.
    """

    item: int
    name: str
    mark: str
    portion: str
    options: tuple[int, ...]
    contents: Contents
    grams: Mapping[KitchenIngredient, Decimal]
    station: str = ""
    method: tuple[str, ...] = ()
    eaten: Mapping[KitchenIngredient, Decimal] = field(default_factory=dict)

    def suits(self, *, veg_only: bool) -> bool:
        """Return whether it may be given to a customer who did not order it by name."""
        return not veg_only or self.mark == Mark.VEG


def dishes(items: Collection[int]) -> Mapping[int, KitchenDish]:
    """Load these dishes and their alternatives by id, to check whom they suit.

    Their contents are those of all recipes from today (IST) on, so that no box to come is missed. One query; one more
    where a recipe begins later.
    """
    today = timezone.localdate()
    found, former = _load(today, items)
    if not former:
        return found
    for row in FormerRecipe.objects.filter(item__in=former, until__gte=today):
        dish = found[row.item_id]
        contents = together(dish.contents, _former(dish, row.values, {}).contents)
        found[row.item_id] = replace(dish, mark=contents.mark, contents=contents)
    return found


def dishes_on(
    day: date, items: Collection[int], *, with_recipes: bool = False
) -> Mapping[int, KitchenDish]:
    """Load these dishes with the recipes of the day.

    One query; one more where a former recipe holds an ingredient that no newest one of them holds.
    """
    found, former = _load(day, items, with_recipes=with_recipes)
    known = _ingredients(found, former) if with_recipes and former else {}
    return {
        item: _former(dish, former[item], known) if item in former else dish
        for item, dish in found.items()
    }


def _load(
    day: date, items: Collection[int], *, with_recipes: bool = False
) -> tuple[dict[int, KitchenDish], dict[int, Any]]:
    """Return the dishes with their newest recipes, and the values of another one that they have on the day."""
    if not items:
        return {}, {}
    statement = _DISHES.format(
        method="i.method" if with_recipes else "NULL",
        which="" if with_recipes else _RELEVANT,
        places=", ".join(["%s"] * len(items)),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [day, *items, *items])
        rows = cursor.fetchall()
    columns: dict[int, tuple[Any, ...]] = {}
    options: dict[int, dict[int, int]] = {}
    # By dish and ingredient, since the join repeats ingredients for each alternative.
    parts: dict[int, dict[int, IngredientContents]] = {}
    grams: dict[int, dict[KitchenIngredient, Decimal]] = {}
    eaten: dict[int, dict[KitchenIngredient, Decimal]] = {}
    for row in rows:
        item = row[0]
        option, position, *part = row[8:]
        held, is_veg, tags, allergen_list, amount, share, number, *bought = part
        if item not in columns:
            columns[item] = row[1:8]
            options[item], parts[item], grams[item], eaten[item] = {}, {}, {}, {}
        if option is not None:
            options[item][option] = position
        if amount is not None:
            parts[item][number] = IngredientContents(
                codes(held),
                bool(is_veg),
                None if tags in (None, "null") else codes(tags),
                allergen_list,
            )
            if with_recipes:
                name, group, unit, step, weighs = bought
                ingredient = KitchenIngredient(number, name, group, unit, exact(step), weighs)
                grams[item][ingredient] = exact(amount)
                if exact(share) != 1:
                    eaten[item][ingredient] = exact(share)
    found: dict[int, KitchenDish] = {}
    former: dict[int, Any] = {}
    for item, (name, mark, portion, is_known, station, method, values) in columns.items():
        found[item] = KitchenDish(
            item, name, mark, portion,
            tuple(sorted(options[item], key=options[item].__getitem__)),
            contents_of(mark, parts[item].values(), is_complete=bool(is_known)),
            grams[item], station or "", tuple(json.loads(method) or ()) if method else (),
            eaten[item],
        )  # fmt: skip
        if values is not None:
            former[item] = json.loads(values)
    return found, former


def _ingredients(
    found: Mapping[int, KitchenDish], former: Mapping[int, Any]
) -> dict[int, KitchenIngredient]:
    """The ingredients of the dishes' newest and former recipes, by id."""
    known = {gram.number: gram for dish in found.values() for gram in dish.grams}
    wanted = {int(number) for values in former.values() for number in values.get("grams", ())}
    columns = ("pk", "name", "group", "unit", "step", "step_grams")
    if missing := wanted - known.keys():
        rows = Ingredient.objects.filter(pk__in=missing).values_list(*columns)
        known |= {row[0]: KitchenIngredient(*row) for row in rows}
    return known


def former_values(dish: KitchenDish) -> dict[str, object]:
    """Return what FormerRecipe stores of a dish that was loaded with its recipe."""
    return {
        "portion": dish.portion,
        "mark": dish.contents.mark,
        "codes": sorted(dish.contents.codes),
        "is_complete": dish.contents.is_complete,
        "has_tags": dish.contents.has_tags,
        "allergen_list": dish.contents.allergen_list,
        "grams": {str(each.number): f"{grams:f}" for each, grams in dish.grams.items()},
        "eaten": {str(each.number): f"{share:f}" for each, share in dish.eaten.items()},
        "station": dish.station,
        "method": list(dish.method),
    }


def _former(
    dish: KitchenDish, values: Mapping[str, Any], known: Mapping[int, KitchenIngredient]
) -> KitchenDish:
    """The dish with former values, of which those before 0.8.0 know the first list of allergens.

    Rows of 0.6.0 hold no grams, station and method: the newest stay.
    """
    allergen_list = values.get("allergen_list", 1)
    codes = frozenset(in_present_codes(values["codes"], allergen_list))
    contents = Contents(
        values["mark"], codes, values["is_complete"], values["has_tags"], allergen_list
    )
    before = replace(dish, mark=values["mark"], portion=values["portion"], contents=contents)
    if "grams" not in values:
        return before
    grams = {
        known[int(number)]: Decimal(amount)
        for number, amount in values["grams"].items()
        if int(number) in known
    }
    eaten = {
        known[int(number)]: Decimal(share)
        for number, share in values.get("eaten", {}).items()
        if int(number) in known
    }
    method = tuple(values["method"])
    return replace(before, grams=grams, eaten=eaten, station=values["station"], method=method)
