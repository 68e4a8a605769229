"""A customer changes her plan on a small phone, with and without JavaScript; the desk sees what she changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from accessibility import expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, Page, expect
from sample_desk import at_the_desk, log_in
from steps import step

SMALL = {"width": 360, "height": 740}


@pytest.fixture
def desk(browser: Browser, browser_context_args: dict[str, Any], sample: str) -> Iterator[Page]:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        yield page


def address_of_a_plan(desk: Page, at: int) -> str:
    """The customer's page of the list's plan at this position, of those with many boxes to come."""
    desk.goto("/backoffice/plans/?list=starting")
    desk.locator("main a.reference").nth(at).click()
    desk.wait_for_url(re.compile(r"/plans/OT-\w{7}/$"))
    address = desk.get_by_role("link", name="What the customer sees").get_attribute("href")
    assert address
    return address


@contextmanager
def phone(
    browser: Browser, arguments: dict[str, Any], sample: str, **options: Any
) -> Iterator[Page]:
    context = browser.new_context(**{**arguments, "base_url": sample, "viewport": SMALL, **options})
    try:
        yield context.new_page()
    finally:
        context.close()


def expect_usable(page: Page, state: str) -> None:
    page.set_viewport_size(SMALL)  # axe is run in other windows, too
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert small_targets(page) == []
    expect_accessible(page, state)


def skip_first(page: Page) -> None:
    page.locator("[name=box]").first.check()
    page.get_by_role("button", name="Skip what I ticked").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()


def test_customer_skips_in_place_and_the_desk_reads_it(
    browser: Browser, browser_context_args: dict[str, Any], sample: str, desk: Page
) -> None:
    address = address_of_a_plan(desk, 0)
    reference = desk.url.rstrip("/").rpartition("/")[2]
    with phone(browser, browser_context_args, sample) as page:
        with step("the days fit a small phone, and axe finds nothing"):
            page.goto(address)
            page.evaluate("window.isFirstLoad = true")
            expect_usable(page, "the days")
        with step("nothing is sent while there is no connection, and what is ticked stays"):
            page.context.set_offline(True)
            page.locator("[name=box]").first.check()
            page.get_by_role("button", name="Skip what I ticked").click()
            expect(page.get_by_text("We cannot reach our server right now.")).to_be_visible()
            expect(page.locator("[name=box]").first).to_be_checked()
            page.context.set_offline(False)
        with step("a skip is previewed, confirmed and answered without a reload"):
            skip_first(page)
            expect_usable(page, "the preview")
            page.get_by_role("button", name="Skip", exact=True).click()
            done = page.get_by_role("status").filter(has_text="Done: skipped.")
            expect(done).to_be_visible()
            expect(done).to_contain_text(f"{reference}/2")
            expect_usable(page, "the receipt")
            assert page.evaluate("window.isFirstLoad")
        with step("a reload shows the receipt again, and changes nothing"):
            page.reload()
            expect(done).to_be_visible()
            expect(page.get_by_text(f"{reference}/3")).to_have_count(0)
    with step("the change waits in Today, and opening the plan reads it"):
        desk.goto("/backoffice/")
        expect(desk.locator(".beside").filter(has_text="skipped:").first).to_be_visible()
        desk.goto(f"/backoffice/plans/{reference}/")
        history = desk.get_by_role("region", name="History")
        expect(history.get_by_text("The customer,").first).to_be_visible()
        expect(history.get_by_text("new", exact=True)).to_have_count(1)
        desk.reload()
        expect(history.get_by_text("new", exact=True)).to_have_count(0)


@pytest.mark.parametrize("script", [False, True], ids=["without a script", "with its script"])
def test_customer_changes_her_plan_and_an_old_tab_does_not(
    browser: Browser, browser_context_args: dict[str, Any], sample: str, desk: Page, script: bool
) -> None:
    address = address_of_a_plan(desk, 1 + script)
    with phone(browser, browser_context_args, sample, java_script_enabled=script) as page:
        page.goto(address)
        old_tab = page.context.new_page()
        old_tab.goto(address)
        with step("a skip and its undo"):
            skip_first(page)
            page.get_by_role("link", name="Leave it as it is").click()
            skip_first(page)
            page.get_by_role("button", name="Skip", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="Done: skipped.")).to_be_visible()
            page.get_by_role("button", name="Undo").first.click()
            page.get_by_role("button", name="Undo", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="Done: undone.")).to_be_visible()
        with step("a pause, and its end before its time"):
            box = page.locator("[name=first]")
            begin = box.get_attribute("min")
            assert begin
            box.fill(begin)
            page.locator("[name=last]").fill(_later(begin, 9))
            page.get_by_role("button", name="Pause", exact=True).click()
            page.get_by_role("button", name="Pause", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="Done: paused.")).to_be_visible()
            page.get_by_role("button", name="Start again earlier").click()
            page.get_by_role("button", name="Start again", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="Done: resumed.")).to_be_visible()
        with step("what is wrong is said, and nothing changes"):
            page.get_by_role("button", name="Skip what I ticked").click()
            expect(page.get_by_role("alert").filter(has_text="Choose the meals")).to_be_visible()
            if script:
                expect_usable(page, "a refusal")
        with step("a tab that was opened before is told, and shows the plan as it is"):
            old_tab.locator("[name=box]").first.check()
            old_tab.get_by_role("button", name="Skip what I ticked").click()
            has_changed = old_tab.get_by_role("alert").filter(has_text="Your plan has changed")
            expect(has_changed).to_be_visible()
            expect(old_tab.get_by_text("Resumed")).to_be_visible()
            skip_first(old_tab)
            if script:
                expect_usable(old_tab, "the preview in an old tab")


def test_customer_chooses_a_dish_and_an_address(
    browser: Browser, browser_context_args: dict[str, Any], sample: str, desk: Page
) -> None:
    address, day = _address_of_a_choice(desk)
    reference = desk.url.rstrip("/").rpartition("/")[2]
    with step("the desk stores an office for the days of work"):
        desk.goto(f"/backoffice/plans/{reference}/address")
        desk.get_by_label("Address", exact=True).fill("4 Tidel Park, Taramani, Chennai 600 113")
        for weekday in ("Saturday", "Sunday"):
            desk.get_by_label(weekday, exact=True).uncheck()
        desk.get_by_role("button", name="Preview").click()
        desk.get_by_role("button", name="Change address").click()
        expect(desk.get_by_text("Address changed.")).to_be_visible()
    with phone(browser, browser_context_args, sample) as page:
        with step("a day leads to its choices, which fit a small phone"):
            page.goto(address)
            expect_usable(page, "the days")
            page.locator(f'[href="?on={day}"]').click()
            expect(page.locator("[name^=dish_]").first).to_be_visible()
            expect_usable(page, "the choices")
        with step("a dish is chosen by keyboard, and answered by a receipt"):
            page.locator("[name^=dish_]").first.focus()
            page.keyboard.press("Space")
            page.get_by_role("button", name=re.compile(r"^Choose for ")).first.press("Enter")
            expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
            expect_usable(page, "the preview")
            page.get_by_role("button", name="Choose", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="instead of")).to_be_visible()
    with (
        phone(browser, browser_context_args, sample, java_script_enabled=False) as page,
        step("an address is chosen without script, and undone"),
    ):
        page.goto(f"{address}?on={day}")
        page.locator("[name=address]:not(:checked)").first.check()
        page.get_by_role("button", name=re.compile(r"^Send .* there$")).first.click()
        page.get_by_role("button", name="Send it there", exact=True).click()
        done = page.get_by_role("status").filter(has_text="Done: address changed.")
        expect(done).to_contain_text("goes to the")
        expect(page.locator("body")).not_to_contain_text("Tidel")
        page.get_by_role("button", name="Undo").first.click()
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.get_by_role("status").filter(has_text="Done: undone.")).to_be_visible()


def _address_of_a_choice(desk: Page) -> tuple[str, str]:
    """The customer's page of the list's first plan with a choice of dishes, and its day; the desk is at the plan."""
    for at in range(20):
        address = address_of_a_plan(desk, at)
        days = re.findall(r'href="\?on=([\d-]+)"', desk.request.get(address).text())
        if days:
            return address, days[0]
    raise AssertionError("no plan with a choice")


def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
