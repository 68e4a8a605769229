"""Recipes are loaded from the catalogue; staff's edits are kept."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam import catalogue
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.kitchen.services.recipes import load_recipes
from oottam.plans.models import Ingredient, ItemIngredient, KitchenItem

pytestmark = pytest.mark.django_db
SMOOTHIE = "Dry Fruit Smoothie"


def grams(item: KitchenItem) -> dict[str, Decimal]:
    found = ItemIngredient.objects.filter(item=item)
    return dict(found.values_list("ingredient__key", "grams"))


def catalogue_grams(name: str) -> dict[str, Decimal]:
    recipe = catalogue.current().kitchen.recipe(name)
    assert recipe
    return {part.ingredient.id: part.grams for part in recipe.parts}


def test_load_recipes_stores_the_whole_catalogue() -> None:
    kitchen = catalogue.current().kitchen
    assert load_recipes() == sum(recipe.is_known for recipe in kitchen.recipes)
    assert KitchenItem.objects.count() == len(kitchen.recipes)
    keys = list(Ingredient.objects.order_by("pk").values_list("key", flat=True))
    assert keys == list(kitchen.ingredients)
    for recipe in kitchen.recipes:
        item = KitchenItem.objects.get(name=recipe.name)
        assert (item.mark, item.portion, item.allergens_known) == (
            recipe.mark, recipe.portion, recipe.is_known,
        )  # fmt: skip
        assert grams(item) == {part.ingredient.id: part.grams for part in recipe.parts}
    milk = Ingredient.objects.get(key="milk")
    known = kitchen.ingredients["milk"]
    assert (milk.group, milk.unit, milk.step, milk.step_grams) == (
        known.group, known.unit, known.step, known.step_grams,
    )  # fmt: skip
    assert (milk.allergens, milk.is_vegetarian) == (["milk"], True)


def test_load_recipes_without_changes_takes_six_queries() -> None:
    load_recipes()
    with CaptureQueriesContext(connection) as queries:
        assert load_recipes() == 0
    assert len(queries) == 6


def test_load_recipes_keeps_staff_edits() -> None:
    load_recipes()
    item = KitchenItem.objects.get(name=SMOOTHIE)
    item.portion, item.allergens_known, item.version = "2 glasses", False, 2
    item.save()
    ItemIngredient.objects.filter(item=item).delete()
    Ingredient.objects.filter(key="milk").update(step_grams=7)
    load_recipes()
    item.refresh_from_db()
    assert (item.portion, item.allergens_known, grams(item)) == ("2 glasses", False, {})
    assert Ingredient.objects.get(key="milk").step_grams == 7


def test_existing_dish_without_a_recipe_gets_it() -> None:
    item = KitchenItem.objects.create(key=SMOOTHIE.casefold(), name=SMOOTHIE)
    load_recipes()
    item.refresh_from_db()
    assert (item.mark, item.allergens_known) == ("veg", True)
    assert grams(item) == catalogue_grams(SMOOTHIE)


def test_new_dish_gets_the_recipe_of_its_name() -> None:
    item = find_or_create_item("DRY fruit  smoothie")
    assert (item.mark, item.name) == ("veg", "DRY fruit  smoothie")
    item.refresh_from_db()
    assert item.allergens_known
    assert grams(item) == catalogue_grams(SMOOTHIE)


def test_each_alternative_of_a_new_dish_gets_its_recipe() -> None:
    both = find_or_create_item("Idli / Podi Idli")
    assert grams(both) == {}
    for option in both.options.all():
        assert grams(option) == catalogue_grams(option.name)


def test_dish_without_a_recipe_has_no_known_ingredients() -> None:
    item = find_or_create_item("Moon Cake")
    assert (item.mark, item.allergens_known, grams(item)) == ("", False, {})
