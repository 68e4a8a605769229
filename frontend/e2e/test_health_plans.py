"""Health plans and the doctor booking modal (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hydration import open_hydrated
from mock_responses import REFUSED, UNREACHED, held_request, mock_reply, stop_clock
from ordering import body_of, hold
from playwright.sync_api import Locator, Page, expect
from steps import step

CALL = "/api/appointment"
MISSING = "❌ Please fill all fields correctly."
FAILED = "❌ Failed to book appointment. Try again."
BOOKED = "✅ Appointment booked successfully!"
DOCTORS = ["Dr. Kavitha Raman", "Dr. Arjun Mehta", "Dr. Leela Thomas"]
RAVI = {
    "Name": "Ravi Kumar",
    "Phone": "98400 67890",
    "Address": "7 Lake View, Alwarpet",
    "Email": "ravi@example.com",
}


@pytest.fixture
def plans(clock: None, page: Page, shop: str) -> Page:
    """The health plans screen, on a mock clock."""
    open_hydrated(page, shop + "/order/Meal/Weightlossweightgain")
    return page


@pytest.fixture
def modal(plans: Page) -> Locator:
    """The booking modal of the third doctor."""
    view_doctors(plans, 0)
    plans.get_by_role("button", name="Book Appointment").nth(2).click()
    return plans.get_by_role("dialog")


def view_doctors(page: Page, plan: int) -> None:
    page.get_by_role("button", name="Doctors").nth(plan).click()


def fill(modal: Locator, **changes: str) -> None:
    for label, value in {**RAVI, **changes}.items():
        modal.get_by_label(label, exact=True).fill(value)


def values(modal: Locator) -> dict[str, str]:
    return {label: modal.get_by_label(label, exact=True).input_value() for label in RAVI}


def submit(modal: Locator) -> None:
    modal.locator("button[type=submit]").click()


@pytest.mark.spec("2.15", "3.11", "4.12")
def test_plans_doctors_and_booking_modals(plans: Page, shop: str) -> None:
    titles = ["Weight Gain", "Weight Loss", "Nutrition"]
    with step("three plan cards stand closed"):
        expect(plans.get_by_role("main").get_by_role("heading", level=2)).to_have_text(titles)
        expect(plans.get_by_role("button", name="View Doctors")).to_have_count(3)
        expect(plans.get_by_role("button", name="Book Appointment")).to_have_count(0)
    for plan, title in enumerate(titles):
        with step(f"{title} opens to its description and three doctor cards, and closes"):
            view_doctors(plans, plan)
            panel = plans.get_by_role("region", name=title)
            expect(panel.get_by_text("doctor").first).to_be_visible()
            expect(panel.get_by_role("heading", level=3)).to_have_text(DOCTORS)
            expect(panel.get_by_role("button", name="Book Appointment")).to_have_count(3)
            plans.get_by_role("button", name="Hide Doctors").click()
            expect(panel).to_have_count(0)
            expect(plans.get_by_role("button", name="View Doctors")).to_have_count(3)
    with step("opening one plan closes the other"):
        view_doctors(plans, 0)
        view_doctors(plans, 2)
        expect(plans.get_by_role("button", name="Hide Doctors")).to_have_count(1)
        expect(plans.get_by_role("region", name="Weight Gain")).to_have_count(0)
        expect(plans.get_by_role("region", name="Nutrition")).to_be_visible()
    modal = plans.get_by_role("dialog")
    for number, doctor in enumerate(DOCTORS):
        with step(f"{doctor} has a booking modal of four fields, empty at first"):
            plans.get_by_role("button", name="Book Appointment").nth(number).click()
            expect(modal.get_by_role("heading")).to_have_text(f"Book Appointment with {doctor}")
            expect(modal.get_by_role("textbox")).to_have_count(4)
            assert set(values(modal).values()) == {""}
        modal.get_by_role("button", name="Cancel").click()
    with step("the nutrition plan links to the nutrition screen"):
        plans.get_by_role("main").get_by_role("link", name="Nutrition form").click()
        expect(plans).to_have_url(shop + "/order/Meal/Nutrition")


@pytest.mark.spec("2.15", "4.10", "5.6", "8.7")
def test_invalid_fields_prevent_submission_and_keep_values(plans: Page, modal: Locator) -> None:
    sent = mock_reply(plans, CALL)
    fill(modal)
    for missing, value in RAVI.items():
        field = modal.get_by_label(missing, exact=True)
        with step(f"without {missing} a message shows, what was typed is kept, nothing is sent"):
            field.fill("")
            submit(modal)
            expect(modal.get_by_role("alert")).to_have_text(MISSING)
            expect(field).to_be_focused()
            assert values(modal) == {**RAVI, missing: ""}
        field.fill(value)
    with step("the browser checks the format of the email"):
        email = modal.get_by_label("Email")
        email.fill("ravi")
        submit(modal)
        expect(email).to_be_focused()
        assert email.evaluate("box => box.validity.typeMismatch")
        expect(modal.get_by_text(MISSING)).to_have_count(0)
    assert sent == []
    with step("cancel closes the modal, the focus returns and what was typed is kept"):
        modal.get_by_role("button", name="Cancel").click()
        expect(modal).to_have_count(0)
        opener = plans.get_by_role("button", name="Book Appointment").nth(2)
        expect(opener).to_be_focused()
        opener.click()
        assert values(modal) == {**RAVI, "Email": "ravi"}


@pytest.mark.parametrize("height", [740, 640])
def test_message_and_buttons_are_in_view_after_an_error(
    plans: Page, modal: Locator, height: int
) -> None:
    plans.set_viewport_size({"width": 360, "height": height})
    submit(modal)
    shown = [modal.get_by_role("alert"), modal.locator("button[type=submit]")]
    for element in (*shown, modal.get_by_role("button", name="Cancel")):
        expect(element).to_be_in_viewport(ratio=1)
    with step("they cover no field that has the focus"):
        foot = modal.get_by_role("alert").bounding_box()
        assert foot
        for label in RAVI:
            field = modal.get_by_label(label, exact=True)
            expect(field).to_be_focused()
            place = field.bounding_box()
            assert place
            assert place["y"] + place["height"] <= foot["y"]
            plans.keyboard.press("Tab")


@pytest.mark.spec("3.11", "4.10", "5.6", "7.4", "8.7", "9.8")
def test_appointment_is_booked_once_and_modal_closes(plans: Page, modal: Locator) -> None:
    waiting = hold(plans, f"**{CALL}")
    expect(modal.get_by_label("Phone")).to_have_attribute("type", "tel")
    fill(modal, Phone="ask my sister")
    stop_clock(plans)
    with step("while sending the button says Booking, and a double click books once"):
        modal.locator("button[type=submit]").dblclick()
        expect(modal.get_by_role("button", name="Booking...")).to_be_disabled()
        held_request(plans, waiting).fulfill(status=200, body="{}")
    with step("success clears the fields and closes the modal after 1.5 s"):
        expect(modal.get_by_role("status")).to_have_text(BOOKED)
        assert set(values(modal).values()) == {""}
        plans.clock.run_for(1499)
        expect(modal).to_be_visible()
        plans.clock.run_for(1)
        expect(modal).to_have_count(0)
    with step("the call carries exactly the listed fields, the phone in any format"):
        [route] = waiting
        assert route.request.method == "POST"
        assert route.request.headers["content-type"] == "application/json"
        assert body_of(route.request) == {
            "name": "Ravi Kumar",
            "phone": "ask my sister",
            "address": "7 Lake View, Alwarpet",
            "email": "ravi@example.com",
            "doctorName": "Dr. Leela Thomas",
        }


@pytest.mark.spec("1.2")
def test_appointment_is_stored_by_the_server(
    modal: Locator, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    fill(modal, Email="appointment-taken@example.com")
    submit(modal)
    expect(modal.get_by_text(BOOKED)).to_be_visible()
    assert rows(
        "select kind, customer_name, phone, doctor, address"
        " from requests_request r join enquiries_appointment a on a.request_id = r.id"
        " where email = ?",
        "appointment-taken@example.com",
    ) == [
        {
            "kind": "appointment",
            "customer_name": "Ravi Kumar",
            "phone": "98400 67890",
            "doctor": "Dr. Leela Thomas",
            "address": "7 Lake View, Alwarpet",
        }
    ]


@pytest.mark.spec("7.4", "8.7")
def test_failure_keeps_the_modal_open_with_its_values(
    plans: Page, modal: Locator, expected_console: list[str]
) -> None:
    expected_console += [r"status of 422", REFUSED, UNREACHED]
    fill(modal)
    for status in (422, 500, None):
        with step(f"after {status or 'no answer'} the modal stays open with its values"):
            sent = mock_reply(plans, CALL, status)
            submit(modal)
            expect(modal.get_by_role("alert")).to_have_text(FAILED)
            plans.clock.run_for(10_000)
            expect(modal).to_be_visible()
            assert values(modal) == RAVI
            assert len(sent) == 1
    with step("it may be sent again"):
        mock_reply(plans, CALL)
        submit(modal)
        expect(modal.get_by_role("status")).to_have_text(BOOKED)
