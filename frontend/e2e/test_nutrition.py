"""Nutrition screen (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from accessibility import PHONE
from aliveness import open_alive
from answers import REFUSED, UNREACHED, answer, held_call, stop_clock
from ordering import body_of, hold
from playwright.sync_api import Locator, Page, expect

CALL = "/api/nutrition"
MISSING = "❌ Please fill all required fields!"
SENT = "✅ Form sent successfully!"
FAILED = "⚠️ Server error! Please try again."
LEELA = {
    "Name": "Leela Menon",
    "Age": "29",
    "Email": "leela@example.com",
    "Dietary Goal": "More protein in my day",
    "Allergies": "Peanuts",
    "Preferred Foods": "Dosa, paneer",
}


@pytest.fixture
def screen(clock: None, page: Page, shop: str) -> Page:
    """The nutrition screen, on a clock that the test drives."""
    open_alive(page, shop + "/order/Meal/Nutrition")
    return page


def form(page: Page) -> Locator:
    return page.get_by_role("form", name="Personalized Nutrition Form")


def field(page: Page, label: str) -> Locator:
    return form(page).get_by_label(label)


def fill(page: Page, **changes: str) -> None:
    for label, value in {**LEELA, **{k.replace("_", " "): v for k, v in changes.items()}}.items():
        field(page, label).fill(value)


def values(page: Page) -> dict[str, str]:
    return {label: field(page, label).input_value() for label in LEELA}


def submit(page: Page) -> None:
    form(page).locator("button[type=submit]").click()


def test_the_intro_has_four_boxes(screen: Page) -> None:
    boxes = screen.get_by_role("main").get_by_role("listitem").get_by_role("heading")
    expect(boxes).to_have_text(
        ["Energy & Strength", "Immune Support", "Mental Clarity", "Disease Prevention"]
    )


def test_the_call_carries_exactly_the_listed_fields(screen: Page) -> None:
    sent = answer(screen, CALL)
    fill(screen)
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    [request] = sent
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert body_of(request) == {
        "name": "Leela Menon",
        "age": "29",
        "email": "leela@example.com",
        "dietaryGoal": "More protein in my day",
        "allergies": "Peanuts",
        "preferredFoods": "Dosa, paneer",
    }


def test_an_enquiry_is_taken_by_the_server_and_stored(
    screen: Page, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    fill(screen, Email="nutrition-taken@example.com")
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    assert rows(
        "select kind, customer_name, age, dietary_goal, allergies, preferred_foods"
        " from requests_request r join enquiries_nutritionenquiry n on n.request_id = r.id"
        " where email = ?",
        "nutrition-taken@example.com",
    ) == [
        {
            "kind": "nutrition",
            "customer_name": "Leela Menon",
            "age": 29,
            "dietary_goal": "More protein in my day",
            "allergies": "Peanuts",
            "preferred_foods": "Dosa, paneer",
        }
    ]


def test_the_four_boxes_come_before_the_form(screen: Page) -> None:
    last_box = screen.get_by_role("heading", name="Disease Prevention").bounding_box()
    title = screen.get_by_role("heading", name="Personalized Nutrition Form").bounding_box()
    assert last_box
    assert title
    assert last_box["y"] < title["y"]


def test_the_browser_checks_the_format_of_the_email_once_nothing_is_missing(screen: Page) -> None:
    sent = answer(screen, CALL)
    fill(screen, Email="leela")
    submit(screen)
    expect(field(screen, "Email")).to_be_focused()
    assert field(screen, "Email").evaluate("box => box.validity.typeMismatch")
    assert sent == []


def test_on_a_phone_the_message_comes_into_view_below_the_button(screen: Page) -> None:
    screen.set_viewport_size(PHONE)
    button = form(screen).locator("button[type=submit]")
    button.evaluate("button => button.scrollIntoView({ block: 'end', behavior: 'instant' })")
    answer(screen, CALL)
    fill(screen)
    button.evaluate("button => button.scrollIntoView({ block: 'end', behavior: 'instant' })")
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_in_viewport(ratio=1)


def test_allergies_and_preferred_foods_may_stay_empty(screen: Page) -> None:
    sent = answer(screen, CALL)
    fill(screen, Allergies="", Preferred_Foods="")
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    body = body_of(sent[0])
    assert (body["allergies"], body["preferredFoods"]) == ("", "")


@pytest.mark.parametrize("missing", ["Name", "Age", "Email", "Dietary Goal"])
def test_if_a_required_field_is_missing_a_message_shows_and_what_was_typed_is_kept(
    screen: Page, missing: str
) -> None:
    sent = answer(screen, CALL)
    fill(screen)
    field(screen, missing).fill("")
    typed = values(screen)
    stop_clock(screen)
    submit(screen)
    expect(form(screen).get_by_role("alert")).to_have_text(MISSING)
    screen.clock.run_for(2999)
    expect(form(screen).get_by_text(MISSING)).to_be_visible()
    screen.clock.run_for(1)
    expect(form(screen).get_by_text(MISSING)).to_have_count(0)
    assert values(screen) == typed
    assert sent == []


def test_while_sending_the_button_is_disabled_and_a_second_press_sends_nothing(
    screen: Page,
) -> None:
    waiting = hold(screen, f"**{CALL}")
    fill(screen)
    form(screen).locator("button[type=submit]").dblclick()
    expect(form(screen).locator("button[type=submit]")).to_be_disabled()
    held_call(screen, waiting).fulfill(status=200, body="{}")
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    assert len(waiting) == 1


@pytest.mark.parametrize(
    ("status", "message", "noise"),
    [
        (200, SENT, None),
        (422, FAILED, r"status of 422"),
        (500, FAILED, REFUSED),
        (None, FAILED, UNREACHED),
    ],
)
def test_after_any_sent_attempt_the_fields_clear_and_the_message_goes_after_3_s(
    screen: Page,
    expected_console: list[str],
    status: int | None,
    message: str,
    noise: str | None,
) -> None:
    expected_console.extend([noise] if noise else [])
    answer(screen, CALL, status)
    fill(screen)
    stop_clock(screen)
    submit(screen)
    role = "status" if message == SENT else "alert"
    expect(form(screen).locator(f"[role={role}]")).to_have_text(message)
    assert set(values(screen).values()) == {""}
    screen.clock.run_for(2999)
    expect(form(screen).get_by_text(message)).to_be_visible()
    screen.clock.run_for(1)
    expect(form(screen).get_by_text(message)).to_have_count(0)


def test_a_newer_message_has_its_whole_3_s(screen: Page) -> None:
    answer(screen, CALL)
    stop_clock(screen)
    submit(screen)
    expect(form(screen).get_by_text(MISSING)).to_be_visible()
    screen.clock.run_for(2000)
    fill(screen)
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    screen.clock.run_for(2999)
    expect(form(screen).get_by_text(SENT)).to_be_visible()
    screen.clock.run_for(1)
    expect(form(screen).get_by_text(SENT)).to_have_count(0)
