"""The owner's menu on a phone: prices in view, no dead end before publishing, and two people at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from layout_checks import small_targets
from playwright.sync_api import Browser, Locator, Page, expect
from running_shop import PASSWORD
from sample_desk import at_the_desk, log_in
from steps import step

MENU = "/backoffice/menu/"


@pytest.fixture
def owner(browser: Browser, browser_context_args: dict[str, Any], sample: str) -> Iterator[Page]:
    touch = {**browser_context_args, "has_touch": True}
    with at_the_desk(browser, touch, sample, "status of (409|422)") as page:
        log_in(page, "ravi")
        yield page


def price(page: Page, dish: str, tier: str = "Week") -> Locator:
    return page.get_by_label(f"{dish}, {tier}", exact=True)


def test_from_a_price_to_its_edition_and_back(owner: Page) -> None:
    page = owner
    with step("the first dish with its prices is in view, above the bar that saves"):
        page.goto(MENU)
        fields = page.locator(".price-row").first.locator("[data-was]")
        bar = page.locator(".save-bar").bounding_box()
        assert bar
        for field in fields.all():
            place = field.bounding_box()
            assert place
            assert place["y"] + place["height"] <= bar["y"]
    with step("a saved price leads on to what it changes, and from there to publishing"):
        price(page, "Berry Smoothie").fill("270")
        page.get_by_role("button", name="Save prices").tap()
        expect(page.get_by_role("status").first).to_contain_text("1 price is saved, not live yet.")
        page.locator(".save-bar").get_by_role("link", name="What changes").tap()
        expect(page.get_by_text("Berry Smoothie: week ₹266 to ₹270.")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Publish", exact=True).tap()
        expect(page.get_by_role("heading", name="Publish", exact=True)).to_be_in_viewport()
    with step("a time is Indian time; the scheduled edition is taken back"):
        page.get_by_label("Later, at this time (IST)").check()
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Publish", exact=True).tap()
        expect(page.get_by_text(re.compile("goes live on .* at 6:00 am IST"))).to_be_visible()
        page.get_by_role("button", name="Take it back").tap()
        expect(page.get_by_text("Version 1 is taken back. It does not go live.")).to_be_visible()
    with step("on every page of the menu its own tab is in view"):
        for path in ("", "differences/", "editions/", "spreadsheet/", "sold-out/"):
            page.goto(MENU + path)
            expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=0.9)
            assert small_targets(page) == []


@pytest.mark.parametrize("width", [390, 640, 1280])
def test_prices_stand_in_the_row_of_their_dish(owner: Page, width: int) -> None:
    owner.set_viewport_size({"width": width, "height": 900})
    owner.goto(MENU)
    heads = owner.locator(".price-grid thead th")
    for row in owner.locator(".price-row").all()[:3]:
        outer = row.bounding_box()
        assert outer
        for at, cell in enumerate(row.locator("td").all()):
            inner = cell.locator("input").bounding_box()
            assert inner
            assert outer["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
            assert outer["y"] <= inner["y"]
            assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
            if width >= 640 and at > 0:  # the cell of the tick stands before the dish's name
                head = heads.nth(at + 1).bounding_box()
                assert head
                assert head["height"] > 10
                assert head["x"] <= inner["x"] < head["x"] + head["width"]


def test_a_note_typed_after_the_session_ended_is_offered_after_the_log_in(owner: Page) -> None:
    page = owner
    page.goto(f"{MENU}dishes/veg/berry-smoothie/")
    cookies = page.context.cookies()
    page.get_by_label("Description").fill("Typed without knowing that the session had ended.")
    page.context.clear_cookies(name=next(c["name"] for c in cookies if "session" in c["name"]))
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_text("You had been logged out")).to_contain_text("kept in this tab")
    page.get_by_label("Name").fill("ravi")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: "login" not in address)
    page.goto(f"{MENU}dishes/veg/berry-smoothie/")
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Description")).to_have_value(
        "Typed without knowing that the session had ended."
    )


def test_of_two_editors_the_second_sees_the_first_and_loses_nothing_typed(
    browser: Browser, browser_context_args: dict[str, Any], sample: str, owner: Page
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "status of (409|422)") as desk:
        log_in(desk, "priya")
        for page in (owner, desk):
            page.goto(MENU)
        with step("prices: a colleague's is said beside the field, what was typed stays"):
            price(desk, "Chikoo Date Smoothie").fill("230")
            desk.get_by_role("button", name="Save prices").click()
            price(owner, "Chikoo Date Smoothie").fill("235")
            price(owner, "Dry Fruit Smoothie").fill("280")
            owner.get_by_role("button", name="Save prices").tap()
            expect(owner.get_by_text("has since changed this to ₹230").first).to_be_visible()
            expect(price(owner, "Chikoo Date Smoothie")).to_have_value("235")
            expect(price(owner, "Dry Fruit Smoothie")).to_have_value("280")
            owner.get_by_role("button", name="Save prices").tap()
            expect(owner.get_by_text("2 prices are saved, not live yet.")).to_be_visible()
        with step("a dish: what only the colleague changed is taken over"):
            path = f"{MENU}dishes/veg/berry-smoothie/"
            for page in (owner, desk):
                page.goto(path)
            desk.get_by_label("15 days, ₹").fill("240")
            desk.get_by_role("button", name="Save", exact=True).click()
            owner.get_by_label("Name", exact=True).fill("Berry Protein Smoothie")
            owner.get_by_role("button", name="Save", exact=True).tap()
            expect(owner.get_by_label("Name", exact=True)).to_have_value("Berry Protein Smoothie")
            expect(owner.get_by_label("15 days, ₹")).to_have_value("240")
            expect(owner.get_by_role("alert")).to_contain_text("priya")
            owner.get_by_role("button", name="Save", exact=True).tap()
            expect(owner.get_by_text("Saved, not live yet.")).to_be_visible()
            expect(owner.get_by_label("15 days, ₹")).to_have_value("240")
        with step("publishing: a draft that was changed meanwhile is shown again"):
            owner.goto(f"{MENU}differences/")
            desk.goto(MENU)
            price(desk, "Mango Shake").fill("236")
            desk.get_by_role("button", name="Save prices").click()
            expect(desk.get_by_text("1 price is saved, not live yet.")).to_be_visible()
            owner.get_by_label("Your password").fill(PASSWORD)
            owner.get_by_role("button", name="Publish", exact=True).tap()
            expect(owner.get_by_role("alert")).to_contain_text("Not published.")
            expect(owner.get_by_role("alert")).to_contain_text("Mango Shake")
