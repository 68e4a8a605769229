"""The desk's plan timeline: by keyboard on a 360 px phone, by touch, and without JavaScript."""

from __future__ import annotations

import re
from typing import Any

from plan_timeline import first_open, open_a_plan, sentence_of
from playwright.sync_api import Browser, expect
from sample_desk import at_the_desk, log_in, press, tab_to
from steps import step
from test_desk_pages import faults

_REACHING_OVER = """card => {
  const edges = card.getBoundingClientRect();
  return [...card.querySelectorAll(":not(.visually-hidden, .visually-hidden *, [hidden], script)")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && (left < edges.left || right > edges.right);
  }).map((each) => each.className);
}"""


def test_days_are_previewed_skipped_and_undone_by_keyboard(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        with step("plans have a place in the navigation"):
            press(page.get_by_role("navigation", name="Desk").get_by_role("link", name="Plans"))
            expect(page.get_by_role("heading", name="Plans", level=1)).to_be_visible()
        open_a_plan(page)
        expect(page.get_by_text("Select days to skip, move or change.")).to_be_visible()
        with step("the arrow keys go from day to day, and the space bar ticks"):
            day = first_open(page)
            day.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
            expect(day).to_be_focused()
            page.keyboard.press("Space")
            expect(
                page.get_by_role("status").filter(has_text="1 box is selected.")
            ).to_be_attached()
        with step("what a skip does is told, and seen in the weeks, before it is done"):
            press(page.get_by_role("button", name="Skip"))
            expect(page.get_by_role("form")).to_be_visible()
            expect(page.locator("form [role=status] li").first).to_contain_text("moves to")
            sentence = sentence_of(page)
            expect(page.get_by_text("a box would come here")).to_have_count(1)
        with step("the Escape key leaves it as it is, where it was begun"):
            page.keyboard.press("Escape")
            expect(page.get_by_text("a box would come here")).to_have_count(0)
            expect(page.get_by_role("button", name="Skip")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_text("a box would come here")).to_have_count(1)
        with step("it is done for a reason of one tap"):
            tab_to(page.get_by_role("radio").first)
            page.keyboard.press("Space")
            press(page.get_by_role("form").get_by_role("button", name="Skip"))
            page.wait_for_url(re.compile(r"\?done=\d+$"))
            expect(page.get_by_text(sentence).first).to_be_visible()
            expect(page.get_by_text("“The customer asked”").first).to_be_visible()
        with step("it is undone at once"):
            press(page.get_by_role("button", name="Undo"))
            expect(page.get_by_role("listitem").filter(has_text="Undone.").first).to_be_visible()
        with step("nothing of it scrolls sideways, or reaches over the edges of its card"):
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            assert page.locator(".card.timeline").evaluate(_REACHING_OVER) == []


def test_box_is_moved_by_pressing_a_day(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "status of 422") as page:
        log_in(page, "priya")
        open_a_plan(page)
        with step("the bar lies over the foot as soon as a day is ticked"):
            first_open(page).click()
            expect(page.get_by_role("group", name="With selected")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Move", exact=True).click()
        with step("a day without a box is pressed"):
            day = page.get_by_role("button", name=re.compile("^Move to Sun")).first
            day.click()
            expect(page.locator("form [role=status] li").first).to_contain_text("moves to Sun")
        with step("without a reason it is refused, and asked for"):
            page.get_by_role("button", name="Move", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text("Please choose a reason.")
            expect(page.get_by_label("Other reason")).to_be_focused()
        page.keyboard.type("Visitors on Sunday")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"\?done=\d+$"))
        expect(page.get_by_text("“Visitors on Sunday”").first).to_be_visible()


def test_actions_work_as_forms_without_javascript(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(
        browser, {**browser_context_args, "java_script_enabled": False}, sample
    ) as page:
        log_in(page, "priya")
        open_a_plan(page)
        with step("a day is ticked, and the bar is there"):
            first_open(page).check()
            page.get_by_role("button", name="Skip").click()
        with step("what it does is shown before it is done"):
            expect(page.get_by_role("heading", name="What will change")).to_be_visible()
            sentence = sentence_of(page)
        page.get_by_label("Travelling").check()
        page.get_by_role("button", name="Skip").click()
        expect(page.get_by_text(sentence).first).to_be_visible()
        with step("it is undone"):
            page.get_by_role("button", name="Undo").click()
            expect(page.get_by_text("Undone.").first).to_be_visible()


def test_previews_are_accessible_and_fit_narrow_phones(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "status of 422") as page:
        log_in(page, "ravi")
        open_a_plan(page)
        plan = page.url
        box = first_open(page).get_attribute("value")
        found = []
        for name in ("Skip", "Move", "Pause from here"):
            page.goto(plan)
            first_open(page).click()
            found += faults(page, "ticked")
            page.get_by_role("button", name=name, exact=True).click()
            if name == "Move":
                page.get_by_role("button", name=re.compile("^Move to Sun")).first.click()
            expect(page.locator("form [role=status] li").first).to_be_visible()
            found += faults(page, name)
        page.goto(plan)
        page.get_by_text("Legend").click()
        found += faults(page, "the signs")
        for address in ("box", "days", "pause", f"skip?servings={box}", f"box?servings={box}"):
            page.goto(f"{plan}{address}")
            page.locator(".whose").evaluate("it => { it.textContent = 'W'.repeat(90) }")
            found += faults(page, f"{address}, for a name without spaces")
        with step("a day that is about to be closed"):
            page.goto("/backoffice/closed-days/")
            page.get_by_label("Day", exact=True).fill("2099-01-01")
            page.get_by_label("Reason").fill("Feast")
            page.get_by_role("button", name="Preview").click()
            found += faults(page, "refused")
    assert found == []
