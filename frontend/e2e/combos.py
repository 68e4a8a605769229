"""Steps of picking combos, shared by the tests of the picker and of its order form."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from steps import step
from waiting import expect_soon

PICKER = "/order/Meal/Weeklyandmonthlycombos"
FORM = f"{PICKER}/form"
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=name)


def proceed(page: Page) -> Locator:
    return page.get_by_role("button", name="Proceed to Order Form")


def summary(page: Page) -> Locator:
    return page.get_by_role("region", name="Order Summary")


def totals(page: Page) -> dict[str, str]:
    rows = summary(page).locator("dl > div")
    return {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows.all()}


def expect_total(page: Page, name: str, value: str) -> None:
    expect_soon(page, lambda: totals(page)[name], value)


def expect_the_delivery_note(place: Locator) -> None:
    with step("free delivery within 5 km stands there with the contact phone"):
        expect(place).to_contain_text("Free delivery within 5 km")
        expect(place.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
