"""Health plans and the doctor booking modal (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from aliveness import open_alive
from answers import REFUSED, UNREACHED, answer, held_call, stop_clock
from ordering import body_of, hold
from playwright.sync_api import Locator, Page, expect

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
    """The health plans screen, on a clock that the test drives."""
    open_alive(page, shop + "/order/Meal/Weightlossweightgain")
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


def test_three_plan_cards_stand_closed(plans: Page) -> None:
    expect(plans.get_by_role("main").get_by_role("heading", level=2)).to_have_text(
        ["Weight Gain", "Weight Loss", "Nutrition"]
    )
    expect(plans.get_by_role("button", name="View Doctors")).to_have_count(3)
    expect(plans.get_by_role("button", name="Book Appointment")).to_have_count(0)


@pytest.mark.parametrize("plan", [0, 1, 2])
def test_the_opened_plan_shows_its_description_and_three_doctor_cards(
    plans: Page, plan: int
) -> None:
    view_doctors(plans, plan)
    title = ["Weight Gain", "Weight Loss", "Nutrition"][plan]
    panel = plans.get_by_role("region", name=title)
    expect(panel.get_by_text("doctor").first).to_be_visible()
    expect(panel.get_by_role("heading", level=3)).to_have_text(DOCTORS)
    expect(panel.get_by_role("button", name="Book Appointment")).to_have_count(3)
    plans.get_by_role("button", name="Hide Doctors").click()
    expect(panel).to_have_count(0)
    expect(plans.get_by_role("button", name="View Doctors")).to_have_count(3)


def test_opening_one_plan_closes_the_other(plans: Page) -> None:
    view_doctors(plans, 0)
    view_doctors(plans, 2)
    expect(plans.get_by_role("button", name="Hide Doctors")).to_have_count(1)
    expect(plans.get_by_role("region", name="Weight Gain")).to_have_count(0)
    expect(plans.get_by_role("region", name="Nutrition")).to_be_visible()


def test_the_nutrition_plan_links_to_the_nutrition_screen(plans: Page, shop: str) -> None:
    plans.get_by_role("main").get_by_role("link", name="Nutrition form").click()
    expect(plans).to_have_url(shop + "/order/Meal/Nutrition")


@pytest.mark.parametrize("doctor", [0, 1, 2])
def test_each_doctor_has_a_booking_modal_of_four_fields(plans: Page, doctor: int) -> None:
    view_doctors(plans, 1)
    plans.get_by_role("button", name="Book Appointment").nth(doctor).click()
    modal = plans.get_by_role("dialog")
    expect(modal.get_by_role("heading")).to_have_text(f"Book Appointment with {DOCTORS[doctor]}")
    expect(modal.get_by_role("textbox")).to_have_count(4)


def test_the_modal_shows_the_doctor_and_starts_empty(modal: Locator) -> None:
    expect(modal.get_by_role("heading")).to_contain_text("Dr. Leela Thomas")
    assert set(values(modal).values()) == {""}


def test_the_call_carries_exactly_the_listed_fields(plans: Page, modal: Locator) -> None:
    sent = answer(plans, CALL)
    fill(modal)
    submit(modal)
    expect(modal.get_by_text(BOOKED)).to_be_visible()
    [request] = sent
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert body_of(request) == {
        "name": "Ravi Kumar",
        "phone": "98400 67890",
        "address": "7 Lake View, Alwarpet",
        "email": "ravi@example.com",
        "doctorName": "Dr. Leela Thomas",
    }


def test_an_appointment_is_taken_by_the_server_and_stored(
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


def test_a_phone_has_no_format(plans: Page, modal: Locator) -> None:
    sent = answer(plans, CALL)
    expect(modal.get_by_label("Phone")).to_have_attribute("type", "tel")
    fill(modal, Phone="ask my sister")
    submit(modal)
    expect(modal.get_by_text(BOOKED)).to_be_visible()
    assert body_of(sent[0])["phone"] == "ask my sister"


def test_the_browser_checks_the_format_of_the_email(plans: Page, modal: Locator) -> None:
    sent = answer(plans, CALL)
    fill(modal, Email="ravi")
    submit(modal)
    email = modal.get_by_label("Email")
    expect(email).to_be_focused()
    assert email.evaluate("box => box.validity.typeMismatch")
    assert sent == []


def test_a_double_click_books_once(plans: Page, modal: Locator) -> None:
    waiting = hold(plans, f"**{CALL}")
    fill(modal)
    modal.locator("button[type=submit]").dblclick()
    expect(modal.get_by_role("button", name="Booking...")).to_be_disabled()
    held_call(plans, waiting).fulfill(status=200, body="{}")
    expect(modal.get_by_text(BOOKED)).to_be_visible()
    assert len(waiting) == 1


@pytest.mark.parametrize("missing", list(RAVI))
def test_if_any_field_is_missing_a_message_shows_and_nothing_is_sent(
    plans: Page, modal: Locator, missing: str
) -> None:
    sent = answer(plans, CALL)
    fill(modal, **{missing: ""})
    typed = values(modal)
    submit(modal)
    expect(modal.get_by_role("alert")).to_have_text(MISSING)
    assert values(modal) == typed
    assert sent == []


def test_while_sending_the_button_says_booking(plans: Page, modal: Locator) -> None:
    waiting = hold(plans, f"**{CALL}")
    fill(modal)
    submit(modal)
    button = modal.get_by_role("button", name="Booking...")
    expect(button).to_be_disabled()
    held_call(plans, waiting).fulfill(status=200, body="{}")
    expect(modal.get_by_text(BOOKED)).to_be_visible()


def test_success_clears_the_fields_and_closes_the_modal_after_1_5_s(
    plans: Page, modal: Locator
) -> None:
    answer(plans, CALL)
    fill(modal)
    stop_clock(plans)
    submit(modal)
    expect(modal.get_by_role("status")).to_have_text(BOOKED)
    assert set(values(modal).values()) == {""}
    plans.clock.run_for(1499)
    expect(modal).to_be_visible()
    plans.clock.run_for(1)
    expect(modal).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "noise"), [(422, r"status of 422"), (500, REFUSED), (None, UNREACHED)]
)
def test_after_any_failure_the_modal_stays_open_with_its_values(
    plans: Page, modal: Locator, expected_console: list[str], status: int | None, noise: str
) -> None:
    expected_console.append(noise)
    answer(plans, CALL, status)
    fill(modal)
    submit(modal)
    expect(modal.get_by_role("alert")).to_have_text(FAILED)
    plans.clock.run_for(10_000)
    expect(modal).to_be_visible()
    assert values(modal) == RAVI
    answer(plans, CALL)
    submit(modal)
    expect(modal.get_by_role("status")).to_have_text(BOOKED)


def test_cancel_closes_the_modal_focus_returns_and_what_was_typed_is_kept(
    plans: Page, modal: Locator
) -> None:
    modal.get_by_label("Name", exact=True).fill("Ravi")
    modal.get_by_role("button", name="Cancel").click()
    expect(modal).to_have_count(0)
    opener = plans.get_by_role("button", name="Book Appointment").nth(2)
    expect(opener).to_be_focused()
    opener.click()
    expect(modal.get_by_label("Name", exact=True)).to_have_value("Ravi")
