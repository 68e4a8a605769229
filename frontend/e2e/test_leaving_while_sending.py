"""A reply that takes long: a note asks to stay, and the result is shown on the page that its visitor has moved to."""

from __future__ import annotations

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
from mock_responses import held_request, stop_clock
from ordering import TRAY, VEG, Kind, Visitor, hold, of
from playwright.sync_api import Dialog, Locator, Page, expect
from steps import step

HOME = "/order/mealsubscription"
ACCEPTED, UNREACHED = "Taken.", "❌ Failed to fetch"
# Each form's messages for a success and for a failure without a response (specification, section 8).
RESULT_MESSAGES = {
    EVENT.id: (
        "✅ Form submitted successfully!",
        "❌ Submission failed. Please check backend URL or try again.",
    ),
    SUBSCRIPTION.id: ("Selected menu was sent successfully!", "Network error. Try again later."),
    APPOINTMENT.id: (
        "✅ Appointment booked successfully!",
        "❌ Failed to book appointment. Try again.",
    ),
    NUTRITION.id: ("✅ Form sent successfully!", "⚠️ Server error! Please try again."),
    COMBOS.id: ("Order Submitted Successfully!", UNREACHED),
    TRAY_FORM.id: ("✅ Meal Tray Order submitted successfully!", "Failed to fetch"),
}


@pytest.fixture
def expected_console() -> list[str]:
    return ["Failed to load resource", "Event enquiry was not sent"]


def text_on_page(page: Page, text: str) -> Locator:
    return page.locator("[role=status], [role=alert]").filter(has_text=text).first


