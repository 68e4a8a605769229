"""Keyboard-only flows of the desk and of an owner, on a 360 px phone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from accessibility import DESKTOP, expect_accessible
from playwright.sync_api import Browser, Page, expect
from sample_desk import PHONE, at_the_desk, choose, log_in, press, tab_to, type_into
from steps import step
from test_phone_orders import enter_order_by_keyboard


def find(page: Page, words: str) -> None:
    """Open a request from any page by the search field."""
    press(page.get_by_role("navigation", name="Desk").get_by_role("link", name="Requests"))
    page.wait_for_url(re.compile(r"/backoffice/requests/$"))
    type_into(page.get_by_role("searchbox"), words)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"q="))
    press(page.locator("a.reference").first)
    page.wait_for_url(re.compile(r"/OT-\w{7}/$"))


def open_section(page: Page, name: str) -> None:
    press(page.locator("summary", has_text=name).first)


def pay(page: Page, amount: str, how: str) -> None:
    open_section(page, "Record a payment")
    money = page.get_by_role("region", name="Money")
    type_into(money.get_by_label("Amount in rupees").first, amount)
    choose(money.get_by_label("Method").first, how)
    press(money.get_by_role("button", name="Record the payment"))
    expect(page.get_by_text("Payment recorded.")).to_be_visible()


def pay_too_much(page: Page, amount: str) -> None:
    open_section(page, "Record a payment")
    money = page.get_by_role("region", name="Money")
    type_into(money.get_by_label("Amount in rupees").first, amount)
    press(money.get_by_role("button", name="Record the payment"))
    tab_to(page.get_by_label(f"Yes, received: ₹{amount} more than is due"))
    page.keyboard.press("Space")
    press(page.get_by_role("button", name="Record the payment"))
    expect(page.get_by_text("Payment recorded.")).to_be_visible()


def refund(page: Page, amount: str, how: str) -> None:
    """Record a refund in the open section of a cancelled request."""
    fold = page.locator("details", has=page.get_by_text("Record a refund"))
    if fold.get_attribute("open") is None:
        open_section(page, "Record a refund")
    expect(fold.get_by_label("Amount in rupees")).to_have_value(amount)
    choose(fold.get_by_label("Method"), how)
    type_into(fold.get_by_label("Transfer reference"), "UTR 4711")
    press(fold.get_by_role("button", name="Record it"))
    given = page.get_by_role("region", name="Money").locator("tr", has_text=f"Refunded by {how}")
    expect(given.last).to_contain_text("UTR 4711")


def reduce_and_undo(page: Page) -> None:
    open_section(page, "Adjust the price")
    fold = page.locator("details", has=page.get_by_text("Adjust the price"))
    type_into(fold.get_by_label("Amount in rupees"), "10")
    type_into(fold.get_by_label("Reason"), "Came late")
    press(fold.get_by_role("button", name="Adjust"))
    press(page.get_by_role("button", name=re.compile("^Undo .*10$")))
    expect(page.get_by_text("The price is as it was before.")).to_be_visible()
    expect(page.get_by_role("row", name="Came late")).to_have_count(2)  # the change and its undo
    expect(page.get_by_role("button", name=re.compile("^Undo .*10$"))).to_have_count(0)


def refund_from_list(page: Page, reference: str) -> None:
    page.goto("/backoffice/")
    press(page.get_by_role("link", name="to refund for"))
    line = page.get_by_role("listitem").filter(has_text=reference)
    expect_accessible(page, "money to give back", DESKTOP, PHONE)
    amount = line.locator(".amount").inner_text().removeprefix("₹")
    press(line.get_by_role("link").first)
    refund(page, amount, "UPI")
    page.goto("/backoffice/money/")
    expect(page.get_by_role("heading", name="due from")).to_be_visible()
    press(page.get_by_role("link", name="Refunds due"))
    expect(page.get_by_role("heading", name="Money")).to_be_visible()
    expect(line).to_have_count(0)


def try_to_confirm_clash(page: Page) -> None:
    """Confirming a clashing dish is refused; the desk then removes the allergy."""
    clash = page.get_by_text("Dry Fruit Smoothie has tree nuts")
    expect(clash).to_have_css("color", "rgb(179, 38, 30)")
    press(page.get_by_role("button", name="Confirm", exact=True))
    expect(page.get_by_role("alert")).to_contain_text("Tick that it was agreed")
    page.get_by_label("The customer gets it anyway").focus()
    step_box = page.get_by_role("region", name="Check the dishes before you confirm")
    expect(step_box.get_by_label("Why it is all right")).to_be_visible()
    open_section(page, "Change")
    for allergy in ("Tree nuts", "None (asked)"):
        tab_to(page.get_by_label(allergy))
        page.keyboard.press("Space")
    press(page.get_by_role("button", name="Save details"))
    expect(page.get_by_role("heading", name="Ready to confirm")).to_be_visible()


def work_through_payments(page: Page) -> None:
    money = page.get_by_role("region", name="Money")
    with step("it is paid in two parts, and what is owed follows"):
        whole = money.locator("tfoot .amount").inner_text()
        pay(page, "1000", "UPI")
        expect(money.locator("tfoot .amount")).not_to_have_text(whole)
        open_section(page, "Record a payment")
        rest = money.get_by_label("Amount in rupees").first.input_value()
        open_section(page, "Record a payment")
        pay(page, rest, "Cash")
        expect(money.locator("tfoot")).to_contain_text("Paid in full")
    with step("a payment of more than is due is asked about once, and listed as too much"):
        pay_too_much(page, "500")
        expect(money.locator("tfoot")).to_contain_text("Overpaid")
        expect(money.locator("tfoot .amount")).to_have_text("₹500")
    with step("money that is given back is noted; nothing is owed then"):
        refund(page, "500", "UPI")
        expect(money.locator("tfoot")).to_contain_text("Paid in full")
    with step("a price that one typed wrongly one undoes oneself"):
        reduce_and_undo(page)
        expect(money.locator("tfoot")).to_contain_text("Paid in full")


def undo_and_reconfirm(page: Page) -> None:
    with step("a mail waits as long as the step can be taken back, and is withdrawn with it"):
        write_confirmation(page)
        expect(
            page.get_by_text(re.compile(r"^will be saved as a file at \d+(:\d\d)? [ap]m$"))
        ).to_be_visible()
        expect_accessible(page, "a mail that waits", DESKTOP, PHONE)
        press(page.get_by_role("button", name="Undo", exact=True))
        expect(page.get_by_text("Undone: it is as it was before. The mail was")).to_be_visible()
        expect(page.get_by_role("heading", name="Ready to confirm")).to_be_visible()
        expect(page.get_by_text("Withdrawn", exact=True)).to_be_visible()
    with step("a mail that is sent now ends the time for taking back"):
        press(page.get_by_role("button", name="Confirm", exact=True))
        write_confirmation(page)
        press(page.get_by_role("button", name="Send now"))
        expect(page.get_by_text("The mail is saved as a file.")).to_be_visible()
        expect(page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)


def write_confirmation(page: Page) -> None:
    press(page.get_by_role("link", name="Write the confirmation"))
    press(page.get_by_role("button", name="Send by mail"))
    expect(
        page.get_by_text(re.compile(r"^The mail will be saved as a file at \d+(:\d\d)? [ap]m\.$"))
    ).to_be_visible()


def test_desk_takes_an_order_by_phone_and_its_payments(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "422") as page:
        with step("whoever logs in is where their work begins"):
            log_in(page, "priya")
            expect(page).to_have_url(re.compile(r"/backoffice/$"))
        with step("an order is taken on the phone"):
            press(page.get_by_role("link", name="New order"))
            press(page.get_by_role("link", name="Veg meal", exact=True))
            enter_order_by_keyboard(page)
            page.keyboard.press("Enter")
            page.wait_for_url(re.compile(r"/OT-\w{7}/$"))
            reference = page.url.rstrip("/").rpartition("/")[2]
        with step("it is found by its reference"):
            find(page, reference.removeprefix("OT-").lower())
            expect(page.get_by_text(reference).first).to_be_visible()
        with step("what is missing stands in the message that asks for it"):
            press(page.get_by_role("link", name="Ask for missing details"))
            message = page.get_by_role("textbox", name="Message")
            expect(message).to_have_value(re.compile("Which day should we"))
            press(page.get_by_role("link", name="Cancel", exact=True))
        with step("the facts are filled in, and none is left to ask for"):
            tab_to(page.get_by_label("First day"))
            # In which order its parts are typed is the browser's own language's affair.
            page.get_by_label("First day").fill(f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}")
            type_into(page.get_by_label("PIN code"), "600 090")
            choose(page.get_by_label("In delivery area"), "Yes")
            tab_to(page.get_by_label("Tree nuts"))
            page.keyboard.press("Space")
            press(page.get_by_role("button", name="Save details"))
        with step(
            "a dish that clashes is red before it is confirmed, and is not confirmed unawares"
        ):
            try_to_confirm_clash(page)
        work_through_payments(page)


ONE_MEAL = {
    "name": "Kavya",
    "lastname": "Iyer",
    "phone": "98400 54321",
    "email": "kavya@example.com",
    "selectedItemCount": 1,
    "date": 6,
    "sections": {"breakfast": True, "lunch": False, "dinner": False},
    "timing": "08:30",
    "address": "12 Beach Road, Besant Nagar, Chennai 600 090",
    "selectedItems": [{"name": "Berry Smoothie", "discountedCost": 1596}],
    "finalAmount": 1596,
}


def open_order_ready_to_confirm(page: Page) -> str:
    """Send an order, fill in its details and its payment; return its reference."""
    reference: str = page.request.post("/vegmeal-form.php", data=ONE_MEAL).json()["reference"]
    page.goto(f"/backoffice/requests/{reference}/")
    page.get_by_label("First day").fill(f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}")
    page.get_by_label("PIN code").fill("600 090")
    page.get_by_label("In delivery area").select_option("Yes")
    page.get_by_label("None (asked)").check()
    page.get_by_role("button", name="Save details").click()
    expect(page.get_by_role("heading", name="Ready to confirm")).to_be_visible()
    pay(page, "1596", "Cash")
    return reference


def test_desk_confirms_and_cancels_an_order(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        reference = open_order_ready_to_confirm(page)
        with step("what it becomes stands above the button"):
            boxes = page.get_by_text(re.compile(r"^\d+ boxes?, \w{3} \d+ \w{3} \d{4}"))
            expect(boxes.first).to_be_visible()
        with step("it is confirmed by one press"):
            press(page.get_by_role("button", name="Confirm", exact=True))
            expect(page.get_by_role("status").filter(has_text="Confirmed.")).to_be_visible()
        undo_and_reconfirm(page)
        with step("it is cancelled for a reason, and the owner alone can open it again"):
            open_section(page, "Cancel this order…")
            type_into(page.get_by_label("Reason for cancelling"), "They move away")
            press(page.get_by_role("button", name=re.compile("^Cancel this")))
            expect(page.get_by_text("Cancelled. The owner can reopen it.")).to_be_visible()
            expect(page.get_by_role("button", name="Reopen")).to_have_count(0)
        with step("what is to refund for it is listed until that is noted"):
            refund_from_list(page, reference)
        with step("nothing of it scrolls sideways"):
            assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_owner_reopens_a_cancelled_request_and_undoes_a_payment(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "ravi")
        with step("a cancelled request is found among the others"):
            page.goto("/backoffice/requests/?status=cancelled")
            press(page.locator("a.reference").first)
            page.wait_for_url(re.compile(r"/OT-\w{7}/$"))
        with step("it is open again, as new"):
            type_into(page.get_by_label("Reason for reopening"), "Called again")
            press(page.get_by_role("button", name="Reopen"))
            expect(page.get_by_text("Reopened as new.")).to_be_visible()
        with step("a payment that was noted by mistake is undone, and stays, struck through"):
            pay(page, "12", "Cash")
            press(page.locator("summary", has_text="Undo this payment").last)
            press(page.get_by_role("button", name="Undo", exact=True).last)
            expect(
                page.get_by_text("Payment undone; it stays in the list, struck through.")
            ).to_be_visible()
            expect(page.locator("tr.undone").filter(has_text="₹12")).to_be_visible()
        with step("all of it stands in the record"):
            press(page.get_by_role("button", name="More"))
            press(page.get_by_role("dialog", name="More").get_by_role("link", name="Audit log"))
            expect(page.get_by_role("listitem").filter(has_text="undid a payment")).to_have_count(1)


THREE_MEALS = {
    **ONE_MEAL,
    "sections": {"breakfast": True, "lunch": True, "dinner": True},
    "timing": "19:30",
    "selectedItems": [{"name": "Dry Fruit Smoothie", "discountedCost": 4914}],
    "finalAmount": 4914,
}


def test_each_meal_has_its_own_delivery_time(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        sent = page.request.post("/vegmeal-form.php", data=THREE_MEALS)
        page.goto(f"/backoffice/requests/{sent.json()['reference']}/")
        form = page.get_by_role("region", name="Delivery details")
        times = {meal: form.get_by_label(f"{meal} delivery time") for meal in ("Breakfast", "Lunch", "Dinner")}  # fmt: skip
        with step("the one time of its form is dinner's; the others are to be asked for"):
            for meal, held in (("Breakfast", ""), ("Lunch", ""), ("Dinner", "19:30")):
                expect(times[meal]).to_have_value(held)
            marked = form.locator("label", has_text="delivery time").filter(has_text="missing")
            expect(marked).to_have_count(2)
        with step("the form is readable on a phone and on a desk"):
            expect_accessible(page, "times of meals", DESKTOP, {"width": 390, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        with step("what is filled in is not asked for any more"):
            times["Breakfast"].fill("08:00")
            times["Lunch"].fill("12:45")
            press(form.get_by_role("button", name="Save details"))
            expect(times["Lunch"]).to_have_value("12:45")
            expect(marked).to_have_count(0)
            history = page.get_by_role("region", name="History")
            expect(history).to_contain_text("Breakfast delivery time: nothing → 8:00 am")
