"""The Today page: each figure links to the list that it counts, on a phone by keyboard."""

from __future__ import annotations

import re
from typing import Any

from accessibility import expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, Locator, Page, expect
from sample_desk import PHONE, at_the_desk, log_in, press
from steps import step


def line(page: Page, words: str) -> Locator:
    return page.get_by_role("main").get_by_role("link").filter(has_text=re.compile(words))


def follow(page: Page, words: str) -> str:
    """Follow the figure's link to its list; return the figure."""
    page.goto("/backoffice/")
    link = line(page, words).first
    figure = link.locator("strong").inner_text()
    press(link)
    page.wait_for_url(lambda address: not address.endswith("/backoffice/"))
    return figure


def test_each_figure_links_to_the_list_it_counts(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        with step("an owner begins here"):
            expect(page.get_by_role("heading", name="To do")).to_be_visible()
            expect(page.get_by_role("link", name="Today", exact=True)).to_be_visible()
        with step(
            "new requests, those that did not arrive, paused plans and whom to call are counted"
        ):
            assert follow(page, "new request") == str(page.locator("li.request").count())
            assert follow(page, "not delivered: decide") == str(
                page.get_by_role("button", name=re.compile("Replace")).count()
            )
            assert follow(page, "plans? paused") == str(page.locator(".plan-row").count())
            assert follow(page, "ends? this week") == str(page.locator(".plan-row").count())
        with step("what is owed stands above those who owe it"):
            owed = follow(page, "due from")
            expect(page.get_by_text(f"{owed} due from")).to_be_visible()
        with step("boxes to cook are those of the sheet"):
            boxes = follow(page, "so far; can change until|final|to cook|on the way|done")
            assert page.locator(".meal.here .boxes").inner_text() == boxes
        with step("the same again is two taps: what it costs today, and the order"):
            page.goto("/backoffice/")
            press(page.get_by_role("link", name=re.compile("^Reorder")).first)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("^Save"))).to_have_count(1)


def test_today_is_accessible_and_fits_narrow_phones(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        for name in ("ravi", "priya"):
            page.set_viewport_size(PHONE)
            log_in(page, name)
            page.goto("/backoffice/")
            expect(page.get_by_role("heading", name="Money")).to_be_visible()
            assert small_targets(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            expect_accessible(page, f"Today of {name}")
            page.get_by_role("button", name="Log out").click()
            page.wait_for_url(re.compile("login"))
