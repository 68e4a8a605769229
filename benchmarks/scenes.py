"""The screens whose boxes are tapped, each with everything ticked that can be ticked there."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page


@dataclass(frozen=True)
class Scene:
    """`boxes` are tapped. Before, all there is gets ticked: by `select_all`, or box by box in every category."""

    name: str
    path: str
    boxes: str
    category: str | None = None
    select_all: str | None = None


DISHES = "main li label input"
SCENES = (
    Scene("veg, longest category", "/order/meal/VegMeal", DISHES, "Protein Shakes"),
    Scene("tray, longest category", "/order/meal/MealTrayPage", DISHES, "Main Course"),
    Scene("custom choice", "/order/Meal/CustomerChoice", DISHES),
    Scene(
        "combos, one week",
        "/order/Meal/Weeklyandmonthlycombos",
        "main [aria-roledescription=slide]:not([inert]) tbody input",
        select_all="Select All Weeks",
    ),
    Scene(
        "menu tables",
        "/order/mealsubscription",
        "main tbody input",
        select_all=r"Select All \(Week \d\)",
    ),
)


def everything_ticked(page: Page, scene: Scene) -> Locator:
    """Ticks all there is on this screen, and returns the boxes to be tapped."""
    boxes = page.locator(scene.boxes)
    if scene.select_all:
        _tick(page.get_by_role("checkbox", name=re.compile(scene.select_all)))
    elif scene.category:
        for title in page.get_by_label("Categories").locator("li").all_inner_texts():
            _open_category(page, title)
            _tick(boxes)
        _open_category(page, scene.category)
    else:
        _tick(boxes)
    return boxes


def _open_category(page: Page, title: str) -> None:
    page.get_by_label("Categories").locator("[aria-expanded]").click()
    page.get_by_label("Categories").locator("li").filter(has_text=title).get_by_role(
        "button"
    ).click()


def _tick(boxes: Locator) -> None:
    for box in boxes.all():
        box.check()
