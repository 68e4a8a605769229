"""axe-core checks of every state of the meal flows, at phone and desktop size (dialogs:
test_accessibility_of_dialogs.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from accessibility import (
    DESKTOP,
    PHONE,
    WINDOWS,
    checked_at,
    expect_accessible,
    expect_usable,
    freeze_page,
)
from hydration import open_hydrated
from meal_choice import CHOICE, REVIEW, item, submit_selection, timer_of, toast
from mock_responses import REFUSED, UNREACHED, held_request, mock_reply
from ordering import NONVEG, TRAY, VEG, Kind, Visitor, hold, of, popup
from playwright.sync_api import Page, expect

ACCEPTED = {"status": "success", "message": "Thank you, your order is in."}


@pytest.fixture(autouse=True, params=WINDOWS)
def _frozen(page: Page, request: pytest.FixtureRequest) -> Iterator[None]:
    freeze_page(page)
    with checked_at(*request.param):
        yield


@pytest.fixture
def expected_console() -> list[str]:
    return [REFUSED, UNREACHED]


class TestSelectionScreens:
    @of(VEG, nightly=(NONVEG, TRAY))
    def test_ticked_dishes_and_order_summary(self, page: Page, shop: str, kind: Kind) -> None:
        visitor = Visitor(page, shop, kind)
        visitor.open_menu()
        visitor.tick()
        expect_accessible(page, "dishes ticked")
        page.get_by_role("button", name="Show dishes").click()
        expect_accessible(page, "order bar unfolded", PHONE)
        page.get_by_role("button", name="Hide dishes").click()
        page.get_by_role("navigation", name="Categories").locator("[aria-expanded]").click()
        expect_accessible(page, "category dropdown open", PHONE)

    def test_a_dish_without_a_price(self, page: Page, shop: str) -> None:
        visitor = Visitor(page, shop, VEG)
        visitor.open_menu()
        visitor.choose_category("Protein Oats")
        visitor.tick("Ragi Porridge")
        expect_accessible(page, "price on request")


class TestOrderForms:
    @of(NONVEG, nightly=(VEG, TRAY))
    def test_filled_form_and_its_messages(self, page: Page, shop: str, kind: Kind) -> None:
        visitor = Visitor(page, shop, kind)
        visitor.open_form()
        visitor.fill(days="29", meals=("Breakfast", "Lunch"))
        expect_accessible(page, "prices struck through and the hint")
        page.get_by_label("Select Days").fill("5")
        visitor.submit()
        expect(popup(page, "Minimum 6 days required to place an order.")).to_be_visible()
        expect_accessible(page, "too few days")

    @of(TRAY, nightly=(VEG, NONVEG))
    def test_sending_and_responses(self, page: Page, shop: str, kind: Kind) -> None:
        visitor = Visitor(page, shop, kind)
        visitor.open_form()
        visitor.fill()
        waiting = visitor.hold_requests()
        visitor.submit()
        button = page.get_by_role("button", name="Submitting...")
        expect(button).to_be_disabled()
        expect_accessible(page, "submitting")
        held_request(page, waiting).abort("connectionfailed")
        expect(page.get_by_role("alert")).to_contain_text("Failed to fetch")
        expect_accessible(page, "failed")
        visitor.mock_response(ACCEPTED)
        visitor.submit()
        expect(page.get_by_role("status").filter(has_text="order")).to_be_visible()
        expect_accessible(page, "taken")


class TestMealSubscriptionPage:
    HOME = "/order/mealsubscription"

    def test_other_slides(self, page: Page, shop: str) -> None:
        page.emulate_media(reduced_motion="no-preference")
        open_hydrated(page, shop + self.HOME)
        page.get_by_role("button", name="Pause slides").click()
        for number in (2, 3):
            page.get_by_role("button", name=f"Slide {number} of 3").click()
            expect_accessible(page, f"slide {number}", PHONE)

    def test_menu_tables_with_days_ticked(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + self.HOME)
        page.get_by_role("checkbox", name="Select All (Week 2)").check()
        page.get_by_role("checkbox", name="Select All Breakfast").first.check()
        expect_accessible(page, "days ticked")


class TestCombos:
    PICKER = "/order/Meal/Weeklyandmonthlycombos"

    def test_each_picker_week(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + self.PICKER)
        page.get_by_role("checkbox", name="Select All Weeks").check()
        for week, window in ((2, DESKTOP), (3, PHONE), (4, DESKTOP)):
            page.get_by_role("button", name=f"Week {week}").click()
            expect_accessible(page, f"week {week}, everything ticked", window)

    def test_the_order_form(self, page: Page, shop: str) -> None:
        page.on("dialog", lambda dialog: dialog.accept())
        open_hydrated(page, shop + self.PICKER)
        page.get_by_role("checkbox", name="Select All (Week 1)").check()
        page.get_by_role("button", name="Proceed to Order Form").click()
        self.fill(page)
        expect_accessible(page, "filled in")
        waiting = hold(page, "**/weekmonth-form.php")
        page.get_by_role("button", name="Submit Order").click()
        expect(page.get_by_role("button", name="Submitting...")).to_be_disabled()
        expect_accessible(page, "submitting")
        held_request(page, waiting).fulfill(status=500, body="{}")
        expect(page.get_by_text("Reload to try again")).to_be_visible()
        expect_accessible(page, "refused")
        mock_reply(page, "/weekmonth-form.php")
        page.reload()
        self.fill(page)
        page.get_by_role("button", name="Submit Order").click()
        expect(page.get_by_text("Order Submitted Successfully!")).to_be_visible()
        expect_accessible(page, "taken")

    def fill(self, page: Page) -> None:
        for label in ("First Name", "Last Name", "Address"):
            page.get_by_label(label).fill("Asha")
        page.get_by_label("Phone").fill("98400 12345")
        page.get_by_label("Email").fill("asha@example.com")
        page.get_by_label("Delivery Time").fill("08:30")


class TestCustomChoice:
    def test_the_toasts(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + CHOICE)
        submit_selection(page)
        hold_toast(page, "You haven")
        expect_usable(page, "none selected")
        submit_selection(page, "B1", "D10")
        hold_toast(page, "Selected menu was sent successfully!")
        expect_accessible(page, "sent")


class TestSubscription:
    def test_review_and_form(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + REVIEW)
        meals = {"usr": {"selectedItems": [item("B1"), item("D8")]}}
        page.evaluate("meals => history.replaceState(meals, '')", meals)
        page.reload()
        submit = page.get_by_role("button", name="Submit", exact=True)
        submit.click()
        hold_toast(page, "Please fill all required fields.")
        expect_accessible(page, "fields missing")
        for label in ("First Name", "Last Name", "Phone"):
            page.get_by_label(label).fill("Asha")
        page.get_by_label("Email").fill("asha@example.com")
        page.get_by_label("Plan Duration").select_option("Weekly")
        waiting = hold(page, "**/customer-form")
        submit.click()
        expect(submit).to_be_disabled()
        expect_accessible(page, "sending")
        held_request(page, waiting).fulfill(status=500)
        hold_toast(page, "Failed to send. Please try again.")
        expect_accessible(page, "refused")
        mock_reply(page, "/customer-form")
        submit.click()
        hold_toast(page, "Selected menu was sent successfully!")
        expect_accessible(page, "sent")


def hold_toast(page: Page, text: str) -> None:
    """Wait for a toast and stop its timer."""
    expect(toast(page, text)).to_be_visible()
    timer_of(toast(page, text)).evaluate(
        "bar => bar.getAnimations().forEach((timer) => timer.pause())"
    )
