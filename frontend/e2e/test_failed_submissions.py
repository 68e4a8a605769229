"""The error line beside the submit button, shown from a failure until the next attempt."""

from __future__ import annotations

import pytest
from form_cases import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NONVEG_FORM,
    NUTRITION,
    SUBSCRIPTION,
    TRAY_FORM,
    VEG_FORM,
    Form,
    each,
)
from mock_responses import held_request, mock_reply, stop_clock
from ordering import VEG, Visitor, hold, popup
from playwright.sync_api import Locator, Page, expect
from steps import step

UNKNOWN = "so we can’t tell whether this arrived."
NOT_LOST = "Nothing you typed is lost"
ONCE = "It won’t count twice."
RELOAD = "Reload to try again, your selection is kept"


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


@pytest.fixture(autouse=True)
def _alerts_are_closed(clock: None, page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())


def line(form: Form, page: Page) -> Locator:
    return form.form(page).locator("[data-failed]")


def fail(page: Page, form: Form, status: int | None) -> None:
    """Submit the form and fail with this status; None aborts the connection."""
    mock_reply(page, form.call, status)
    form.submit_button(page).click()
    expect(line(form, page)).to_be_visible()


@each(EVENT, TRAY_FORM, nightly=(SUBSCRIPTION, APPOINTMENT, NONVEG_FORM))
def test_error_line_is_shown_until_the_next_attempt(page: Page, shop: str, form: Form) -> None:
    form.open(page, shop)
    form.fill(page)
    with step("without an answer it says so, and stays"):
        fail(page, form, None)
        expect(line(form, page)).to_have_text(
            f"We couldn’t be reached, {UNKNOWN} {NOT_LOST}: just send it again. {ONCE}"
        )
        expect(line(form, page)).to_have_attribute("aria-live", "polite")
        page.clock.run_for(60_000)
        expect(line(form, page)).to_be_in_viewport()
        form.expect_held(page)
    for status, words in (
        (500, f"Something went wrong on our side, {UNKNOWN} {NOT_LOST}"),
        (422, "We couldn’t accept this, so nothing was sent. Everything you typed is still here"),
    ):
        with step(f"after a {status} it says: {words}"):
            fail(page, form, status)
            expect(line(form, page)).to_contain_text(words)
            form.expect_held(page)
    with step("it goes with the next attempt, and a success brings none"):
        page.unroute_all()
        waiting = hold(page, f"**{form.call}")
        form.submit_button(page).click()
        expect(line(form, page)).to_have_count(0)
        held_request(page, waiting).fulfill(json={"status": "success", "message": "Taken."})
        expect(form.box(page, "Email")).to_have_value("")
        expect(line(form, page)).to_have_count(0)


def test_combo_form_reloads_after_a_failure(page: Page, shop: str) -> None:
    COMBOS.open(page, shop)
    COMBOS.fill(page)
    for status in (None, 500, 422):
        with step(f"after {status or 'no answer'} a button reloads the page"):
            fail(page, COMBOS, status)
            expect(line(COMBOS, page)).to_contain_text(f"{NOT_LOST}, and it won’t count twice.")
            again = line(COMBOS, page).get_by_role("button", name=RELOAD)
            expect(again).to_be_in_viewport()
            again.click()
            expect(COMBOS.submit_button(page)).to_be_enabled()
            COMBOS.expect_held(page)
            expect(page.get_by_role("region", name="Your Selected Meals")).to_be_visible()


