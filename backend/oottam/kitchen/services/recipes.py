"""The kitchen's rows own the recipes; the shop's files seed them, and `manage.py menu export` writes them.

Seeding fills dishes that have no recipe and that nobody has saved (version 1), and ingredients without values, from the
live menu's files: the contract folder's, or those of an imported one. It names each dish of the menu, so that a dish that
is renamed there stays the same one here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import transaction
from django.utils import timezone

from oottam import catalogue
from oottam.catalogue import Kitchen
from oottam.catalogue.choices import Allergen, in_former_codes
from oottam.catalogue.nutrition import Nutrition
from oottam.catalogue.recipes import Ingredient as SeedIngredient
from oottam.catalogue.recipes import Recipe, single_dishes
from oottam.core.names import name_key
from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.ingredients import MAX_NAME_LENGTH, UNITS
from oottam.kitchen.services.recipe_versions import keep_former
from oottam.menu import drafts
from oottam.menu.checks import is_hiding
from oottam.menu.content import INGREDIENTS, RECIPES, Content, kitchen_of
from oottam.menu.dishes import free_id
from oottam.menu.models import Edition, EditionState
from oottam.menu.named_dishes import named_dishes
from oottam.menu.prices import to_json
from oottam.schedule.choices import Mark
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    ScheduleState,
)

NO_PORTION = "1 portion"
NO_GROUP = "Other"


def live_content() -> Content:
    """Return the live edition's content, by the database; the contract folder's where none is live."""
    live = Edition.objects.filter(state=EditionState.LIVE).values_list("content", flat=True).first()
    return Content.from_text(live) if live else drafts.of_folder()


def dishes_of_menu(content: Content) -> list[OrderedDish]:
    """Return every dish of the menus, the weekly menu and the custom choice, as plans hold them."""
    return [OrderedDish(menu, name, number) for menu, number, name, _ in named_dishes(content)]


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


def seed_dish(item: KitchenItem) -> None:
    """Fill a new dish from the catalogue's recipe of its name, if any."""
    recipe = catalogue.current().kitchen.recipe(item.name)
    if recipe is None:
        return
    _assign(item, recipe)
    item.save()
    Ingredient.objects.bulk_create(
        (_new_ingredient(part.ingredient) for part in recipe.parts), ignore_conflicts=True
    )
    _write_grams([(item.pk, recipe)], dict(Ingredient.objects.values_list("key", "pk")))


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
        from oottam.kitchen.services.dishes import (  # noqa: PLC0415 - it seeds
            find_or_create_item,
            find_or_create_items,
        )

        Ingredient.objects.bulk_create(
            map(_new_ingredient, self.ingredients), ignore_conflicts=True
        )
        for row, note in self.without_note.values():
            row.note = note
        Ingredient.objects.bulk_update(
            [row for row, _ in self.without_note.values()], ("note",), batch_size=100
        )
        for row, each in self.without_values:
            _assign_values(row, each)
        Ingredient.objects.bulk_update(
            [row for row, _ in self.without_values], _VALUES, batch_size=100
        )
        keep_former([each.pk for each in self.existing], timezone.localdate(now), None, now)
        made = [KitchenItem(key=name_key(each.name), name=each.name) for each in self.new]
        for item in (*self.existing, *made):
            _assign(item, self.recipes[item.key])
        for item in self.without_station:
            item.station, item.method = _station_of(self.recipes[item.key])
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
        _write_grams(filled, numbers)
        for dish in self.nameless:
            key = name_key(dish.name)
            if key not in items and self.marks[key]:  # this server may not show the menu yet
                find_or_create_item(dish.name, self.marks[key])
        find_or_create_items(self.nameless)
        return sum(recipe.is_known for _, recipe in filled)


def _station_of(recipe: Recipe) -> tuple[str, list[str]]:
    return recipe.station or "", list(recipe.method)


def _assign(item: KitchenItem, recipe: Recipe) -> None:
    item.portion, item.mark = recipe.portion, recipe.mark
    item.allergens_known = recipe.is_known and recipe.is_complete
    item.station, item.method = _station_of(recipe)


# Filled together, where nobody has entered any of them.
_VALUES = (
    "allergens", "allergen_list", "edible", "protein", "carbohydrate", "fat", "fibre", "source", "source_code",
    "confidence", "values_as_of",
)  # fmt: skip


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
    return row.source is None or _has_later_allergens(row, each)


