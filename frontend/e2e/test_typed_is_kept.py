"""What was typed or ticked survives reload, back, forward and a failed send, and goes when its visit ends."""

from __future__ import annotations

import re

import pytest
from aliveness import open_alive, open_without_code, wait_until_alive
from answers import answer
from eight_forms import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NUTRITION,
    SUBSCRIPTION,
    TRAY_FORM,
    Form,
    each,
    without_its_like,
)
from meal_choice import CHOICE, box
from ordering import TRAY, VEG, Visitor
from playwright.sync_api import Page, expect

KEEPING = each(*(form for form in without_its_like(TRAY_FORM) if form.keeps))
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
def test_a_reload_keeps_what_was_typed_and_only_in_the_history_entry(
    page: Page, shop: str, form: Form
) -> None:
    form.open(page, shop)
    form.fill(page)
    page.reload()
    form.reopen(page)
    expect(form.submit_button(page)).to_be_enabled()
    assert form.held(page) == form.filled
    elsewhere = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    typed = [value for value in form.fields.values() if len(value) > 3]
    assert [value for value in typed if value in elsewhere] == []


@KEEPING
def test_back_and_forward_keep_what_was_typed(page: Page, shop: str, form: Form) -> None:
    form.come(page, shop)
    form.fill(page)
    there = page.url
    page.go_back()
    # What was typed is written into the entry as the visitor leaves: to Playwright that alone is a navigation, and done.
    expect(page).not_to_have_url(there)
    # Going back to the menu takes the dishes out (specification, section 3); with dishes the form is there again.
    for kind in (VEG, TRAY):
        if kind.call == form.call:
            Visitor(page, shop, kind).tick()
    if form.id == "nonveg":
        page.get_by_role("checkbox", name="Grilled Chicken Salad", exact=True).check()
    page.go_forward()
    form.reopen(page)
    assert form.held(page) == form.filled


@KEEPING
def test_a_failed_send_and_a_reload_keep_what_was_typed(page: Page, shop: str, form: Form) -> None:
    answer(page, form.call, None)
    page.on("dialog", lambda dialog: dialog.accept())
    form.open(page, shop)
    form.fill(page)
    with page.expect_event("requestfailed"):
        form.submit_button(page).click()
    page.reload()
    form.reopen(page)
    expect(form.submit_button(page)).to_have_text(form.button)
    assert form.held(page) == form.filled


def test_after_a_failed_combo_order_the_reload_brings_everything_back(
    page: Page, shop: str
) -> None:
    answer(page, COMBOS.call, 500)
    page.on("dialog", lambda dialog: dialog.accept())
    COMBOS.open(page, shop)
    COMBOS.fill(page)
    COMBOS.submit_button(page).click()
    page.get_by_role("button", name="Reload to try again, your selection is kept").click()
    expect(page.get_by_role("button", name="Submit Order")).to_be_enabled()
    assert COMBOS.held(page) == COMBOS.filled
    expect(page.get_by_role("region", name="Your Selected Meals")).to_be_visible()


@KEEPING
def test_after_a_success_nothing_is_kept(page: Page, shop: str, form: Form) -> None:
    page.route(
        f"**{form.call}", lambda route: route.fulfill(json={"status": "success", "message": "Yes."})
    )
    form.open(page, shop)
    form.fill(page)
    with page.expect_response(f"**{form.call}"):
        form.submit_button(page).click()
    expect(form.box(page, "Email")).to_have_value("")
    assert form.fields["Email"] not in stored(page)
    page.reload()
    form.reopen(page)
    if form.call not in (VEG.call, TRAY.call, "/nonvegmeal-form.php"):
        assert form.is_empty(page)


@KEEPING
def test_a_link_into_another_journey_ends_the_visit_for_good(
    page: Page, shop: str, form: Form
) -> None:
    form.open(page, shop)
    form.fill(page)
    page.keyboard.press("Escape")
    title = page.locator("h1").inner_text()
    follow(page, other_journey(form))
    expect(page.locator("h1")).not_to_have_text(title)
    page.go_back()
    expect(page.locator("h1")).to_have_text(title)
    assert form.fields["Email"] not in stored(page)
    if form.id in ("veg", "nonveg", "tray"):
        expect(form.form(page)).to_have_count(0)
    else:
        form.reopen(page)
        assert form.is_empty(page)


