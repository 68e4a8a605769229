"""Form values and ticks survive reload, back, forward and a failed submission, and are cleared with their session."""

from __future__ import annotations

import re

import pytest
from form_cases import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NUTRITION,
    SUBSCRIPTION,
    TRAY_FORM,
    Form,
    each,
)
from hydration import open_hydrated, open_without_scripts, wait_until_hydrated
from mock_responses import mock_reply
from ordering import TRAY, Visitor
from playwright.sync_api import Page, expect
from steps import step
from waiting import wait_until

KEEPING = each(TRAY_FORM, APPOINTMENT, nightly=(EVENT, SUBSCRIPTION, COMBOS))
TABLES = "/order/mealsubscription"
PICKER = "/order/Meal/Weeklyandmonthlycombos"


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


def stored(page: Page) -> str:
    """All browser storage and history state that outlives the page."""
    text: str = page.evaluate(
        "JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])"
    )
    return text


def follow(page: Page, path: str) -> None:
    """Follow the page's own link to a path."""
    page.locator(f'a[href="{path}"]').first.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile(f"{path}$"))


def other_flow(form: Form) -> str:
    return TABLES if form is not SUBSCRIPTION else "/order/birthday"


@KEEPING
def test_values_survive_reload_back_forward_and_failure_and_clear_on_success(
    page: Page, shop: str, form: Form
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    form.come(page, shop)
    form.fill(page)
    with step("a reload keeps what was typed"):
        page.reload()
        form.reopen(page)
        expect(form.submit_button(page)).to_be_enabled()
        form.expect_held(page)
    with step("what was typed is in the history entry alone"):
        elsewhere = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        typed = [value for value in form.fields.values() if len(value) > 3]
        assert [value for value in typed if value in elsewhere] == []
    with step("back and forward keep what was typed"):
        go_back_and_forward(page, form)
        form.reopen(page)
        form.expect_held(page)
    with step("a failed send and a reload keep what was typed"):
        mock_reply(page, form.call, None)
        with page.expect_event("requestfailed"):
            form.submit_button(page).click()
        page.reload()
        form.reopen(page)
        expect(form.submit_button(page)).to_have_text(form.button)
        form.expect_held(page)
    with step("after a success nothing is kept"):
        page.unroute(f"**{form.call}")
        page.route(
            f"**{form.call}",
            lambda route: route.fulfill(json={"status": "success", "message": "Yes."}),
        )
        with page.expect_response(f"**{form.call}"):
            form.submit_button(page).click()
        expect(form.box(page, "Email")).to_have_value("")
        assert form.fields["Email"] not in stored(page)
        page.reload()
        form.reopen(page)
        if form not in (TRAY_FORM, COMBOS):  # The selection is gone, so there is no form.
            form.expect_empty(page)


@each(EVENT, TRAY_FORM)
def test_last_words_survive_a_reload_right_after_them(page: Page, shop: str, form: Form) -> None:
    label = next(label for label in ("Message", "Address") if label in form.fields)
    form.open(page, shop)
    text = "Ring twice, the gate is green. " * 3
    form.box(page, label).press_sequentially(text)
    page.reload()
    expect(form.box(page, label)).to_have_value(text)


def go_back_and_forward(page: Page, form: Form) -> None:
    there = page.url
    page.go_back()
    # Form values are written to the history entry on leaving; Playwright counts that alone as a finished navigation.
    expect(page).not_to_have_url(there)
    # Going back to the menu clears the dishes (specification, section 3); with dishes the form is shown again.
    if form is TRAY_FORM:
        Visitor(page, "", TRAY).tick()
    page.go_forward()


@each(TRAY_FORM, COMBOS, nightly=(EVENT, SUBSCRIPTION, APPOINTMENT))
def test_landing_link_keeps_the_session_and_another_flow_ends_it(
    page: Page, shop: str, form: Form
) -> None:
    form.open(page, shop)
    form.fill(page)
    title = page.locator("h1").inner_text()
    with step("the landing page is of no journey and ends none"):
        follow_and_come_back(page, "/order/", title)
        assert form.fields["Email"] in stored(page)
    with step("a link into another journey ends the visit for good"):
        follow_and_come_back(page, other_flow(form), title)
        assert form.fields["Email"] not in stored(page)
        if form is TRAY_FORM:
            expect(form.form(page)).to_have_count(0)
        else:
            form.reopen(page)
            form.expect_empty(page)


def follow_and_come_back(page: Page, path: str, title: str) -> None:
    page.keyboard.press("Escape")
    follow(page, path)
    expect(page.locator("h1")).not_to_have_text(title)
    page.go_back()
    expect(page.locator("h1")).to_have_text(title)


def test_nutrition_form_is_not_persisted_and_disables_autofill(page: Page, shop: str) -> None:
    NUTRITION.open(page, shop)
    # A plausible age could occur in the digits of the stored session id.
    typed = {**NUTRITION.fields, "Age": "1047290417"}
    NUTRITION.fill(page, **typed)
    assert [value for value in typed.values() if value in stored(page)] == []
    page.reload()
    for label in ("Age", "Dietary Goal", "Allergies", "Preferred Foods"):
        expect(NUTRITION.box(page, label)).to_have_value("")


def test_input_before_hydration_overrides_persisted_values(page: Page, shop: str) -> None:
    EVENT.open(page, shop)
    EVENT.fill(page)
    # The same URL keeps the same history entry.
    code_arrives = open_without_scripts(page, page.url)
    EVENT.box(page, "Name").fill("Somebody Else")
    code_arrives()
    EVENT.expect_held(page, {**EVENT.filled, "Name": "Somebody Else"})


def test_closing_the_booking_modal_keeps_values_for_every_doctor(page: Page, shop: str) -> None:
    APPOINTMENT.open(page, shop)
    APPOINTMENT.fill(page)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Book Appointment").nth(2).click()
    expect(page.get_by_role("dialog")).to_contain_text("Dr. Leela Thomas")
    APPOINTMENT.expect_held(page)


def test_invalid_history_state_reads_as_empty(page: Page, shop: str) -> None:
    EVENT.open(page, shop)
    for kept in (
        "7",
        "{ values: [] }",
        "{ visit: 'x', values: { event: { name: [1], email: 7 } } }",
    ):
        with step(f"{kept} reads as nothing typed"):
            page.evaluate("sessionStorage.clear()")
            page.evaluate(f"history.replaceState({{ kept: {kept} }}, '')")
            page.reload()
            wait_until_hydrated(page)
            EVENT.expect_empty(page)


class TestTicks:
    def test_menu_table_ticks_are_restored_with_scroll_position(
        self, page: Page, shop: str
    ) -> None:
        open_hydrated(page, shop + TABLES)
        friday = page.get_by_role("checkbox", name=re.compile("^Friday, Week 2 dinner: "))
        friday.check()
        scrolled = page.evaluate("scrollY")
        assert scrolled > 1000

        def expect_restored_position() -> None:
            expect(friday).to_be_checked()
            expect(friday).to_be_in_viewport()
            assert abs(page.evaluate("scrollY") - scrolled) < 5

        with step("after a reload the tick is where it was"):
            page.reload()
            expect_restored_position()
        with step("coming back from a link finds the tick where it was"):
            follow(page, "/order/")
            expect(page).to_have_title(re.compile("event catering"))
            wait_until(page, "scrollY === 0")
            page.go_back()
            expect_restored_position()
        with step("coming back from the review finds the tick where it was"):
            self.subscribe(page)
            wait_until(page, "scrollY === 0")
            page.go_back()
            expect_restored_position()
        with step("a link to the tables leads to the top of their page, with nothing ticked"):
            self.subscribe(page)
            follow(page, TABLES)
            expect(page.locator("h1")).not_to_have_text("Your Selected Meals")
            wait_until(page, "scrollY === 0")
            expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)

    def subscribe(self, page: Page) -> None:
        page.get_by_role("button", name="Subscribe with these meals").click()
        expect(page.locator("h1")).to_have_text("Your Selected Meals")
