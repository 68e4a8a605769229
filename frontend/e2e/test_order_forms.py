"""The three order forms where they behave alike (specification, sections 2, 4, 5 and 9)."""

from __future__ import annotations

import pytest
from accessibility import PHONE
from ordering import EVERY_KIND, NONVEG, TRAY, VEG, Kind, Visitor, body_of, key_of, of, popup
from playwright.sync_api import Page, expect

ACCEPTED = {"status": "success", "message": "Thank you, your order is in."}


@pytest.fixture
def visitor(page: Page, shop: str, kind: Kind) -> Visitor:
    return Visitor(page, shop, kind)


@of(VEG)
def test_days_start_at_six_within_bounds_of_six_to_forty(visitor: Visitor) -> None:
    visitor.open_form()
    days = visitor.page.get_by_label("Select Days")
    expect(days).to_have_value("6")
    expect(days).to_have_attribute("min", "6")
    expect(days).to_have_attribute("max", "40")


@of(TRAY)
def test_the_selected_item_count_is_read_only(visitor: Visitor) -> None:
    visitor.open_form()
    count = visitor.page.get_by_label("Selected Item Count")
    expect(count).to_have_value(str(len(visitor.kind.dishes)))
    expect(count).not_to_be_editable()


@of(NONVEG)
def test_required_fields_have_the_browsers_own_checks_and_the_last_name_is_optional(
    visitor: Visitor,
) -> None:
    visitor.open_form()
    field = visitor.page.get_by_label
    for label in ("First Name", "Phone", "Email", "Timing", "Address"):
        expect(field(label)).to_have_attribute("required", "")
    expect(field("Last Name")).not_to_have_attribute("required", "")
    types = [
        field(label).get_attribute("type") for label in ("Phone", "Email", "Timing", "Select Days")
    ]
    assert types == ["tel", "email", "time", "number"]


@EVERY_KIND
def test_the_fields_come_in_the_order_of_the_specification(visitor: Visitor) -> None:
    visitor.open_form()
    controls = visitor.page.locator("main form :is(input, textarea)")
    assert controls.evaluate_all("all => all.map(control => control.labels[0].innerText)") == [
        "First Name",
        "Last Name (optional)",
        "Phone",
        "Email",
        "Timing",
        "Breakfast",
        "Lunch",
        "Dinner",
        "Selected Item Count",
        "Select Days",
        "Address",
    ]


@pytest.mark.parametrize(
    ("kind", "days"),
    [(VEG, ""), (NONVEG, "5"), (TRAY, "0"), (VEG, "-3")],
    ids=["none", "5", "0", "-3"],
)
def test_below_six_days_or_none_the_form_says_so_and_sends_nothing(
    visitor: Visitor, days: str
) -> None:
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    visitor.fill(days=days)
    expect(visitor.page.get_by_text("Minimum 6 days required.", exact=True)).to_be_visible()
    visitor.submit()
    expect(popup(visitor.page, "Minimum 6 days required to place an order.")).to_be_visible()
    assert visitor.sent == []


@of(NONVEG)
def test_days_come_before_meal_sections_and_those_before_the_browsers_checks(
    visitor: Visitor,
) -> None:
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    days, lunch = (
        visitor.page.get_by_label("Select Days"),
        visitor.page.get_by_role("checkbox", name="Lunch"),
    )
    days.fill("5")
    visitor.submit()
    expect(popup(visitor.page, "Minimum 6 days required to place an order.")).to_be_visible()
    days.fill("6")
    visitor.submit()
    expect(popup(visitor.page, "Please select at least one Meal Section.")).to_be_visible()
    lunch.check()
    visitor.submit()
    expect(visitor.page.get_by_label("First Name")).to_be_focused()
    assert visitor.sent == []


@of(TRAY)
def test_above_forty_days_the_browser_speaks_and_nothing_is_sent(visitor: Visitor) -> None:
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    visitor.fill(days="41")
    visitor.submit()
    days = visitor.page.get_by_label("Select Days")
    expect(days).to_be_focused()
    assert days.evaluate("input => input.validity.rangeOverflow")
    assert visitor.sent == []


