"""Meal tray orders (specification, sections 2, 4, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ordering import TRAY, Visitor, body_of, popup
from playwright.sync_api import Page, expect

FOUR = ("Phulka", "Ragi Roti", "Multigrain Chapati", "Methi Thepla")


@pytest.fixture
def visitor(clock: None, page: Page, shop: str) -> Visitor:
    return Visitor(page, shop, TRAY)


def test_an_order_is_taken_by_the_server_and_stored_at_its_price(
    visitor: Visitor, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    visitor.open_form(*FOUR)
    visitor.fill(days="15", Email="tray-taken@example.com")
    visitor.submit()
    expect(popup(visitor.page, "✅ Meal Tray Order submitted successfully!")).to_be_visible()
    assert rows(
        "select kind, days, total_paise,"
        " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
        " from requests_request r join orders_order o on o.request_id = r.id where email = ?",
        "tray-taken@example.com",
    ) == [{"kind": "tray", "days": 15, "total_paise": 178_500, "flags": 0}]


def test_the_call_carries_exactly_the_listed_fields(visitor: Visitor) -> None:
    visitor.answer_with("", 200)
    visitor.open_form(*FOUR)
    visitor.fill(days="15", meals=("Breakfast", "Lunch", "Dinner"))
    visitor.submit()
    expect(popup(visitor.page, "✅ Meal Tray Order submitted successfully!")).to_be_visible()
    [request] = visitor.sent
    assert body_of(request) == {
        "name": "Meena",
        "lastname": "Krishnan",
        "phone": "98400 12345",
        "email": "meena@example.com",
        "selectedItemCount": 4,
        "date": "15",
        "sections": {"breakfast": True, "lunch": True, "dinner": True},
        "timing": "08:30",
        "address": "12 Beach Road, Besant Nagar",
        "selectedItems": [
            {"name": "Phulka", "price": 1071},
            {"name": "Ragi Roti", "price": 1428},
            {"name": "Multigrain Chapati", "price": 1249.5},
            {"name": "Methi Thepla", "price": 1606.5},
        ],
        "finalAmount": 5355,
    }


@pytest.mark.parametrize("ticked", [1, 3])
def test_with_fewer_than_four_dishes_proceed_asks_for_four(visitor: Visitor, ticked: int) -> None:
    visitor.open_menu()
    visitor.tick(*FOUR[:ticked])
    visitor.proceed()
    dialog = visitor.page.get_by_role("dialog", name="Minimum 4 Items Required")
    expect(dialog).to_contain_text("select at least 4 dishes")
    dialog.get_by_role("button", name="Okay, Got it!").click()
    expect(dialog).to_have_count(0)
    expect(visitor.page.get_by_role("button", name="Proceed")).to_be_focused()
    visitor.expect_at(TRAY.selection)


def test_with_fewer_than_four_dishes_the_chat_button_asks_for_four(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.page.get_by_role("link", name="Chat about this order").click()
    expect(visitor.page.get_by_role("dialog", name="Minimum 4 Items Required")).to_be_visible()
    assert len(visitor.page.context.pages) == 1


@pytest.mark.usefixtures("outside")
def test_with_four_dishes_the_chat_opens_in_a_new_tab(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.tick(*FOUR)
    with visitor.page.expect_popup() as opened:
        visitor.page.get_by_role("link", name="Chat about this order").click()
    assert opened.value.url.startswith("https://wa.me/914400000000?text=")
    assert opened.value.evaluate("window.opener") is None


def test_the_form_has_its_title_and_lists_the_selected_items(visitor: Visitor) -> None:
    visitor.open_form(*FOUR)
    expect(
        visitor.page.get_by_role("heading", level=1, name="Meal Tray Order Form")
    ).to_be_visible()
    listed = visitor.page.get_by_role("main").get_by_role("listitem")
    expect(listed).to_have_text(list(FOUR))


def test_the_original_price_is_struck_through_and_the_total_has_two_decimals(
    visitor: Visitor,
) -> None:
    visitor.open_form(*FOUR)
    visitor.page.get_by_label("Select Days").fill("15")
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary.get_by_role("columnheader")).to_have_text(["Item", "Price"])
    line = summary.get_by_role("row", name="Phulka")
    expect(line.locator("s")).to_contain_text("₹405")
    expect(line).to_contain_text("₹357")
    expect(summary).to_contain_text("Total Amount ₹1,785.00")


def test_a_dish_taken_out_in_the_form_is_out_of_storage_and_four_always_remain(
    visitor: Visitor,
) -> None:
    visitor.open_form(*FOUR, "Jowar Roti")
    visitor.page.get_by_role("button", name="Remove Phulka").click()
    expect(visitor.page.get_by_role("button", name="Remove")).to_have_count(0)
    [stored] = visitor.stored().values()
    assert [dish["name"] for dish in stored["selectedItems"]] == [*FOUR[1:], "Jowar Roti"]
    assert stored["totalCost"] == 144


def test_with_no_items_held_the_form_shows_a_redirect_notice_and_a_button_back(
    visitor: Visitor,
) -> None:
    visitor.page.goto(visitor.shop + TRAY.form)
    expect(visitor.page.get_by_text("Redirecting...")).to_be_visible()
    visitor.page.get_by_role("link", name="Back to Meal Tray").click()
    visitor.expect_at(TRAY.selection)


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.parametrize("status", [422, 500])
    def test_a_refusal_is_shown_for_three_seconds_and_the_form_stays(
        self, visitor: Visitor, status: int
    ) -> None:
        visitor.answer_with({"status": "error", "message": "Unread."}, status)
        visitor.open_form()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(popup(visitor.page, "❌ Failed to submit Meal Tray order")).to_be_visible()
        visitor.page.clock.run_for(2999)
        expect(popup(visitor.page, "❌ Failed to submit Meal Tray order")).to_be_visible()
        visitor.page.clock.run_for(1)
        expect(popup(visitor.page, "❌ Failed to submit Meal Tray order")).to_have_count(0)
        visitor.expect_at(TRAY.form)
        expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
        expect(visitor.submit_button).to_be_enabled()
