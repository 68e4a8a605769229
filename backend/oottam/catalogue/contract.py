"""Menus, set meals and rules as immutable objects. Rupees in the files become whole paise here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

from oottam.catalogue import files, own_file
from oottam.catalogue.folder import TEXTS, contract_files, own_names
from oottam.catalogue.kitchen import Kitchen, load_kitchen
from oottam.catalogue.meals import WeeklyMenu, load_choices, load_weekly, weekly_meals
from oottam.catalogue.recipes import alternatives_of, dishes_in, normalised
from oottam.catalogue.rules import Rules, load_rules
from oottam.catalogue.site import Site, load_site
from oottam.catalogue.texts import ShopText, load_text
from oottam.common.money import paise_from_rupees
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
    tiers = {tier.id for tier in rules.plans.tiers}
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


def _load_menu(path: Path, kind: str, tiers: set[str]) -> Menu:
    file = files.read(path, _MenuFile)
    if file.kind != kind:
        raise files.wrong(path, f"says kind {file.kind!r}. It must say {kind!r}.")
    dishes = tuple(
        _dish(path, item, category.title, tiers)
        for category in file.categories
        for item in category.items
    )
    by_name = {dish.name: dish for dish in dishes}
    if len(by_name) < len(dishes) or len({dish.id for dish in dishes}) < len(dishes):
        raise files.wrong(path, "holds two dishes of one name or id. Rename one of them.")
    return Menu(kind, dishes, MappingProxyType(by_name))


def _dish(path: Path, item: _Item, category: str, tiers: set[str]) -> Dish:
    try:
        prices = {tier: paise_from_rupees(rupees) for tier, rupees in item.prices.items()}
    except ValueError as error:
        raise files.wrong(path, f"prices {item.name!r} wrongly: {error}. Round it.") from error
    if not prices.keys() <= tiers or any(paise < 0 for paise in prices.values()):
        raise files.wrong(
            path,
            f"gives {item.name!r} an unknown tier or a negative price. Use {', '.join(sorted(tiers))}.",
        )
    return Dish(item.id, item.name, item.mark, category, MappingProxyType(prices))


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
