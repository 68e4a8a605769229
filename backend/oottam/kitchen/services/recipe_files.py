"""Writes the kitchen's recipes, as its rows have them, into the menu's files: of each edition, and of `manage.py menu export`."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from oottam.catalogue.choices import Allergen
from oottam.catalogue.nutrition import Nutrition
from oottam.catalogue.recipes import single_dishes
from oottam.core.names import name_key
from oottam.kitchen.services.ingredients import MAX_NAME_LENGTH, UNITS
from oottam.menu import drafts
from oottam.menu.checks import is_hiding
from oottam.menu.content import INGREDIENTS, RECIPES, Content
from oottam.menu.dishes import free_id
from oottam.menu.models import Edition, EditionState
from oottam.menu.named_dishes import named_dishes
from oottam.menu.prices import to_json
from oottam.schedule.choices import Mark
from oottam.schedule.domain.dish_names import OrderedDish
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
