"""The kitchen's list of dishes: find items by their menu's names, and create missing ones."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from django.db.models import Exists, OuterRef

from oottam import catalogue
from oottam.catalogue.recipes import Recipe, alternatives_of
from oottam.core.names import name_key
from oottam.kitchen.domain.dietary import Contents, IngredientContents, contents_of
from oottam.kitchen.services.seeded_rows import seed_dish
from oottam.schedule.choices import Mark
from oottam.schedule.domain.dish_names import KITCHEN
from oottam.schedule.models import Alternative, KitchenAlias, KitchenItem

if TYPE_CHECKING:
    from django.db.models import QuerySet


class MenuDish(Protocol):
    """A dish as a menu names it."""

    @property
    def source(self) -> str:
        """The menu: veg, nonveg, tray, combo or custom."""

    @property
    def id(self) -> str:
        """The menu's id; "" without one."""

    @property
    def name(self) -> str:
        """The menu's name."""


def find_or_create_items(dishes: Iterable[MenuDish]) -> dict[tuple[str, str], int]:
    """Map (menu, id or name) of each dish to its item's id, creating missing items."""
    dishes_by_key = {(dish.source, _key(dish)): dish for dish in dishes}
    aliases = KitchenAlias.objects.filter(dish__in={key for _, key in dishes_by_key})
    item_ids = {
        (source, dish): item
        for source, dish, item in aliases.values_list("source", "dish", "item_id")
    }
    missing = {place: dish for place, dish in dishes_by_key.items() if place not in item_ids}
    keys = {name_key(dish.name) for dish in missing.values()}
    known = {
        key: into or item
        for key, item, into in KitchenItem.objects.filter(key__in=keys).values_list(
            "key", "pk", "merged_into_id"
        )
    }
    for place, dish in missing.items():
        key = name_key(dish.name)
        if key not in known:
            known[key] = find_or_create_item(dish.name, _mark(dish)).pk
        item_ids[place] = known[key]
    KitchenAlias.objects.bulk_create(
        KitchenAlias(source=source, dish=key, item_id=item_ids[source, key])
        for source, key in missing
    )
    return {
        (dish.source, dish.id or dish.name): item_ids[source, key]
        for (source, key), dish in dishes_by_key.items()
    }


def find_or_create_item(name: str, mark: str = "") -> KitchenItem:
    """Find the item of that name, or create it with its alternatives."""
    item = KitchenItem.objects.select_related("merged_into").filter(key=name_key(name)).first()
    if item is not None:
        return item.merged_into or item
    item = KitchenItem.objects.create(key=name_key(name), name=name.strip()[:200], mark=mark)
    seed_dish(item)
    options = alternatives_of(name)
    for position, option in enumerate(options if len(options) > 1 else (), start=1):
        Alternative.objects.create(item=item, position=position, option=find_or_create_item(option))
    return item


def without_recipe() -> "QuerySet[KitchenItem, KitchenItem]":
    """The dishes that a menu names and of which nobody has entered a recipe."""
    named = KitchenItem.objects.filter(merged_into=None, alternatives=None, amounts=None)
    return named.filter(Exists(KitchenAlias.objects.filter(item=OuterRef("pk"))))


def find_items(dishes: Iterable[MenuDish]) -> dict[tuple[str, str], int]:
    """Map (menu, id or name) of the dishes that have an item to its id; two queries."""
    menu_dishes = list(dishes)
    numbers = follow_merges(int(dish.id) for dish in menu_dishes if dish.source == KITCHEN)
    keys = {_key(dish) for dish in menu_dishes if dish.source != KITCHEN}
    aliases = {
        (source, key): item
        for source, key, item in KitchenAlias.objects.filter(dish__in=keys).values_list(
            "source", "dish", "item_id"
        )
    }
    result: dict[tuple[str, str], int] = {}
    unmatched_by_name: dict[str, list[tuple[str, str]]] = {}
    for dish in menu_dishes:
        where = (dish.source, dish.id or dish.name)
        if dish.source == KITCHEN:
            result[where] = numbers[int(dish.id)]
        elif (dish.source, _key(dish)) in aliases:
            result[where] = aliases[dish.source, _key(dish)]
        else:
            unmatched_by_name.setdefault(name_key(dish.name), []).append(where)
    if unmatched_by_name:
        rows = KitchenItem.objects.filter(key__in=unmatched_by_name).values_list(
            "key", "pk", "merged_into_id"
        )
        result |= {where: into or pk for key, pk, into in rows for where in unmatched_by_name[key]}
    return result


def catalogue_contents(name: str, dish: MenuDish) -> Contents:
    """Return the contents that a new item of this name would have, by the catalogue."""
    recipe = catalogue.current().kitchen.recipe(name)
    mark = (_mark(dish) if name == dish.name else "") or (recipe.mark if recipe else "")
    return recipe_contents(recipe, mark)


def recipe_contents(recipe: Recipe | None, mark: str) -> Contents:
    """Return the contents of a dish with this mark that is cooked by the recipe of a catalogue."""
    ingredients = [
        IngredientContents(each.allergens, each.diet == "veg", each.tags, each.allergen_list)
        for each in (part.ingredient for part in (recipe.parts if recipe else ()))
    ]
    return contents_of(mark, ingredients, is_complete=bool(ingredients))


def follow_merges(numbers: Iterable[int]) -> dict[int, int]:
    """Map each item's id to the item that is cooked for it."""
    wanted = set(numbers)
    merged = KitchenItem.objects.filter(pk__in=wanted, merged_into__isnull=False)
    instead = dict(merged.values_list("pk", "merged_into_id"))
    return {number: instead.get(number) or number for number in wanted}


def _key(dish: MenuDish) -> str:
    return dish.id or name_key(dish.name)


def _mark(dish: MenuDish) -> str:
    menu = catalogue.current().menus.get(dish.source)
    dish_on_menu = menu.by_name.get(dish.name) if menu else None
    return Mark(dish_on_menu.mark) if dish_on_menu and dish_on_menu.mark in Mark.values else ""
