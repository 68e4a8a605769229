"""The event landing page (specification, sections 1 and 2)."""

from __future__ import annotations

import pytest
from hydration import open_hydrated
from playwright.sync_api import Locator, Page, expect
from steps import step

CARDS = [
    ("Birthday Celebrations", "Book Now", "/order/birthday"),
    ("Corporate Events", "Enquire", "/order/corporate"),
    ("Family Gatherings", "See Menus", "/order/family"),
    ("Party Platters", "Order Now", "/order/platters"),
]
FEATURES = {
    "Affordable Pricing": "Exquisite taste, priced with care that fits every budget.",
    "Party & Events": "Perfect for birthdays, corporate & more.",
    "Fresh Ingredients": "Handpicked freshness, straight to your plate.",
    "Quick Delivery": "Seamless and reliable delivery across town.",
}

FRESHNESS = {
    "Farm Fresh": "Handpicked veggies, fruits and grains.",
    "Quick Booking": "Reserve a table in seconds.",
    "Easy Ordering": "Order in a few taps.",
}
COPY = (
    (
        "Protein-packed meals, custom plans and corporate snacking,"
        " with expert guidance from healthcare professionals."
    ),
    "HR and admins can sponsor meal plans for their teams.",
    "Companies can tie up with us for employee discounts.",
    "Employees get coupons and passes for dine-in.",
)


def card(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.get_by_role("main").get_by_role("listitem").filter(has=heading)


@pytest.mark.spec("1.1", "1.3", "1.4", "2.3", "3.1")
def test_event_landing_page(page: Page, shop: str) -> None:
    open_hydrated(page, shop + "/order/")
    main = page.get_by_role("main")
    with step("hero, features, event cards and why choose us come in this order"):
        places = [
            page.get_by_role("heading", level=1),
            page.get_by_role("heading", name="Affordable Pricing"),
            page.get_by_role("heading", name="Birthday Celebrations"),
            page.get_by_text("Why Choose Us"),
        ]
        tops = [(place.bounding_box() or {"y": -1})["y"] for place in places]
        assert -1 not in tops
        assert tops == sorted(tops)
    with step("the hero is a banner with a picture"):
        hero = main.get_by_role("img").first
        expect(hero).to_be_in_viewport()
        assert hero.evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
    with step("a feature card says what the specification says"):
        for title, text in FEATURES.items():
            expect(card(page, title).get_by_text(text, exact=True)).to_be_visible()
    with step("Freshness Meets Nutrition has three features"):
        expect(page.get_by_role("heading", name="Freshness Meets Nutrition")).to_be_visible()
        for title, text in FRESHNESS.items():
            expect(card(page, title).get_by_text(text, exact=True)).to_be_visible()
    with step("the copy presents more than a cafe"):
        expect(main.get_by_role("heading", name="your wellness partner")).to_be_visible()
        for text in COPY:
            expect(main.get_by_text(text, exact=True)).to_be_visible()
    with step("Plan an event leads down to the cards"):
        main.get_by_role("link", name="Plan an event").click()
        expect(page.get_by_role("heading", name="Bring us to your party")).to_be_in_viewport()
    with step("there are four event cards"):
        cards = page.locator("#events").get_by_role("heading", level=3)
        expect(cards).to_have_text([title for title, _, _ in CARDS])
    with step("each event card has a picture and leads to its page"):
        for title, button, path in CARDS:
            event = card(page, title)
            expect(event.locator("img").first).to_be_visible()
            link = event.get_by_role("link", name=button, exact=True)
            expect(link).to_have_attribute("href", path)
