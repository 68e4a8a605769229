"""What an order looks like outside the page: in a chat, on paper, and where JavaScript is off."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from every_route import ROUTES
from ordering import TRAY, VEG, Visitor, popup
from playwright.sync_api import Browser, Locator, Page, expect


def said(link: Locator) -> str:
    """The text that a chat link begins with."""
    address = link.get_attribute("href") or ""
    assert len(address) <= 1800
    return parse_qs(urlsplit(address).query)["text"][0]


def test_the_chat_of_a_menu_says_the_ticked_dishes_and_the_total(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_menu()
    visitor.tick()
    chat = page.get_by_role("link", name="Chat about this order")
    assert said(chat) == (
        "Hi Oottam, I would like to order a veg meal.\n\n"
        "Dishes (2):\n- Dry Fruit Smoothie\n- Berry Smoothie\nTotal: ₹539 per day, per meal"
    )


def test_the_chat_of_a_form_says_dishes_days_meals_and_total_and_nobody_s_name(
    page: Page, shop: str
) -> None:
    visitor = Visitor(page, shop, TRAY)
    visitor.open_form()
    visitor.fill(days="15", meals=("Lunch", "Dinner"))
    text = said(page.get_by_role("link", name="Order this by chat instead"))
    assert text.startswith(
        "Hi Oottam, I would like to order a meal tray.\n\nDishes (4):\n- Phulka\n"
    )
    assert re.search(r"\nDays: 15, 1 of them free\nMeals: Lunch, Dinner\nTotal: ₹[\d,.]+$", text)
    assert "Meena" not in text


def test_an_order_form_prints_its_values_without_buttons_and_bars(page: Page, shop: str) -> None:
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


def test_a_menu_prints_all_that_is_ticked_whichever_category_is_open(page: Page, shop: str) -> None:
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


@pytest.mark.usefixtures("clock")
def test_a_popup_waits_while_the_pointer_is_on_it(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_form()
    visitor.fill(meals=())
    visitor.stop_clock()
    visitor.submit()
    message = popup(page, "Please select at least one Meal Section.")
    message.hover()
    page.clock.run_for(10_000)
    expect(message).to_be_visible()
    page.mouse.move(5, 700)
    page.clock.run_for(3000)
    expect(message).to_have_count(0)


def test_without_javascript_every_form_and_picker_says_what_it_needs(
    browser: Browser, shop: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    widths = (390, 1280)
    for path in ROUTES:
        page.goto(shop + path, wait_until="commit")
        notice = page.get_by_text(re.compile("needs JavaScript"))
        expect(notice).to_have_count({"/order/": 0, "/order/mealsubscription": 2}.get(path, 1))
        widths = widths[::-1]  # The next page begins as wide as the last one ended.
        for width in () if path == "/order/" else widths:
            page.set_viewport_size({"width": width, "height": 800})
            expect(notice.first).to_be_visible()
            expect(page.get_by_role("link", name="Chat with us").first).to_be_visible()
    context.close()
