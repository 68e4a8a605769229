"""Loads the whole contract into immutable objects; rupees in the files become whole paise."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from oottam.catalogue import files, own_file
from oottam.catalogue.dish_facts import describe_amounts, facts_of, with_words
from oottam.catalogue.folder import TEXTS, contract_files, own_names
from oottam.catalogue.json_location import format_path, line_number
from oottam.catalogue.kitchen import Kitchen, load_kitchen
from oottam.catalogue.meals import WeeklyMenu, load_choices, load_weekly, weekly_meals
from oottam.catalogue.page_texts import check_page_texts
from oottam.catalogue.recipes import single_dishes, split_dishes
from oottam.catalogue.rules import Rules, load_rules
from oottam.catalogue.schema import JsonPath
from oottam.catalogue.site import Site, load_site
from oottam.catalogue.texts import ShopText, load_text
from oottam.core.names import name_key
from oottam.pricing import PricedItem

MENUS = ("veg", "nonveg", "tray")
MAX_EDITIONS_AHEAD = 20
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class _Item:
    id: str
    name: str
    mark: str
    prices: dict[str, files.Paise] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Category:
    id: str
    title: str
    items: list[_Item]


@dataclass(frozen=True, slots=True)
class _MenuFile:
    __pydantic_config__ = files.FILE_CONFIG

    kind: str
    categories: list[_Category]


@dataclass(frozen=True, slots=True)
class Dish:
    """One dish of a menu; `prices` are paise per day and meal by tier, empty if priced on request."""

    id: str
    name: str
    mark: str
    category: str
    prices: Mapping[str, int]

    def to_price(self) -> PricedItem:
        """Convert to the input of `price_day_order`."""
        return PricedItem(self.name, self.prices)


@dataclass(frozen=True, slots=True)
class Menu:
    """One of the three menus. Orders refer to dishes by name, unique within a menu."""

    kind: str
    dishes: tuple[Dish, ...]
    by_name: Mapping[str, Dish]


@dataclass(frozen=True, slots=True)
class EarlierMenu:
    """A replaced edition, by which orders from open pages are priced until `until` (UTC)."""

    catalogue: "Catalogue"
    until: datetime


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The shop's whole configuration from the contract folder."""

    menus: Mapping[str, Menu]
    weekly: WeeklyMenu
    meal_titles: Mapping[str, str]  # by meal id, as in subscriptions
    rules: Rules
    site: Site
    kitchen: Kitchen
    texts: Mapping[str, ShopText]  # "terms" and "privacy"
    edition: int = 0  # of the menu that staff publish; 0 for a contract folder
    # Since when (UTC), by dish name; None for a dish that comes back by itself.
    sold_out: Mapping[str, datetime | None] = field(default_factory=dict)
    earlier: Mapping[int, "EarlierMenu"] = field(default_factory=dict)  # by edition
    # What dishes hold (`dish_facts.with_words`).
    facts: Mapping[str, Any] = field(default_factory=dict)

    def for_page(self, edition: str | None, at: datetime) -> "Catalogue":
        """Return the catalogue that prices an order from a page of this edition, as the page's header names it.

        An edition that was replaced within MENU_GRACE_HOURS is honoured; for any other one, this catalogue applies.
        """
        earlier = self.earlier.get(int(edition)) if edition and _NUMBER.fullmatch(edition) else None
        return earlier.catalogue if earlier and at < earlier.until else self

    def newer_edition(self, edition: str | None) -> int:
        """Return the number of an edition that may be live on another server already; else 0."""
        number = int(edition) if edition and _NUMBER.fullmatch(edition) else 0
        return number if self.edition < number <= self.edition + MAX_EDITIONS_AHEAD else 0

    @property
    def free_delivery_km(self) -> Decimal:
        """The distance in kilometres up to which delivery is free."""
        return self.site.free_delivery_km or self.rules.free_delivery_km

    def amounts(self, title: str) -> str:
        """Return "about 505 kcal, 23 g protein" for a dish as orders name it; "" if it is not known or not shown."""
        if self.site.figures == "nowhere":
            return ""
        return describe_amounts(title, self.facts.get("dishes", {}))

    def facts_of_recipes(self) -> dict[str, Any]:
        """Return what the dishes hold by the recipes of the files (`dish_facts.with_words`)."""
        titles = self.titles()
        names = (name for title in titles for name in single_dishes(title))
        facts = {name: facts_of(name, self.kitchen.recipe) for name in (*titles, *names)}
        return with_words({name: held.to_json() for name, held in facts.items()})

    def titles(self) -> tuple[str, ...]:
        """Return the dishes as menus name them, alternatives together, without duplicates; the three menus first."""
        menus = (name for menu in self.menus.values() for name in menu.by_name)
        meals = (dish for title in self.meal_titles.values() for dish in split_dishes(title))
        return tuple(dict.fromkeys((*menus, *meals)))

    def dish_names(self) -> tuple[str, ...]:
        """Return all dish names without duplicates, alternatives split; the three menus first."""
        menus = (name for menu in self.menus.values() for name in menu.by_name)
        meals = (name for title in self.meal_titles.values() for name in single_dishes(title))
        names: dict[str, str] = {}
        for name in (*menus, *meals):
            names.setdefault(name_key(name), name)
        return tuple(names.values())


