"""Errors between the plan timeline and the server show a message, and no action runs twice."""

from __future__ import annotations

import re
from typing import Any

from plan_timeline import first_open, open_a_plan
from playwright.sync_api import Browser, Page, Route, expect
from running_shop import PASSWORD
from sample_desk import at_the_desk, log_in
from steps import step
from test_desk_pages import faults

DONE = re.compile(r"\?done=\d+$")


def prepare_skip(page: Page, why: str) -> None:
    """Tick the first open day and fill in the form, without the final press."""
    first_open(page).click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("form [role=status] li").first).to_be_visible()
    page.get_by_label("Other reason").fill(why)


def skip(page: Page) -> None:
    page.get_by_role("form").get_by_role("button", name="Skip").click()


def test_stale_tab_shows_later_changes(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "status of 409") as page:
        log_in(page, "priya")
        open_a_plan(page)
        other = page.context.new_page()
        other.goto(page.url)
        prepare_skip(other, "Away")
        prepare_skip(page, "Away")
        skip(other)
        other.wait_for_url(DONE)
        skip(page)
        notice = page.get_by_role("alert")
        expect(notice).to_contain_text("has changed since you opened this page")
        expect(notice.get_by_role("listitem")).to_contain_text(
            re.compile(r"You, .*: Skipped\. .* of ")
        )
        assert faults(page, "stale") == []
        page.get_by_role("link", name="Show it as it is now").click()
        expect(page.get_by_text("“Away”").first).to_be_visible()


def test_offline_action_is_done_by_a_retry(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "ERR_INTERNET") as page:
        log_in(page, "priya")
        open_a_plan(page)
        prepare_skip(page, "No network")
        with step("it is said that no answer came"):
            page.context.set_offline(True)
            skip(page)
            expect(page.get_by_role("alert")).to_contain_text("No answer from the server")
            assert faults(page, "offline") == []
        with step("what is filled in is still there, and is sent by another press"):
            page.context.set_offline(False)
            skip(page)
            page.wait_for_url(DONE)
            expect(page.get_by_text("“No network”").first).to_be_visible()


def test_retry_after_a_lost_response_finds_the_result(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "ERR_FAILED", "status of 409") as page:
        log_in(page, "priya")
        open_a_plan(page)
        prepare_skip(page, "The answer was lost")

        def lose(call: Route) -> None:
            call.fetch()
            call.abort()

        page.route("**/skip", lose, times=1)
        skip(page)
        expect(page.get_by_role("alert")).to_contain_text("may or may not be saved")
        with step("the second press tells that the first one was saved, and does nothing"):
            skip(page)
            notice = page.get_by_role("alert").get_by_role("listitem")
            expect(notice).to_contain_text(re.compile(r"You, .*: Skipped\."))
            page.get_by_role("link", name="Show it as it is now").click()
            kept = page.locator(".changes").get_by_text("“The answer was lost”")
            expect(kept).to_have_count(1)


def test_action_continues_after_login_in_another_tab(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    expected = ("status of 401", "status of 403")
    with at_the_desk(browser, browser_context_args, sample, *expected) as page:
        log_in(page, "priya")
        open_a_plan(page)
        prepare_skip(page, "Logged out")
        page.context.clear_cookies(name="sessionid")
        skip(page)
        expect(page.get_by_role("alert")).to_contain_text("You have been logged out")
        assert faults(page, "logged out") == []
        beside = page.context.new_page()
        beside.goto("/backoffice/")
        beside.get_by_label("Name").fill("priya")
        beside.get_by_label("Password").fill(PASSWORD)
        beside.get_by_role("button", name="Log in").click()
        expect(beside.get_by_role("button", name="Log out")).to_be_visible()
        skip(page)
        page.wait_for_url(DONE)
        expect(page.get_by_text("“Logged out”").first).to_be_visible()