def _has_later_allergens(row: Ingredient, each: SeedIngredient) -> bool:
    """Whether the file knows a later list of allergens, while nobody has saved the row and the former list gives the same."""
    return (
        row.version == 1
        and row.allergen_list < each.allergen_list
        and in_former_codes(row.allergens) == in_former_codes(each.allergens)
    )


def _assign_values(row: Ingredient, each: SeedIngredient) -> None:
    """Fill in values where none were ever read, and the allergens of a later list where nobody has saved the row."""
    if row.pk is None or _has_later_allergens(row, each):
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


def _new_ingredient(each: SeedIngredient) -> Ingredient:
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
    _assign_values(row, each)
    return row


def _write_grams(recipes: Iterable[tuple[int, Recipe]], numbers: Mapping[str, int]) -> None:
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


@dataclass(frozen=True, slots=True)
class KitchenRows:
    """The kitchen's recipes as they are; five queries."""

    ingredients: list[Ingredient]
    items: Mapping[int, KitchenItem]
    # By dish: ingredient, grams, share that is eaten.
    grams: Mapping[int, list[tuple[int, Decimal, Decimal]]]
    with_alternatives: frozenset[int]
    aliases: Mapping[tuple[str, str], int]
    is_checked: bool

    @classmethod
    def read(cls) -> "KitchenRows":
        grams: dict[int, list[tuple[int, Decimal, Decimal]]] = {}
        parts = ItemIngredient.objects.order_by("pk")
        columns = parts.values_list("item", "ingredient", "grams", "eaten")
        for item, ingredient, amount, eaten in columns:
            grams.setdefault(item, []).append((ingredient, amount, eaten))
        aliases = KitchenAlias.objects.order_by().values_list("source", "dish", "item")
        return cls(
            list(Ingredient.objects.order_by("pk")),
            {each.pk: each for each in KitchenItem.objects.order_by("pk")},
            grams,
            frozenset(Alternative.objects.order_by().values_list("item", flat=True)),
            {(source, dish): item for source, dish, item in aliases},
            ScheduleState.objects.exclude(recipes_checked_at=None).exists(),
        )

    def into(self, content: Content) -> Content:
        """Return the content with the kitchen's recipes in its files; what it does not know stays as it is there."""
        ids = self._ids(content)
        file = content.file(RECIPES)
        own = {name_key(recipe["name"]): recipe for recipe in file["recipes"]}
        known = self._recipes(content, own, ids)
        merged = {key: known.get(key, each) for key, each in own.items()} | known
        file["recipes"] = [each for each in merged.values() if each]
        ingredients = {**content.file(INGREDIENTS), "groups": self._groups(content, ids)}
        lists = [each.allergen_list for each in self.ingredients]
        ingredients["allergenList"] = min([*lists, ingredients.get("allergenList", 1)])
        if self.is_checked:
            file["sample"] = ingredients["sample"] = False
        if not file["recipes"] or not ingredients["groups"]:
            return content
        return content.replace(RECIPES, file).replace(INGREDIENTS, ingredients)

    def _ids(self, content: Content) -> dict[int, str]:
        """The ingredients' ids in the files, by primary key."""
        of_file = {
            name_key(ingredient["name"]): ingredient["id"]
            for group in content.file(INGREDIENTS)["groups"]
            for ingredient in group["ingredients"]
        }
        used = set(of_file.values()) | {ingredient.key for ingredient in self.ingredients}
        found: dict[int, str] = {}
        for ingredient in self.ingredients:
            is_id = free_id(ingredient.key, ()) == ingredient.key
            found[ingredient.pk] = (
                ingredient.key if is_id else of_file.get(name_key(ingredient.name), "")
            )
            if not found[ingredient.pk]:
                found[ingredient.pk] = free_id(ingredient.name, used)
                used.add(found[ingredient.pk])
        return found

    def named(self, content: Content) -> dict[str, tuple[str, KitchenItem, str]]:
        """Return by `name_key` a dish's name on the content's menus, or its own; what is cooked; the menus' mark."""
        by_key = {each.key: each for each in self.items.values()}
        marks: dict[str, str] = {}
        cooked: dict[str, tuple[str, KitchenItem]] = {}
        for menu, number, title, mark in named_dishes(content):
            item = self.items.get(self.aliases.get((menu, number or name_key(title)), 0))
            names = single_dishes(title)
            for name in names:
                key = name_key(name)
                found = item if item is not None and len(names) == 1 else by_key.get(key)
                if mark:
                    marks[key] = mark
                if found is not None:
                    cooked.setdefault(key, (name, found))
        for item in self.items.values():
            cooked.setdefault(item.key, (item.name, item))
        return {
            key: (name, self.items.get(item.merged_into_id or 0, item), marks.get(key, ""))
            for key, (name, item) in cooked.items()
        }

    def _recipes(
        self, content: Content, own: Mapping[str, Any], ids: Mapping[int, str]
    ) -> dict[str, Any]:
        """Recipes by `name_key`: under the menu's names, and under their own; {} for what has none of its own."""
        result = {}
        for key, (name, item, mark) in self.named(content).items():
            stored = own.get(key)
            if stored and item.version == 1 and item.pk not in self.grams:
                continue  # seeding fills it from the file
            result[key] = self._recipe(stored["name"] if stored else name, item, mark, ids)
        return result

    def _recipe(
        self, name: str, item: KitchenItem, menus_mark: str, ids: Mapping[int, str]
    ) -> dict[str, Any]:
        mark = (
            Mark.NONVEG.value if Mark.NONVEG in (item.mark, menus_mark) else item.mark or menus_mark
        )
        is_one = item.pk not in self.with_alternatives and len(single_dishes(name)) == 1
        if not (is_one and mark) or len(name) > MAX_NAME_LENGTH or is_hiding(name):
            return {}
        grams = self.grams.get(item.pk, [])
        recipe: dict[str, Any] = {
            "name": name,
            "mark": mark,
            "portion": _text(item.portion) or NO_PORTION,
        }
        if item.station:
            recipe["station"] = item.station
        if grams:
            recipe["grams"] = {ids[number]: to_json(amount) for number, amount, _ in grams}
        if eaten := {ids[number]: to_json(share) for number, _, share in grams if share != 1}:
            recipe["eaten"] = eaten
        if grams and not item.allergens_known:
            recipe["complete"] = False
        if item.method:
            recipe["method"] = item.method
        return recipe

    def _groups(self, content: Content, ids: Mapping[int, str]) -> list[Any]:
        """The ingredients by group; those of the content that the kitchen does not have, too."""
        rows = {ids[ingredient.pk]: ingredient for ingredient in self.ingredients}
        groups: dict[str, list[Any]] = {}
        for group in content.file(INGREDIENTS)["groups"]:
            for each in group["ingredients"]:
                row = rows.pop(each["id"], None)
                title = (_text(row.group) or NO_GROUP) if row else group["title"]
                groups.setdefault(title, []).append(_exported(row, each["id"]) if row else each)
        for key, row in rows.items():
            groups.setdefault(_text(row.group) or NO_GROUP, []).append(_exported(row, key))
        return [{"title": title, "ingredients": each} for title, each in groups.items()]


