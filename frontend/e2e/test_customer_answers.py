"""A customer answers the shop's questions on a small phone without JavaScript; the desk applies the answers."""

from __future__ import annotations

import re
from typing import Any

from accessibility import expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, Page, expect
from sample_desk import PHONE, at_the_desk, log_in
from steps import step


def expect_contradiction_refused(page: Page) -> None:
    with step("no allergies beside an allergy is refused before anything is sent"):
        none = page.get_by_label("No allergies")
        none.check()
        page.get_by_label("Milk").check()
        page.get_by_role("button", name="Send your answers").click()
        expect(none).to_be_focused()
        assert none.evaluate("box => box.validationMessage").startswith("Either no allergies")
        page.get_by_label("Milk").uncheck()
        assert none.evaluate("box => box.validity.valid")


def test_customer_answers_without_javascript_and_desk_applies_them(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as desk:
        log_in(desk, "priya")
        desk.goto("/backoffice/requests/?status=new&kind=veg")
        desk.locator("main a[href*='/requests/OT-']").first.click()
        desk.wait_for_url(re.compile(r"/OT-\w{7}/$"))
        address = desk.get_by_role("link", name="Customer's page").get_attribute("href")
        assert address
        small = {**browser_context_args, "base_url": sample, "viewport": PHONE}
        with step("every question fits a small phone, and axe finds nothing"):
            context = browser.new_context(**small)
            page = context.new_page()
            page.goto(f"{address}/start/")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            assert small_targets(page) == []
            expect_accessible(page, "the questions")
            expect_contradiction_refused(page)
            context.close()
        with step("without script a mistake is said beside its question, and the rest is kept"):
            context = browser.new_context(**small, java_script_enabled=False)
            page = context.new_page()
            page.goto(address)
            page.get_by_role("link", name="Answer now").click()
            page.get_by_label("No allergies").check()
            page.get_by_label("Milk").check()
            page.get_by_label("Note for the rider").fill("Second floor")
            page.get_by_role("button", name="Send your answers").click()
            expect(page.get_by_text("Either no allergies, or those")).to_be_visible()
            expect(page.get_by_label("Note for the rider")).to_have_value("Second floor")
        with step("what is sent is thanked for, and not shown"):
            page.get_by_label("Milk").uncheck()
            page.get_by_label("Which day should we start?").select_option(index=2)
            page.get_by_role("button", name="Send your answers").click()
            expect(page.get_by_text("Thank you, we have your answers.").or_(
                page.get_by_role("heading", name="Thank you"))).to_be_visible()  # fmt: skip
            expect(page.get_by_text("Second floor")).to_have_count(0)
            context.close()
        with step("the list says so, and one button uses it"):
            desk.goto("/backoffice/requests/?status=new&kind=veg")
            desk.get_by_role("link", name=re.compile(r"^Answered \d+(:\d\d)? [ap]m$")).click()
            assert desk.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            expect_accessible(desk, "the answers beside what is saved")
            desk.get_by_role("button", name="Use these answers").click()
            expect(desk.get_by_role("status").filter(has_text="are saved.")).to_be_visible()
            expect(desk.get_by_label("Door note for the rider")).to_have_value("Second floor")
