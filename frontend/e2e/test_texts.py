"""The desk's pages use common terms consistently."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect
from sample_desk import at_the_desk, log_in
from steps import step

# Former or alternative terms that must not appear.
ODD = re.compile(
    r"Waits for you|Look what it|Leave it as it is|Nobody's|Somebody|The same again|Owing|\bowed\b|"
    r"Within our zone|To ask:|Make it up|Goes by|On no route|Take (it )?back|give back|tick that|"
    r"kitchen counts on|Never here yet|called back|Part them|no such thing|"
    r"[Ff]orfeit|Known, from|Same as last time|, today: |\bW\d-[BLD]-|[ap]\.m\.|(?<!\d)\d?\d:\d\d(?! ?[ap]m)",
)


def page_text(page: Page, address: str) -> str:
    page.goto(address)
    return page.get_by_role("main").inner_text()


def first_request(page: Page, listed: str) -> str:
    page.goto(f"/backoffice/requests/{listed}")
    found = page.locator("main a[href*='/requests/OT-']").first.get_attribute("href")
    assert found
    return found


def test_desk_uses_common_terms(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        with step("the first page says what is to do"):
            page.goto("/backoffice/")
            for name in ("To do", "Appointments and events", "Money"):
                expect(page.get_by_role("heading", name=name)).to_be_visible()
        with step("lists are open, unassigned and due"):
            page.goto("/backoffice/requests/")
            for name in ("Unassigned", "Payment due", "Follow-up due"):
                expect(page.get_by_text(name, exact=True).first).to_be_attached()
        with step("an order has delivery details, payments and a cancel button of its own name"):
            page.goto(first_request(page, "?status=new&kind=veg"))
            expect(page.get_by_role("heading", name="Delivery details")).to_be_visible()
            expect(page.get_by_text("In delivery area").first).to_be_attached()
            expect(page.get_by_text("Record a payment")).to_be_attached()
            expect(page.locator("summary", has_text="Cancel this order")).to_be_attached()
        with step("an enquiry is called that"):
            page.goto(first_request(page, "?status=all&kind=event"))
            expect(page.locator("summary", has_text="Cancel this order")).to_have_count(0)
        with step("the log has its name"):
            page.goto("/backoffice/")
            page.get_by_role("button", name="More").click()
            expect(page.get_by_role("link", name="Audit log")).to_be_visible()


def test_no_desk_page_uses_former_terms(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        pages = [
            "/backoffice/",
            "/backoffice/requests/?status=all",
            first_request(page, "?status=new&kind=veg"),
            first_request(page, "?status=confirmed"),
            "/backoffice/plans/",
            "/backoffice/plans/?list=call",
            "/backoffice/plans/?list=ending",
            "/backoffice/closed-days/",
            "/backoffice/kitchen/items/",
            "/backoffice/runs/routes/",
            "/backoffice/runs/failed/",
            "/backoffice/mails/",
            "/backoffice/money/",
            "/backoffice/money/?list=refunds",
            "/backoffice/calendar/?view=list",
            "/backoffice/kitchen/",
            "/backoffice/runs/",
            "/backoffice/reports/",
            "/backoffice/staff/",
            "/backoffice/audit/",
            "/backoffice/privacy/",
            "/backoffice/account/",
        ]
        for address in pages:
            with step(f"{address} says it plainly"):
                assert not ODD.findall(page_text(page, address))
