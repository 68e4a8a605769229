"""Recipes and ingredients that 0.6.0 kept in the menu's draft or in a scheduled edition (migration `0013_recipes`).

Those of a scheduled edition count from its hour. Those of the draft, and what the kitchen has changed since, are offered
once under Kitchen > Dishes: each opens the editor with its values, and is forgotten when it is saved or dropped.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.catalogue.choices import in_present_codes
from oottam.catalogue.recipes import FIRST_ALLERGEN_LIST
from oottam.catalogue.recipes import Ingredient as SeedIngredient
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.kitchen.services.dish_editing import DishValues, save_dish
from oottam.kitchen.services.ingredients import IngredientValues, save_ingredient
from oottam.schedule.models import Ingredient, KitchenItem, UnpublishedRecipes


@dataclass(frozen=True, slots=True)
class Offered:
    """What the draft had, by the primary key of the dish or ingredient."""

    dishes: Mapping[int, Any]
    ingredients: Mapping[int, Any]


def offered() -> Offered:
    """Return what the kitchen is offered; one query where nothing is, three otherwise."""
    row = UnpublishedRecipes.objects.filter(edition=None).first()
    if row is None:
        return Offered({}, {})
    items = _items(row.recipes)
    ingredients = _ingredients(row.ingredients)
    return Offered(
        {items[recipe["name"]].pk: recipe for recipe in row.recipes if recipe["name"] in items},
        {
            ingredients[ingredient["id"]].pk: ingredient
            for ingredient in row.ingredients
            if ingredient["id"] in ingredients
        },
    )


def forget(*, recipe: Any = None, ingredient: Any = None) -> None:
    """Offer this one no more, in the caller's transaction."""
    row = UnpublishedRecipes.objects.select_for_update().filter(edition=None).first()
    if row is not None:
        row.recipes = [each for each in row.recipes if each != recipe]
        row.ingredients = [each for each in row.ingredients if each != ingredient]
        row.save()


def drop(*, actor: User, now: datetime) -> None:
    """Offer nothing any more."""
    with transaction.atomic():
        deleted, _ = UnpublishedRecipes.objects.filter(edition=None).delete()
        if deleted:
            record(action="recipes.drop", actor=actor, at=now)


def new_ingredients() -> list[SeedIngredient]:
    """Return all unpublished ingredients, which seeding adds where the kitchen has none of their name; one query."""
    return [
        SeedIngredient(
            id=ingredient["id"],
            name=ingredient["name"],
            group=ingredient["group"],
            diet=ingredient["diet"],
            allergens=frozenset(in_present_codes(ingredient["allergens"], FIRST_ALLERGEN_LIST)),
            unit=ingredient["unit"],
            step=Decimal(str(ingredient["step"])),
            step_grams=ingredient["stepGrams"],
            note=ingredient.get("note", ""),
            tags=None if ingredient.get("tags") is None else frozenset(ingredient["tags"]),
        )
        for row in UnpublishedRecipes.objects.all()
        for ingredient in row.ingredients
    ]


def dish_values(recipe: Any) -> DishValues:
    """Return the values of the dish's form; one query."""
    rows = Ingredient.objects.filter(key__in=recipe.get("grams", ())).values_list("key", "pk")
    numbers = dict(rows)
    grams = {
        numbers[key]: Decimal(str(amount))
        for key, amount in recipe.get("grams", {}).items()
        if key in numbers
    }
    return DishValues(
        portion=recipe["portion"],
        mark=recipe["mark"],
        allergens_known=bool(grams) and len(grams) == len(recipe.get("grams", {})),
        grams=grams,
        station=recipe.get("station", ""),
        method=recipe.get("method", ()),
    )


def ingredient_values(each: Any) -> IngredientValues:
    """Return the values of the ingredient's form."""
    return IngredientValues(
        name=each["name"],
        allergens=sorted(in_present_codes(each["allergens"], FIRST_ALLERGEN_LIST)),
        is_vegetarian=each["diet"] == "veg",
        tags=each.get("tags"),
        group=each["group"],
        unit=each["unit"],
        step=Decimal(str(each["step"])),
        step_grams=each["stepGrams"],
        note=each.get("note", ""),
    )


def apply_edition(number: int, now: datetime) -> None:
    """Store what a scheduled edition of 0.6.0 has, which is live now; offer what the kitchen has changed itself."""
    row = UnpublishedRecipes.objects.select_for_update().filter(edition=number).first()
    if row is None:
        return
    ingredients, items = _ingredients(row.ingredients), _items(row.recipes)
    left = UnpublishedRecipes(recipes=[], ingredients=[])
    for ingredient in row.ingredients:
        known = ingredients.get(ingredient["id"])
        if known is not None and not _store_ingredient(known, ingredient, now):
            left.ingredients.append(ingredient)
    for recipe in row.recipes:
        item = items.get(recipe["name"])
        if item is not None and not _store_dish(item, recipe, now):
            left.recipes.append(recipe)
    row.delete()
    _offer(left)


def _offer(left: UnpublishedRecipes) -> None:
    if not (left.recipes or left.ingredients):
        return
    row, _ = UnpublishedRecipes.objects.get_or_create(edition=None)
    row.recipes += left.recipes
    row.ingredients += left.ingredients
    row.save()


def _store_ingredient(row: Ingredient, each: Any, now: datetime) -> bool:
    """Store it; return whether that was possible, and the kitchen has not changed it itself."""
    was = row.from_menu
    if row.version > 1 if was is None else was != _as_0_6_0_stored(row):
        return False
    try:
        save_ingredient(
            number=row.pk, version=row.version, values=ingredient_values(each), actor=None, now=now
        )
    except DomainError:
        return False
    return True


def _store_dish(item: KitchenItem, recipe: Any, now: datetime) -> bool:
    was = item.from_menu
    grams = {each.ingredient.key: each.grams for each in item.amounts.select_related("ingredient")}
    stored = {
        "mark": item.mark,
        "known": item.allergens_known,
        "grams": {key: _number(amount) for key, amount in sorted(grams.items())},
    }
    if item.version > 1 if was is None else was.get("recipe") != stored:
        return False
    try:
        save_dish(
            item=item.pk, version=item.version, values=dish_values(recipe), actor=None, now=now
        )
    except DomainError:
        return False
    return True


def _as_0_6_0_stored(row: Ingredient) -> dict[str, Any]:
    return {
        "name": row.name,
        "allergens": sorted(row.allergens),
        "diet": [row.is_vegetarian, None if row.tags is None else sorted(row.tags)],
        "group": row.group,
        "bought": [row.unit, _number(row.step), row.step_grams],
    }


def _number(value: Decimal) -> str:
    return f"{Decimal(value).normalize():f}"


def _items(recipes: Iterable[Any]) -> dict[str, KitchenItem]:
    """The dishes of these recipes, by the recipe's name."""
    names = {name_key(recipe["name"]): recipe["name"] for recipe in recipes}
    rows = KitchenItem.objects.filter(key__in=names, merged_into=None, alternatives=None)
    return {names[row.key]: row for row in rows}


def _ingredients(ingredients: Iterable[Any]) -> dict[str, Ingredient]:
    """The kitchen's ingredients of these ids, or of their names."""
    rows = list(Ingredient.objects.all())
    by_key = {row.key: row for row in rows}
    by_name = {name_key(row.name): row for row in rows}
    found = {
        ingredient["id"]: by_key.get(ingredient["id"]) or by_name.get(name_key(ingredient["name"]))
        for ingredient in ingredients
    }
    return {key: row for key, row in found.items() if row is not None}
