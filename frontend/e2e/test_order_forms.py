"""Behaviour shared by the three order forms (specification, sections 2, 4, 5 and 9)."""

from __future__ import annotations

import pytest
from accessibility import PHONE
from mock_responses import held_request, stop_clock
from ordering import EVERY_KIND, NONVEG, TRAY, VEG, Visitor, body_of, key_of, of, popup
from playwright.sync_api import expect
from steps import step

ACCEPTED = {"status": "success", "message": "Thank you, your order is in."}


@pytest.mark.spec("2.8", "2.9")
@pytest.mark.parametrize(
    ("kind", "notice", "back"),
    [
        (VEG, "Redirecting... Please select items first.", "Back to Veg Meals"),
        (NONVEG, "Please select Non-Veg items first.", "Back to Non-Veg Meals"),
        (TRAY, "Redirecting...", "Back to Meal Tray"),
    ],
)
def test_empty_form_shows_notice_and_back_button(visitor: Visitor, notice: str, back: str) -> None:
    visitor.page.goto(visitor.shop + visitor.kind.form)
    expect(visitor.page.get_by_text(notice)).to_be_visible()
    visitor.page.get_by_role("link", name=back).click()
    visitor.expect_at(visitor.kind.selection)


@pytest.mark.spec("1.3", "2.7", "2.8", "2.9", "5.4")
@EVERY_KIND
def test_form_initial_state(visitor: Visitor) -> None:
    visitor.open_form()
    field = visitor.page.get_by_label
    with step("the fields come in the order of the specification"):
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
    with step("the selected item count is read-only"):
        count = field("Selected Item Count")
        expect(count).to_have_value(str(len(visitor.kind.dishes)))
        expect(count).not_to_be_editable()
    if visitor.kind is VEG:
        with step("days start at six within bounds of six to forty"):
            expect(field("Select Days")).to_have_value("6")
            expect(field("Select Days")).to_have_attribute("min", "6")
            expect(field("Select Days")).to_have_attribute("max", "40")
            expect(field("Select Days")).to_have_attribute("step", "1")
    if visitor.kind is NONVEG:
        with step("required fields have the browser's own checks, the last name is optional"):
            for label in ("First Name", "Phone", "Email", "Timing", "Address"):
                expect(field(label)).to_have_attribute("required", "")
            expect(field("Last Name")).not_to_have_attribute("required", "")
            typed = [field(label) for label in ("Phone", "Email", "Timing", "Select Days")]
            types = [box.get_attribute("type") for box in typed]
            assert types == ["tel", "email", "time", "number"]
    if visitor.kind is TRAY:
        with step("free delivery within 5 km and the phone stand on the form"):
            summary = visitor.page.get_by_role("region", name="Order Summary")
            expect(summary.get_by_text("Free delivery within 5 km")).to_be_visible()
            expect(summary.get_by_role("link", name="+91 44 0000 0000")).to_have_attribute(
                "href", "tel:+914400000000"
            )


@pytest.mark.spec("5.4", "8.5")
@pytest.mark.parametrize(
    ("kind", "too_few", "refused_by_the_browser"),
    [
        (VEG, ("", "-3", "5"), {}),
        (NONVEG, ("5",), {"41": "rangeOverflow"}),
        (TRAY, ("0", ""), {"41": "rangeOverflow", "7.5": "stepMismatch"}),
    ],
    ids=["veg", "nonveg", "tray"],
)
def test_invalid_days_show_no_amount_and_submit_nothing(
    visitor: Visitor, too_few: tuple[str, ...], refused_by_the_browser: dict[str, str]
) -> None:
    visitor.mock_response(ACCEPTED)
    visitor.open_form()
    visitor.fill()
    days = visitor.page.get_by_label("Select Days")
    minimum = visitor.page.get_by_text("Minimum 6 days required.", exact=True)
    for text in too_few:
        with step(f"at {text!r} days the form says that there are too few"):
            days.fill(text)
            expect(minimum).to_be_visible()
            expect_no_amount(visitor)
            visitor.submit()
            expect(
                popup(visitor.page, "Minimum 6 days required to place an order.")
            ).to_be_visible()
            expect(days).to_be_focused()
    for text, wrong in refused_by_the_browser.items():
        with step(f"at {text!r} days the browser speaks"):
            days.fill(text)
            expect(minimum).to_have_count(0)
            expect_no_amount(visitor)
            visitor.submit()
            expect(days).to_be_focused()
            assert days.evaluate("(input, wrong) => input.validity[wrong]", wrong)
    assert visitor.sent == []


def expect_no_amount(visitor: Visitor) -> None:
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary).to_be_visible()
    expect(summary.get_by_text("Total Amount")).to_have_count(0)
    expect(summary).not_to_contain_text("₹")


@pytest.mark.spec("2.8", "5.4", "8.5")
@of(NONVEG)
def test_summary_counts_days_and_form_messages_come_first(
    visitor: Visitor,
) -> None:
    visitor.mock_response(ACCEPTED)
    visitor.open_form()
    days = visitor.page.get_by_label("Select Days")
    with step("free days are shown only when there are some"):
        summary = visitor.page.get_by_role("region", name="Order Summary")
        expect(summary).not_to_contain_text("Free Days Applied")
        for text, free in (("15", "1"), ("30", "2")):
            days.fill(text)
            expect(summary).to_contain_text(f"Selected Days{text}")
            expect(summary).to_contain_text(f"Free Days Applied{free}")
    with step("days come before meal sections and those before the browser's checks"):
        days.fill("5")
        visitor.submit()
        expect(popup(visitor.page, "Minimum 6 days required to place an order.")).to_be_visible()
        days.fill("6")
        visitor.submit()
        expect(popup(visitor.page, "Please select at least one Meal Section.")).to_be_visible()
        visitor.page.get_by_role("checkbox", name="Lunch").check()
        visitor.submit()
        expect(visitor.page.get_by_label("First Name")).to_be_focused()
    assert visitor.sent == []


