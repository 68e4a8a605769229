"""Nutrition screen (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from accessibility import PHONE
from hydration import open_hydrated
from mock_responses import REFUSED, UNREACHED, held_request, mock_reply, stop_clock
from ordering import body_of, hold
from playwright.sync_api import Locator, Page, expect
from steps import step

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
    """The nutrition screen, on a mock clock."""
    open_hydrated(page, shop + "/order/Meal/Nutrition")
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


def expect_hidden_after_3_s(page: Page, message: str) -> None:
    expect(form(page).get_by_text(message)).to_be_visible()
    page.clock.run_for(2999)
    expect(form(page).get_by_text(message)).to_be_visible()
    page.clock.run_for(1)
    expect(form(page).get_by_text(message)).to_have_count(0)


@pytest.mark.spec("2.16")
def test_intro_has_four_boxes_before_the_form(screen: Page) -> None:
    boxes = screen.get_by_role("main").get_by_role("listitem").get_by_role("heading")
    expect(boxes).to_have_text(
        ["Energy & Strength", "Immune Support", "Mental Clarity", "Disease Prevention"]
    )
    last_box = boxes.last.bounding_box()
    title = screen.get_by_role("heading", name="Personalized Nutrition Form").bounding_box()
    assert last_box
    assert title
    assert last_box["y"] < title["y"]


@pytest.mark.spec("3.12", "5.7", "7.5", "8.8")
def test_invalid_fields_prevent_submission_and_keep_values(screen: Page) -> None:
    sent = mock_reply(screen, CALL)
    fill(screen)
    stop_clock(screen)
    for missing in ("Name", "Age", "Email", "Dietary Goal"):
        with step(f"without {missing} a message shows for 3 s, and what was typed is kept"):
            field(screen, missing).fill("")
            submit(screen)
            expect(form(screen).get_by_role("alert")).to_have_text(MISSING)
            expect_hidden_after_3_s(screen, MISSING)
            assert values(screen) == {**LEELA, missing: ""}
        field(screen, missing).fill(LEELA[missing])
    with step("the browser checks the format of the email once nothing is missing"):
        field(screen, "Email").fill("leela")
        submit(screen)
        expect(field(screen, "Email")).to_be_focused()
        assert field(screen, "Email").evaluate("box => box.validity.typeMismatch")
    assert sent == []
    with step("a newer message has its whole 3 s"):
        field(screen, "Email").fill("")
        submit(screen)
        expect(form(screen).get_by_text(MISSING)).to_be_visible()
        screen.clock.run_for(2000)
        field(screen, "Email").fill(LEELA["Email"])
        submit(screen)
        expect_hidden_after_3_s(screen, SENT)
    with step("the call carries exactly the listed fields"):
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


@pytest.mark.spec("1.2")
def test_enquiry_is_stored_by_the_server(
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


def test_message_scrolls_into_view_below_the_button_on_a_phone(screen: Page) -> None:
    screen.set_viewport_size(PHONE)
    button = form(screen).locator("button[type=submit]")
    button.evaluate("button => button.scrollIntoView({ block: 'end', behavior: 'instant' })")
    mock_reply(screen, CALL)
    fill(screen)
    button.evaluate("button => button.scrollIntoView({ block: 'end', behavior: 'instant' })")
    submit(screen)
    expect(form(screen).get_by_text(SENT)).to_be_in_viewport(ratio=1)


@pytest.mark.spec("4.11", "5.7", "7.5", "8.8", "9.8")
def test_submission_clears_fields_and_message_hides_after_3_s(
    screen: Page, expected_console: list[str]
) -> None:
    expected_console += [r"status of 422", REFUSED, UNREACHED]
    stop_clock(screen)
    for status in (422, 500, None):
        with step(f"after {status or 'no answer'} the fields clear, and the message goes"):
            mock_reply(screen, CALL, status)
            fill(screen)
            submit(screen)
            expect(form(screen).locator("[role=alert]")).to_have_text(FAILED)
            assert set(values(screen).values()) == {""}
            expect_hidden_after_3_s(screen, FAILED)
    waiting = hold(screen, f"**{CALL}")
    with step("while sending the button is disabled and a second press sends nothing"):
        fill(screen, Allergies="", Preferred_Foods="")
        button = form(screen).locator("button[type=submit]")
        button.dblclick()
        expect(button).to_be_disabled()
        held_request(screen, waiting).fulfill(status=200, body="{}")
    with step("after a success the fields clear, and the message goes"):
        expect(form(screen).locator("[role=status]")).to_have_text(SENT)
        assert set(values(screen).values()) == {""}
        expect_hidden_after_3_s(screen, SENT)
    with step("allergies and preferred foods may stay empty"):
        [route] = waiting
        body = body_of(route.request)
        assert (body["allergies"], body["preferredFoods"]) == ("", "")


def test_texts_that_contradict_one_another_are_not_sent(screen: Page) -> None:
    sent = mock_reply(screen, CALL)
    cases = [
        (
            "Allergies",
            {"Allergies": "No allergies, cashews"},
            "This says no allergies, and cashew. Please leave one of the two out.",
        ),
        (
            "Preferred Foods",
            {"Preferred_Foods": "Peanut chikki"},
            "You are allergic to peanut, and would like it here. Please change one of the two.",
        ),
    ]
    for label, typed, sentence in cases:
        with step(f"{label} says so in one sentence, and has the focus"):
            fill(screen, **typed)
            before = values(screen)
            submit(screen)
            expect(field(screen, label)).to_be_focused()
            assert field(screen, label).evaluate("box => box.validationMessage") == sentence
            assert values(screen) == before
    assert sent == []
    with step("once it is mended the form is sent"):
        fill(screen)
        submit(screen)
        expect(form(screen).get_by_role("status")).to_have_text(SENT)
        assert len(sent) == 1
