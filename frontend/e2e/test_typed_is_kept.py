"""What was typed or ticked survives reload, back, forward and a failed send, and goes when its visit ends."""

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
    one_by_day,
)
from hydration import open_hydrated, open_without_scripts, wait_until_hydrated
from meal_choice import CHOICE, box
from mock_replies import mock_reply
from ordering import TRAY, Visitor
from playwright.sync_api import Page, expect
from steps import step

KEEPING = each(*(form for form in one_by_day(TRAY_FORM) if form.keeps))
TABLES = "/order/mealsubscription"
PICKER = "/order/Meal/Weeklyandmonthlycombos"


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


def stored(page: Page) -> str:
    """Everything that outlives the page."""
    text: str = page.evaluate(
        "JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])"
    )
    return text


def follow(page: Page, path: str) -> None:
    """Follows the page's own link to a path, wherever it stands."""
    page.locator(f'a[href="{path}"]').first.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile(f"{path}$"))


def other_journey(form: Form) -> str:
    return TABLES if form is not SUBSCRIPTION else "/order/birthday"


@KEEPING
def test_what_was_typed_survives_reload_back_forward_and_a_failed_send_and_goes_with_a_success(
    page: Page, shop: str, form: Form
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    form.come(page, shop)
    form.fill(page)
    with step("a reload keeps what was typed"):
        page.reload()
        form.reopen(page)
        expect(form.submit_button(page)).to_be_enabled()
        assert form.held(page) == form.filled
    with step("what was typed is in the history entry alone"):
        elsewhere = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        typed = [value for value in form.fields.values() if len(value) > 3]
        assert [value for value in typed if value in elsewhere] == []
    with step("back and forward keep what was typed"):
        go_back_and_forward(page, form)
        form.reopen(page)
        assert form.held(page) == form.filled
    with step("a failed send and a reload keep what was typed"):
        mock_reply(page, form.call, None)
        with page.expect_event("requestfailed"):
            form.submit_button(page).click()
        page.reload()
        form.reopen(page)
        expect(form.submit_button(page)).to_have_text(form.button)
        assert form.held(page) == form.filled
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
        if form not in (TRAY_FORM, COMBOS):  # Nothing ordered is left to fill in a form for.
            assert form.is_empty(page)


def go_back_and_forward(page: Page, form: Form) -> None:
    there = page.url
    page.go_back()
    # What was typed is written into the entry as the visitor leaves: to Playwright that alone is a navigation, and done.
    expect(page).not_to_have_url(there)
    # Going back to the menu takes the dishes out (specification, section 3); with dishes the form is there again.
    if form is TRAY_FORM:
        Visitor(page, "", TRAY).tick()
    page.go_forward()


@KEEPING
def test_a_link_to_the_landing_page_ends_no_visit_and_one_into_another_journey_ends_it_for_good(
    page: Page, shop: str, form: Form
) -> None:
    form.open(page, shop)
    form.fill(page)
    title = page.locator("h1").inner_text()
    with step("the landing page is of no journey and ends none"):
        follow_and_come_back(page, "/order/", title)
        assert form.fields["Email"] in stored(page)
    with step("a link into another journey ends the visit for good"):
        follow_and_come_back(page, other_journey(form), title)
        assert form.fields["Email"] not in stored(page)
        if form is TRAY_FORM:
            expect(form.form(page)).to_have_count(0)
        else:
            form.reopen(page)
            assert form.is_empty(page)


def follow_and_come_back(page: Page, path: str, title: str) -> None:
    page.keyboard.press("Escape")
    follow(page, path)
    expect(page.locator("h1")).not_to_have_text(title)
    page.go_back()
    expect(page.locator("h1")).to_have_text(title)


def test_of_the_nutrition_form_nothing_is_kept_and_the_browser_is_asked_to_keep_nothing(
    page: Page, shop: str
) -> None:
    NUTRITION.open(page, shop)
    # A likely age may stand within what the page does keep, as digits of a visit's name.
    typed = {**NUTRITION.fields, "Age": "1047290417"}
    NUTRITION.fill(page, **typed)
    assert [value for value in typed.values() if value in stored(page)] == []
    page.reload()
    for label in ("Age", "Dietary Goal", "Allergies", "Preferred Foods"):
        expect(NUTRITION.box(page, label)).to_have_value("")


def test_what_is_typed_before_the_page_is_alive_is_newer_than_what_was_kept(
    page: Page, shop: str
) -> None:
    EVENT.open(page, shop)
    EVENT.fill(page)
    # The address is the same, so the entry is, too.
    code_arrives = open_without_scripts(page, page.url)
    EVENT.box(page, "Name").fill("Somebody Else")
    code_arrives()
    assert EVENT.held(page) == {**EVENT.filled, "Name": "Somebody Else"}


def test_closing_the_booking_modal_keeps_what_was_typed_for_every_doctor(
    page: Page, shop: str
) -> None:
    APPOINTMENT.open(page, shop)
    APPOINTMENT.fill(page)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Book Appointment").nth(2).click()
    expect(page.get_by_role("dialog")).to_contain_text("Dr. Leela Thomas")
    assert APPOINTMENT.held(page) == APPOINTMENT.filled


def test_garbage_in_the_history_reads_as_nothing_typed(page: Page, shop: str) -> None:
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
            assert EVENT.is_empty(page)


class TestTicks:
    def test_of_the_custom_choice_survive_reload_and_back(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + CHOICE)
        box(page, "B1").check()
        box(page, "D8").check()
        page.reload()
        expect(box(page, "B1")).to_be_checked()
        expect(page.get_by_role("status")).to_contain_text(["2 meals selected"])
        follow(page, "/order/")
        page.go_back()
        expect(box(page, "D8")).to_be_checked()

    def test_of_the_combos_survive_reload_and_back(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + PICKER)
        page.get_by_role("checkbox", name="Select All Weeks").check()
        page.reload()
        expect(page.get_by_role("checkbox", name="Select All Weeks")).to_be_checked()
        page.get_by_role("checkbox", name="Select All Lunch").uncheck()
        follow(page, "/order/")
        page.go_back()
        expect(page.get_by_role("checkbox", name="Select All Breakfast")).to_be_checked()
        expect(page.get_by_role("checkbox", name="Select All Lunch")).not_to_be_checked()

    def test_of_the_menu_tables_are_where_the_visitor_comes_back_to(
        self, page: Page, shop: str
    ) -> None:
        open_hydrated(page, shop + TABLES)
        friday = page.get_by_role("checkbox", name=re.compile("^Friday, Week 2 dinner: "))
        friday.check()
        scrolled = page.evaluate("scrollY")
        assert scrolled > 1000

        def expect_where_it_was() -> None:
            expect(friday).to_be_checked()
            expect(friday).to_be_in_viewport()
            assert abs(page.evaluate("scrollY") - scrolled) < 5

        with step("after a reload the tick is where it was"):
            page.reload()
            expect_where_it_was()
        with step("coming back from a link finds the tick where it was"):
            follow(page, "/order/")
            expect(page).to_have_title(re.compile("event catering"))
            assert page.evaluate("scrollY") == 0
            page.go_back()
            expect_where_it_was()
        with step("coming back from the review finds the tick where it was"):
            self.subscribe(page)
            assert page.evaluate("scrollY") == 0
            page.go_back()
            expect_where_it_was()
        with step("a link to the tables leads to the top of their page, with nothing ticked"):
            self.subscribe(page)
            follow(page, TABLES)
            expect(page.locator("h1")).not_to_have_text("Your Selected Meals")
            assert page.evaluate("scrollY") == 0
            expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)

    def subscribe(self, page: Page) -> None:
        page.get_by_role("button", name="Subscribe with these meals").click()
        expect(page.locator("h1")).to_have_text("Your Selected Meals")
