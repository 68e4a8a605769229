"""The diet filter of the weekly menu on its two pages, and the links between plans."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from combos import expect_total
from hydration import open_hydrated
from playwright.sync_api import Locator, Page, expect
from steps import step

CATALOGUE = Path(__file__).resolve().parents[2] / "contract/catalogue"
MENU = json.loads((CATALOGUE / "weekly-menu.json").read_text())
TABLES = "/order/mealsubscription"
PICKER = "/order/Meal/Weeklyandmonthlycombos"
OWN_PLAN = "/order/Meal/CustomerChoice"
CHOICE = "For dishes with a choice (A / B), we’ll ask you which you prefer."


def day(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{name}, Week 1 breakfast: "))


def lowest_contrast(row: Locator) -> float:
    """The lowest contrast between a row's text and its row or table background."""
    found: float = row.evaluate("""row => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
          .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      document.getAnimations().forEach((motion) => motion instanceof CSSTransition && motion.finish());
      let ground = row;
      while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
      const paper = light(getComputedStyle(ground).backgroundColor);
      const words = [...row.querySelectorAll("td, th, td span")].filter((element) => element.textContent.trim());
      return Math.min(...words.map((element) => {
        const ink = light(getComputedStyle(element).color);
        return Math.max(ink, paper) / Math.min(ink, paper);
      }));
    }""")
    return found


@pytest.mark.parametrize("path", [TABLES, PICKER])
def test_filter_dims_days_and_removes_none(page: Page, shop: str, path: str) -> None:
    open_hydrated(page, shop + path)
    table = page.get_by_role("table", name="Week 1, Breakfast")
    rows = table.locator("tbody" if path == TABLES else "tbody tr")
    dimmed = table.get_by_role("checkbox", description=re.compile("^Dimmed"))
    button = page.get_by_role("group", name="Veg or non-veg").get_by_role(
        "button", name=re.compile("")
    )
    with step("every dish has its mark, and each of two alternatives its own"):
        breakfasts: list[dict[str, Any]] = MENU["week1"]["breakfast"]
        names = [
            name
            for entry in breakfasts
            for item in entry["items"]
            for name in item["name"].split(" / ")
        ]
        expect(table.get_by_role("img", name=re.compile("^(Non-v|V)egetarian$"))).to_have_count(
            len(names)
        )
        tuesday = rows.nth(1).get_by_role("img", name=re.compile("egetarian$"))
        marks = ["Vegetarian", "Non-vegetarian", "Vegetarian"]
        for mark, label in zip(tuesday.all(), marks, strict=True):
            expect(mark).to_have_accessible_name(label)
    with step("nothing is dimmed at first"):
        expect(button).to_have_text(["All", "Veg only", "Non-veg"])
        expect(button.nth(0)).to_have_attribute("aria-pressed", "true")
        expect(dimmed).to_have_count(0)
    with step("a day with a non-veg dish is dimmed for those who want veg only"):
        button.nth(1).click()
        expect(dimmed).to_have_count(1)
        expect(day(page, "Tuesday")).to_have_accessible_description("Dimmed: has a non-veg dish")
        expect(page.get_by_role("group", name="Veg or non-veg").get_by_role("status")).to_have_text(
            "Days with a non-veg dish are dimmed. You can still pick them, and Select All picks them too."
        )
    with step("a dimmed day can be ticked, and its words stay readable before and after"):
        assert lowest_contrast(rows.nth(1)) >= 4.5
        day(page, "Tuesday").check()
        assert lowest_contrast(rows.nth(1)) >= 4.5
    with step("select-all still ticks all six"):
        page.get_by_role("checkbox", name="Select All Breakfast").first.check()
        expect(table.get_by_role("checkbox", checked=True)).to_have_count(6)
        if path == PICKER:
            expect_total(page, "Final Amount", "₹2,250")
    with step("a reload finds the filter as it was"):
        page.reload()
        expect(button.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(dimmed).to_have_count(1)
    with step("the other kind dims the days without a non-veg dish"):
        button.nth(2).click()
        expect(dimmed).to_have_count(5)
        expect(day(page, "Monday")).to_have_accessible_description("Dimmed: has no non-veg dish")
    with step("all days are back by one press"):
        button.nth(0).click()
        expect(dimmed).to_have_count(0)


def test_plan_price_and_the_effect_of_a_choice(page: Page, shop: str) -> None:
    main = page.get_by_role("main")
    weekly = "Each meal is ₹375. We’ll call you to agree on the total for your plan."
    own = "We’ll call you with the price. We’ll also agree on which meal comes on which day."
    with step(
        "the weekly menu says what a meal costs, and that we ask which of two dishes is meant"
    ):
        open_hydrated(page, shop + TABLES)
        expect(main.get_by_text(weekly, exact=True)).to_be_visible()
        expect(main.get_by_text(CHOICE)).to_have_count(1)
    with step("so does its review, where such a dish was ticked"):
        day(page, "Monday").check()
        page.get_by_role("button", name="Subscribe with these meals").click()
        expect(main.get_by_text(weekly, exact=True)).to_be_visible()
        expect(main.get_by_text(CHOICE)).to_be_visible()
        title = main.get_by_role(
            "heading", name="Idli / Vegetarian Podi Idli + Vegetarian ABC Juice"
        )
        expect(title).to_be_visible()
    with step("combos have their amounts, and ask the same"):
        page.goto(shop + PICKER)
        expect(main.get_by_text(CHOICE)).to_have_count(1)
        for name in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"):
            day(page, name).check()
        page.get_by_role("button", name="Proceed to Order Form").click()
        expect(main.get_by_text(CHOICE)).to_be_visible()
    with step("the price of an own plan is agreed by phone"):
        page.goto(shop + OWN_PLAN)
        expect(main.get_by_text(own, exact=True)).to_be_visible()
        expect(main.get_by_text(CHOICE)).to_have_count(0)


def test_plan_types_are_compared_and_linked(page: Page, shop: str) -> None:
    links = {
        # Block elements of a table's cell are read apart.
        re.compile("Weekly & monthly combos ?, one order, up to 4 weeks"): PICKER,
        (weekly := re.compile("Weekly menu ?, subscription, a week to a year")): TABLES,
        re.compile("Build your own plan ?, subscription, your dishes"): OWN_PLAN,
    }
    main = page.get_by_role("main")
    with step("all three near the cards, and the weekly menu is on the same page"):
        open_hydrated(page, shop + TABLES)
        order_now = main.get_by_role("region", name="Order Now")
        for name in links:
            expect(order_now.get_by_role("link", name=name)).to_be_visible()
        order_now.get_by_role("link", name=weekly).click()
        expect(page.get_by_role("heading", name="Weekly Menu")).to_be_in_viewport()
    with step("on its own page each leads to the two others"):
        for name, path in links.items():
            page.goto(shop + path)
            if path == TABLES:
                continue
            for other, there in links.items():
                link = main.get_by_role("link", name=other)
                expect(link).to_have_count(int(other != name))
                if other != name:
                    place_there = "#weekly-menu" if there == TABLES else ""
                    expect(link).to_have_attribute("href", there + place_there)
    with step("a link to the weekly menu leads to its tables, far down their page"):
        page.goto(shop + PICKER)
        main.get_by_role("link", name=weekly).click()
        expect(page.get_by_role("heading", name="Weekly Menu")).to_be_in_viewport()