def test_nutrition_form_reports_clearing_and_offers_alternatives(page: Page, shop: str) -> None:
    NUTRITION.open(page, shop)
    for status in (None, 500, 422):
        with step(f"after {status or 'no answer'} the emptied form gives other ways"):
            NUTRITION.fill(page)
            fail(page, NUTRITION, status)
            page.clock.run_for(60_000)
            error_line = line(NUTRITION, page)
            expect(error_line).to_contain_text("please fill it in once more")
            expect(error_line).not_to_contain_text("still here")
            NUTRITION.expect_empty(page)
            expect(error_line.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
            expect(error_line.get_by_role("link", name="chat with us")).to_be_visible()


def test_refused_veg_order_is_offered_until_another_flow(page: Page, shop: str) -> None:
    """A refused veg form is cleared and left after 2 s (specification, section 4)."""
    page.route(
        f"**{VEG.call}",
        lambda route: route.fulfill(json={"status": "error", "message": "No such street."}),
    )
    visitor = Visitor(page, shop, VEG)
    offer = page.get_by_text("We couldn’t accept your last order")
    VEG_FORM.open(page, shop)
    VEG_FORM.fill(page)
    with step("it is offered when the visitor comes again with dishes"):
        refuse_and_reopen(visitor)
        page.get_by_role("button", name="Fill in what you typed").click()
        VEG_FORM.expect_held(page)
        expect(offer).to_have_count(0)
    with step("it is no longer offered after another journey"):
        refuse_and_reopen(visitor)
        expect(offer).to_be_visible()
        page.locator('a[href="/order/mealsubscription"]').first.click()
        expect(page.get_by_role("heading", name="Weekly Menu")).to_be_visible()
        page.locator('a[href="/order/birthday"]').first.evaluate("link => link.click()")
        page.go_back()
        page.get_by_role("button", name="Choose Items").click()
        page.get_by_role("button", name="Vegetarian", exact=True).click()
        visitor.tick()
        visitor.proceed()
        expect(VEG_FORM.submit_button(page)).to_be_visible()
        expect(offer).to_have_count(0)


def test_refused_veg_order_is_restored_with_its_dishes(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_form()
    visitor.fill(days="15", Address="12 No Such Road")
    held = VEG_FORM.held(page)
    message = "No such street."
    page.route(
        f"**{VEG.call}",
        lambda route: route.fulfill(status=422, json={"status": "error", "message": message}),
    )
    stop_clock(page)
    visitor.submit()
    with step("the server refuses it, and the form is emptied and left"):
        expect(popup(page, message)).to_be_visible()
        VEG_FORM.expect_empty(page)
        page.clock.run_for(2000)
        visitor.expect_at(VEG.selection)
        page.clock.resume()
    with step("the menu says what restoring brings back"):
        expect(page.get_by_text("We couldn’t accept your order.")).to_have_text(
            "We couldn’t accept your order. You can restore your dishes and everything you typed."
        )
        page.get_by_role("button", name="Restore your selection").click()
        expect(visitor.box(VEG.dishes[1])).to_be_checked()
        expect(page.get_by_text("We couldn’t accept your order.")).to_have_count(0)
    with step("the fields are there again with the dishes"):
        visitor.proceed()
        expect(page.get_by_text("We couldn’t accept your last order")).to_have_text(
            f"We couldn’t accept your last order: {message} Here is everything you typed: "
            "please check it and send it again."
        )
        VEG_FORM.expect_held(page, held)
        assert "No Such Road" not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    with step("put right, it is taken"):
        page.unroute(f"**{VEG.call}")
        page.get_by_label("Address").fill("12 Beach Road")
        visitor.submit()
        expect(page.get_by_text("is in: ")).to_be_visible()
        expect(page.get_by_text("We couldn’t accept")).to_have_count(0)


def refuse_and_reopen(visitor: Visitor) -> None:
    page = visitor.page
    stop_clock(page)
    VEG_FORM.submit_button(page).click()
    expect(popup(page, "No such street.")).to_be_visible()
    expect(line(VEG_FORM, page)).to_have_count(0)
    VEG_FORM.expect_empty(page)
    page.clock.run_for(2000)
    visitor.expect_at(VEG.selection)
    page.clock.resume()
    visitor.tick()
    visitor.proceed()
    expect(VEG_FORM.submit_button(page)).to_be_visible()
    VEG_FORM.expect_empty(page)