@of(VEG)
def test_on_a_phone_the_total_and_the_button_stay_in_view_as_the_form_is_filled(
    visitor: Visitor,
) -> None:
    visitor.page.set_viewport_size(PHONE)
    visitor.open_form()
    summary = visitor.page.get_by_role("region", name="Order Summary")
    running = visitor.page.get_by_text("Total ₹")
    for label, text in (("First Name", "Meena"), ("Select Days", "16")):
        visitor.page.get_by_label(label).fill(text)
        expect(running).to_be_in_viewport(ratio=1)
        expect(visitor.submit_button).to_be_in_viewport(ratio=1)
        expect(summary).to_contain_text(running.inner_text().removeprefix("Total").strip())
    visitor.page.get_by_label("Select Days").fill("3")
    expect(running).to_be_hidden()


@pytest.mark.parametrize(
    ("kind", "days"),
    [(TRAY, ""), (VEG, "5"), (NONVEG, "41"), (TRAY, "7.5")],
    ids=["none", "5", "41", "7.5"],
)
def test_while_the_days_make_no_order_no_amount_is_shown(visitor: Visitor, days: str) -> None:
    visitor.open_form()
    visitor.page.get_by_label("Select Days").fill(days)
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary).to_be_visible()
    expect(summary.get_by_text("Total Amount")).to_have_count(0)
    expect(summary).not_to_contain_text("₹")


@of(NONVEG)
def test_the_summary_counts_the_days_and_shows_free_days_only_when_there_are_some(
    visitor: Visitor,
) -> None:
    visitor.open_form()
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary).not_to_contain_text("Free Days Applied")
    for days, free in (("15", "1"), ("30", "2")):
        visitor.page.get_by_label("Select Days").fill(days)
        expect(summary).to_contain_text(f"Selected Days{days}")
        expect(summary).to_contain_text(f"Free Days Applied{free}")


@of(TRAY)
def test_free_delivery_within_5_km_and_the_phone_stand_on_the_form(visitor: Visitor) -> None:
    visitor.open_form()
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary.get_by_text("Free delivery within 5 km")).to_be_visible()
    expect(summary.get_by_role("link", name="+91 44 0000 0000")).to_have_attribute(
        "href", "tel:+914400000000"
    )


@of(NONVEG)
def test_while_sending_the_button_reads_submitting_and_a_second_press_sends_nothing(
    visitor: Visitor,
) -> None:
    waiting = visitor.hold_answers()
    visitor.open_form()
    visitor.fill()
    with visitor.page.expect_request(f"**{visitor.kind.call}"):
        visitor.submit_button.evaluate("button => { button.click(); button.click() }")
    button = visitor.page.get_by_role("button", name="Submitting...")
    expect(button).to_be_disabled()
    assert len(waiting) == 1
    waiting[0].fulfill(json=ACCEPTED)
    expect(visitor.submit_button).to_be_disabled()


@pytest.mark.usefixtures("clock")
@EVERY_KIND
def test_success_clears_the_form_keeps_the_items_and_leaves_after_two_seconds(
    visitor: Visitor,
) -> None:
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    visitor.fill()
    visitor.stop_clock()
    visitor.submit()
    expect(visitor.page.get_by_label("First Name")).to_have_value("")
    expect(visitor.page.get_by_label("Selected Item Count")).to_have_value(
        str(len(visitor.kind.dishes))
    )
    expect(visitor.submit_button).to_be_disabled()
    visitor.page.clock.run_for(1999)
    visitor.expect_at(visitor.kind.form)
    visitor.page.clock.run_for(1)
    visitor.expect_at(visitor.kind.selection)
    expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()
    assert visitor.stored() == {}
    assert len(visitor.sent) == 1


