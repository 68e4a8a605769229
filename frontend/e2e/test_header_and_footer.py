"""The shared header and footer (specification, section 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from accessibility import PHONE
from hydration import open_hydrated
from playwright.sync_api import Locator, Page, expect
from steps import step

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
    open_hydrated(page, shop + "/order/corporate/page")
    return page.get_by_role("banner")


@pytest.mark.spec("2.2")
def test_header_links(page: Page, shop: str, header: Locator) -> None:
    with step("the header links to the external pages"):
        names = ["Home", "Order Now", "Contact Us", "Blogs", "View Menu", "Party Pack"]
        for name, link in zip(names, SITE["externalLinks"]["links"], strict=True):
            expect(header.get_by_role("link", name=name, exact=True)).to_have_attribute(
                "href", link["url"]
            )
    with step("Event Order opens to the landing page and four event links"):
        for label, path in EVENTS.items():
            links = header.get_by_role("listitem").get_by_role("link", name=label)
            expect(links).to_be_hidden()
            header.get_by_role("button", name="Event Order").click()
            links.click()
            expect(page).to_have_url(shop + path)
            expect(links).to_be_hidden()
    with step("the logo leads to the landing page"):
        header.get_by_role("link", name="Oottam").click()
        expect(page).to_have_url(shop + "/order/")
    with step("Meal Subscription is a link of the header"):
        header.get_by_role("link", name="Meal Subscription").click()
        expect(page).to_have_url(shop + "/order/mealsubscription")


@pytest.mark.spec("2.2", "4.2")
def test_header_on_phones(page: Page, shop: str) -> None:
    page.set_viewport_size(PHONE)
    open_hydrated(page, shop + "/order/corporate/page")
    header = page.get_by_role("banner")
    toggle = header.get_by_role("button", name="Open menu")
    with step("the menu collapses behind a toggle"):
        link = header.get_by_role("link", name="Meal Subscription")
        expect(link).to_be_hidden()
        toggle.click()
        expect(link).to_be_visible()
        header.get_by_role("button", name="Close menu").click()
        expect(link).to_be_hidden()
    with step("Escape closes the menu, and the toggle has the focus again"):
        toggle.click()
        header.get_by_role("link", name="Blogs").focus()
        page.keyboard.press("Escape")
        expect(toggle).to_be_focused()
    with step("the menu closes when one of its links is followed"):
        toggle.click()
        header.get_by_role("button", name="Event Order").click()
        header.get_by_role("link", name="Party Platters").click()
        expect(page).to_have_url(shop + "/order/platters")
        expect(toggle).to_be_visible()
        expect(header.get_by_role("link", name="Party Platters")).to_be_hidden()


@pytest.mark.spec("2.2", "9.10")
def test_footer(page: Page, shop: str) -> None:
    open_hydrated(page, shop + "/order/corporate/page")
    footer = page.get_by_role("contentinfo")
    with step("the footer has the logo and five social links"):
        expect(footer.get_by_text("Oottam", exact=True)).to_be_visible()
        links = footer.get_by_role("link", name="Oottam on")
        expect(links).to_have_count(5)
        for link, entry in zip(links.all(), SITE["social"]["links"], strict=True):
            expect(link).to_have_attribute("href", entry["url"])
    with step("the footer has contact phone, support e-mail and location"):
        expect(footer.get_by_role("link", name="+91 44 0000 0000")).to_have_attribute(
            "href", "tel:+914400000000"
        )
        expect(footer.get_by_role("link", name="hello@example.com")).to_have_attribute(
            "href", "mailto:hello@example.com"
        )
        expect(footer.get_by_text("Chennai: Besant Nagar, Alwarpet", exact=True)).to_be_visible()
    with step("the plans that no card leads to are within reach of every page"):
        for name, path in {
            "Build your own plan": "/order/Meal/CustomerChoice",
            "Health plans": "/order/Meal/Weightlossweightgain",
            "Nutrition": "/order/Meal/Nutrition",
        }.items():
            expect(footer.get_by_role("link", name=name)).to_have_attribute("href", path)
    with step("terms and privacy stand beside the licence line, outside of /order"):
        for name in ("Terms", "Privacy"):
            link = footer.get_by_role("link", name=name, exact=True)
            expect(link).to_have_attribute("href", f"/shop/{name.lower()}")
    with step("the link to the page in view leads to its top"):
        open_hydrated(page, shop + "/order/Meal/Nutrition")
        entries = page.evaluate("history.length")
        footer.get_by_role("link", name="Nutrition").click()
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
        assert page.evaluate("history.length") == entries
    with step("also where a section of it is in view by its anchor"):
        open_hydrated(page, shop + "/order/mealsubscription#weekly-menu")
        expect(page.get_by_role("heading", name="Weekly Menu")).to_be_in_viewport()
        footer.get_by_role("link", name="Meal Subscription").click()
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    with step("the map is 150 high at any width"):
        for width in (1280, 768, 320):
            page.set_viewport_size({"width": width, "height": 800})
            box = footer.locator("iframe").bounding_box()
            assert box
            assert box["height"] == 150
