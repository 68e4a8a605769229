"""The event landing page (specification, sections 1 and 2)."""

from __future__ import annotations

import pytest
from aliveness import open_alive
from playwright.sync_api import Locator, Page, expect

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


@pytest.fixture
def landing(page: Page, shop: str) -> Page:
    open_alive(page, shop + "/order/")
    return page


def card(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.get_by_role("main").get_by_role("listitem").filter(has=heading)


def test_hero_features_event_cards_and_why_choose_us_come_in_this_order(landing: Page) -> None:
    places = [
        landing.get_by_role("heading", level=1),
        landing.get_by_role("heading", name="Affordable Pricing"),
        landing.get_by_role("heading", name="Birthday Celebrations"),
        landing.get_by_text("Why Choose Us"),
    ]
    tops = [(place.bounding_box() or {"y": -1})["y"] for place in places]
    assert -1 not in tops
    assert tops == sorted(tops)


def test_the_hero_is_a_banner_with_a_picture(landing: Page) -> None:
    hero = landing.get_by_role("main").get_by_role("img").first
    expect(hero).to_be_in_viewport()
    assert hero.evaluate("image => image.decode().then(() => image.naturalWidth)") > 600


def test_each_feature_card_says_what_the_specification_says(landing: Page) -> None:
    for title, text in FEATURES.items():
        expect(card(landing, title).get_by_text(text, exact=True)).to_be_visible()


def test_each_of_four_event_cards_has_a_picture_and_leads_to_its_page(
    landing: Page, shop: str
) -> None:
    cards = landing.locator("#events").get_by_role("heading", level=3)
    expect(cards).to_have_text([title for title, _, _ in CARDS])
    for title, button, path in CARDS:
        event = card(landing, title)
        expect(event.locator("img").first).to_be_visible()
        event.get_by_role("link", name=button, exact=True).click()
        expect(landing).to_have_url(shop + path)
        landing.go_back()


def test_freshness_meets_nutrition_has_three_features(landing: Page) -> None:
    expect(landing.get_by_role("heading", name="Freshness Meets Nutrition")).to_be_visible()
    for title, text in FRESHNESS.items():
        expect(card(landing, title).get_by_text(text, exact=True)).to_be_visible()


def test_the_copy_presents_more_than_a_cafe(landing: Page) -> None:
    main = landing.get_by_role("main")
    expect(main.get_by_role("heading", name="your wellness partner")).to_be_visible()
    expect(
        main.get_by_text(
            "Protein-packed meals, custom plans and corporate snacking,"
            " with expert guidance from healthcare professionals."
        )
    ).to_be_visible()
    for text in (
        "HR and admins can sponsor meal plans for their teams.",
        "Companies can tie up with us for employee discounts.",
        "Employees get coupons and passes for dine-in.",
    ):
        expect(main.get_by_text(text, exact=True)).to_be_visible()


def test_plan_an_event_leads_down_to_the_cards(landing: Page) -> None:
    landing.get_by_role("main").get_by_role("link", name="Plan an event").click()
    expect(landing.get_by_role("heading", name="Bring us to your party")).to_be_in_viewport()
