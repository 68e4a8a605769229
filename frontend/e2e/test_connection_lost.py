"""The notice for a lost connection or a failed code load, and automatic recovery."""

from __future__ import annotations

import re

import pytest
from hydration import open_hydrated, wait_until_hydrated
from ordering import VEG, Visitor
from playwright.sync_api import Page, Route, expect
from steps import step
from waiting import wait_for

CODE = re.compile(r"/assets/[^/]+\.js$")


@pytest.fixture
def expected_console() -> list[str]:
    return [r"ERR_(FAILED|INTERNET_DISCONNECTED)", "Failed to fetch dynamically imported module"]


def refuse(route: Route) -> None:
    route.abort()


def test_failed_screen_load_shows_a_notice_and_recovers(page: Page, shop: str) -> None:
    open_hydrated(page, shop + "/order/")
    page.route(CODE, refuse)
    page.get_by_role("contentinfo").get_by_role("link", name="Veg meals", exact=True).click()
    expect(page.get_by_role("heading", name="This page did not load")).to_be_visible()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Veg Meals")).to_be_visible()
    wait_until_hydrated(page)
    expect(page).to_have_url(shop + VEG.selection)


@pytest.mark.parametrize("code", ["hydrate", "BirthdayPage"])
def test_page_without_hydration_keeps_values(
    page: Page, shop: str, code: str, expected_console: list[str]
) -> None:
    expected_console.append("was preloaded using link preload")
    page.route(re.compile(rf"/assets/{code}-[^/]+\.js$"), refuse)
    page.goto(shop + "/order/birthday")
    notice = page.get_by_role("alert").filter(has_text="This page hasn’t loaded fully.")
    expect(notice).to_be_visible()
    with step("what was prerendered is there, and can be typed into"):
        expect(page.get_by_role("heading", name="Book Your Event")).to_be_visible()
        page.get_by_label("Name").fill("Farida Begum")
    with step("a line that is gone again does no harm"):
        with page.expect_request(CODE):
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(notice).to_be_visible()
        expect(page.get_by_label("Name")).to_have_value("Farida Begum")
    page.unroute_all()

    def is_loaded() -> bool:
        page.evaluate("dispatchEvent(new Event('online'))")  # the refused attempt may still run
        return notice.count() == 0

    wait_for(is_loaded, "the page is loaded after all", page)
    wait_until_hydrated(page)
    expect(page.get_by_label("Name")).to_have_value("Farida Begum")


def test_notice_button_reloads_the_page(page: Page, shop: str) -> None:
    page.route(re.compile(r"/assets/hydrate-[^/]+\.js$"), refuse)
    page.goto(shop + "/order/birthday")
    reload = page.get_by_role("alert").get_by_role("button", name="Reload")
    expect(reload).to_be_visible()
    page.unroute_all()
    reload.click()
    expect(reload).to_have_count(0)
    wait_until_hydrated(page)


def test_failed_dish_details_leave_the_menu_unchanged(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    open_hydrated(page, shop + VEG.selection)
    visitor.tick("Berry Smoothie")
    page.route(re.compile("/assets/DishDetails-"), refuse)
    page.get_by_role("button", name="View details: Berry Smoothie").click()
    dialog = page.get_by_role("dialog", name="Berry Smoothie")
    expect(dialog).to_contain_text("The details did not load.")
    page.keyboard.press("Escape")
    expect(visitor.box("Berry Smoothie")).to_be_checked()
