"""The order form of weekly and monthly combos (specification, sections 2, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from combos import FORM, PICKER, WEEK, expect_the_delivery_note, expect_total, summary
from form_cases import COMBOS
from mock_responses import REFUSED, UNREACHED, held_request, mock_reply
from ordering import body_of, hold
from playwright.sync_api import Dialog, Locator, Page, expect
from steps import step

CALL = "/weekmonth-form.php"
ASHA = {
    "First Name": "Asha",
    "Last Name": "Iyer",
    "Phone": "98400 00000",
    "Email": "asha@example.com",
    "Delivery Time": "08:30",
    "Address": "12 Beach Road, Besant Nagar",
}
NO_DAYS: dict[str, list[str]] = {"breakfast": [], "lunch": [], "dinner": []}


@pytest.fixture
def form(page: Page, shop: str) -> Page:
    """The form with week 1's six breakfasts."""
    COMBOS.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_have_text("Weekly & Monthly Order Form")
    return page


def fill_in(page: Page, **overrides: str) -> None:
    for label, value in {**ASHA, **overrides}.items():
        page.get_by_label(label).fill(value)


def submit(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("Submit Order|Submitting..."))


@pytest.mark.spec("2.11", "8.3")
def test_empty_form_shows_notice_and_picker_link(page: Page, shop: str) -> None:
    nothing = page.get_by_role("heading", name="No Items Selected!")
    page.goto(shop + FORM)
    expect(nothing).to_be_visible()
    with step("garbage in the history reads as nothing selected"):
        page.evaluate("history.replaceState({ usr: { selectedItems: 7, finalAmount: 'x' } }, '')")
        page.reload()
        expect(nothing).to_be_visible()
    page.get_by_role("link", name="Back to Combos").click()
    expect(page).to_have_url(shop + PICKER)


@pytest.mark.spec("1.3", "5.3")
def test_form_initial_state_and_required_fields(form: Page) -> None:
    sent = mock_reply(form, CALL)
    expect_the_delivery_note(summary(form))
    with step("the days are fixed at 6 and have no input"):
        expect(summary(form)).to_contain_text(re.compile(r"Days\s*6"))
        expect(form.get_by_role("spinbutton")).to_have_count(0)
    with step("the selection survives a reload"):
        form.reload()
        chosen = form.get_by_role("region", name="Your Selected Meals")
        expect(chosen.get_by_role("listitem")).to_have_count(6)
        expect_total(form, "Final Amount", "₹2,250")
    fill_in(form)
    for label, value in ASHA.items():
        with step(f"{label} is required"):
            missing = form.get_by_label(label)
            missing.fill("")
            submit(form).click()
            expect(missing).to_be_focused()
            assert missing.evaluate("field => field.validity.valueMissing")
            missing.fill(value)
    assert sent == []


@pytest.mark.spec("2.11", "3.5", "4.5", "7.8", "8.3")
def test_success_returns_to_the_combos(page: Page, shop: str) -> None:
    COMBOS.come(page, shop)
    waiting = hold(page, f"**{CALL}")
    fill_in(page)
    with step("while sending the button reads Submitting and is disabled"):
        submit(page).click()
        expect(submit(page)).to_have_text("Submitting...")
        expect(submit(page)).to_be_disabled()
    held_request(page, waiting).fulfill(json={"status": "success"})
    with step("a success popup leads home to the combos and replaces history"):
        popup = page.get_by_role("dialog", name="Order Submitted Successfully!")
        popup.get_by_role("button", name="Go to Home").click()
        expect(page).to_have_url(shop + PICKER)
        page.go_back()
        expect(page).to_have_url(shop + PICKER)
    with step("the payload is exactly what the contract lists"):
        assert [body_of(route.request) for route in waiting] == [
            {
                "name": "Asha",
                "lastname": "Iyer",
                "phone": "98400 00000",
                "email": "asha@example.com",
                "address": "12 Beach Road, Besant Nagar",
                "deliveryTime": "08:30",
                "days": 6,
                "totalSelected": 6,
                "selectedItems": {
                    "week1": {**NO_DAYS, "breakfast": WEEK},
                    "week2": NO_DAYS,
                    "week3": NO_DAYS,
                    "week4": NO_DAYS,
                },
                "finalAmount": 2250,
                "discount": 0,
            }
        ]


@pytest.mark.spec("4.5", "7.8", "8.3")
def test_failure_shows_alert_and_reloads(form: Page, expected_console: list[str]) -> None:
    expected_console += [REFUSED, UNREACHED]
    alerts = collect_dialogs(form)
    bodies = []
    fill_in(form)
    for status, words in ((500, "❌ Failed to submit order."), (None, "❌ Failed to fetch")):
        again = form.get_by_role("button", name="Reload to try again, your selection is kept")
        with step(f"{words} is told in an alert, and the button stays disabled"):
            sent = mock_reply(form, CALL, status)
            submit(form).click()
            expect(again).to_be_visible()
            assert alerts == [words]
            expect(submit(form)).to_have_text("Submitting...")
            expect(submit(form)).to_be_disabled()
            expect(form.get_by_label("Address")).to_have_value(ASHA["Address"])
        with step("reloading after a failure keeps the selection and what was typed"):
            again.click()
            expect(submit(form)).to_be_enabled()
            expect(form.get_by_role("region", name="Your Selected Meals")).to_be_visible()
        alerts.clear()
        bodies.append(body_of(sent[0]))
    sent = mock_reply(form, CALL)
    submit(form).click()
    expect(form.get_by_role("dialog", name="Order Submitted Successfully!")).to_be_visible()
    assert [*bodies, body_of(sent[0])] == [bodies[0]] * 3


@pytest.mark.spec("1.2")
def test_combo_order_is_stored_at_its_price(
    form: Page, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    fill_in(form, Email="combos-taken@example.com")
    with form.expect_response(f"**{CALL}") as reply:
        submit(form).click()
    assert reply.value.json()["status"] == "success"
    popup = form.get_by_role("dialog", name="Order Submitted Successfully!")
    expect(popup).to_contain_text(reply.value.json()["reference"])
    expect(popup).to_contain_text("We will call you")
    assert rows(
        "select kind, days, total_paise, claimed_total_paise, claimed_count,"
        " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
        " from requests_request r join orders_comboorder o on o.request_id = r.id where email = ?",
        "combos-taken@example.com",
    ) == [
        {
            "kind": "combo",
            "days": 6,
            "total_paise": 225_000,
            "claimed_total_paise": 225_000,
            "claimed_count": 6,
            "flags": 0,
        }
    ]


def collect_dialogs(page: Page) -> list[str]:
    """Accept native browser dialogs; the returned list collects their messages."""
    heard: list[str] = []

    def accept(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    return heard
