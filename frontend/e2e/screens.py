"""Every screen of the shop in its initial state, and screens that differ once an item is ticked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hydration import open_hydrated
from meal_choice import CHOICE, item, open_review
from ordering import NONVEG, TRAY, VEG, Kind, Visitor
from playwright.sync_api import Page, expect
from routes import ROUTES

COMBOS = "/order/Meal/Weeklyandmonthlycombos"
MEALS = "/order/mealsubscription"
# Screens that share their component with another, or whose ticked state includes them: audited nightly.
SAME_COMPONENT = {
    "/corporate",
    "/family",
    "/platters",
    "/corporate/page",
    "/family/page",
    "/partyplatters/page",
    "/Meal/CustomerChoice",
    "/Meal/CustomerChoice/sumbit",
    "/Meal/Weeklyandmonthlycombos",
    "/Meal/Weeklyandmonthlycombos/form",
    "/meal/VegMeal",
    "/meal/VegMeal, ticked",
    "/meal/MealTrayPage",
    "/meal/MealTrayForm",
    "/meal/MealTrayForm, with dishes",
    "/meal/NonVegMeal",
    "/meal/NonVegMeal, ticked",
    "/meal/NonVegMealForm",
    "/meal/NonVegMealForm, with dishes",
}
TICKED = (VEG.selection, NONVEG.selection, TRAY.selection, MEALS, COMBOS, CHOICE)


@dataclass(frozen=True)
class Screen:
    """A screen in one state, and the function that opens it."""

    name: str
    open: Callable[[Page, str], None]
    # No ticks and no navigation state.
    untouched: bool = False
    # Another state includes all of this content plus bars.
    ticked_elsewhere: bool = False


def _route(path: str) -> Screen:
    return Screen(
        path.removeprefix("/order"),
        lambda page, shop: open_hydrated(page, shop + path),
        untouched=True,
        ticked_elsewhere=path in TICKED,
    )


def _menu(kind: Kind) -> Screen:
    def go(page: Page, shop: str) -> None:
        open_hydrated(page, shop + kind.selection)
        Visitor(page, shop, kind).tick()

    return Screen(f"{kind.selection.removeprefix('/order')}, ticked", go)


def _form(kind: Kind) -> Screen:
    def go(page: Page, shop: str) -> None:
        Visitor(page, shop, kind).open_form()

    return Screen(f"{kind.form.removeprefix('/order')}, with dishes", go)


def _meal_tables(page: Page, shop: str) -> None:
    open_hydrated(page, shop + MEALS)
    page.get_by_role("checkbox", name="Select All (Week 2)").check()


def _combo_picker(page: Page, shop: str) -> None:
    open_hydrated(page, shop + COMBOS)
    page.get_by_role("checkbox", name="Select All (Week 1)").check()


def _combo_form(page: Page, shop: str) -> None:
    _combo_picker(page, shop)
    page.get_by_role("button", name="Proceed to Order Form").click()
    expect(page.get_by_role("button", name="Submit Order")).to_be_visible()


def _custom_choice(page: Page, shop: str) -> None:
    open_hydrated(page, shop + CHOICE)
    page.get_by_role("checkbox", name=f"Select {item('B1')['title']}").check()


def _review(page: Page, shop: str) -> None:
    open_review(page, shop, "B1", "D8")


SCREENS = (
    *(_route(path) for path in ROUTES),
    *(_menu(kind) for kind in (VEG, NONVEG, TRAY)),
    *(_form(kind) for kind in (VEG, NONVEG, TRAY)),
    Screen("/mealsubscription, ticked", _meal_tables),
    Screen("/Meal/Weeklyandmonthlycombos, ticked", _combo_picker),
    Screen("/Meal/Weeklyandmonthlycombos/form, with meals", _combo_form),
    Screen("/Meal/CustomerChoice, ticked", _custom_choice),
    Screen("/Meal/CustomerChoice/sumbit, with meals", _review),
)
assert {screen.name for screen in SCREENS} > SAME_COMPONENT


EVERY_SCREEN = pytest.mark.parametrize(
    "screen",
    [
        pytest.param(
            screen,
            id=screen.name,
            marks=pytest.mark.slow if screen.name in SAME_COMPONENT else (),
        )
        for screen in SCREENS
    ],
)