def _exported(row: Ingredient, key: str) -> dict[str, Any]:
    exported: dict[str, Any] = {
        "id": key,
        "name": _text(row.name) or key,
        "diet": "veg" if row.is_vegetarian else "nonveg",
        "allergens": [code for code in Allergen.values if code in row.allergens],
    }
    if row.tags is not None:
        exported["tags"] = row.tags
    exported["unit"] = row.unit if row.unit in UNITS else UNITS[4]
    exported |= {"step": to_json(Decimal(row.step)), "stepGrams": row.step_grams}
    if row.edible != 1:
        exported["edible"] = to_json(row.edible)
    if (nutrition := nutrition_of(row)) is not None:
        exported["nutrition"] = {
            "protein": to_json(nutrition.protein),
            "carbohydrate": to_json(nutrition.carbohydrate),
            "fat": to_json(nutrition.fat),
            "fibre": to_json(nutrition.fibre),
            "source": nutrition.source,
            "code": nutrition.code or "none",
            "confidence": nutrition.confidence,
            "asOf": nutrition.as_of,
        }
    return {**exported, "note": row.note} if row.note else exported


def nutrition_of(row: Ingredient) -> Nutrition | None:
    """Return the values of an ingredient; None where they are not known. A packet that names no fibre counts as none."""
    if row.protein is None or row.carbohydrate is None or row.fat is None:
        return None
    return Nutrition(
        Decimal(row.protein),
        Decimal(row.carbohydrate),
        Decimal(row.fat),
        Decimal(row.fibre or 0),
        row.source or "",
        row.source_code,
        row.confidence,
        row.values_as_of.isoformat() if row.values_as_of else "",
    )


def _text(text: str) -> str:
    """As the files' schemas take it."""
    seen = "".join(each for each in text if not is_hiding(each))
    return " ".join(seen.split())[:MAX_NAME_LENGTH].strip()
