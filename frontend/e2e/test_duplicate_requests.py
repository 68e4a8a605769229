"""Double clicks, slow or lost responses, reloads and duplicated tabs store one request, on all eight endpoints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from hydration import wait_until_hydrated
from mock_responses import held_request
from ordering import body_of, hold, key_of
from playwright.sync_api import Page, Request, Route, expect
from steps import step

Rows = Callable[..., list[dict[str, Any]]]

KEEPING = each(NONVEG_FORM, COMBOS, nightly=(EVENT, SUBSCRIPTION, APPOINTMENT, VEG_FORM, TRAY_FORM))
ACCEPTED = {"status": "success", "message": "Thank you."}


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


@pytest.fixture(autouse=True)
def _alerts_are_closed(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())


def email_of(form: Form, test: str) -> str:
    return f"{form.id}-{test}@example.com"


def stored(rows: Rows, email: str) -> int:
    return len(rows("select 1 from requests_request where email = ?", email))


def drop_response(page: Page, waiting: list[Route]) -> None:
    """Forward the held request to the server, and abort the browser's connection."""
    route = held_request(page, waiting)
    waiting.clear()
    route.fetch()
    with page.expect_event("requestfailed"):
        route.abort("connectionfailed")


def abort_held_request(page: Page, form: Form, waiting: list[Route]) -> Request:
    """Abort the only held request; the form keeps its values and can be submitted again."""
    route = held_request(page, waiting)
    with page.expect_event("requestfailed"):
        route.abort("connectionfailed")
    if form is COMBOS:
        # Wait for the error message: a reload while it is rendered may never finish.
        expect(page.get_by_role("button", name="Reload to try again")).to_be_visible()
        page.reload()
    expect(form.submit_button(page)).to_have_text(form.button)
    expect(form.submit_button(page)).to_be_enabled()
    if form is NUTRITION:
        expect(form.box(page, "Email")).to_have_value("")
        form.fill(page)
    expect(form.box(page, "Email")).to_have_value(form.fields["Email"])
    assert waiting == [route]
    waiting.clear()
    return route.request


def duplicate_tab(page: Page) -> Page:
    """Emulate "Duplicate tab": copy session storage and history state."""
    copy = page.context.new_page()
    copy.on("dialog", lambda dialog: dialog.accept())
    copy.goto(page.url)
    copy.evaluate(
        "([state, visits]) => { history.replaceState(state, '');"
        " Object.entries(visits).forEach(([key, value]) => sessionStorage.setItem(key, value)) }",
        page.evaluate("[history.state, { ...sessionStorage }]"),
    )
    copy.reload()
    wait_until_hydrated(copy)
    return copy


def release_requests(page: Page, waiting: list[Route]) -> None:
    held_request(page, waiting).continue_()


@each(
    VEG_FORM, COMBOS, NUTRITION, nightly=(EVENT, SUBSCRIPTION, APPOINTMENT, NONVEG_FORM, TRAY_FORM)
)
def test_repeated_presses_send_one_request_and_a_retry_reuses_its_key(
    page: Page, shop: str, form: Form
) -> None:
    waiting = hold(page, f"**{form.call}")
    form.open(page, shop)
    form.fill(page)
    button = form.submit_button(page)
    with step("a double click, Enter and presses during a slow reply send one request"):
        button.dblclick()
        held_request(page, waiting)
        form.box(page, "Email").press("Enter")
        button.evaluate("button => { button.click(); button.form.requestSubmit() }")
        first = abort_held_request(page, form, waiting)
    with step("Enter and a click at once send one request, after a failure the same one again"):
        button.evaluate("button => { button.form.requestSubmit(); button.click() }")
        again = abort_held_request(page, form, waiting)
        assert body_of(again) == body_of(first)
        assert key_of(again) == key_of(first)
    with step("another body is another request"):
        form.box(page, "Email").fill("begum@example.com")
        button.click()
        held_request(page, waiting).fulfill(json=ACCEPTED)
        expect(form.box(page, "Email")).to_have_value("")
        [other] = waiting
        assert key_of(other.request) != key_of(first)


@KEEPING
def test_lost_response_reload_and_duplicated_tab_store_one_request(
    page: Page, shop: str, rows: Rows, form: Form
) -> None:
    email = email_of(form, "lost-reply")
    form.open(page, shop)
    form.fill(page, Email=email)
    with step("a copy of the tab holds what was typed"):
        copy = duplicate_tab(page)
        form.reopen(copy)
        form.expect_held(copy, {**form.filled, "Email": email})
    with step("a request whose reply is lost is stored"):
        waiting = hold(page, f"**{form.call}")
        form.submit_button(page).click()
        drop_response(page, waiting)
        assert stored(rows, email) == 1
        page.unroute(f"**{form.call}")
    page.reload()
    form.reopen(page)
    for name, tab in (("the tab after its reload", page), ("the copy of the tab", copy)):
        with step(f"{name} sends the request that is stored"):
            with tab.expect_response(f"**{form.call}") as replied:
                form.submit_button(tab).click()
            assert replied.value.json()["status"] == "success"
            assert stored(rows, email) == 1


def test_lost_response_and_refilled_nutrition_form_store_one_request(
    page: Page, shop: str, rows: Rows
) -> None:
    email = email_of(NUTRITION, "lost-reply")
    waiting = hold(page, f"**{NUTRITION.call}")
    NUTRITION.open(page, shop)
    for settle in (drop_response, release_requests):
        NUTRITION.fill(page, Email=email)
        NUTRITION.submit_button(page).click()
        settle(page, waiting)
        expect(NUTRITION.box(page, "Email")).to_have_value("")
        assert stored(rows, email) == 1


def test_same_order_after_a_success_is_a_new_request(page: Page, shop: str, rows: Rows) -> None:
    email = email_of(VEG_FORM, "ordered-twice")
    for _order in range(2):
        VEG_FORM.open(page, shop)
        VEG_FORM.fill(page, Email=email)
        VEG_FORM.submit_button(page).click()
        expect(VEG_FORM.box(page, "Email")).to_have_value("")
    assert stored(rows, email) == 2
