"""An owner's monthly report: on a phone by keyboard, on a computer, in print and as a download."""

from __future__ import annotations

import re
from typing import Any

from accessibility import NARROW, expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, expect
from sample_desk import at_the_desk, log_in, press
from steps import step

_CRORES = "(cells) => cells.forEach((each) => { each.textContent = '₹12,34,56,789.50' })"


def test_owner_reads_and_downloads_the_monthly_report(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        page.goto("/backoffice/reports/")
        with step("the last 30 days stand there as pictures, each with its name"):
            for name in ("Booked and received", "Requests and confirmations", "Boxes", "Customers"):
                expect(page.get_by_role("img", name=name, exact=True)).to_be_visible()
            assert small_targets(page) == []
        with step("crores of rupees go sideways within their table alone, not with the page"):
            before = page.viewport_size
            assert before
            page.locator(".report-list td").evaluate_all(_CRORES)
            expect_accessible(page, "a report with crores of rupees", NARROW)
            assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
            page.set_viewport_size(before)
            page.reload()
        with step("the figures of a picture open below it"):
            press(page.get_by_text("Money booked and received: figures"))
            table = page.get_by_role("table", name="Money booked and received")
            expect(table.locator("tbody tr")).to_have_count(30)
            assert page.evaluate("document.documentElement.scrollWidth") == 360
        with step("axe finds nothing, on a phone and on a computer"):
            expect_accessible(page, "a report with figures open")
        with step("weeks are one press away, and the address keeps them"):
            page.get_by_role("link", name="By Week").click()
            expect(page).to_have_url(re.compile(r"\?range=last-30-days&by=week$"))
        with step("a table is taken away"):
            page.get_by_text("Money booked and received: figures").click()
            with page.expect_download() as taken:
                page.get_by_role("button", name=re.compile("CSV.*Money booked")).click()
            assert taken.value.suggested_filename.startswith("money-")
        with step("days that cannot be are refused in a sentence, and nothing is shown"):
            page.goto("/backoffice/reports/?from=2026-11-05&to=2026-11-01")
            expect(page.get_by_role("alert")).to_have_text("The last day is before the first.")
            expect(page.get_by_label("From")).to_have_value("2026-11-05")
            expect_accessible(page, "a report that is refused")
