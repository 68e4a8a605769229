"""Orders in chat messages, in print and with JavaScript off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from hydration import open_hydrated
from mock_responses import stop_clock
from ordering import TRAY, VEG, Visitor, popup
from playwright.sync_api import APIRequestContext, Browser, Locator, Page, expect
from routes import EVERY_ROUTE
from steps import step


def chat_text(link: Locator) -> str:
    """The prefilled text of a chat link."""
    address = link.get_attribute("href") or ""
    assert len(address) <= 1800
    return parse_qs(urlsplit(address).query)["text"][0]


MATTERS = {
    "/order/birthday": "a birthday celebration",
    "/order/corporate/page": "a corporate event",
    "/order/family": "a family gathering",
    "/order/partyplatters/page": "party platters",
    "/order/Meal/Weeklyandmonthlycombos": "a weekly or monthly combo",
    "/order/mealsubscription": "a meal subscription",
    "/order/Meal/CustomerChoice": "a meal subscription",
    "/order/Meal/Weightlossweightgain": "a doctor’s appointment",
    "/order/Meal/Nutrition": "a nutrition enquiry",
}


@pytest.mark.parametrize("path", MATTERS)
def test_chat_links_name_what_the_page_is_about(web: APIRequestContext, path: str) -> None:
    html = unescape(web.get(path).text())
    links = re.findall(r'href="(https://wa\.me/\d+\?[^"]+)"', html)
    texts = [parse_qs(urlsplit(link).query)["text"][0] for link in links]
    header = "Hi Oottam, I would like to place an order."
    assert texts[0] == header
    assert set(texts) - {header} == {f"Hi Oottam, about {MATTERS[path]}:"}


def test_menu_chat_text_has_dishes_and_total(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_menu()
    visitor.tick()
    chat = page.get_by_role("link", name="Chat about this order")
    assert chat_text(chat) == (
        "Hi Oottam, I would like to order a veg meal.\n\n"
        "Dishes (2):\n- Dry Fruit Smoothie\n- Berry Smoothie\nTotal: ₹539 per day, per meal"
    )


def test_form_chat_text_has_the_order_without_the_name(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, TRAY)
    visitor.open_form()
    visitor.fill(days="15", meals=("Lunch", "Dinner"))
    text = chat_text(page.get_by_role("link", name="Order this by chat instead"))
    assert text.startswith(
        "Hi Oottam, I would like to order a meal tray.\n\nDishes (4):\n- Phulka\n"
    )
    assert re.search(r"\nDays: 15, 1 of them free\nMeals: Lunch, Dinner\nTotal: ₹[\d,.]+$", text)
    assert "Meena" not in text


def test_order_form_prints_values_without_buttons_and_bars(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    page.set_viewport_size({"width": 680, "height": 900})
    visitor.open_form()
    visitor.fill()
    page.emulate_media(media="print")
    expect(page.get_by_label("First Name")).to_have_value("Meena")
    expect(page.get_by_role("region", name="Order Summary")).to_be_visible()
    for hidden in (page.locator("#root > header"), page.locator("#root > footer")):
        expect(hidden).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)


def test_menu_prints_ticked_dishes_of_all_categories(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    page.set_viewport_size({"width": 680, "height": 900})
    visitor.open_menu()
    visitor.tick()
    visitor.choose_category("Nut Milk")
    page.emulate_media(media="print")
    summary = page.get_by_role("region", name="Order Summary")
    for width in (680, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for dish in VEG.dishes:
            expect(summary.get_by_text(dish)).to_be_visible()
        expect(page.get_by_text("Beyond Just a Cafe")).to_be_hidden()
        expect(page.get_by_role("searchbox")).to_be_hidden()


def test_all_weeks_are_printed(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 794, "height": 1123})
    for path in ("/order/mealsubscription", "/order/Meal/Weeklyandmonthlycombos"):
        open_hydrated(page, shop + path)
        expect(page.get_by_role("heading", name=re.compile("^Week [12]$")).first).to_be_visible()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        with step(f"{path} prints four weeks of three tables, one below the other"):
            tables = page.locator("table")
            expect(tables).to_have_count(12)
            places = [place for table in tables.all() if (place := table.bounding_box())]
            assert len(places) == 12
            assert {round(place["x"]) for place in places} == {round(places[0]["x"])}
            assert max(place["x"] + place["width"] for place in places) <= 794
            expect(page.get_by_text("Week 4", exact=True).last).to_be_visible()
        page.emulate_media(media="null")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.get_by_role("heading", name="Week 4")).to_have_count(0)


@pytest.mark.usefixtures("clock")
def test_popup_stays_while_hovered(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_form()
    visitor.fill(meals=())
    stop_clock(visitor.page)
    visitor.submit()
    message = popup(page, "Please select at least one Meal Section.")
    message.hover()
    page.clock.run_for(10_000)
    expect(message).to_be_visible()
    page.mouse.move(5, 700)
    page.clock.run_for(3000)
    expect(message).to_have_count(0)


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Page]:
    """A page without JavaScript."""
    with closing(browser.new_context(java_script_enabled=False)) as context:
        yield context.new_page()


@EVERY_ROUTE
def test_page_shows_a_notice_and_links_without_javascript(
    plain: Page, shop: str, path: str
) -> None:
    page = plain
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(shop + path, wait_until="commit")
    notice = page.get_by_text(re.compile("needs JavaScript"))
    expect(notice).to_have_count({"/order/": 0, "/order/mealsubscription": 2}.get(path, 1))
    with step("no button and no search field is visible"):
        expect(page.locator("button, search").filter(visible=True)).to_have_count(0)
    with step("the header's links are visible"):
        expect(page.get_by_role("banner").get_by_role("link", name="Blogs")).to_be_visible()
    for width in () if path == "/order/" else (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        expect(notice.first).to_be_visible()
        expect(page.get_by_role("link", name="Chat with us").first).to_be_visible()
