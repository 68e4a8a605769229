"""Landscape phones and other low windows: heading and main action in the first view, and no overlaps."""

from __future__ import annotations

import itertools

import pytest
from accessibility import freeze_page
from hydration import open_hydrated, wait_until_hydrated
from ordering import VEG, Visitor
from playwright.sync_api import Locator, Page, expect

ON_ITS_SIDE = [(667, 375), (844, 390), (932, 430)]

# Required in the first view beside the heading: the main button, or the text where there is none.
HEROES = [
    ("/order/", "main section:first-of-type a"),
    ("/order/birthday", "main section:first-of-type p:last-of-type"),
    ("/order/family/page", "main section:first-of-type a[href='#menus']"),
    ("/order/mealsubscription", "main :is(a, button):text-is('Order Now')"),
]
# Only nightly: heroes like the landing page's.
SAME_HERO = {"/order/birthday", "/order/family/page"}


@pytest.mark.parametrize(
    ("path", "main_thing"),
    [
        pytest.param(path, main_thing, id=path, marks=pytest.mark.slow if path in SAME_HERO else ())
        for path, main_thing in HEROES
    ],
)
def test_hero_shows_heading_and_main_button_in_the_first_view(
    page: Page, shop: str, path: str, main_thing: str
) -> None:
    freeze_page(page)
    open_hydrated(page, shop + path)
    for width, height in ON_ITS_SIDE:
        page.set_viewport_size({"width": width, "height": height})
        for shown in (page.get_by_role("heading", level=1), page.locator(main_thing).first):
            expect(shown).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_summary_of_a_wide_low_window_is_stacked_in_its_column(page: Page, shop: str) -> None:
    freeze_page(page)
    visitor = Visitor(page, shop, VEG)
    visitor.open_menu()
    wait_until_hydrated(page)
    visitor.tick()
    page.set_viewport_size({"width": 1280, "height": 400})
    summary = page.get_by_role("region", name="Order Summary")
    column = box(page.get_by_role("link", name="Chat about this order"))
    assert box(summary)["x"] >= column["x"] - 1
    assert box(summary)["width"] <= column["width"] + 1
    fold = summary.get_by_role("button", name="Show dishes")
    parts = [fold, summary.locator("dl"), summary.get_by_role("button", name="Proceed")]
    for above, below in itertools.pairwise(parts):
        assert box(above)["y"] + box(above)["height"] <= box(below)["y"]
    fold.click()
    expect(summary.get_by_role("listitem")).to_have_count(2)
    page.set_viewport_size({"width": 1024, "height": 480})
    expect(summary.get_by_role("button", name="Proceed")).to_be_in_viewport(ratio=1)


def box(of: Locator) -> dict[str, float]:
    found = of.bounding_box()
    assert found
    return dict(found)
