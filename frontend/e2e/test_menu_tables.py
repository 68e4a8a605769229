"""The selectable tables of the weekly menu (specification, sections 2, 3 and 4)."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from hydration import open_hydrated
from layout_checks import misplaced_cells
from playwright.sync_api import Browser, Locator, Page, expect
from steps import step
from waiting import wait_until

HOME = "/order/mealsubscription"
REVIEW = "/order/Meal/CustomerChoice/sumbit"
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


@pytest.fixture
def home(page: Page, shop: str) -> Page:
    page.goto(shop + HOME)
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
    page.goto(shop + HOME)
    show_week_4(page)
    day(page, "Friday", week=4).check()
    subscribe(page).click()
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    page.go_back()
    expect(day(page, "Friday", week=4)).to_be_in_viewport()


@pytest.fixture
def phone(page: Page, shop: str) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    open_hydrated(page, shop + HOME)
    return page


def fold(page: Page, week: int) -> Locator:
    """The button that shows and hides the week's days."""
    return card(page, week).get_by_role("button", name=re.compile("^(Show|Hide) the days"))


def link(page: Page, week: int) -> Locator:
    weeks = page.get_by_role("navigation", name="Weeks")
    return weeks.get_by_role("link", name=f"Week {week}", exact=True)


def test_phones_fold_the_days_of_later_weeks(phone: Page) -> None:
    with step("week 1 is open, and of the others only the head is shown"):
        expect(day(phone, "Monday")).to_be_visible()
        for week in (2, 3):
            expect(fold(phone, week)).to_have_text("Show the days")
            expect(fold(phone, week)).to_have_attribute("aria-expanded", "false")
            expect(phone.get_by_role("checkbox", name=f"Select All (Week {week})")).to_be_visible()
            expect(card(phone, week).get_by_role("table")).to_have_count(0)
    with step("the button shows and hides the days, and keeps the focus"):
        fold(phone, 2).press("Enter")
        expect(fold(phone, 2)).to_have_text("Hide the days")
        expect(fold(phone, 2)).to_have_attribute("aria-expanded", "true")
        expect(fold(phone, 2)).to_be_focused()
        expect(day(phone, "Monday", week=2)).to_be_visible()
        fold(phone, 2).press("Enter")
        expect(day(phone, "Monday", week=2)).to_be_hidden()
        expect(fold(phone, 2)).to_be_focused()
    with step("selecting a whole week opens it; closed it says how many are picked"):
        phone.get_by_role("checkbox", name="Select All (Week 3)").check()
        expect(day(phone, "Monday", week=3)).to_be_visible()
        day(phone, "Monday", week=3).uncheck()
        fold(phone, 3).click()
        expect(fold(phone, 3)).to_contain_text("17 picked")
    with step("week 4 is open when it is shown"):
        show_week_4(phone)
        expect(day(phone, "Monday", week=4)).to_be_visible()
    with step("a wider window shows the days of all weeks, without buttons"):
        phone.set_viewport_size({"width": 768, "height": 844})
        for week in range(1, 5):
            expect(card(phone, week).get_by_role("table")).to_have_count(3)
            expect(fold(phone, week)).to_have_count(0)


def test_open_weeks_are_restored(phone: Page) -> None:
    fold(phone, 2).click()
    phone.reload()
    expect(day(phone, "Monday", week=2)).to_be_visible()
    with step("a week with ticked days opens although it was closed"):
        day(phone, "Saturday", week=2, meal="dinner").check()
        fold(phone, 2).click()
        subscribe(phone).click()
        expect(phone.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
        phone.get_by_role("link", name="Change meals").click()
        expect(day(phone, "Saturday", week=2, meal="dinner")).to_be_checked()
        expect(day(phone, "Saturday", week=2, meal="dinner")).to_be_visible()
        expect(fold(phone, 3)).to_have_attribute("aria-expanded", "false")


def test_folded_days_are_printed(phone: Page) -> None:
    expect(phone.locator("table").filter(visible=True)).to_have_count(3)
    phone.emulate_media(media="print")
    expect(phone.locator("table").filter(visible=True)).to_have_count(9)
    expect(phone.get_by_role("navigation", name="Weeks")).to_have_count(0)
    expect(phone.get_by_text("Show the days").filter(visible=True)).to_have_count(0)


def test_without_javascript_the_days_of_all_weeks_are_shown(browser: Browser, shop: str) -> None:
    phone = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    with closing(phone):
        page = phone.new_page()
        page.goto(shop + HOME)
        expect(page.locator("table").filter(visible=True)).to_have_count(9)
        link(page, 3).click()
        expect(page.get_by_role("heading", name="Week 3")).to_be_in_viewport()


def test_opening_the_page_at_a_week_shows_its_days(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_hydrated(page, f"{shop}{HOME}#week-3")
    expect(day(page, "Monday", week=3)).to_be_visible()
    expect(page.get_by_role("heading", name="Week 3")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 1280])
def test_links_lead_to_the_weeks(page: Page, shop: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_hydrated(page, shop + HOME)
    weeks = page.get_by_role("navigation", name="Weeks")
    current = weeks.locator("[aria-current]")
    with step("above the section the links are out of view, and none is current"):
        expect(weeks).not_to_be_in_viewport()
        expect(current).to_have_count(0)
    for week in (3, 1, 2):
        with step(f"the link leads to week {week}, below the header and the links"):
            link(page, week).press("Enter")
            heading = page.get_by_role("heading", name=f"Week {week}")
            expect(heading).to_be_focused()
            expect(day(page, "Monday", week=week)).to_be_visible()
            expect(current).to_have_text(str(week))
            header, bar, there = (
                place.bounding_box()
                for place in (page.get_by_role("banner"), weeks, card(page, week))
            )
            assert header
            assert bar
            assert there
            assert abs(header["y"] + header["height"] - bar["y"]) <= 2
            assert 8 <= there["y"] - bar["y"] - bar["height"] <= 24
            assert page.url == shop + HOME
    with step("the links stay in view to the end of the weeks, and go with them"):
        day(page, "Saturday", week=2, meal="dinner").scroll_into_view_if_needed()
        expect(weeks).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
        wait_until(page, "nav => nav.getBoundingClientRect().bottom < 0", weeks.element_handle())
    with step("week 4 gets a link once it is shown"):
        expect(link(page, 4)).to_have_count(0)
        show_week_4(page)
        link(page, 1).press("Enter")
        link(page, 4).press("Enter")
        expect(page.get_by_role("heading", name="Week 4")).to_be_focused()
        expect(current).to_have_text("4")


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_weeks_meals_are_side_by_side(page: Page, shop: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_hydrated(page, shop + HOME)
    page.evaluate("document.fonts.ready")
    tables = [table.bounding_box() for table in card(page).get_by_role("table").all()]
    breakfast, lunch, dinner = (table for table in tables if table)
    assert breakfast["y"] == lunch["y"] == dinner["y"]
    assert breakfast["x"] + breakfast["width"] < lunch["x"]
    assert lunch["x"] + lunch["width"] < dinner["x"]
    assert misplaced_cells(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
