"""The shared header and footer (specification, section 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from accessibility import PHONE
from aliveness import open_alive
from playwright.sync_api import Locator, Page, expect

SITE = json.loads((Path(__file__).resolve().parents[2] / "contract/site.json").read_text())
EVENTS = {
    "All events": "/order/",
    "Birthday Celebrations": "/order/birthday",
    "Corporate Events": "/order/corporate",
    "Family Gatherings": "/order/family",
    "Party Platters": "/order/platters",
}


@pytest.fixture
def header(page: Page, shop: str) -> Locator:
    open_alive(page, shop + "/order/corporate/page")
    return page.get_by_role("banner")


@pytest.fixture
def footer(page: Page, shop: str) -> Locator:
    open_alive(page, shop + "/order/corporate/page")
    return page.get_by_role("contentinfo")


def test_the_header_links_to_the_external_pages(header: Locator) -> None:
    names = ["Home", "Order Now", "Contact Us", "Blogs", "View Menu", "Party Pack"]
    for name, link in zip(names, SITE["externalLinks"]["links"], strict=True):
        expect(header.get_by_role("link", name=name, exact=True)).to_have_attribute(
            "href", link["url"]
        )


@pytest.mark.usefixtures("outside")
def test_the_chat_icon_opens_the_messaging_app_in_a_new_tab(page: Page, header: Locator) -> None:
    with page.expect_popup() as opened:
        header.get_by_role("link", name="chat").click()
    assert opened.value.url.startswith(f"https://wa.me/{SITE['contact']['chatNumber']}?text=")
    assert opened.value.evaluate("window.opener") is None


def test_event_order_opens_to_the_landing_page_and_four_event_links(
    page: Page, shop: str, header: Locator
) -> None:
    for label, path in EVENTS.items():
        links = header.get_by_role("listitem").get_by_role("link", name=label)
        expect(links).to_be_hidden()
        header.get_by_role("button", name="Event Order").click()
        links.click()
        expect(page).to_have_url(shop + path)
        expect(links).to_be_hidden()


def test_the_logo_leads_to_the_landing_page_and_meal_subscription_is_a_link(
    page: Page, shop: str, header: Locator
) -> None:
    header.get_by_role("link", name="Oottam").click()
    expect(page).to_have_url(shop + "/order/")
    header.get_by_role("link", name="Meal Subscription").click()
    expect(page).to_have_url(shop + "/order/mealsubscription")


class TestOnPhones:
    @pytest.fixture(autouse=True)
    def phone(self, page: Page) -> None:
        page.set_viewport_size(PHONE)

    def test_the_menu_collapses_behind_a_toggle_and_escape_gives_the_toggle_the_focus(
        self, page: Page, header: Locator
    ) -> None:
        link = header.get_by_role("link", name="Meal Subscription")
        expect(link).to_be_hidden()
        header.get_by_role("button", name="Open menu").click()
        expect(link).to_be_visible()
        header.get_by_role("button", name="Close menu").click()
        expect(link).to_be_hidden()
        header.get_by_role("button", name="Open menu").click()
        header.get_by_role("link", name="Blogs").focus()
        page.keyboard.press("Escape")
        expect(header.get_by_role("button", name="Open menu")).to_be_focused()

    def test_the_menu_closes_when_one_of_its_links_is_followed(
        self, page: Page, shop: str, header: Locator
    ) -> None:
        header.get_by_role("button", name="Open menu").click()
        header.get_by_role("button", name="Event Order").click()
        header.get_by_role("link", name="Party Platters").click()
        expect(page).to_have_url(shop + "/order/platters")
        expect(header.get_by_role("button", name="Open menu")).to_be_visible()
        expect(header.get_by_role("link", name="Party Platters")).to_be_hidden()


def test_the_footer_has_the_logo_five_social_links_phone_support_email_and_location(
    footer: Locator,
) -> None:
    expect(footer.get_by_text("Oottam", exact=True)).to_be_visible()
    links = footer.get_by_role("link", name="Oottam on")
    expect(links).to_have_count(5)
    for link, entry in zip(links.all(), SITE["social"]["links"], strict=True):
        expect(link).to_have_attribute("href", entry["url"])
    expect(footer.get_by_role("link", name="+91 44 0000 0000")).to_have_attribute(
        "href", "tel:+914400000000"
    )
    expect(footer.get_by_role("link", name="hello@example.com")).to_have_attribute(
        "href", "mailto:hello@example.com"
    )
    expect(footer.get_by_text("Chennai: Besant Nagar, Alwarpet", exact=True)).to_be_visible()


def test_the_map_is_150_high_at_any_width(page: Page, footer: Locator) -> None:
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        box = footer.locator("iframe").bounding_box()
        assert box
        assert box["height"] == 150
