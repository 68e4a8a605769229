"""The meal subscription page, home of the meal area (specification, sections 2, 3, 4 and 9)."""

from __future__ import annotations

import re

import pytest
from hydration import open_hydrated
from playwright.sync_api import Locator, Page, expect
from steps import step
from waiting import wait_until

HOME = "/order/mealsubscription"
COMBOS = "/order/Meal/Weeklyandmonthlycombos"


@pytest.fixture
def home(page: Page, shop: str) -> Page:
    page.goto(shop + HOME)
    return page


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def expect_at_the_top(page: Page, path: str) -> None:
    """
    The first heading is at its unscrolled position, and the scroll there
    was a smooth one.
    """
    expect(page).to_have_url(re.compile(f"{path}$"))
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    wait_until(page, "window.scrollY === 0")
    assert {"top": 0, "behavior": "smooth"} in page.evaluate("asked.splice(0)")


@pytest.mark.spec("2.6", "3.2", "9.7")
def test_page_content(home: Page) -> None:
    with step("four meal categories stand there with their buttons"):
        cards = section(home, "Order Now").get_by_role("listitem")
        expect(cards.get_by_role("heading")).to_have_text(
            [
                "Individual items",
                "Weekly & Monthly Combos",
                "Meal Tray",
                "Weight Loss & Weight Gain",
            ]
        )
        actions = [
            card.get_by_role("button").or_(card.get_by_role("link")).inner_text()
            for card in cards.all()
        ]
        assert actions == ["Choose Items", "View Combos", "Order Tray", "Begin Journey"]
    with step("each says what it costs, by the menu"):
        costs = [
            "from ₹70 a dish, 6 days or more",
            "₹375 a meal, 6 meals or more",
            "from ₹27 a dish, 6 days or more",
            "price by call",
        ]
        for card, cost in zip(cards.all(), costs, strict=True):
            expect(card.get_by_text(cost, exact=True)).to_be_visible()
    with step("the card of individual items has a button and no link of its own"):
        expect(cards.first.get_by_role("button", name="Choose Items")).to_be_visible()
        expect(cards.first.get_by_role("link")).to_have_count(0)
    with step("the gallery shows ten featured recipes"):
        expect(section(home, "Featured Recipes").get_by_role("figure")).to_have_count(10)
    with step("six plan durations say what they hold for"):
        durations = section(home, "Plan Duration")
        expect(durations.get_by_role("heading", level=3)).to_have_text(
            [
                "Weekly",
                "Fortnightly",
                "Monthly",
                "3 Month - Quarterly",
                "6 Month - Half Yearly",
                "Annual Membership",
            ]
        )
        expect(
            durations.get_by_text("All above plans can be availed on this duration.", exact=True)
        ).to_have_count(6)


@pytest.mark.spec("2.5", "2.6", "3.2", "4.2")
def test_links_lead_to_the_top_of_their_page(home: Page) -> None:
    home.evaluate(
        "window.asked = []; const scroll = window.scrollTo;"
        "window.scrollTo = (...to) => { asked.push(to[0]); scroll.apply(window, to) }"
    )
    modal = home.get_by_role("dialog", name="Choose Your Preference")
    for button, path in (
        ("View Combos", COMBOS),
        ("Order Tray", "/order/meal/MealTrayPage"),
        ("Begin Journey", "/order/Meal/Weightlossweightgain"),
    ):
        with step(f"{button} leads smoothly to the top of its page"):
            home.get_by_role("link", name=button).click()
            expect_at_the_top(home, path)
        home.go_back()
    with step("the preference modal has a close button"):
        home.get_by_role("button", name="Choose Items").click()
        modal.get_by_role("button", name="Close").click()
        expect(modal).to_be_hidden()
        expect(home).to_have_url(re.compile(f"{HOME}$"))
        expect(home.get_by_role("button", name="Choose Items")).to_be_focused()
    for choice, path in (
        ("Vegetarian", "/order/meal/VegMeal"),
        ("Non-Vegetarian", "/order/meal/NonVegMeal"),
    ):
        with step(f"individual items ask for a preference first, {choice}"):
            home.get_by_role("button", name="Choose Items").click()
            expect(modal).to_be_visible()
            expect(home).to_have_url(re.compile(f"{HOME}$"))
            modal.get_by_role("button", name=choice, exact=True).click()
            expect(modal).to_be_hidden()
            expect_at_the_top(home, path)
        home.go_back()
    for title, path in (
        ("A tray of your own", "/order/meal/MealTrayPage"),
        ("Weight loss, weight gain", "/order/Meal/Weightlossweightgain"),
    ):
        with step(f"{title}: the image comes with a way there"):
            spotlight = home.locator("section").filter(
                has=home.get_by_role("heading", name=title, level=2)
            )
            image = spotlight.locator("img")
            expect(image).to_have_attribute("alt", re.compile("."))
            image.scroll_into_view_if_needed()
            expect(image).to_have_js_property("complete", True)
            assert image.evaluate("image => image.naturalWidth") > 0
            spotlight.get_by_role("link").click()
            expect(home).to_have_url(re.compile(f"{path}$"))
        home.go_back()
    for region, link, path in (
        ("Order Now", "Build your own plan", "/order/Meal/CustomerChoice"),
        ("Corporate Meal Plans", "", "/order/corporate"),
    ):
        with step(f"{region} leads to {path}"):
            section(home, region).get_by_role("link", name=link or None).click()
            expect(home).to_have_url(re.compile(f"{path}$"))
        home.go_back()


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_preference_marks_stand_beside_the_first_line_of_their_name(
    page: Page, shop: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    open_hydrated(page, shop + HOME)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.get_by_role("button", name="Choose Items").click()
    for name in ("Vegetarian", "Non-Vegetarian"):
        button = page.get_by_role("dialog").get_by_role("button", name=name, exact=True)
        mark, line = button.evaluate(MARK_AND_FIRST_LINE)
        assert mark["right"] <= line["left"], name
        assert abs(mark["top"] + mark["bottom"] - line["top"] - line["bottom"]) <= 4, name


MARK_AND_FIRST_LINE = """button => {
  const range = document.createRange();
  range.selectNodeContents(button.querySelector("svg").parentElement.nextSibling);
  return [button.querySelector("svg").getBoundingClientRect(), range.getClientRects()[0]];
}"""


def test_plan_durations_take_little_room(page: Page, shop: str) -> None:
    durations = page.get_by_role("region", name="Plan Duration")
    for width, height, in_a_row in ((360, 420, 2), (1280, 240, 6)):
        page.set_viewport_size({"width": width, "height": 740})
        open_hydrated(page, shop + HOME)
        page.evaluate("document.fonts.ready")
        place = durations.bounding_box()
        assert place
        assert place["height"] <= height
        tops = [card.bounding_box() for card in durations.get_by_role("listitem").all()]
        first = tops[0]
        assert first
        assert sum(top is not None and top["y"] == first["y"] for top in tops) == in_a_row