@pytest.mark.usefixtures("clock")
@of(VEG)
def test_during_the_two_seconds_the_summary_still_says_what_was_ordered(visitor: Visitor) -> None:
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    visitor.fill(days="15", meals=("Lunch", "Dinner"))
    summary = visitor.page.get_by_role("region", name="Order Summary")
    ordered = summary.inner_text()
    visitor.stop_clock()
    visitor.submit()
    expect(visitor.page.get_by_label("Select Days")).to_have_value("6")
    assert "Free Days Applied" in ordered
    assert summary.inner_text() == ordered


@pytest.mark.usefixtures("clock")
@EVERY_KIND
def test_the_popup_outlives_the_page_and_vanishes_after_three_seconds(visitor: Visitor) -> None:
    text = (
        "✅ Meal Tray Order submitted successfully!"
        if visitor.kind is TRAY
        else ACCEPTED["message"]
    )
    visitor.answer_with(ACCEPTED)
    visitor.open_form()
    visitor.fill()
    visitor.stop_clock()
    visitor.submit()
    expect(popup(visitor.page, text)).to_be_visible()
    visitor.page.clock.run_for(2999)
    visitor.expect_at(visitor.kind.selection)
    expect(popup(visitor.page, text)).to_be_visible()
    visitor.page.clock.run_for(1)
    expect(popup(visitor.page, text)).to_have_count(0)


class TestFailures:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @EVERY_KIND
    def test_a_broken_connection_shows_the_error_keeps_the_values_and_may_be_tried_again(
        self, visitor: Visitor
    ) -> None:
        visitor.answer_with(None)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        text = "Failed to fetch" if visitor.kind is TRAY else "❌ Failed to fetch"
        expect(popup(visitor.page, text)).to_be_visible()
        expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
        visitor.answer_with(ACCEPTED)
        visitor.submit()
        expect(visitor.page.get_by_label("First Name")).to_have_value("")
        first, second = visitor.sent
        assert body_of(first) == body_of(second)
        assert key_of(first) == key_of(second)

    @pytest.mark.usefixtures("clock")
    @of(VEG)
    def test_without_an_answer_for_thirty_seconds_the_form_says_so_and_may_be_tried_again(
        self, visitor: Visitor
    ) -> None:
        text = "No answer came in time. Please try again."
        message = text if visitor.kind is TRAY else f"❌ {text}"
        waiting = visitor.hold_answers()
        visitor.open_form()
        visitor.fill()
        visitor.stop_clock()
        with visitor.page.expect_request(f"**{visitor.kind.call}"):
            visitor.submit()
        visitor.page.clock.run_for(29_999)
        expect(visitor.page.get_by_role("button", name="Submitting...")).to_be_disabled()
        visitor.page.clock.run_for(1)
        expect(popup(visitor.page, message)).to_be_visible()
        expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
        visitor.answer_with(ACCEPTED)
        visitor.submit()
        expect(visitor.page.get_by_label("First Name")).to_have_value("")
        assert key_of(visitor.sent[0]) == key_of(waiting[0].request)

    @of(TRAY)
    def test_a_changed_form_is_a_new_request(self, visitor: Visitor) -> None:
        visitor.answer_with(None)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        expect(visitor.submit_button).to_be_enabled()
        visitor.page.get_by_label("First Name").fill("Ravi")
        visitor.submit()
        expect(visitor.submit_button).to_be_enabled()
        first, second = visitor.sent
        assert key_of(first) != key_of(second)

    @pytest.mark.usefixtures("clock")
    @of(NONVEG)
    def test_leaving_during_the_two_seconds_is_not_undone(self, visitor: Visitor) -> None:
        visitor.answer_with(ACCEPTED)
        visitor.open_form()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(visitor.page.get_by_label("First Name")).to_have_value("")
        visitor.page.get_by_role("link", name="Meal Subscription").first.click()
        expect(visitor.page).not_to_have_url(visitor.shop + visitor.kind.form)
        left_for = visitor.page.url
        visitor.page.clock.run_for(3000)
        assert visitor.page.url == left_for