@KEEPING
def test_the_landing_page_is_of_no_journey_and_ends_none(page: Page, shop: str, form: Form) -> None:
    form.open(page, shop)
    form.fill(page)
    page.keyboard.press("Escape")
    title = page.locator("h1").inner_text()
    follow(page, "/order/")
    expect(page.locator("h1")).not_to_have_text(title)
    page.go_back()
    expect(page.locator("h1")).to_have_text(title)
    assert form.fields["Email"] in stored(page)


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
    code_arrives = open_without_code(page, page.url)
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


@pytest.mark.parametrize(
    "kept", ["7", "{ values: [] }", "{ visit: 'x', values: { event: { name: [1], email: 7 } } }"]
)
def test_garbage_in_the_history_reads_as_nothing_typed(page: Page, shop: str, kept: str) -> None:
    EVENT.open(page, shop)
    page.evaluate("sessionStorage.clear()")
    page.evaluate(f"history.replaceState({{ kept: {kept} }}, '')")
    page.reload()
    wait_until_alive(page)
    assert EVENT.is_empty(page)


class TestTicks:
    def test_of_the_custom_choice_survive_reload_and_back(self, page: Page, shop: str) -> None:
        open_alive(page, shop + CHOICE)
        box(page, "B1").check()
        box(page, "D8").check()
        page.reload()
        expect(box(page, "B1")).to_be_checked()
        expect(page.get_by_role("status")).to_contain_text(["2 meals selected"])
        follow(page, "/order/")
        page.go_back()
        expect(box(page, "D8")).to_be_checked()

    def test_of_the_combos_survive_reload_and_back(self, page: Page, shop: str) -> None:
        open_alive(page, shop + PICKER)
        page.get_by_role("checkbox", name="Select All Weeks").check()
        page.reload()
        expect(page.get_by_role("checkbox", name="Select All Weeks")).to_be_checked()
        page.get_by_role("checkbox", name="Select All Lunch").uncheck()
        follow(page, "/order/")
        page.go_back()
        expect(page.get_by_role("checkbox", name="Select All Breakfast")).to_be_checked()
        expect(page.get_by_role("checkbox", name="Select All Lunch")).not_to_be_checked()

    @pytest.mark.parametrize("way", ["reload", "subscribe", "link"])
    def test_of_the_menu_tables_are_where_the_visitor_comes_back_to(
        self, page: Page, shop: str, way: str
    ) -> None:
        open_alive(page, shop + TABLES)
        friday = page.get_by_role("checkbox", name=re.compile("^Friday, Week 2 dinner: "))
        friday.check()
        scrolled = page.evaluate("scrollY")
        assert scrolled > 1000
        if way == "reload":
            page.reload()
        else:
            if way == "subscribe":
                page.get_by_role("button", name="Subscribe with these meals").click()
                expect(page.locator("h1")).to_have_text("Your Selected Meals")
            else:
                follow(page, "/order/")
                expect(page).to_have_title(re.compile("event catering"))
            assert page.evaluate("scrollY") == 0
            page.go_back()
        expect(friday).to_be_checked()
        expect(friday).to_be_in_viewport()
        assert abs(page.evaluate("scrollY") - scrolled) < 5

    def test_a_link_to_the_tables_leads_to_the_top_of_their_page(
        self, page: Page, shop: str
    ) -> None:
        open_alive(page, shop + TABLES)
        page.get_by_role("checkbox", name=re.compile("^Friday, Week 2 dinner: ")).check()
        page.get_by_role("button", name="Subscribe with these meals").click()
        follow(page, TABLES)
        expect(page.locator("h1")).not_to_have_text("Your Selected Meals")
        assert page.evaluate("scrollY") == 0
        expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
