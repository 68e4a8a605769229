"""The desk's navigation and calendar on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from accessibility import expect_accessible
from playwright.sync_api import Browser, Page, expect
from sample_desk import PHONE, at_the_desk, log_in, press
from steps import step

PLACES = 14  # for an owner
_FOCUSED_WITHIN = (
    "(sheet) => sheet.contains(document.activeElement) || document.activeElement === document.body"
)


def reachable(page: Page) -> list[str]:
    """Link targets of the bottom bar and the open sheet."""
    links = page.locator(".places a:visible, #more a:visible")
    return [each.strip() for each in links.all_inner_texts()]


def test_navigation_sheet_opens_by_keyboard(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        more = page.get_by_role("button", name="More")
        sheet = page.get_by_role("dialog", name="More")
        assert len(reachable(page)) == 4
        assert page.evaluate("document.querySelector('.places').scrollWidth") <= PHONE["width"]
        press(more)
        expect(sheet).to_be_visible()
        assert len(reachable(page)) == PLACES
        expect_accessible(page, "the sheet", PHONE)
        with step("the focus stays in it, and comes back with Escape"):
            for _ in range(PLACES + 3):
                page.keyboard.press("Tab")
                assert sheet.evaluate(_FOCUSED_WITHIN)
            page.keyboard.press("Escape")
            expect(sheet).to_be_hidden()
            expect(more).to_be_focused()
        with step("it closes by its button, and leads on"):
            page.keyboard.press("Enter")
            press(sheet.get_by_role("button", name="Close"))
            expect(sheet).to_be_hidden()
            page.keyboard.press("Enter")
            press(sheet.get_by_role("link", name="Audit log"))
            expect(page.get_by_role("heading", name="Audit log", level=1)).to_be_visible()
            expect(more).to_have_attribute("aria-current", "true")


def test_navigation_sheet_opens_without_javascript(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    given = {**browser_context_args, "java_script_enabled": False}
    with at_the_desk(browser, given, unchanged_sample) as page:
        log_in(page, "ravi")
        more = page.locator(".more-places button")
        more.click()
        expect(page.locator("#more")).to_be_visible()
        assert len(reachable(page)) == PLACES
        page.keyboard.press("Escape")
        expect(page.locator("#more")).to_be_hidden()
        more.click()
        page.locator("#more button").click()
        expect(page.locator("#more")).to_be_hidden()
        more.click()
        page.locator("#more a", has_text="Money").click()
        expect(page).to_have_url(re.compile("/money/$"))


def test_wide_window_shows_the_side_navigation(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.get_by_role("link", name="Privacy")).to_be_visible()
        assert len(reachable(page)) == PLACES
        expect(page.get_by_role("button", name="More")).to_be_hidden()


@pytest.mark.parametrize("view", ["", "&view=list"])
def test_calendar_opens_at_today(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str, view: str
) -> None:
    given = {**browser_context_args, "java_script_enabled": False}
    with at_the_desk(browser, given, unchanged_sample) as page:
        log_in(page, "mani")
        page.get_by_role("link", name="Calendar").click()
        expect(page).to_have_url(re.compile("/calendar/#today$"))
        if view:
            page.goto(page.url.replace("#", "?view=list#"))
        today = page.locator("[aria-current=date]")
        expect(today).to_have_count(1)
        expect(today).to_be_in_viewport()
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto("/backoffice/calendar/#today")
        expect(page.locator("[aria-current=date]")).to_be_in_viewport()


def test_closed_days_are_in_view_when_the_calendar_opens(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        page.goto("/backoffice/calendar/?view=list#today")
        page.keyboard.press("End")
        expect(page.get_by_role("link", name="Closed days")).to_be_in_viewport()
        assert page.evaluate("scrollY") > 0
        page.goto("/backoffice/calendar/#today")
        today = page.locator("[aria-current=date]")
        bar = page.locator(".month-bar").bounding_box()
        day = today.bounding_box()
        assert bar
        assert day
        assert day["y"] >= bar["y"] + bar["height"]
        expect(page.get_by_role("link", name="Closed days")).to_be_in_viewport()
