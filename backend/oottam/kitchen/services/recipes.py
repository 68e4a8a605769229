"""Load the catalogue's recipes into the kitchen's dishes. Rows that staff have edited are left alone."""

from collections.abc import Collection

from django.db import transaction

from oottam import catalogue
from oottam.catalogue.recipes import Ingredient as CatalogueIngredient
from oottam.catalogue.recipes import Recipe
from oottam.kitchen.services.cutoff import lock_schedules
from oottam.plans.domain.dish_names import dish_key
from oottam.plans.models import Ingredient, ItemIngredient, KitchenItem


def load_recipes() -> int:
    """Create the catalogue's missing ingredients, dishes and recipes; return how many dishes got a recipe.

    Dishes that were edited, or have a recipe, are left alone. Four queries where nothing is missing.
    """
    kitchen = catalogue.current().kitchen
    recipes = {dish_key(recipe.name): recipe for recipe in kitchen.recipes}
    known = set(Ingredient.objects.values_list("key", flat=True))
    untagged = _untagged()
    items = dict(KitchenItem.objects.values_list("key", "pk"))
    bare = _without_recipe()
    missing = [recipe for key, recipe in recipes.items() if key not in items]
    waiting = [key for key, recipe in recipes.items() if recipe.is_known and key in bare]
    if not (kitchen.ingredients.keys() - known or missing or waiting or untagged):
        return 0
    with transaction.atomic():
        lock_schedules()
        _make_ingredients(kitchen.ingredients.keys())
        Ingredient.objects.bulk_update(untagged, ("tags",))
        new = [made for made in (_item(recipe) for recipe in missing) if made.key not in items]
        KitchenItem.objects.bulk_create(new, ignore_conflicts=True)
        bare = _without_recipe()
        to_fill = {
            key: recipe for key, recipe in recipes.items() if recipe.is_known and key in bare
        }
        _write(to_fill, bare)
    return len(to_fill)


def apply_recipe(item: KitchenItem) -> None:
    """Fill a new dish from the catalogue's recipe of its name, if any."""
    recipe = catalogue.current().kitchen.recipe(item.name)
    if recipe is None:
        return
    made = _item(recipe)
    item.mark, item.portion = item.mark or made.mark, made.portion
    item.save()
    if recipe.is_known:
        _make_ingredients([part.ingredient.id for part in recipe.parts])
        _write({item.key: recipe}, {item.key: item.pk})


def _untagged() -> list[Ingredient]:
    """Unedited ingredients from releases without tags, with the catalogue's tags."""
    wanted = catalogue.current().kitchen.ingredients
    queryset = Ingredient.objects.filter(tags__isnull=True, version=1)
    tagged = [each for each in queryset if each.key in wanted and wanted[each.key].tags is not None]
    for each in tagged:
        each.tags = _tags(wanted[each.key])
    return tagged


def _tags(ingredient: CatalogueIngredient) -> list[str] | None:
    return None if ingredient.tags is None else sorted(ingredient.tags)


def _without_recipe() -> dict[str, int]:
    """Return unedited dishes without a recipe: ids by key."""
    queryset = KitchenItem.objects.filter(version=1, amounts=None, alternatives=None)
    return dict(queryset.values_list("key", "pk"))


def _item(recipe: Recipe) -> KitchenItem:
    return KitchenItem(
        key=dish_key(recipe.name),
        name=recipe.name,
        mark=recipe.mark,
        portion=recipe.portion[:100],
    )


def _make_ingredients(keys: Collection[str]) -> None:
    wanted = catalogue.current().kitchen.ingredients
    Ingredient.objects.bulk_create(
        (
            Ingredient(
                key=each.id,
                name=each.name,
                allergens=sorted(each.allergens),
                is_vegetarian=each.diet == "veg",
                tags=_tags(each),
                group=each.group,
                unit=each.unit,
                step=each.step,
                step_grams=each.step_grams,
            )
            for each in wanted.values()
            if each.id in keys
        ),
        ignore_conflicts=True,
    )


def _write(recipes: dict[str, Recipe], items: dict[str, int]) -> None:
    """Store these recipes (by key) for the dishes (ids by key), and mark their allergens as known."""
    numbers = dict(Ingredient.objects.values_list("key", "pk"))
    ItemIngredient.objects.bulk_create(
        (
            ItemIngredient(
                item_id=items[key],
                ingredient_id=numbers[part.ingredient.id],
                grams=part.grams,
            )
            for key, recipe in recipes.items()
            for part in recipe.parts
        ),
        batch_size=500,
        ignore_conflicts=True,
    )
    for key, recipe in recipes.items():
        KitchenItem.objects.filter(pk=items[key]).update(
            allergens_known=True, mark=recipe.mark, portion=recipe.portion[:100]
        )
