"""axe-core checks of header, events, health plans and nutrition in every state (initial state of each screen:
test_accessibility_of_screens.py; the header's menus on phones: test_accessibility_of_dialogs.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from accessibility import (
    DESKTOP,
    WINDOWS,
    checked_at,
    expect_accessible,
    expect_usable,
    freeze_page,
)
from hydration import open_hydrated
from layout_checks import clipped_elements
from mock_responses import REFUSED, held_request, mock_reply
from ordering import hold
from playwright.sync_api import Page, expect
from routes import BARE


@pytest.fixture(autouse=True, params=WINDOWS)
def _frozen(page: Page, request: pytest.FixtureRequest) -> Iterator[None]:
    freeze_page(page)
    with checked_at(*request.param):
        yield


class TestNotFound:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [r"status of 404"]

    @pytest.mark.parametrize(
        "path", ["/order/nowhere", pytest.param(BARE[0], marks=pytest.mark.slow)]
    )
    def test_not_found_screens(self, page: Page, shop: str, path: str) -> None:
        open_hydrated(page, shop + path)
        expect_accessible(page, "not found")


@pytest.mark.parametrize("path", ["/shop/terms", "/shop/privacy", "/shop/menu"])
def test_shop_texts_on_a_narrow_phone(page: Page, shop: str, path: str) -> None:
    page.goto(shop + path)
    expect_usable(page, path)
    assert clipped_elements(page) == []
    page.get_by_role("link", name="Back to the home page").click()
    expect(page).to_have_url(f"{shop}/order/")


class TestHeader:
    def test_open_event_dropdown(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/mealsubscription")
        page.get_by_role("button", name="Event Order").click()
        expect_accessible(page, "dropdown open", DESKTOP)

    def test_visible_skip_link(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/birthday")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
        expect_accessible(page, "skip link in view", DESKTOP)


class TestEvents:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [REFUSED, "Event enquiry was not sent"]

    def test_booking_form(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/corporate")
        form = page.get_by_role("form", name="Book Your Event")
        form.get_by_role("button").click()
        expect_accessible(page, "the browser asks for a field")
        for label in ("Name", "Phone", "Message"):
            form.get_by_label(label).fill("Asha")
        form.get_by_label("Email").fill("asha@example.com")
        form.get_by_label("Event Type").select_option("Family Gatherings")
        waiting = hold(page, "**/event-form.php")
        form.get_by_role("button").click()
        expect(form.get_by_role("button")).to_have_text("Sending...")
        expect_accessible(page, "sending")
        held_request(page, waiting).fulfill(status=500)
        expect(form.get_by_role("alert")).to_contain_text("❌")
        expect_accessible(page, "refused")
        mock_reply(page, "/event-form.php")
        form.get_by_role("button").click()
        expect(form.get_by_role("status")).to_contain_text("✅")
        expect_accessible(page, "sent")

    def test_open_answers_of_a_details_page(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/family/page")
        for question in page.locator("summary").all():
            question.click()
        expect_accessible(page, "answers open")


class TestHealthPlans:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [REFUSED]

    def test_each_open_plan(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/Meal/Weightlossweightgain")
        for plan in ("Weight Gain", "Weight Loss", "Nutrition"):
            page.get_by_role("listitem").filter(
                has=page.get_by_role("heading", name=plan)
            ).get_by_role("button", name="View Doctors").click()
            expect_accessible(page, f"{plan} opened")

    def test_the_booking_modal(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/Meal/Weightlossweightgain")
        page.get_by_role("button", name="View Doctors").first.click()
        page.get_by_role("button", name="Book Appointment").first.click()
        modal = page.get_by_role("dialog")
        expect_accessible(page, "modal open")
        submit = modal.locator("button[type=submit]")
        submit.click()
        expect(modal.get_by_role("alert")).to_contain_text("❌")
        expect_usable(page, "fields missing")
        for label in ("Name", "Phone", "Address"):
            modal.get_by_label(label, exact=True).fill("Ravi")
        modal.get_by_label("Email").fill("ravi@example.com")
        waiting = hold(page, "**/api/appointment")
        submit.click()
        expect(submit).to_have_text("Booking...")
        expect_accessible(page, "booking")
        held_request(page, waiting).fulfill(status=500)
        expect(submit).to_be_enabled()
        expect(page.locator("[data-failed]")).to_be_visible()
        expect_usable(page, "failed")
        mock_reply(page, "/api/appointment")
        submit.click()
        expect(modal.get_by_role("status")).to_contain_text("✅")
        expect_accessible(page, "booked")


class TestNutrition:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [REFUSED]

    def test_the_form(self, page: Page, shop: str) -> None:
        open_hydrated(page, shop + "/order/Meal/Nutrition")
        form = page.get_by_role("form", name="Personalized Nutrition Form")
        submit = form.locator("button[type=submit]")
        submit.click()
        expect(form.get_by_role("alert")).to_contain_text("❌")
        expect_accessible(page, "fields missing")
        for status, mark in ((500, "⚠️"), (200, "✅")):
            for label, value in (("Name", "Leela"), ("Age", "29"), ("Dietary Goal", "Protein")):
                form.get_by_label(label).fill(value)
            form.get_by_label("Email").fill("leela@example.com")
            waiting = hold(page, "**/api/nutrition")
            submit.click()
            expect(submit).to_have_text("Sending...")
            expect_accessible(page, "sending")
            held_request(page, waiting).fulfill(status=status, body="{}")
            expect(form.get_by_text(mark)).to_be_visible()
            expect_accessible(page, f"answered with {status}")
