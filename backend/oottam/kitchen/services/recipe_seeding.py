"""Fills the kitchen's rows, which own the recipes, from the files of the live menu.

Seeding fills dishes that have no recipe and that nobody has saved (version 1), and ingredients without values, from the
live menu's files: the contract folder's, or those of an imported one. It names each dish of the menu, so that a dish that
is renamed there stays the same one here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.db import transaction
from django.utils import timezone

from oottam.catalogue import Kitchen
from oottam.catalogue.recipes import Ingredient as SeedIngredient
from oottam.catalogue.recipes import Recipe
from oottam.core.names import name_key
from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.dishes import find_or_create_item, find_or_create_items
from oottam.kitchen.services.recipe_files import dishes_of_menu, live_content
from oottam.kitchen.services.recipe_versions import keep_former
from oottam.kitchen.services.seeded_rows import (
    VALUES,
    assign_recipe,
    assign_values,
    has_later_allergens,
    new_ingredient,
    station_of,
    write_grams,
)
from oottam.menu.content import Content, kitchen_of
from oottam.menu.named_dishes import named_dishes
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)


def seed(now: datetime | None = None) -> int:
    """Fill what lacks a recipe, and name the live menu's dishes; return how many dishes got a recipe.

    Seven queries where nothing lacks.
    """
    content = live_content()
    kitchen = kitchen_of(content)
    if _Seeding.read(kitchen, content).is_done:
        return 0
    with transaction.atomic():
        lock_schedules()
        return _Seeding.read(kitchen, content).write(now or timezone.now())


@dataclass(slots=True)
class _Seeding:
    """What lacks in the kitchen's tables. `own`: by the file's id, ingredients that have another key."""

    recipes: Mapping[str, Recipe]
    ingredients: list[SeedIngredient]
    own: Mapping[str, Ingredient]
    without_note: Mapping[str, tuple[Ingredient, str]]
    without_values: list[tuple[Ingredient, SeedIngredient]]
    existing: list[KitchenItem]  # without a recipe
    without_station: list[KitchenItem]
    new: list[Recipe]
    nameless: list[OrderedDish]
    marks: Mapping[str, str]

    @classmethod
    def read(cls, kitchen: Kitchen, content: Content) -> "_Seeding":
        rows = {ingredient.key: ingredient for ingredient in Ingredient.objects.order_by("pk")}
        by_name = {name_key(each.name): each for each in rows.values()}
        items = {each.key: each for each in KitchenItem.objects.order_by("pk")}
        filled = {
            *ItemIngredient.objects.order_by().values_list("item", flat=True).distinct(),
            *Alternative.objects.order_by().values_list("item", flat=True).distinct(),
        }
        aliases = set(KitchenAlias.objects.order_by().values_list("source", "dish"))
        recipes = {name_key(recipe.name): recipe for recipe in kitchen.recipes}
        lacking = [
            item
            for key, item in items.items()
            if item.version == 1 and item.pk not in filled and not item.merged_into_id
            and key in recipes and (recipes[key].is_known or item.station is None)
        ]  # fmt: skip
        unpublished = {
            ingredient.id: ingredient for ingredient in unpublished_recipes.new_ingredients()
        }
        of_files = {**unpublished, **kitchen.ingredients}
        unknown = [file for file in of_files.values() if file.id not in rows]
        own = {
            each.id: by_name[name_key(each.name)]
            for each in unknown
            if name_key(each.name) in by_name
        }
        notes = {
            ingredient.id: (row, ingredient.note)
            for ingredient in kitchen.ingredients.values()
            if (row := rows.get(ingredient.id) or own.get(ingredient.id)) is not None
            and row.note is None
        }
        without_values = [
            (row, each)
            for row in rows.values()
            if (each := _seed_of(row, kitchen)) is not None and _lacks(row, each)
        ]
        named: dict[tuple[str, str], OrderedDish] = {}
        for dish in dishes_of_menu(content):
            place = (dish.source, dish.id or name_key(dish.name))
            if place not in aliases:
                named.setdefault(place, dish)
        return cls(
            recipes=recipes,
            ingredients=[each for each in unknown if each.id not in own],
            own=own,
            without_note=notes,
            without_values=without_values,
            existing=lacking,
            without_station=[
                item
                for key, item in items.items()
                if item.station is None and key in recipes and item not in lacking
            ],
            new=[each for key, each in recipes.items() if key not in items],
            nameless=list(named.values()),
            marks={name_key(name): mark for _, _, name, mark in named_dishes(content)},
        )

    @property
    def is_done(self) -> bool:
        return not (
            self.ingredients or self.without_note or self.without_values or self.existing
            or self.without_station or self.new or self.nameless
        )  # fmt: skip

    def write(self, now: datetime) -> int:
        """Store it, in the caller's transaction; return how many dishes got a recipe."""
        Ingredient.objects.bulk_create(map(new_ingredient, self.ingredients), ignore_conflicts=True)
        for row, note in self.without_note.values():
            row.note = note
        Ingredient.objects.bulk_update(
            [row for row, _ in self.without_note.values()], ("note",), batch_size=100
        )
        for row, each in self.without_values:
            assign_values(row, each)
        Ingredient.objects.bulk_update(
            [row for row, _ in self.without_values], VALUES, batch_size=100
        )
        keep_former([each.pk for each in self.existing], timezone.localdate(now), None, now)
        made = [KitchenItem(key=name_key(each.name), name=each.name) for each in self.new]
        for item in (*self.existing, *made):
            assign_recipe(item, self.recipes[item.key])
        for item in self.without_station:
            item.station, item.method = station_of(self.recipes[item.key])
        KitchenItem.objects.bulk_create(made, ignore_conflicts=True)
        KitchenItem.objects.bulk_update(
            [*self.existing, *self.without_station],
            ("portion", "mark", "allergens_known", "station", "method"),
            batch_size=100,
        )
        items = dict(KitchenItem.objects.values_list("key", "pk"))
        numbers = dict(Ingredient.objects.values_list("key", "pk"))
        numbers |= {key: row.pk for key, row in self.own.items()}
        filled = [(items[each.key], self.recipes[each.key]) for each in (*self.existing, *made)]
        write_grams(filled, numbers)
        for dish in self.nameless:
            key = name_key(dish.name)
            if key not in items and self.marks[key]:  # this server may not show the menu yet
                find_or_create_item(dish.name, self.marks[key])
        find_or_create_items(self.nameless)
        return sum(recipe.is_known for _, recipe in filled)


def _seed_of(row: Ingredient, kitchen: Kitchen) -> SeedIngredient | None:
    """Return what the shop's file says of it; the shipped one where that has no values, as those of before 0.8.0."""
    shipped = shipped_kitchen().ingredients.get(row.key)
    if shipped is not None and name_key(shipped.name) != name_key(row.name):
        shipped = None
    own = kitchen.ingredients.get(row.key)
    return own if own is not None and (own.nutrition or shipped is None) else shipped


@cache
def shipped_kitchen() -> Kitchen:
    return kitchen_of(Content())


def _lacks(row: Ingredient, each: SeedIngredient) -> bool:
    """Whether the file tells more of an ingredient than its row: values, or allergens by a later list."""
    return row.source is None or has_later_allergens(row, each)
