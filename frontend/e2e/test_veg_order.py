"""Veg orders (specification, sections 2, 4, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ordering import VEG, Visitor, body_of, popup
from playwright.sync_api import Page, expect

Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def visitor(clock: None, page: Page, shop: str) -> Visitor:
    return Visitor(page, shop, VEG)


def test_an_order_is_taken_by_the_server_and_stored_at_its_price(
    visitor: Visitor, rows: Rows
) -> None:
    visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.fill(days="15", meals=("Breakfast", "Dinner"), Email="veg-taken@example.com")
    with visitor.page.expect_response("**/vegmeal-form.php") as replied:
        visitor.submit()
    assert replied.value.json()["status"] == "success"
    expect(popup(visitor.page, replied.value.json()["message"])).to_be_visible()
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


def test_the_call_carries_exactly_the_listed_fields(visitor: Visitor) -> None:
    visitor.answer_with({"status": "success", "message": "Taken."})
    visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.fill(days="15", meals=("Breakfast", "Dinner"))
    visitor.submit()
    expect(popup(visitor.page, "Taken.")).to_be_visible()
    [request] = visitor.sent
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert body_of(request) == {
        "name": "Meena",
        "lastname": "Krishnan",
        "phone": "98400 12345",
        "email": "meena@example.com",
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


def test_the_original_price_is_struck_through_and_the_total_has_two_decimals(
    visitor: Visitor,
) -> None:
    visitor.open_form("Dry Fruit Smoothie")
    visitor.page.get_by_label("Select Days").fill("15")
    line = visitor.page.get_by_role("row", name="Dry Fruit Smoothie")
    expect(line.locator("s")).to_contain_text("₹4,095")
    expect(line).to_contain_text("₹3,556")
    expect(visitor.page.get_by_text("Total Amount")).to_have_text("Total Amount")
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_contain_text(
        "Total Amount ₹3,556.00"
    )


def test_without_a_discount_nothing_is_struck_through(visitor: Visitor) -> None:
    visitor.open_form("Dry Fruit Smoothie")
    visitor.page.get_by_label("Select Days").fill("14")
    expect(visitor.page.get_by_role("row", name="Dry Fruit Smoothie")).to_contain_text("₹3,822")
    expect(visitor.page.locator("s")).to_have_count(0)


def test_each_ticked_meal_section_multiplies_and_none_counts_as_one(visitor: Visitor) -> None:
    visitor.open_form("Dry Fruit Smoothie")
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary).to_contain_text("₹1,638.00")
    for meal, total in (
        ("Breakfast", "₹1,638.00"),
        ("Lunch", "₹3,276.00"),
        ("Dinner", "₹4,914.00"),
    ):
        visitor.page.get_by_role("checkbox", name=meal).check()
        expect(summary).to_contain_text(total)


@pytest.mark.parametrize(
    ("days", "line"),
    [
        ("14", "One more day costs less: 15 days come to ₹3,556.00 instead of ₹3,822.00."),
        ("29", "One more day costs less: 30 days come to ₹6,552.00 instead of ₹7,112.00."),
    ],
)
def test_where_one_more_day_costs_less_the_summary_says_so(
    visitor: Visitor, days: str, line: str
) -> None:
    visitor.open_form("Dry Fruit Smoothie")
    visitor.page.get_by_label("Select Days").fill(days)
    expect(visitor.page.get_by_text(line)).to_be_visible()
    visitor.page.get_by_label("Select Days").fill("20")
    expect(visitor.page.get_by_text("One more day costs less")).to_have_count(0)


def test_ragi_porridge_is_on_request_adds_nothing_and_never_reads_nan(visitor: Visitor) -> None:
    visitor.answer_with({"status": "success", "message": "Taken."})
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


def test_with_no_items_held_the_form_shows_the_notice_and_a_button_back(visitor: Visitor) -> None:
    visitor.page.goto(visitor.shop + VEG.form)
    expect(visitor.page.get_by_text("Redirecting... Please select items first.")).to_be_visible()
    visitor.page.get_by_role("link", name="Back to Veg Meals").click()
    visitor.expect_at(VEG.selection)


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.parametrize("status", [200, 422, 500])
    def test_after_an_error_reply_the_form_resets_and_leaves_after_two_seconds_all_the_same(
        self, visitor: Visitor, status: int
    ) -> None:
        visitor.answer_with({"status": "error", "message": "The kitchen is closed."}, status)
        visitor.open_form()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(popup(visitor.page, "The kitchen is closed.")).to_be_visible()
        expect(visitor.page.get_by_label("First Name")).to_have_value("")
        visitor.page.clock.run_for(1999)
        visitor.expect_at(VEG.form)
        visitor.page.clock.run_for(1)
        visitor.expect_at(VEG.selection)
        visitor.page.clock.run_for(1000)
        expect(popup(visitor.page, "The kitchen is closed.")).to_have_count(0)

    @pytest.mark.parametrize("body", [{"status": "error"}, {}, {"status": "error", "message": ""}])
    def test_an_error_reply_without_a_message_reads_server_error(
        self, visitor: Visitor, body: dict[str, str]
    ) -> None:
        visitor.answer_with(body, 500)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        expect(popup(visitor.page, "Server Error!")).to_be_visible()

    def test_a_reply_that_is_no_json_shows_a_cross_and_the_error_and_stays(
        self, visitor: Visitor
    ) -> None:
        visitor.answer_with("<html>", 502)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        expect(visitor.page.get_by_role("alert")).to_contain_text("❌ Unexpected token")
        expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
        expect(visitor.submit_button).to_be_enabled()
        visitor.expect_at(VEG.form)
