"""Reordering from the status page: on a phone, without JavaScript, with two tabs open."""

from __future__ import annotations

import re
from typing import Any

from accessibility import expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, Page, expect
from sample_desk import PHONE, at_the_desk, log_in, press
from steps import step

# List items whose text wraps within a word.
BROKEN_WORDS = """(list) => [...list.querySelectorAll("li")].flatMap((item) =>
  [...item.firstChild.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(item.firstChild, word.index);
    range.setEnd(item.firstChild, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word))"""


def status_page_url(page: Page) -> str:
    """The status page URL of a completed veg order, as linked from its mail."""
    page.goto("/backoffice/requests/?status=completed&kind=veg")
    page.locator("main a[href*='/requests/OT-']").first.click()
    address = page.get_by_role("link", name="Customer's page").get_attribute("href")
    assert address is not None
    return address


def test_reorder_from_two_tabs_is_stored_once(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        address = status_page_url(page)
    context = browser.new_context(**{**browser_context_args, "base_url": sample, "viewport": PHONE})
    one, other = context.new_page(), context.new_page()
    one.goto(address)
    with step("on a narrow phone no word of its steps is broken"):
        one.set_viewport_size({"width": 320, "height": 640})
        assert one.locator(".way").evaluate(BROKEN_WORDS) == []
        one.set_viewport_size(PHONE)
    with step("the status page leads there"):
        press(one.get_by_role("link", name="See today's price"))
        expect(one.get_by_role("heading", name="Order this again")).to_be_visible()
        other.goto(one.url)
        expect(other.get_by_role("heading", name="Order this again")).to_be_visible()
    with step("today's price stands there before anything is sent"):
        expect(one.get_by_role("heading", name="Amounts")).to_be_visible()
        expect(one.locator(".sums")).to_contain_text("₹")
        assert one.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert small_targets(one) == []
    with step("one press sends it"):
        press(one.get_by_role("button", name="Order this again"))
        expect(one.get_by_text(re.compile(r"^OT-")).first).to_be_visible()
        made = one.url
        assert made != address
    with step("the other tab comes to the same one"):
        other.get_by_role("button", name="Order this again").click()
        other.wait_for_url(made)
    with step("axe finds nothing on the way"):
        one.goto(address)
        one.get_by_role("link", name="See today's price").click()
        expect(
            one.get_by_role("heading", name="You have already ordered this again")
        ).to_be_visible()
        expect_accessible(one, "asking for the same again")
    context.close()
