"""Dishes that are sold out stand on their menus, say so, and cannot be ordered."""

from __future__ import annotations

import re

import pytest
from accessibility import expect_accessible
from combos import PICKER
from hydration import wait_until_hydrated
from meal_choice import CHOICE
from ordering import EVERY_KIND, VEG, Visitor
from playwright.sync_api import Page, expect
from published_menu import render, serve
from steps import step

from oottam.rendering.renderer import Rendered

SOLD_OUT = {
    "Berry Smoothie": "today",
    "Egg Sprouts Salad": "2026-11-28",
    "Ragi Roti": "",
    "Overnight Oats": "2026-11-28",
}
TEXTS = {
    "Berry Smoothie": "Sold out today",
    "Egg Sprouts Salad": "Sold out until Saturday 28 November",
    "Ragi Roti": "Sold out",
}


@pytest.fixture(scope="module")
def published() -> Rendered:
    return render(7, SOLD_OUT)


@pytest.fixture
def menu(visitor: Visitor, published: Rendered) -> Visitor:
    """A visitor on the menu, whose second dish is sold out."""
    serve(visitor.page, published)
    visitor.open_menu()
    wait_until_hydrated(visitor.page)
    return visitor


@EVERY_KIND
def test_a_sold_out_dish_says_so_and_cannot_be_ticked(menu: Visitor) -> None:
    page, available, sold_out = menu.page, *menu.kind.dishes[:2]
    box = menu.box(sold_out)
    with step("the row keeps its place, and says it to everybody"):
        names = [each["name"] for each in menu.kind.menu()[0]["items"]]
        rows = page.get_by_role("listitem").filter(has=page.get_by_role("checkbox"))
        assert [row.locator("[id$=-name]").inner_text() for row in rows.all()] == names
        row = rows.filter(has=box)
        expect(row).to_contain_text(TEXTS[sold_out])
        expect(box).to_be_disabled()
        expect(box).to_have_accessible_description(re.compile(f"^{TEXTS[sold_out]} "))
    with step("a press on the row selects nothing, another dish can be selected"):
        row.get_by_text(sold_out, exact=True).click(force=True)
        menu.tick(available)
        expect(page.get_by_role("region", name="Order Summary")).to_contain_text("Total Items1")
    with step("its details can be read, but not ticked from"):
        page.get_by_role("button", name=f"View details: {sold_out}").click()
        dialog = page.get_by_role("dialog", name=sold_out)
        expect(dialog).to_contain_text(TEXTS[sold_out])
        expect(dialog.get_by_role("button", name="Add this dish")).to_have_count(0)


def test_a_sold_out_meal_of_ones_own_plan(page: Page, shop: str, published: Rendered) -> None:
    serve(page, published)
    page.goto(shop + CHOICE)
    wait_until_hydrated(page)
    box = page.get_by_role("checkbox", name="Select Overnight Oats", exact=True)
    expect(box).to_be_disabled()
    card = page.get_by_role("listitem").filter(has=box)
    expect(card).to_contain_text("Sold out until Saturday 28 November")


@pytest.mark.parametrize("path", [VEG.selection, CHOICE])
def test_accessibility_of_sold_out_rows(
    page: Page, shop: str, published: Rendered, path: str
) -> None:
    serve(page, published)
    page.goto(shop + path)
    wait_until_hydrated(page)
    expect_accessible(page, "sold out")


@pytest.mark.parametrize(
    "path", [PICKER, pytest.param("/order/mealsubscription", marks=pytest.mark.slow)]
)
def test_a_weekly_meal_without_its_dish_is_not_reached_by_select_all(
    page: Page, shop: str, path: str
) -> None:
    """Only until further notice: what is sold out for some days is cooked again in these four weeks."""
    serve(page, render(7, {"Overnight Oats": "", "Boiled Eggs": "today"}))
    page.goto(shop + path)
    wait_until_hydrated(page)
    box = page.get_by_role("checkbox", name="Tuesday, Week 1 breakfast: Overnight Oats")
    expect(box).to_be_disabled()
    expect(box).to_have_accessible_description("Sold out")
    every = page.get_by_role("checkbox", name="Select All Breakfast").first
    every.check()
    expect(box).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Week 1 breakfast", checked=True)).to_have_count(5)
    expect(every).to_be_checked()
    expect_accessible(page, "a sold-out meal")
