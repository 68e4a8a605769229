"""The receipt after a successful submission: content, position, copy, print, share and dismissal."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

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
from layout_shift import shifts, watch_layout
from mock_responses import held_request, mock_reply, stop_clock
from ordering import TRAY, VEG, Visitor, hold, popup
from playwright.sync_api import Locator, Page, expect
from steps import step
from waiting import wait_until

# The redirect of 2 s and the messages of 3 s are part of what is tested.
pytestmark = pytest.mark.usefixtures("clock")

# The lines of each form's receipt, in order.
SAYS: dict[str, tuple[str, ...]] = {
    "event": ("Event enquiry", "Family Gatherings"),
    "subscription": ("Meal subscription", "Monthly", "(Breakfast, Week 1, "),
    "appointment": ("Doctor’s appointment", "Dr. Kavitha Raman"),
    "nutrition": ("Nutrition enquiry",),
    "nonveg": (
        "Non-Veg Meal Order",
        "15, 1 of them free",
        "Lunch",
        "8:30 am",
        "₹",
        "Grilled Chicken Salad",
    ),
    "veg": ("Veg Meal Order", "15, 1 of them free", "Lunch", "8:30 am", "₹", "Dry Fruit Smoothie"),
    "combos": ("Weekly & Monthly Order", "12:30 pm", "₹2,250", "Items (6)"),
    "tray": ("Meal Tray Order", "15, 1 of them free", "Lunch", "8:30 am", "₹", "Phulka"),
}
# Fields without personal data.
MEANT_FOR_IT = {"Timing", "Select Days", "Delivery Time"}
HOURS = "We will call you between 9:00 am and 7:00 pm, Monday to Saturday, to agree on"
NOT_BOOKED = "Nothing is booked until then, and there is nothing to pay now."
ORDER_NEXT = f"{HOURS} the first day. There is nothing to pay now."
# The "what happens next" sentence of each kind.
NEXT = {
    "event": f"{HOURS} the date and details. {NOT_BOOKED}",
    "subscription": f"{HOURS} the first day, the address and the price. There is nothing to pay now.",
    "appointment": f"{HOURS} the day and time. There is nothing to pay now.",
    "nutrition": "We will reply to you by email.",
}
ABOUT_HEALTH = (NUTRITION, APPOINTMENT)
# After these forms the visitor stays on the same page.
STAYING = (EVENT, NUTRITION, APPOINTMENT)
# In every form's message of success.
SENT = re.compile("successfully|Thank you!", re.IGNORECASE)
BENEATH = """() => {
  const strip = document.querySelector('[data-receipt]').getBoundingClientRect();
  return [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
    .filter(control => !control.closest('[inert]'))
    .map(control => [control.getBoundingClientRect(), control.outerHTML.slice(0, 80)])
    .filter(([box]) => box.height > 0 && box.top < strip.bottom - 0.5 && box.bottom > strip.top + 0.5)
    .map(([, html]) => html);
}"""


def receipt(page: Page) -> Locator:
    return page.get_by_role("region", name="Receipt")


def toggle(page: Page) -> Locator:
    return receipt(page).get_by_role("button", name="Received: ")


def send(page: Page, shop: str, form: Form) -> dict[str, Any]:
    """Submit the form to the real server; return its response."""
    form.open(page, shop)
    return send_open(page, form)


def send_open(page: Page, form: Form) -> dict[str, Any]:
    form.fill(page)
    with page.expect_response(f"**{form.call}") as replied:
        form.submit_button(page).click()
    response: dict[str, Any] = replied.value.json()
    return response


@each(
    TRAY_FORM, COMBOS, APPOINTMENT, nightly=(EVENT, SUBSCRIPTION, NUTRITION, VEG_FORM, NONVEG_FORM)
)
def test_receipt_shows_the_submission_without_personal_data(
    page: Page, shop: str, form: Form
) -> None:
    if form in STAYING:
        watch_layout(page)
    form.open(page, shop)
    next_step = NEXT.get(form.id, ORDER_NEXT)
    with step("what happens next stands beneath the button"):
        words = form.form(page).get_by_text(next_step)
        under = words.bounding_box()
        button = form.submit_button(page).bounding_box()
        assert under
        assert button
        assert under["y"] >= button["y"] + button["height"]
    response = send_open(page, form)
    with step("it says what was sent and what happens next"):
        expect(receipt(page)).to_contain_text(next_step)
        expect(receipt(page)).to_contain_text(response["reference"])
        if form is not COMBOS:
            expect(receipt(page)).to_be_visible()
        text = receipt(page).text_content() or ""
        assert [words for words in SAYS[form.id] if words not in text] == []
    with step("it says nothing of who sent it"):
        # An age's digits may also occur in a reference or a timestamp.
        elsewhere = MEANT_FOR_IT | {"Age"}
        personal = [value for label, value in form.fields.items() if label not in elsewhere]
        assert [value for value in personal if value in text] == []
    with step("it takes no focus"):
        assert not page.evaluate("document.activeElement.closest('[data-receipt]')")
    if form in ABOUT_HEALTH:
        with step("what is about health is in no storage, nor on it"):
            kept = page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]")
            assert "oottam.receipts" not in kept
            for word in ("goal", "allerg", "weight", "plan", "Cashew", "protein"):
                assert word.lower() not in text.lower()
    if form in STAYING:
        expect_no_overlap_on_page_that_stays(page, form)


@each(EVENT, nightly=(NUTRITION, APPOINTMENT))
def test_receipt_covers_nothing_on_a_narrow_page_that_stays(
    page: Page, shop: str, form: Form
) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    watch_layout(page)
    send(page, shop, form)
    expect(receipt(page)).to_contain_text("OT-")
    expect_no_overlap_on_page_that_stays(page, form)


def expect_no_overlap_on_page_that_stays(page: Page, form: Form) -> None:
    with step("it is in view and moves nothing"):
        expect(receipt(page)).to_be_in_viewport()
        # Closing a modal scrolls the page behind it.
        assert form is APPOINTMENT or shifts(page) == []
    expect_receipt_covers_nothing(page)


def expect_receipt_covers_nothing(page: Page) -> None:
    with step("it covers no control, and the page does not scroll sideways"):
        wait_until(page, f"({BENEATH})().length === 0")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_receipt_is_expanded_where_the_form_leads_and_folded_elsewhere(
    page: Page, shop: str
) -> None:
    VEG_FORM.open(page, shop)
    stop_clock(page)
    response = send_open(page, VEG_FORM)
    expect(toggle(page)).to_have_attribute("aria-expanded", "false")
    page.clock.run_for(2000)
    expect(page).to_have_url(shop + VEG.selection)
    page.clock.resume()
    expect(toggle(page)).to_have_attribute("aria-expanded", "true")
    expect(receipt(page)).to_be_in_viewport()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for expanded in ("true", "false"):
        with step("the next page load expands it in view, and later ones show it in view"):
            page.reload()
            expect(toggle(page)).to_have_attribute("aria-expanded", expanded)
            expect(receipt(page)).to_contain_text(response["reference"])
            wait_until(page, "scrollY === 0")
            expect(toggle(page)).to_be_in_viewport()
    toggle(page).click()
    page.get_by_role("link", name="Meal Subscription").first.click()
    expect_one_line(page)
    expect(toggle(page)).to_contain_text(response["reference"])
    receipt(page).get_by_role("button", name="Dismiss the receipt").click()
    expect(receipt(page)).to_have_count(0)
    expect(page.locator("main")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(receipt(page)).to_have_count(0)


def test_receipt_of_an_enquiry_is_one_line_on_every_other_page(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    send(page, shop, EVENT)
    page.get_by_role("contentinfo").get_by_role("link", name="Veg meals").first.click()
    expect(page).to_have_url(shop + VEG.selection)
    expect_one_line(page)
    page.goto(shop + TRAY.selection)
    expect_one_line(page)
    with step("the visitor can open it there"):
        toggle(page).click()
        expect(receipt(page).get_by_text(NEXT["event"])).to_be_visible()


def expect_one_line(page: Page) -> None:
    """Assert that the receipt is folded, with its reference and the link to track it."""
    expect(toggle(page)).to_have_attribute("aria-expanded", "false")
    track = receipt(page).get_by_role("link", name=re.compile("^Track your "))
    expect(track).to_be_in_viewport(ratio=1)
    height = "element => element.getBoundingClientRect().height"
    assert receipt(page).evaluate(height) <= 80
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    line, link = toggle(page).bounding_box(), track.bounding_box()
    assert line
    assert link
    assert line["x"] + line["width"] <= link["x"]


def test_receipt_expands_in_view_on_a_slow_connection(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    code = hold(page, "**/ReceiptCard-*.js")
    VEG_FORM.open(page, shop)
    stop_clock(page)
    send_open(page, VEG_FORM)
    page.clock.run_for(2000)
    expect(page).to_have_url(shop + VEG.selection)
    page.clock.resume()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    held_request(page, code).continue_()
    expect(toggle(page)).to_have_attribute("aria-expanded", "true")
    expect(toggle(page)).to_be_in_viewport()
    wait_until(page, "scrollY === 0")


@each(
    EVENT, COMBOS, APPOINTMENT, SUBSCRIPTION, TRAY_FORM, nightly=(NUTRITION, VEG_FORM, NONVEG_FORM)
)
def test_receipt_opens_by_itself_after_the_message(page: Page, shop: str, form: Form) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    watch_layout(page)
    form.open(page, shop)
    # The test browser draws no scroll bar, but keeps its room free while a dialog is open.
    page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")
    stop_clock(page)
    send_open(page, form)
    expect(toggle(page)).to_contain_text("OT-")
    messages = page.locator("[data-message], .Toastify__toast, dialog[open]")
    message = messages.filter(has_text=SENT).first
    with step("it is collapsed while the form's message is shown"):
        expect(message).to_be_visible()
        expect(toggle(page)).to_have_attribute("aria-expanded", "false")
    if form is COMBOS:
        page.clock.run_for(10_000)
        expect(message).to_be_visible()
        expect(toggle(page)).to_have_attribute("aria-expanded", "false")
        page.get_by_role("button", name="Go to Home").click()
    elif form is SUBSCRIPTION:
        # The toast's timer is an animation.
        message.click()
    else:
        # No layout shift counts within 500 ms of the click.
        page.wait_for_timeout(600)
        page.clock.run_for(3000)
    page.clock.resume()
    with step("it opens in view, with its main button, and moves no one's focus"):
        expect(toggle(page)).to_have_attribute("aria-expanded", "true")
        wait_until(page, "scrollY === 0")
        main = "Track your request" if form in STAYING else "Tell us allergies and first day"
        expect(receipt(page).get_by_role("link", name=main)).to_be_in_viewport(ratio=1)
        expect(receipt(page).get_by_role("link").first).to_have_accessible_name(re.compile(main))
        assert not page.evaluate("document.activeElement.closest('[data-receipt]')")
        assert form not in STAYING or shifts(page) == []
    expect_receipt_covers_nothing(page)


def test_main_button_leads_to_the_questions_about_the_order(page: Page, shop: str) -> None:
    response = send(page, shop, VEG_FORM)
    expect(page).to_have_url(shop + VEG.selection)
    with page.expect_popup() as opened:
        receipt(page).get_by_role("link", name="Tell us allergies and first day").click()
    main = opened.value.get_by_role("main")
    expect(main).to_contain_text(response["reference"])
    for question in ("Do you have any allergies?", "Which day should we start?"):
        expect(main).to_contain_text(question)
    opened.value.close()


def test_failure_shows_no_receipt_and_empty_response_is_a_success(
    page: Page, shop: str, expected_console: list[str]
) -> None:
    expected_console.append("status of 500")
    visitor = Visitor(page, shop, TRAY)
    visitor.open_form()
    visitor.fill()
    with step("a failure leaves none"):
        visitor.mock_response("{}", status=500)
        visitor.submit()
        expect(popup(page, "❌ Failed to submit Meal Tray order")).to_be_visible()
        expect(receipt(page)).to_have_count(0)
    with step("a reply that says nothing is a success all the same"):
        visitor.mock_response("<!doctype html>")
        visitor.submit()
        expect(popup(page, "✅ Meal Tray Order submitted successfully!")).to_be_visible()
        expect(toggle(page)).to_have_text("Received: Meal Tray Order")
        expect(receipt(page)).to_contain_text("₹")


def with_status(page: Page, form: Form, path: object) -> None:
    reply = {"status": "success", "message": "Taken.", "reference": "OT-1", "statusPath": path}
    page.unroute(f"**{form.call}")
    page.route(f"**{form.call}", lambda route: route.fulfill(json=reply))


def test_only_receipt_links_to_status_page(page: Page, shop: str) -> None:
    track = receipt(page).get_by_role("link", name=re.compile("^Track your "))
    with step("an order can be tracked, in a tab of its own, after a reload too"):
        response = send(page, shop, VEG_FORM)
        expect(page).to_have_url(shop + VEG.selection)
        expect(track).to_have_accessible_name("Track your order (opens in a new tab)")
        page.reload()
        expect(track).to_have_attribute("href", response["statusPath"])
        with page.expect_popup() as opened:
            track.click()
        expect(opened.value.get_by_role("main")).to_contain_text(response["reference"])
        opened.value.close()
    with step("who has the link can open the page: it is neither copied nor shared nor printed"):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        receipt(page).get_by_role("button", name="Copy").click()
        expect(receipt(page).get_by_role("status")).to_have_text("Copied.")
        assert "status" not in page.evaluate("navigator.clipboard.readText()")
        page.emulate_media(media="print")
        expect(track).to_be_hidden()
        page.emulate_media(media="null")
    with step("a request about health can be tracked, and nothing of it is stored"):
        send(page, shop, NUTRITION)
        expect(toggle(page)).to_have_attribute("aria-expanded", "true")
        expect(track).to_have_accessible_name("Track your request (opens in a new tab)")
        assert page.evaluate("sessionStorage['oottam.receipts']").count("/status/") == 1
    for path in ("//evil.example/x", 7):
        with step(f"{path} leads nowhere, and it is a success all the same"):
            with_status(page, EVENT, path)
            send(page, shop, EVENT)
            expect(toggle(page)).to_contain_text("Event enquiry · OT-1")
            expect(track).to_have_count(0)


def test_receipt_covers_nothing_on_the_next_page(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    send(page, shop, VEG_FORM)
    expect(page).to_have_url(shop + VEG.selection)
    expect(toggle(page)).to_have_attribute("aria-expanded", "true")
    expect_receipt_covers_nothing(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect_receipt_covers_nothing(page)
    watch_layout(page)
    for width in (1280, 320):
        with step(f"{width} px wide, a reload finds it in its place"):
            page.set_viewport_size({"width": width, "height": 800})
            page.reload()
            expect(receipt(page)).to_be_attached()
            assert shifts(page) == []


def test_receipt_is_copied_shared_and_printed_alone(page: Page, shop: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reference = send(page, shop, VEG_FORM)["reference"]
    expect(page).to_have_url(shop + VEG.selection)
    receipt(page).get_by_role("button", name="Copy").click()
    expect(receipt(page).get_by_role("status")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[:8] == [
        "Oottam: Veg Meal Order",
        "",
        "Dishes (2):",
        "- Dry Fruit Smoothie",
        "- Berry Smoothie",
        f"Reference: {reference}",
        "Days: 15, 1 of them free",
        "Meals: Lunch",
    ]
    link = receipt(page).get_by_role("link", name="Share").get_attribute("href") or ""
    assert urlsplit(link).netloc == "wa.me"
    assert parse_qs(urlsplit(link).query)["text"][0].replace("\r", "") == copied
    page.evaluate(
        "window.print = () => { window.printed = document.documentElement.dataset.print }"
    )
    receipt(page).get_by_role("button", name="Print").click()
    assert page.evaluate("printed") == "receipt"
    page.emulate_media(media="print")
    expect(receipt(page)).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator("main")).to_be_visible()


def test_receipt_is_announced(page: Page, shop: str) -> None:
    mock_reply(page, EVENT.call)
    EVENT.open(page, shop)
    region = page.locator("#root > p[aria-live=polite]").first
    expect(region).to_have_text("")
    EVENT.fill(page)
    EVENT.submit_button(page).click()
    wait_until(page, "!!document.querySelector('[data-receipt]')")
    expect(region).to_have_text("Event enquiry: received. The details are at the top of the page.")
