"""The selectable tables of the weekly menu (specification, sections 2, 3 and 4)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from steps import step

REVIEW = "/order/Meal/CustomerChoice/sumbit"
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


@pytest.fixture
def home(page: Page, shop: str) -> Page:
    page.goto(shop + "/order/mealsubscription")
    return page


def card(page: Page, week: int = 1) -> Locator:
    return page.get_by_role("region", name=f"Week {week}", exact=True)


def day(page: Page, name: str, week: int = 1, meal: str = "breakfast") -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{name}, Week {week} {meal}: "))


def subscribe(page: Page) -> Locator:
    return page.get_by_role("button", name="Subscribe with these meals")


def show_week_4(page: Page) -> None:
    page.get_by_role("button", name="Show week 4").click()


@pytest.mark.spec("2.14")
def test_weeks_and_tables(home: Page) -> None:
    cards = home.get_by_role("region", name=re.compile(r"^Week \d$"))
    with step("weeks 1 to 3 are shown and a button below shows week 4"):
        expect(cards).to_have_count(3)
        show_week_4(home)
        expect(cards).to_have_count(4)
        expect(card(home, 4).get_by_role("heading", name="Week 4")).to_be_focused()
        expect(home.get_by_role("button", name="Show week 4")).to_have_count(0)
    with step("each week has a card with a table for each meal"):
        for week in range(1, 5):
            tables = card(home, week).get_by_role("table")
            expect(tables).to_have_count(3)
            for table in tables.all():
                expect(table.get_by_role("columnheader")).to_have_text(
                    ["S.no", "Day", "Item", "Protein", "Select Day"]
                )
                expect(table.get_by_role("rowheader")).to_have_text(WEEK)
                expect(table.get_by_role("checkbox")).to_have_count(6)
    with step("the week box selects the whole week or none"):
        week_box = home.get_by_role("checkbox", name="Select All (Week 4)")
        ticked = card(home, 4).get_by_role("table").get_by_role("checkbox", checked=True)
        week_box.check()
        expect(ticked).to_have_count(18)
        week_box.uncheck()
        expect(ticked).to_have_count(0)


def test_ticked_days_go_to_the_review_and_are_restored(home: Page, shop: str) -> None:
    with step("with no day ticked the button is disabled"):
        expect(subscribe(home)).to_be_disabled()
        expect(home.get_by_text("Pick a day to start.")).to_be_visible()
    with step("the bar keeps to the foot of the window only once a day is ticked"):
        card(home).scroll_into_view_if_needed()
        expect(subscribe(home)).not_to_be_in_viewport()
        day(home, "Monday").check()
        expect(subscribe(home)).to_be_in_viewport()
        expect(subscribe(home)).to_be_enabled()
    with step("a press anywhere on a day ticks it"):
        card(home).get_by_text("Overnight Oats").first.click()
        expect(day(home, "Tuesday")).to_be_checked()
        day(home, "Tuesday").uncheck()
    with step("ticked days go to the review as selected items"):
        day(home, "Tuesday", week=2, meal="dinner").check()
        subscribe(home).click()
        expect(home).to_have_url(shop + REVIEW)
        first, second = home.evaluate("history.state.usr.selectedItems")
        assert first == {
            "id": "W1-B-Monday",
            "image": "idli-sambar",
            "title": "Idli / Podi Idli + ABC Juice",
            "desc": "Week 1, Monday · 11g protein",
            "category": "Breakfast",
        }
        assert second["id"] == "W2-D-Tuesday"
        assert second["category"] == "Dinner"
        expect(home.get_by_text("Idli / Podi Idli + ABC Juice").first).to_be_visible()
    with step("coming back from the review finds the ticks as they were"):
        home.go_back()
        expect(day(home, "Monday")).to_be_checked()
        expect(day(home, "Tuesday", week=2, meal="dinner")).to_be_checked()
        expect(home.get_by_text("2 meals picked")).to_be_visible()


def test_back_restores_week_4_with_its_ticks(home: Page, shop: str) -> None:
    show_week_4(home)
    home.get_by_role("link", name="Oottam, start page").first.click()
    expect(home).to_have_url(f"{shop}/order/")
    home.go_back()
    day(home, "Friday", week=4).check()
    expect(home.get_by_text("1 meal picked")).to_be_visible()
    subscribe(home).click()
    assert home.evaluate("history.state.usr.selectedItems[0].id") == "W4-B-Friday"
    home.go_back()
    expect(day(home, "Friday", week=4)).to_be_checked()


def test_back_on_a_phone_scrolls_to_the_ticked_week(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(shop + "/order/mealsubscription")
    show_week_4(page)
    day(page, "Friday", week=4).check()
    subscribe(page).click()
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    page.go_back()
    expect(day(page, "Friday", week=4)).to_be_in_viewport()