@pytest.mark.usefixtures("clock")
@each(
    NONVEG_FORM, COMBOS, APPOINTMENT, nightly=(EVENT, SUBSCRIPTION, NUTRITION, VEG_FORM, TRAY_FORM)
)
def test_popup_and_receipt_appear_on_the_current_page_without_redirect(
    page: Page, shop: str, form: Form
) -> None:
    alerts: list[str] = []

    def accept(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    taken, unreached = RESULT_MESSAGES.get(form.id, (ACCEPTED, UNREACHED))
    receipt = page.get_by_role("region", name="Receipt")
    for text, succeeds in ((unreached, False), (taken, True)):
        waiting = hold(page, f"**{form.call}")
        form.open(page, shop)
        form.fill(page)
        form.submit_button(page).click()
        route = held_request(page, waiting)
        if form is APPOINTMENT:
            page.keyboard.press("Escape")
        page.get_by_role("link", name="Meal Subscription").first.click()
        expect(page.get_by_role("heading", name="Order Now")).to_be_visible()
        stop_clock(page)
        with step(f"{text} is said on the page where the sender is"):
            if succeeds:
                route.fulfill(json={"status": "success", "message": ACCEPTED, "reference": "OT-1"})
                expect(text_on_page(page, text)).to_be_visible()
            else:
                with page.expect_event("requestfailed"):
                    route.abort("connectionfailed")
                if form is not COMBOS:
                    expect(text_on_page(page, text)).to_be_visible()
        with step("the receipt appears after a success alone"):
            expect(receipt.filter(has_text="OT-1")).to_have_count(int(succeeds))
        with step("no redirect follows"):
            page.clock.run_for(4000)
            expect(page).to_have_url(shop + HOME)
        page.clock.resume()
        page.unroute_all()
    assert alerts == ([unreached] if form is COMBOS else [])


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
@each(TRAY_FORM, APPOINTMENT, nightly=(EVENT, SUBSCRIPTION, NUTRITION, COMBOS))
def test_slow_reply_asks_to_keep_the_page_open_and_moves_no_button(
    page: Page, shop: str, form: Form, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    waiting = hold(page, f"**{form.call}")
    form.open(page, shop)
    form.fill(page)
    form.submit_button(page).click()
    route = held_request(page, waiting)
    note = page.get_by_text("Still sending. Please keep this page open.")
    expect(form.submit_button(page)).to_be_disabled()
    expect(note).to_have_count(0)
    before = form.submit_button(page).bounding_box()
    page.clock.run_for(5000)
    expect(note).to_be_in_viewport(ratio=1)
    assert form.submit_button(page).bounding_box() == before
    route.fulfill(json={"status": "success", "message": ACCEPTED})
    expect(note).to_have_count(0)


def test_modal_closed_while_sending_shows_the_result_on_its_page(page: Page, shop: str) -> None:
    waiting = hold(page, f"**{APPOINTMENT.call}")
    APPOINTMENT.open(page, shop)
    APPOINTMENT.fill(page)
    APPOINTMENT.submit_button(page).click()
    route = held_request(page, waiting)
    page.keyboard.press("Escape")
    route.fulfill(json={})
    expect(text_on_page(page, "✅ Appointment booked successfully!")).to_be_visible()


def test_reload_while_sending_reports_a_lost_response(page: Page, shop: str) -> None:
    waiting = hold(page, f"**{TRAY_FORM.call}")
    TRAY_FORM.open(page, shop)
    TRAY_FORM.fill(page)
    TRAY_FORM.submit_button(page).click()
    held_request(page, waiting)
    notice = text_on_page(page, "You left while we were sending.")
    page.goto(shop + HOME)
    expect(notice).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Order Now")).to_be_visible()
    expect(notice).to_have_count(0)


def test_order_refused_after_leaving_is_not_offered_in_another_order(page: Page, shop: str) -> None:
    visitor, tray = Visitor(page, shop, VEG), Visitor(page, shop, TRAY)
    waiting = visitor.hold_requests()
    visitor.open_form()
    visitor.fill()
    visitor.submit()
    route = held_request(page, waiting)
    page.get_by_role("link", name="Meal Subscription").first.click()
    page.get_by_role("link", name="Order Tray").click()
    tray.tick()
    route.fulfill(json={"status": "error", "message": "No such street."})
    expect(text_on_page(page, "No such street.")).to_be_visible()
    tray.proceed()
    expect(tray.submit_button).to_be_visible()
    expect(page.get_by_text("not taken")).to_have_count(0)


def test_order_accepted_after_leaving_is_not_offered_again(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, VEG)
    waiting = visitor.hold_requests()
    visitor.go_to_form()
    visitor.fill()
    visitor.submit()
    route = held_request(page, waiting)
    page.go_back()
    offer = page.get_by_role("button", name="Restore your selection")
    expect(offer).to_be_visible()
    visitor.tick("Berry Smoothie")
    route.fulfill(json={"status": "success", "message": ACCEPTED})
    expect(text_on_page(page, ACCEPTED)).to_be_visible()
    expect(offer).to_have_count(0)
    expect(visitor.box("Berry Smoothie")).to_be_checked()
    [stored] = visitor.stored().values()
    assert [dish["name"] for dish in stored["selectedItems"]] == ["Berry Smoothie"]


@of(TRAY, nightly=(VEG,))
def test_dishes_changed_while_sending_are_not_ordered_twice(
    page: Page, shop: str, kind: Kind
) -> None:
    another = kind.every_dish()[len(kind.dishes)]["name"]
    visitor = Visitor(page, shop, kind)
    waiting = visitor.hold_requests()
    visitor.go_to_form()
    visitor.fill()
    visitor.submit()
    route = held_request(page, waiting)
    page.get_by_role("link", name="Change dishes").click()
    expect(visitor.box(kind.dishes[0])).to_be_checked()
    visitor.tick(another)
    route.fulfill(json={"status": "success", "message": "✅ Meal Tray Order submitted"})
    expect(text_on_page(page, "✅ Meal Tray Order submitted")).to_be_visible()
    for dish in kind.dishes:
        expect(visitor.box(dish)).not_to_be_checked()
    expect(visitor.box(another)).to_be_checked()
    [stored] = visitor.stored().values()
    assert [dish["name"] for dish in stored["selectedItems"]] == [another]


@pytest.mark.parametrize(
    ("form", "way"),
    [
        pytest.param(COMBOS, "Change meals", id="combos-change"),
        pytest.param(SUBSCRIPTION, "back", id="subscription-back"),
        pytest.param(COMBOS, "back", id="combos-back", marks=pytest.mark.slow),
        pytest.param(
            SUBSCRIPTION, "Change meals", id="subscription-change", marks=pytest.mark.slow
        ),
    ],
)
def test_meals_changed_while_sending_are_not_ordered_twice(
    page: Page, shop: str, form: Form, way: str
) -> None:
    waiting = hold(page, f"**{form.call}")
    form.come(page, shop)
    form.fill(page)
    form.submit_button(page).click()
    route = held_request(page, waiting)
    if way == "back":
        page.go_back()
    else:
        page.get_by_role("link", name=way).click()
    ticked = page.get_by_role("checkbox", checked=True)
    expect(ticked.first).to_be_visible()
    route.fulfill(json={"status": "success"})
    expect(text_on_page(page, RESULT_MESSAGES[form.id][0])).to_be_visible()
    expect(ticked).to_have_count(0)
    expect(page.get_by_role("button", name="Restore your selection")).to_have_count(0)
