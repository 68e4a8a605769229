"""The dish selection screens on phones (specification, section 2)."""

from __future__ import annotations

import pytest
from ordering import Visitor
from playwright.sync_api import Page, ViewportSize, expect
from steps import step
from waiting import wait_until

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    visitor.page.set_viewport_size(PHONE)
    visitor.open_menu()
    return visitor


@pytest.mark.spec("2.7")
def test_categories_are_a_dropdown(visitor: Visitor) -> None:
    page = visitor.page
    toggle = page.get_by_role("navigation", name="Categories").locator("[aria-expanded]")
    with step("the page does not scroll while the dropdown is open"):
        toggle.click()
        page.mouse.move(10, 800)
        before = page.evaluate("scrollY")
        page.mouse.wheel(0, 600)
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert page.evaluate("scrollY") == before
        assert page.evaluate("getComputedStyle(document.body).overflow") == "hidden"
        page.keyboard.press("Escape")
        assert page.evaluate("getComputedStyle(document.body).overflow") == "visible"
        page.mouse.wheel(0, 600)
        wait_until(page, "before => scrollY > before", before)
        page.evaluate("scrollTo(0, 0)")
    with step("a press outside closes the dropdown"):
        toggle.click()
        page.mouse.click(380, 830)
        expect(toggle).to_have_attribute("aria-expanded", "false")
    with step("choosing in the dropdown shows the category and closes it"):
        visitor.choose_category("Nut Milk")
        expect(toggle).to_have_attribute("aria-expanded", "false")
        expect(toggle).to_contain_text("Nut Milk")
        expect(visitor.box("Almond Milk")).to_be_visible()
    with step("every category of the open dropdown can be reached"):
        page.set_viewport_size({"width": 320, "height": 480})
        for category in ("Protein Smoothies", "Nut Milk"):
            visitor.choose_category(category)
            expect(toggle).to_contain_text(category)


def test_order_bar_expands_and_blocks_no_dish(visitor: Visitor) -> None:
    page = visitor.page
    visitor.tick("Dry Fruit Smoothie")
    with step("the order bar unfolds to the ticked dishes"):
        remove = page.get_by_role("button", name="Remove Dry Fruit Smoothie")
        expect(remove).to_be_hidden()
        page.get_by_role("button", name="Show dishes").click()
        remove.click()
        expect(visitor.box("Dry Fruit Smoothie")).not_to_be_checked()
    with step("neither the order bar nor the chat button keeps a dish from being ticked"):
        page.set_viewport_size({"width": 320, "height": 568})
        boxes = page.get_by_role("checkbox").all()
        for box in boxes:
            box.check()
        summary = page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text(f"Total Items{len(boxes)}")
    with step("nothing scrolls sideways"):
        expect_to_fit(page)
        visitor.proceed()
        expect(visitor.submit_button).to_be_visible()
        page.get_by_label("Select Days").fill("29")
        expect_to_fit(page)


def expect_to_fit(page: Page) -> None:
    for width in (320, 390, 768):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
