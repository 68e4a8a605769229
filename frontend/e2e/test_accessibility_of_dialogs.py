"""axe-core and target size checks of dialogs, menus and messages between screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from accessibility import PHONE, WINDOWS, checked_at, expect_accessible, expect_usable, freeze_page
from hydration import open_hydrated, wait_until_hydrated
from mock_responses import REFUSED
from ordering import TRAY, VEG, Visitor, popup
from playwright.sync_api import Page, expect
from screens import COMBOS, MEALS


@pytest.fixture(autouse=True, params=WINDOWS)
def _frozen(page: Page, request: pytest.FixtureRequest) -> Iterator[None]:
    freeze_page(page)
    with checked_at(*request.param):
        yield


@pytest.fixture
def expected_console() -> list[str]:
    return [REFUSED]


def test_search_details_leaving_and_returning(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    open_hydrated(page, shop + VEG.selection)
    visitor.tick("Berry Smoothie")
    field = page.get_by_role("searchbox", name="Find a dish")
    field.fill("ragi")
    page.get_by_role("search").get_by_role("button", name="Millet").click()
    expect_usable(page, "found, with a chip pressed")
    page.get_by_role("button", name="Find or filter dishes, 2 active").click()
    expect_usable(page, "search and chips unfolded", PHONE)
    field.fill("pizza")
    expect(page.get_by_role("button", name="Clear search")).to_be_visible()
    expect_usable(page, "nothing found")
    page.get_by_role("button", name="Clear search").click()
    page.get_by_role("button", name="View details: Berry Smoothie").click()
    expect(page.get_by_role("dialog")).to_contain_text("15-29 days")
    expect_usable(page, "a dish seen closer")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show dishes").click()
    expect_usable(page, "order bar unfolded", PHONE)
    page.get_by_role("contentinfo").get_by_role("link", name="Birthday Celebrations").click()
    expect(page.get_by_role("heading", name="Book Your Event")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Restore your selection")).to_be_visible()
    expect_usable(page, "what was ticked is offered")


def test_tray_form_invalid_refused_and_sent(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, TRAY)
    open_hydrated(page, shop + TRAY.selection)
    visitor.tick(*TRAY.dishes[:1])
    visitor.proceed()
    expect(page.get_by_role("dialog", name="Minimum 4 Items Required")).to_be_visible()
    expect_usable(page, "minimum dialog")
    page.keyboard.press("Escape")
    visitor.tick()
    visitor.proceed()
    visitor.submit()
    expect(popup(page, "Please select at least one Meal Section.")).to_be_visible()
    expect_usable(page, "a popup, and meals missing")
    page.get_by_label("Select Days").fill("4")
    visitor.submit()
    expect(page.get_by_label("Select Days")).to_have_attribute("aria-invalid", "true")
    expect_usable(page, "a field marked wrong")
    visitor.fill()
    visitor.mock_response("{}", status=500)
    visitor.submit()
    expect(page.locator("[data-failed]")).to_be_visible()
    expect_usable(page, "the note after a failure")
    visitor.mock_response({"status": "success", "message": "Thank you.", "reference": "OT-1"})
    visitor.submit()
    received = page.get_by_role("button", name="Received: ")
    expect(received).to_be_visible()
    expect_usable(page, "receipt docked")
    close_messages(page)
    received.click()
    expect(received).to_have_attribute("aria-expanded", "true")
    expect_usable(page, "receipt docked and unfolded")
    open_hydrated(page, shop + "/order/birthday")
    expect(received).to_have_attribute("aria-expanded", "false")
    expect_usable(page, "receipt on another page", PHONE)
    received.click()
    expect_usable(page, "receipt unfolded there", PHONE)


def test_week_menu_and_meal_choice_dialogs(page: Page, shop: str) -> None:
    open_hydrated(page, shop + MEALS)
    page.get_by_role("button", name="Show week 4").click()
    page.get_by_role("checkbox", name="Select All (Week 4)").check()
    expect_usable(page, "week 4 shown and ticked")
    page.get_by_role("button", name="Choose Items").click()
    expect(page.get_by_role("dialog", name="Choose Your Preference")).to_be_visible()
    expect_usable(page, "preference dialog")
    open_hydrated(page, shop + COMBOS)
    page.get_by_role("checkbox", name="Monday, Week 1 breakfast").check()
    page.get_by_role("button", name="Proceed to Order Form").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_usable(page, "combo minimum dialog")


def test_header_menus(page: Page, shop: str) -> None:
    page.set_viewport_size(PHONE)
    open_hydrated(page, shop + "/order/birthday")
    page.get_by_role("button", name="Open menu").click()
    expect_accessible(page, "menu open", PHONE)
    page.get_by_role("button", name="Event Order").click()
    expect_usable(page, "menu and dropdown open", PHONE)


def close_messages(page: Page) -> None:
    """Close popups, which would cover the next control."""
    for button in page.get_by_role("button", name="Dismiss message").all():
        button.click()


def test_category_dropdown_during_hydration(page: Page, shop: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(shop + VEG.selection)
    wait_until_hydrated(page)
    page.get_by_role("navigation", name="Categories").locator("[aria-expanded]").click()
    expect_usable(page, "categories open", PHONE)
