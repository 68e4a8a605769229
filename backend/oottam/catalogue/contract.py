"""Menus, set meals and rules as immutable objects. Rupees in the files become whole paise here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from oottam.catalogue import files, own_file
from oottam.catalogue.folder import TEXTS, contract_files, own_names
from oottam.catalogue.kitchen import Kitchen, load_kitchen
from oottam.catalogue.meals import WeeklyMenu, load_choices, load_weekly, weekly_meals
from oottam.catalogue.places import line_of, written
from oottam.catalogue.recipes import alternatives_of, dishes_in, normalised
from oottam.catalogue.rules import Rules, load_rules
from oottam.catalogue.schema import Place
from oottam.catalogue.site import Site, load_site
from oottam.catalogue.texts import ShopText, load_text
from oottam.core.money import paise_from_rupees
from oottam.pricing import PricedItem

MENUS = ("veg", "nonveg", "tray")


@dataclass(frozen=True, slots=True)
class _Item:
    id: str
    name: str
    mark: str
    prices: dict[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Category:
    id: str
    title: str
    items: list[_Item]


@dataclass(frozen=True, slots=True)
class _MenuFile:
    __pydantic_config__ = files.SPELLING

    kind: str
    categories: list[_Category]


@dataclass(frozen=True, slots=True)
class Dish:
    """One dish of a menu; `prices` are paise per day and meal by tier, empty while it has none."""

    id: str
    name: str
    mark: str
    category: str
    prices: Mapping[str, int]

    def to_price(self) -> PricedItem:
        """The dish as the price function takes it."""
        return PricedItem(self.name, self.prices)


@dataclass(frozen=True, slots=True)
class Menu:
    """One of the three menus. Orders name dishes by their names, unique within a menu."""

    kind: str
    dishes: tuple[Dish, ...]
    by_name: Mapping[str, Dish]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All that this process knows about the shop."""

    menus: Mapping[str, Menu]
    weekly: WeeklyMenu
    meal_titles: Mapping[str, str]  # by the ids that subscriptions select meals with
    rules: Rules
    site: Site
    kitchen: Kitchen
    texts: Mapping[str, ShopText]  # "terms" and "privacy"

    def dish_names(self) -> tuple[str, ...]:
        """Every dish that a menu names, once, each alternative by itself; the three menus first."""
        names: dict[str, str] = {}
        for name in self._all_names():
            names.setdefault(normalised(name), name)
        return tuple(names.values())

    def _all_names(self) -> Iterator[str]:
        for menu in self.menus.values():
            yield from menu.by_name
        for title in self.meal_titles.values():
            for dish in dishes_in(title):
                yield from alternatives_of(dish)


def load(contract: Path) -> Catalogue:
    """Read the contract folder, with the shipped file wherever it has none of its own.

    Raises ImproperlyConfigured with what is wrong, where, and what to do.
    """
    found = contract_files(contract)
    for name in own_names(contract):
        if name not in TEXTS:
            own_file.check(found[name], name)
    rules = load_rules(found["rules.json"])
    tiers = [tier.id for tier in rules.plans.tiers]
    menus = {kind: _load_menu(found[f"catalogue/{kind}.json"], kind, tiers) for kind in MENUS}
    kitchen = load_kitchen(found["kitchen/ingredients.json"], found["kitchen/recipes.json"])
    _agree_on_marks(found, menus, kitchen)
    weekly = load_weekly(found["catalogue/weekly-menu.json"], rules.combos.item_price)
    return Catalogue(
        menus=MappingProxyType(menus),
        weekly=weekly,
        meal_titles=MappingProxyType(
            {
                **load_choices(found["catalogue/custom-choice.json"]),
                **{meal.id: meal.title for meal in weekly_meals(weekly)},
            }
        ),
        rules=rules,
        site=load_site(found["site.json"]),
        kitchen=kitchen,
        texts=MappingProxyType({Path(name).stem: load_text(found[name]) for name in TEXTS}),
    )


def _load_menu(path: Path, kind: str, tiers: Sequence[str]) -> Menu:
    """`tiers` from the shortest to the longest."""
    file = files.read(path, _MenuFile)
    if file.kind != kind:
        raise files.wrong(path, f"says kind {file.kind!r}. It must say {kind!r}.")
    dishes: dict[Place, Dish] = {
        ("categories", at, "items", position): _dish(item, category.title)
        for at, category in enumerate(file.categories)
        for position, item in enumerate(category.items)
    }
    by_name, by_id = dict[str, Dish](), dict[str, Dish]()
    for place, dish in dishes.items():
        if fault := _fault(dish, tiers, by_name, by_id):
            line = line_of(own_file.text(path), place)
            raise files.wrong(path, fault, f"line {line} ({written(place)})")
        by_name[dish.name] = by_id[dish.id] = dish
    return Menu(kind, tuple(dishes.values()), MappingProxyType(by_name))


def _dish(item: _Item, category: str) -> Dish:
    prices = {tier: paise_from_rupees(rupees) for tier, rupees in item.prices.items()}
    return Dish(item.id, item.name, item.mark, category, MappingProxyType(prices))


def _fault(
    dish: Dish, tiers: Sequence[str], by_name: Mapping[str, Dish], by_id: Mapping[str, Dish]
) -> str:
    """What is wrong with a dish, beside those before it, in a sentence or two; "" for nothing."""
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


def _agree_on_marks(found: Mapping[str, Path], menus: Mapping[str, Menu], kitchen: Kitchen) -> None:
    for menu in menus.values():
        for dish in menu.dishes:
            recipe = kitchen.recipe(dish.name)
            if recipe is not None and recipe.mark != dish.mark:
                raise files.wrong(
                    found["kitchen/recipes.json"],
                    f"marks {dish.name!r} {recipe.mark}, {found[f'catalogue/{menu.kind}.json']} {dish.mark}. "
                    "Make them agree.",
                )