@of(TRAY)
def test_time_outside_opening_hours_is_noted_and_submitted(visitor: Visitor) -> None:
    visitor.mock_response(ACCEPTED)
    page = visitor.page
    visitor.open_form()
    visitor.fill(Timing="16:30")
    usual = page.get_by_text("We usually deliver")
    with step("it is said for the ticked meal"):
        expect(usual).to_have_text(
            "We usually deliver lunch between 12:00 pm and 3:00 pm; we will agree a time when we call."
        )
        expect(page.get_by_label("Timing")).to_have_accessible_description(
            f"When should we deliver? {usual.inner_text()}"
        )
    with step("with several meals it is said for those that the time is not good for"):
        page.get_by_role("checkbox", name="Dinner").check()
        expect(usual).to_contain_text(
            "lunch between 12:00 pm and 3:00 pm and dinner between 6:30 pm and 9:30 pm;"
        )
        page.get_by_label("Timing").fill("12:30")
        expect(usual).to_contain_text("deliver dinner between 6:30 pm and 9:30 pm;")
    with step("it is no longer said when the time is good"):
        page.get_by_role("checkbox", name="Dinner").uncheck()
        expect(usual).to_have_count(0)
    with step("it is never refused"):
        page.get_by_label("Timing").fill("03:00")
        visitor.submit()
        expect(popup(page, "✅ Meal Tray Order submitted successfully!")).to_be_visible()
        assert body_of(visitor.sent[0])["timing"] == "03:00"


@of(VEG)
def test_total_and_button_stay_in_view_on_a_phone(
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
        expect(summary).to_contain_text(running.locator("b").inner_text())
    visitor.page.get_by_label("Select Days").fill("3")
    expect(running).to_be_hidden()


class TestSending:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.spec("4.7", "4.9", "8.5", "8.6", "9.8")
    @pytest.mark.usefixtures("clock")
    @EVERY_KIND
    def test_failure_keeps_values_and_success_returns_to_menu(self, visitor: Visitor) -> None:
        failed, thanks = (
            ("Failed to fetch", "✅ Meal Tray Order submitted successfully!")
            if visitor.kind is TRAY
            else ("❌ Failed to fetch", ACCEPTED["message"])
        )
        page = visitor.page
        visitor.open_form()
        visitor.fill(days="15", meals=("Lunch", "Dinner"))
        with step("a broken connection shows the error and keeps the values"):
            visitor.mock_response(None)
            visitor.submit()
            expect(popup(page, failed)).to_be_visible()
            expect(page.get_by_label("First Name")).to_have_value("Meena")
        summary = page.get_by_role("region", name="Order Summary")
        ordered = summary.inner_text()
        visitor.mock_response(ACCEPTED)
        stop_clock(visitor.page)
        visitor.submit()
        with step("a success clears the form and keeps the items, and what was ordered in view"):
            expect(page.get_by_label("First Name")).to_have_value("")
            expect(page.get_by_label("Select Days")).to_have_value("6")
            expect(page.get_by_label("Selected Item Count")).to_have_value(
                str(len(visitor.kind.dishes))
            )
            expect(visitor.submit_button).to_be_disabled()
            assert "Free Days Applied" in ordered
            assert summary.inner_text() == ordered
        with step("it was tried again as the same request"):
            first, second = visitor.sent
            assert body_of(first) == body_of(second)
            assert key_of(first) == key_of(second)
        with step("after two seconds it leaves, with nothing ticked or stored"):
            expect(popup(page, thanks)).to_be_visible()
            page.clock.run_for(1999)
            visitor.expect_at(visitor.kind.form)
            page.clock.run_for(1)
            visitor.expect_at(visitor.kind.selection)
            expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()
            visitor.expect_stored({})
        with step("the popup outlives the page and vanishes after three seconds"):
            page.clock.run_for(999)
            expect(popup(page, thanks)).to_be_visible()
            page.clock.run_for(1)
            expect(popup(page, thanks)).to_have_count(0)
        assert len(visitor.sent) == 2

    @pytest.mark.spec("2.8", "4.7", "4.9")
    @pytest.mark.usefixtures("clock")
    @of(NONVEG)
    def test_second_press_submits_nothing_and_leaving_cancels_redirect(
        self, visitor: Visitor
    ) -> None:
        waiting = visitor.hold_requests()
        visitor.open_form()
        visitor.fill()
        stop_clock(visitor.page)
        with step("while sending the button reads Submitting, and a second press sends nothing"):
            with visitor.page.expect_request(f"**{visitor.kind.call}"):
                visitor.submit_button.evaluate("button => { button.click(); button.click() }")
            expect(visitor.page.get_by_role("button", name="Submitting...")).to_be_disabled()
            held_request(visitor.page, waiting).fulfill(json=ACCEPTED)
            expect(visitor.page.get_by_label("First Name")).to_have_value("")
            expect(visitor.submit_button).to_be_disabled()
            assert len(waiting) == 1
        with step("leaving during the two seconds is not undone"):
            visitor.page.get_by_role("link", name="Meal Subscription").first.click()
            expect(visitor.page).not_to_have_url(visitor.shop + visitor.kind.form)
            left_for = visitor.page.url
            visitor.page.clock.run_for(3000)
            assert visitor.page.url == left_for