def load(contract: Path) -> Catalogue:
    """Load the contract folder, with shipped files in place of missing ones.

    Raises ImproperlyConfigured with the error, its place and its remedy.
    """
    paths = contract_files(contract)
    for name in own_names(contract):
        if name not in TEXTS:
            own_file.check(paths[name], name)
    check_page_texts(paths["texts.json"])
    rules = load_rules(paths["rules.json"])
    tiers = [tier.id for tier in rules.day_orders.tiers]
    menus = {kind: _load_menu(paths[f"catalogue/{kind}.json"], kind, tiers) for kind in MENUS}
    kitchen = load_kitchen(paths["kitchen/ingredients.json"], paths["kitchen/recipes.json"])
    _check_marks(paths, menus, kitchen)
    weekly = load_weekly(paths["catalogue/weekly-menu.json"], rules.combos.item_price)
    return Catalogue(
        menus=MappingProxyType(menus),
        weekly=weekly,
        meal_titles=MappingProxyType(
            {
                **load_choices(paths["catalogue/custom-choice.json"]),
                **{meal.id: meal.title for meal in weekly_meals(weekly)},
            }
        ),
        rules=rules,
        site=load_site(paths["site.json"]),
        kitchen=kitchen,
        texts=MappingProxyType({Path(name).stem: load_text(paths[name]) for name in TEXTS}),
    )


def _load_menu(path: Path, kind: str, tiers: Sequence[str]) -> Menu:
    """`tiers` from the shortest to the longest."""
    file = files.read(path, _MenuFile)
    if file.kind != kind:
        raise files.contract_error(path, f"says kind {file.kind!r}. It must say {kind!r}.")
    dishes: dict[JsonPath, Dish] = {
        ("categories", at, "items", position): Dish(
            item.id, item.name, item.mark, category.title, MappingProxyType(item.prices)
        )
        for at, category in enumerate(file.categories)
        for position, item in enumerate(category.items)
    }
    by_name, by_id = dict[str, Dish](), dict[str, Dish]()
    for json_path, dish in dishes.items():
        if error := _dish_error(dish, tiers, by_name, by_id):
            line = line_number(own_file.read_text(path), json_path)
            raise files.contract_error(path, error, f"line {line} ({format_path(json_path)})")
        by_name[dish.name] = by_id[dish.id] = dish
    return Menu(kind, tuple(dishes.values()), MappingProxyType(by_name))


def _dish_error(
    dish: Dish, tiers: Sequence[str], by_name: Mapping[str, Dish], by_id: Mapping[str, Dish]
) -> str:
    """Return the error of a dish, given the preceding dishes; "" for none."""
    if dish.name in by_name:
        return f"{dish.name!r} is there twice. Rename one of them."
    if dish.id in by_id:
        return f"{dish.name!r} has the id of {by_id[dish.id].name!r}, {dish.id!r}. Give it another one."
    priced = [tier for tier in tiers if tier in dish.prices]
    for shorter, longer in pairwise(priced):
        if dish.prices[longer] > dish.prices[shorter]:
            return (
                f'{dish.name!r} costs more a day in "{longer}" than in "{shorter}". '
                "An order for more days never costs more a day."
            )
    return ""


def _check_marks(paths: Mapping[str, Path], menus: Mapping[str, Menu], kitchen: Kitchen) -> None:
    for menu in menus.values():
        for dish in menu.dishes:
            recipe = kitchen.recipe(dish.name)
            if recipe is not None and recipe.mark != dish.mark:
                raise files.contract_error(
                    paths["kitchen/recipes.json"],
                    f"marks {dish.name!r} {recipe.mark}, {paths[f'catalogue/{menu.kind}.json']} {dish.mark}. "
                    "Make them agree.",
                )
