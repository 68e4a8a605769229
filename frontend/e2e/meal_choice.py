"""Steps of choosing meals and subscribing to them, shared by the custom choice and subscription tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ordering import open_with_state
from playwright.sync_api import Locator, Page, expect

CHOICE = "/order/Meal/CustomerChoice"
REVIEW = "/order/Meal/CustomerChoice/sumbit"
CATALOGUE = json.loads(
    (Path(__file__).resolve().parents[2] / "contract/catalogue/custom-choice.json").read_text()
)


def item(item_id: str) -> dict[str, Any]:
    """A selected item as passed between screens: the catalogue's fields and the category."""
    meal = {"B": "breakfast", "L": "lunch", "D": "dinner"}[item_id[0]]
    [found] = [entry for entry in CATALOGUE[meal] if entry["id"] == item_id]
    return {**found, "category": meal.capitalize()}


def box(page: Page, item_id: str) -> Locator:
    return page.get_by_role("checkbox", name=f"Select {item(item_id)['title']}", exact=True)


def submit_selection(page: Page, *item_ids: str) -> None:
    for item_id in item_ids:
        box(page, item_id).check()
    page.get_by_role("button", name="Submit Selection").click()


def open_review(page: Page, shop: str, *item_ids: str) -> None:
    """Open the review with these items as its navigation state."""
    open_with_state(page, shop, REVIEW, {"selectedItems": [item(item_id) for item_id in item_ids]})
    expect(page.get_by_role("button", name="Submit", exact=True)).to_be_visible()


def toast(page: Page, text: str) -> Locator:
    return page.get_by_role("alert").filter(has_text=text)


def expect_toast(page: Page, text: str, corner: str, seconds: str) -> None:
    """Assert a single toast with this text, corner and timer duration."""
    shown = toast(page, text)
    expect(shown).to_have_count(1)
    expect(shown).to_have_text(text)
    place = shown.bounding_box()
    window = page.viewport_size
    assert place
    assert window
    middle = place["x"] + place["width"] / 2
    assert (middle < window["width"] / 2) == (corner == "top-left")
    assert place["y"] < window["height"] / 4
    assert timer_of(shown).evaluate("bar => getComputedStyle(bar).animationDuration") == seconds


def timer_of(shown: Locator) -> Locator:
    """The toast's shrinking progress bar."""
    return shown.locator(".Toastify__progress-bar")


def run_out_timer(shown: Locator) -> None:
    timer_of(shown).evaluate("bar => bar.getAnimations().forEach(timer => timer.finish())")
