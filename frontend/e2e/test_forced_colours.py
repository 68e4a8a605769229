"""In forced colours mode, borders and outlines replace backgrounds and shadows."""

from __future__ import annotations

import pytest
from accessibility import freeze_page
from hydration import open_hydrated
from meal_choice import CHOICE, submit_selection, toast
from ordering import VEG, Visitor, popup
from playwright.sync_api import Locator, Page, expect


@pytest.fixture(autouse=True)
def forced(page: Page) -> None:
    freeze_page(page)
    page.emulate_media(forced_colors="active", reduced_motion="reduce")


def thinnest_border(of: Locator) -> float:
    return min(
        of.evaluate(
            "e => ['Top', 'Right', 'Bottom', 'Left']"
            ".map(side => parseFloat(getComputedStyle(e)[`border${side}Width`]))"
        )
    )


def test_current_category_and_pressed_chip_are_distinguishable(page: Page, shop: str) -> None:
    open_hydrated(page, shop + VEG.selection)
    categories = page.get_by_role("navigation", name="Categories").get_by_role("listitem")
    current, other = (categories.get_by_role("button").nth(place) for place in (0, 1))
    assert thinnest_border(current) >= 2 > thinnest_border(other)
    chips = page.get_by_role("search").get_by_role("button")
    chips.first.click()
    expect(chips.first).to_have_attribute("aria-pressed", "true")
    assert thinnest_border(chips.first) >= thinnest_border(chips.last) + 2


def test_popup_has_a_border_and_focused_field_an_outline(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    open_hydrated(page, shop + VEG.selection)
    visitor.tick()
    visitor.proceed()
    visitor.submit()
    message = popup(page, "Please select at least one Meal Section.")
    assert thinnest_border(message.locator("xpath=ancestor::*[button][1]")) >= 2
    field = page.get_by_label("First Name")
    field.focus()
    ring = "e => { const s = getComputedStyle(e); return [s.outlineStyle, parseFloat(s.outlineWidth)] }"
    assert field.evaluate(ring) == ["solid", 2]


def test_toast_has_a_border(page: Page, shop: str) -> None:
    open_hydrated(page, shop + CHOICE)
    submit_selection(page)
    shown = toast(page, "You haven").locator(
        "xpath=ancestor-or-self::*[contains(@class, 'Toastify__toast ')]"
    )
    assert thinnest_border(shown) >= 2
