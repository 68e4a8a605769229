"""Rows of dishes and ingredients as the shop's files describe them."""

from collections.abc import Iterable, Mapping
from datetime import date

from oottam import catalogue
from oottam.catalogue.choices import in_former_codes
from oottam.catalogue.recipes import Ingredient as SeedIngredient
from oottam.catalogue.recipes import Recipe
from oottam.schedule.models import (
    Ingredient,
    ItemIngredient,
    KitchenItem,
)

# Filled together, where nobody has entered any of them.
VALUES = (
    "allergens", "allergen_list", "edible", "protein", "carbohydrate", "fat", "fibre", "source", "source_code",
    "confidence", "values_as_of",
)  # fmt: skip


def seed_dish(item: KitchenItem) -> None:
    """Fill a new dish from the catalogue's recipe of its name, if any."""
    recipe = catalogue.current().kitchen.recipe(item.name)
    if recipe is None:
        return
    assign_recipe(item, recipe)
    item.save()
    Ingredient.objects.bulk_create(
        (new_ingredient(part.ingredient) for part in recipe.parts), ignore_conflicts=True
    )
    write_grams([(item.pk, recipe)], dict(Ingredient.objects.values_list("key", "pk")))


def station_of(recipe: Recipe) -> tuple[str, list[str]]:
    return recipe.station or "", list(recipe.method)


def assign_recipe(item: KitchenItem, recipe: Recipe) -> None:
    item.portion, item.mark = recipe.portion, recipe.mark
    item.allergens_known = recipe.is_known and recipe.is_complete
    item.station, item.method = station_of(recipe)


def has_later_allergens(row: Ingredient, each: SeedIngredient) -> bool:
    """Whether the file knows a later list of allergens, while nobody has saved the row and the former list gives the same."""
    return (
        row.version == 1
        and row.allergen_list < each.allergen_list
        and in_former_codes(row.allergens) == in_former_codes(each.allergens)
    )


def assign_values(row: Ingredient, each: SeedIngredient) -> None:
    """Fill in values where none were ever read, and the allergens of a later list where nobody has saved the row."""
    if row.pk is None or has_later_allergens(row, each):
        row.allergens, row.allergen_list = sorted(each.allergens), each.allergen_list
    if row.source is not None:
        return
    row.source, row.edible, values = "", each.edible, each.nutrition
    if values is not None:
        row.protein, row.carbohydrate = values.protein, values.carbohydrate
        row.fat, row.fibre = values.fat, values.fibre
        row.source, row.source_code = values.source, values.code
        row.confidence = values.confidence
        row.values_as_of = date.fromisoformat(values.as_of)


def new_ingredient(each: SeedIngredient) -> Ingredient:
    row = Ingredient(
        key=each.id,
        name=each.name,
        is_vegetarian=each.diet == "veg",
        tags=None if each.tags is None else sorted(each.tags),
        group=each.group,
        unit=each.unit,
        step=each.step,
        step_grams=each.step_grams,
        note=each.note,
    )
    assign_values(row, each)
    return row


def write_grams(recipes: Iterable[tuple[int, Recipe]], numbers: Mapping[str, int]) -> None:
    """Store the grams of recipes by dish; `numbers` are ingredients' primary keys by the file's id."""
    ItemIngredient.objects.bulk_create(
        (
            ItemIngredient(
                item_id=item,
                ingredient_id=numbers[part.ingredient.id],
                grams=part.grams,
                eaten=part.eaten,
            )
            for item, recipe in recipes
            for part in recipe.parts
        ),
        batch_size=500,
        ignore_conflicts=True,
    )
