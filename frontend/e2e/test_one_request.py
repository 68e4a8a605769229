"""Double clicks, slow replies, lost replies, reloads and copies of the tab: one request, for all eight calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from aliveness import wait_until_alive
from answers import answer, held_call
from eight_forms import COMBOS, EIGHT, NUTRITION, VEG_FORM, Form, each
from ordering import body_of, hold, key_of
from playwright.sync_api import Page, Route, expect

Rows = Callable[..., list[dict[str, Any]]]

ALL = each()
KEEPING = each(*(form for form in EIGHT if form.keeps))
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


def lose_the_reply(page: Page, waiting: list[Route]) -> None:
    """The server takes the call that is held; the browser sees a broken connection."""
    route = held_call(page, waiting)
    waiting.clear()
    route.fetch()
    with page.expect_event("requestfailed"):
        route.abort("connectionfailed")


def let_through(page: Page, waiting: list[Route]) -> None:
    held_call(page, waiting).continue_()


@ALL
def test_a_double_click_enter_and_a_slow_reply_send_one_request(
    page: Page, shop: str, form: Form
) -> None:
    waiting = hold(page, f"**{form.call}")
    form.open(page, shop)
    form.fill(page)
    form.submit_button(page).dblclick()
    held_call(page, waiting)
    form.box(page, "Email").press("Enter")
    form.submit_button(page).evaluate("button => { button.click(); button.form.requestSubmit() }")
    waiting[0].fulfill(json=ACCEPTED)
    expect(form.box(page, "Email")).to_have_value("")
    assert len(waiting) == 1


@ALL
def test_enter_and_a_click_at_once_send_one_request(page: Page, shop: str, form: Form) -> None:
    waiting = hold(page, f"**{form.call}")
    form.open(page, shop)
    form.fill(page)
    form.submit_button(page).evaluate("button => { button.form.requestSubmit(); button.click() }")
    held_call(page, waiting).fulfill(json=ACCEPTED)
    expect(form.box(page, "Email")).to_have_value("")
    assert len(waiting) == 1


@ALL
def test_after_a_failed_send_the_same_again_has_the_same_key_and_another_body_another_one(
    page: Page, shop: str, form: Form
) -> None:
    sent = answer(page, form.call, None)
    form.open(page, shop)
    for name in ("farida@example.com", "farida@example.com", "begum@example.com"):
        form.fill(page, Email=name)
        with page.expect_event("requestfailed"):
            form.submit_button(page).click()
        if form is COMBOS:
            page.reload()
        expect(form.submit_button(page)).to_have_text(form.button)
    first, again, other = sent
    assert body_of(first) == body_of(again)
    assert key_of(first) == key_of(again)
    assert key_of(other) != key_of(first)


@KEEPING
def test_a_lost_reply_and_a_reload_store_one_request(
    page: Page, shop: str, rows: Rows, form: Form
) -> None:
    email = email_of(form, "lost-reply")
    waiting = hold(page, f"**{form.call}")
    form.open(page, shop)
    form.fill(page, Email=email)
    form.submit_button(page).click()
    lose_the_reply(page, waiting)
    assert stored(rows, email) == 1
    page.unroute(f"**{form.call}")
    page.reload()
    form.reopen(page)
    with page.expect_response(f"**{form.call}") as replied:
        form.submit_button(page).click()
    assert replied.value.json()["status"] == "success"
    assert stored(rows, email) == 1


def test_a_lost_reply_and_the_nutrition_form_filled_in_once_more_store_one_request(
    page: Page, shop: str, rows: Rows
) -> None:
    email = email_of(NUTRITION, "lost-reply")
    waiting = hold(page, f"**{NUTRITION.call}")
    NUTRITION.open(page, shop)
    for settle in (lose_the_reply, let_through):
        NUTRITION.fill(page, Email=email)
        NUTRITION.submit_button(page).click()
        settle(page, waiting)
        expect(NUTRITION.box(page, "Email")).to_have_value("")
        assert stored(rows, email) == 1


@KEEPING
def test_a_copy_of_the_tab_and_the_tab_itself_store_one_request(
    page: Page, shop: str, rows: Rows, form: Form
) -> None:
    email = email_of(form, "two-tabs")
    form.open(page, shop)
    form.fill(page, Email=email)
    copy = page.context.new_page()
    copy.on("dialog", lambda dialog: dialog.accept())
    copy.goto(page.url)
    # What "Duplicate tab" does: the tab's storage and its history's state are copied.
    copy.evaluate(
        "([state, visits]) => { history.replaceState(state, '');"
        " Object.entries(visits).forEach(([key, value]) => sessionStorage.setItem(key, value)) }",
        page.evaluate("[history.state, { ...sessionStorage }]"),
    )
    copy.reload()
    wait_until_alive(copy)
    form.reopen(copy)
    assert form.held(copy) == {**form.filled, "Email": email}
    for tab in (page, copy):
        with tab.expect_response(f"**{form.call}") as replied:
            form.submit_button(tab).click()
        assert replied.value.json()["status"] == "success"
    assert stored(rows, email) == 1


def test_the_same_order_once_more_after_a_success_is_another_one(
    page: Page, shop: str, rows: Rows
) -> None:
    email = email_of(VEG_FORM, "ordered-twice")
    for _order in range(2):
        VEG_FORM.open(page, shop)
        VEG_FORM.fill(page, Email=email)
        VEG_FORM.submit_button(page).click()
        expect(VEG_FORM.box(page, "Email")).to_have_value("")
    assert stored(rows, email) == 2
