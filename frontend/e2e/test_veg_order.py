"""Veg orders (specification, sections 2, 4, 7, 8 and 9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from mock_responses import stop_clock
from ordering import VEG, Kind, Visitor, body_of, popup
from playwright.sync_api import expect
from steps import step

Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def kind(clock: None) -> Kind:
    return VEG


@pytest.mark.spec("1.2", "3.7", "7.7")
def test_order_is_stored_at_its_price(visitor: Visitor, rows: Rows) -> None:
    visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.fill(days="15", meals=("Breakfast", "Dinner"), Email="veg-taken@example.com")
    with (
        visitor.page.expect_request("**/vegmeal-form.php") as asked,
        visitor.page.expect_response("**/vegmeal-form.php") as replied,
    ):
        visitor.submit()
    with step("the call carries exactly the listed fields"):
        request = asked.value
        assert request.method == "POST"
        assert request.headers["content-type"] == "application/json"
        assert body_of(request) == {
            "name": "Meena",
            "lastname": "Krishnan",
            "phone": "98400 12345",
            "email": "veg-taken@example.com",
            "selectedItemCount": 2,
            "date": 15,
            "sections": {"breakfast": True, "lunch": False, "dinner": True},
            "timing": "08:30",
            "address": "12 Beach Road, Besant Nagar",
            "selectedItems": [
                {"name": "Dry Fruit Smoothie", "discountedCost": 7112},
                {"name": "Berry Smoothie", "discountedCost": 6916},
            ],
            "finalAmount": 14028,
        }
    with step("the server takes it, and its message is shown"):
        assert replied.value.json()["status"] == "success"
        expect(popup(visitor.page, replied.value.json()["message"])).to_be_visible()
    with step("it is stored at its price"):
        assert rows(
            "select kind, days, breakfast, lunch, dinner, total_paise, claimed_total_paise,"
            " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
            " from requests_request r join orders_order o on o.request_id = r.id where email = ?",
            "veg-taken@example.com",
        ) == [
            {
                "kind": "veg",
                "days": 15,
                "breakfast": 1,
                "lunch": 0,
                "dinner": 1,
                "total_paise": 1_402_800,
                "claimed_total_paise": 1_402_800,
                "flags": 0,
            }
        ]


@pytest.mark.spec("2.8", "9.6")
def test_summary_of_days_and_meals(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_form("Dry Fruit Smoothie")
    days = page.get_by_label("Select Days")
    line = page.get_by_role("row", name="Dry Fruit Smoothie")
    summary = page.get_by_role("region", name="Order Summary")
    cheaper = page.get_by_text("One more day costs less")
    with step("without a discount nothing is struck through"):
        expect(summary).to_contain_text("₹1,638.00")
        days.fill("14")
        expect(line).to_contain_text("₹3,822")
        expect(page.locator("s")).to_have_count(0)
    with step("where one more day costs less the summary says so"):
        expect(cheaper).to_have_text(
            "One more day costs less: 15 days come to ₹3,556.00 instead of ₹3,822.00."
        )
        days.fill("29")
        expect(cheaper).to_have_text(
            "One more day costs less: 30 days come to ₹6,552.00 instead of ₹7,112.00."
        )
        days.fill("20")
        expect(cheaper).to_have_count(0)
    with step("the original price is struck through and the total has two decimals"):
        days.fill("15")
        expect(line.locator("s")).to_contain_text("₹4,095")
        expect(line).to_contain_text("₹3,556")
        expect(page.get_by_text("Total Amount")).to_have_text("Total Amount")
        expect(summary).to_contain_text("Total Amount ₹3,556.00")
    with step("each ticked meal section multiplies and none counts as one"):
        days.fill("6")
        expect(summary).to_contain_text("₹1,638.00")
        for meal, total in (
            ("Breakfast", "₹1,638.00"),
            ("Lunch", "₹3,276.00"),
            ("Dinner", "₹4,914.00"),
        ):
            page.get_by_role("checkbox", name=meal).check()
            expect(summary).to_contain_text(total)


def test_messages_about_days_and_dishes(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie")
    days = page.get_by_label("Select Days")
    each_day = page.get_by_text("each day.")
    with step("it says how many days of the kitchen these are"):
        days.fill("12")
        expect(days).to_have_accessible_description(
            "From 6 to 40 days. 12 days: Monday to Saturday, two weeks."
        )
        days.fill("41")
        expect(days).to_have_accessible_description("From 6 to 40 days.")
        days.fill("7")
        expect(days).to_have_accessible_description(re.compile("one week and one day"))
    with step("it says that all dishes come on each of the days"):
        page.get_by_role("checkbox", name="Lunch").check()
        expect(each_day).to_have_text("2 dishes × 7 days × lunch. All of them come each day.")
        page.get_by_role("checkbox", name="Dinner").check()
        expect(each_day).to_contain_text("× lunch and dinner.")
    with step("the last dish has no button to take it out, and it is said why"):
        expect(page.get_by_text("is needed.")).to_have_count(0)
        page.get_by_role("button", name="Remove Berry Smoothie").click()
        expect(page.get_by_role("button", name="Remove")).to_have_count(0)
        expect(page.get_by_text("At least one dish is needed.")).to_be_visible()
        expect(each_day).to_contain_text("It comes each day.")


@pytest.mark.spec("3.8")
def test_ragi_porridge_is_priced_on_request_and_never_reads_nan(visitor: Visitor) -> None:
    visitor.mock_response({"status": "success", "message": "Taken."})
    visitor.open_menu()
    visitor.tick("Dry Fruit Smoothie")
    visitor.choose_category("Protein Oats")
    expect(visitor.page.get_by_text("price on request")).to_be_visible()
    visitor.tick("Ragi Porridge")
    visitor.proceed()
    visitor.fill()
    expect(visitor.page.get_by_role("row", name="Ragi Porridge")).to_contain_text("on request")
    expect(visitor.page.locator("main")).not_to_contain_text("NaN")
    visitor.submit()
    expect(popup(visitor.page, "Taken.")).to_be_visible()
    assert body_of(visitor.sent[0])["selectedItems"][1] == {
        "name": "Ragi Porridge",
        "discountedCost": 0,
    }


def test_order_of_ragi_porridge_alone_shows_no_amount(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_form("Ragi Porridge")
    visitor.fill()
    visitor.submit()
    message = page.get_by_text("We will agree on the price with you when we call.")
    expect(message).to_contain_text("is in, for 6 days.")
    expect(page.get_by_role("region", name="Receipt")).to_contain_text("Price on request")
    expect(page.locator("body")).not_to_contain_text("₹0")


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.spec("4.7", "7.7", "8.5")
    def test_error_response_resets_and_leaves_the_form_after_two_seconds(
        self, visitor: Visitor
    ) -> None:
        visitor.open_form()
        visitor.fill()
        stop_clock(visitor.page)
        with step("a reply that is no JSON shows a cross and the error, and stays"):
            visitor.mock_response("<html>", 502)
            visitor.submit()
            expect(visitor.page.get_by_role("alert")).to_contain_text("❌ Unexpected token")
            expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
            expect(visitor.submit_button).to_be_enabled()
            visitor.page.clock.run_for(3000)
            visitor.expect_at(VEG.form)
        visitor.mock_response({"status": "error", "message": "The kitchen is closed."}, 422)
        visitor.submit()
        with step("an error reply shows its message, and the form resets"):
            expect(popup(visitor.page, "The kitchen is closed.")).to_be_visible()
            expect(visitor.page.get_by_label("First Name")).to_have_value("")
        with step("it leaves after two seconds, the message goes after three"):
            visitor.page.clock.run_for(1999)
            visitor.expect_at(VEG.form)
            visitor.page.clock.run_for(1)
            visitor.expect_at(VEG.selection)
            visitor.page.clock.run_for(1000)
            expect(popup(visitor.page, "The kitchen is closed.")).to_have_count(0)

    @pytest.mark.spec("8.5")
    def test_error_response_without_message_shows_server_error(self, visitor: Visitor) -> None:
        visitor.mock_response({"status": "error", "message": ""}, 500)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        expect(popup(visitor.page, "Server Error!")).to_be_visible()
