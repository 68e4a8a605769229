"""After a failure a line beside the button says what is known and that nothing is lost, until the next attempt."""

from __future__ import annotations

import pytest
from answers import answer
from eight_forms import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NONVEG_FORM,
    NUTRITION,
    TRAY_FORM,
    VEG_FORM,
    Form,
    each,
    without_its_like,
)
from ordering import VEG, Visitor, hold, popup
from playwright.sync_api import Locator, Page, expect

UNKNOWN = "so we cannot say whether this arrived."
NOT_LOST = "Nothing you typed is lost"
ONCE = "It will not count twice."


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


@pytest.fixture(autouse=True)
def _alerts_are_closed(clock: None, page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())


def line(form: Form, page: Page) -> Locator:
    return form.form(page).locator("[data-failed]")


def fail(page: Page, shop: str, form: Form, status: int | None) -> None:
    answer(page, form.call, status)
    form.open(page, shop)
    form.fill(page)
    form.submit_button(page).click()
    expect(line(form, page)).to_be_visible()


@each(*(form for form in without_its_like(NONVEG_FORM) if form not in (COMBOS, NUTRITION)))
def test_without_an_answer_it_says_so_stays_and_goes_with_the_next_attempt(
    page: Page, shop: str, form: Form
) -> None:
    fail(page, shop, form, None)
    expect(line(form, page)).to_have_text(
        f"We could not be reached, {UNKNOWN} {NOT_LOST}: just send it again. {ONCE}"
    )
    expect(line(form, page)).to_have_attribute("aria-live", "polite")
    page.clock.run_for(60_000)
    expect(line(form, page)).to_be_in_viewport()
    assert form.held(page) == form.filled
    page.unroute_all()
    hold(page, f"**{form.call}")
    form.submit_button(page).click()
    expect(line(form, page)).to_have_count(0)


@each(*(form for form in without_its_like(TRAY_FORM) if form not in (COMBOS, NUTRITION)))
@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, f"Something went wrong on our side, {UNKNOWN} {NOT_LOST}"),
        (422, "This was not taken, so nothing was sent. Everything you typed is still here"),
    ],
)
def test_a_refusal_and_a_broken_server_are_told_apart(
    page: Page, shop: str, form: Form, status: int, words: str
) -> None:
    fail(page, shop, form, status)
    expect(line(form, page)).to_contain_text(words)
    assert form.held(page) == form.filled


@pytest.mark.parametrize("status", [None, 500, 422])
def test_the_combo_form_leads_on_by_a_reload(page: Page, shop: str, status: int | None) -> None:
    fail(page, shop, COMBOS, status)
    expect(line(COMBOS, page)).to_contain_text(f"{NOT_LOST}, and it will not count twice.")
    expect(
        line(COMBOS, page).get_by_role("button", name="Reload to try again, your selection is kept")
    ).to_be_in_viewport()


@pytest.mark.parametrize("status", [None, 500, 422])
def test_the_nutrition_form_says_that_it_has_emptied_itself_and_gives_other_ways(
    page: Page, shop: str, status: int | None
) -> None:
    fail(page, shop, NUTRITION, status)
    page.clock.run_for(60_000)
    expect(line(NUTRITION, page)).to_contain_text("please fill it in once more")
    expect(line(NUTRITION, page)).not_to_contain_text("still here")
    assert NUTRITION.is_empty(page)
    expect(line(NUTRITION, page).get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
    expect(line(NUTRITION, page).get_by_role("link", name="chat with us")).to_be_visible()


def test_the_specification_s_own_words_come_and_go_as_before(page: Page, shop: str) -> None:
    fail(page, shop, EVENT, 500)
    words = page.get_by_text("❌ Submission failed. Server returned an error.")
    expect(words).to_be_visible()
    page.clock.run_for(3000)
    expect(words).to_have_count(0)
    expect(line(EVENT, page)).to_be_visible()


def test_in_the_booking_modal_the_line_goes_with_a_success(page: Page, shop: str) -> None:
    fail(page, shop, APPOINTMENT, 500)
    answer(page, APPOINTMENT.call)
    APPOINTMENT.submit_button(page).click()
    expect(page.get_by_text("✅ Appointment booked successfully!")).to_be_visible()
    expect(line(APPOINTMENT, page)).to_have_count(0)


class TestARefusedVegOrder:
    """Its form is emptied and left after 2 s, a refusal too (specification, section 4)."""

    @pytest.fixture
    def back_with_dishes(self, page: Page, shop: str) -> Page:
        page.route(
            f"**{VEG.call}",
            lambda route: route.fulfill(json={"status": "error", "message": "No such street."}),
        )
        VEG_FORM.open(page, shop)
        VEG_FORM.fill(page)
        VEG_FORM.submit_button(page).click()
        expect(popup(page, "No such street.")).to_be_visible()
        expect(line(VEG_FORM, page)).to_have_count(0)
        assert VEG_FORM.is_empty(page)
        page.clock.run_for(2000)
        visitor = Visitor(page, shop, VEG)
        visitor.expect_at(VEG.selection)
        visitor.tick()
        visitor.proceed()
        expect(VEG_FORM.submit_button(page)).to_be_visible()
        return page

    def test_is_offered_back_when_the_visitor_comes_again_with_dishes(
        self, back_with_dishes: Page
    ) -> None:
        page = back_with_dishes
        assert VEG_FORM.is_empty(page)
        page.get_by_role("button", name="Fill in what you typed").click()
        assert VEG_FORM.held(page) == VEG_FORM.filled
        expect(page.get_by_text("Your last order was not taken.")).to_have_count(0)

    def test_is_no_longer_offered_after_another_journey(
        self, back_with_dishes: Page, shop: str
    ) -> None:
        page = back_with_dishes
        expect(page.get_by_text("Your last order was not taken.")).to_be_visible()
        page.locator('a[href="/order/mealsubscription"]').first.click()
        expect(page.get_by_role("heading", name="Weekly Menu")).to_be_visible()
        page.locator('a[href="/order/birthday"]').first.evaluate("link => link.click()")
        page.go_back()
        page.get_by_role("button", name="Choose Items").click()
        page.get_by_role("button", name="Vegetarian", exact=True).click()
        visitor = Visitor(page, shop, VEG)
        visitor.tick()
        visitor.proceed()
        expect(VEG_FORM.submit_button(page)).to_be_visible()
        expect(page.get_by_text("Your last order was not taken.")).to_have_count(0)
