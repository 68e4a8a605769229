"""Changed menus: without some dishes, with other names and prices."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from oottam import catalogue
from oottam.catalogue import Catalogue, Dish, Menu


def use(monkeypatch: pytest.MonkeyPatch, known: Catalogue) -> None:
    """Replace the shop's catalogue until the end of the test."""
    monkeypatch.setattr(catalogue, "current", lambda: known)


def with_dish(kind: str, dish_name: str, /, **changes: Any) -> Catalogue:
    """Return the shop's catalogue with one dish of the menu changed."""
    known = catalogue.current()
    dishes = [
        replace(dish, **changes) if dish.name == dish_name else dish
        for dish in known.menus[kind].dishes
    ]
    return _with_menu(known, kind, dishes)


def without_dishes(kind: str, *names: str) -> Catalogue:
    """Return the shop's catalogue without these dishes of the menu."""
    known = catalogue.current()
    return _with_menu(
        known, kind, [dish for dish in known.menus[kind].dishes if dish.name not in names]
    )


def without_day(week: str, meal: str, day: str) -> Catalogue:
    """Return the shop's catalogue without one meal of the weekly menu."""
    known = catalogue.current()
    days = {name: each for name, each in known.weekly[week][meal].items() if name != day}
    weekly: Mapping[str, Any] = {**known.weekly, week: {**known.weekly[week], meal: days}}
    titles = {
        each: title
        for each, title in known.meal_titles.items()
        if each != known.weekly[week][meal][day].id
    }
    return replace(known, weekly=MappingProxyType(weekly), meal_titles=MappingProxyType(titles))


def with_fractional_prices() -> Catalogue:
    """Return the shop's catalogue with all prices 25 paise higher."""
    known = catalogue.current()
    for kind, menu in known.menus.items():
        dishes = [
            replace(dish, prices={tier: paise + 25 for tier, paise in dish.prices.items()})
            for dish in menu.dishes
        ]
        known = _with_menu(known, kind, dishes)
    combos = replace(known.rules.combos, item_price=known.rules.combos.item_price + 25)
    return replace(known, rules=replace(known.rules, combos=combos))


def _with_menu(known: Catalogue, kind: str, dishes: list[Dish]) -> Catalogue:
    menu = Menu(kind, tuple(dishes), MappingProxyType({dish.name: dish for dish in dishes}))
    return replace(known, menus=MappingProxyType({**known.menus, kind: menu}))
