"""The measured screens with checkboxes."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page


@dataclass(frozen=True)
class Scene:
    """`boxes` are tapped after all of the screen are checked: by `select_all`, or one by one in every category."""

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


def select_everything(page: Page, scene: Scene) -> Locator:
    """Check all boxes of the screen; return the boxes to tap."""
    boxes = page.locator(scene.boxes)
    if scene.select_all:
        _check_all(page.get_by_role("checkbox", name=re.compile(scene.select_all)))
    elif scene.category:
        for title in page.get_by_label("Categories").locator("li").all_inner_texts():
            _open_category(page, title)
            _check_all(boxes)
        _open_category(page, scene.category)
    else:
        _check_all(boxes)
    return boxes


def _open_category(page: Page, title: str) -> None:
    page.get_by_label("Categories").locator("[aria-expanded]").click()
    page.get_by_label("Categories").locator("li").filter(has_text=title).get_by_role(
        "button"
    ).click()


def _check_all(boxes: Locator) -> None:
    for box in boxes.all():
        box.check()
