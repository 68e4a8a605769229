"""Notification of customers by mail and WhatsApp when a day is closed and when it is reopened."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Page, Route, expect
from sample_desk import at_the_desk, log_in
from steps import step
from test_desk_pages import faults

WHATSAPP = re.compile(r"^https://wa\.me/")
REFUSED = "409"  # a colleague's change came first


def next_day_to_close() -> str:
    """The next working day with boxes in the sample shop whose cut-off has not passed."""
    day = datetime.now(UTC).date() + timedelta(days=3)
    while day.weekday() == 6:
        day += timedelta(days=1)
    return f"{day}"


def tap(page: Page) -> str:
    """Press the first customer's WhatsApp button; return the text of the tab it opens."""
    with page.context.expect_page() as opened:
        page.locator("li[id^=customer] button").first.click()
    tab = opened.value
    tab.wait_for_url(WHATSAPP)
    text = parse_qs(urlsplit(tab.url).query)["text"][0]
    tab.close()
    return text


def answer(route: Route) -> None:
    """Replace WhatsApp's response."""
    route.fulfill(body="<title>WhatsApp</title>", content_type="text/html")


def test_customers_are_notified_of_closing_and_reopening(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    found: list[str] = []
    with at_the_desk(browser, browser_context_args, sample) as page:
        page.context.route(WHATSAPP, answer)
        log_in(page, "ravi")
        with step("closing the day leads to those whom it moves"):
            page.goto("/backoffice/closed-days/")
            page.get_by_label("Day", exact=True).fill(next_day_to_close())
            page.get_by_label("Reason").fill("Feast")
            page.get_by_role("button", name="Preview").click()
            page.get_by_role("button", name="Close this day").click()
            expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("closed$"))
            listed = page.url
            found += faults(page, "customers to tell")
        with step("one tap opens WhatsApp, and the list says by whom"):
            text = tap(page)
            assert "We are closed on" in text
            page.reload()
            first = page.locator("li[id^=customer]").first
            expect(first).to_contain_text(re.compile(r"Told\s+Opened \d+(:\d\d)? [ap]m by ravi"))
        with step("one button mails the others"):
            page.get_by_role("button", name=re.compile(r"^Mail \d+ customers?$")).click()
            expect(page.get_by_role("status")).to_contain_text("will be saved as a file at")
            expect(page.get_by_role("button", name=re.compile("^Mail"))).to_have_count(0)
            found += faults(page, "customers told")
        with (
            step("a colleague whose page is old hears that it was opened"),
            at_the_desk(browser, browser_context_args, sample, REFUSED) as other,
        ):
            log_in(other, "priya")
            other.goto(listed)
            form = other.locator("li[id^=customer] form").first
            form.locator("[name=again]").evaluate("it => it.remove()")
            with other.context.expect_page() as opened:
                form.locator("button").click()
            expect(opened.value.get_by_role("alert")).to_contain_text("ravi has opened it")
            found += faults(opened.value, "opened by a colleague")
        with step("reopened, the mails are withdrawn, and who has read it is told again"):
            page.goto("/backoffice/closed-days/")
            feast = page.get_by_role("listitem").filter(has_text="Feast")
            feast.get_by_role("button", name=re.compile("^Reopen")).click()
            expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("open again$"))
            expect(page.locator("li[id^=customer]")).to_have_count(1)
            assert "after all" in tap(page)
            found += faults(page, "told again")
    assert found == []
