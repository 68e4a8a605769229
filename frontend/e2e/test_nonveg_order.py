"""Non-veg orders (specification, sections 2, 4, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ordering import NONVEG, Visitor, body_of, popup
from playwright.sync_api import Page, expect


@pytest.fixture
def visitor(clock: None, page: Page, shop: str) -> Visitor:
    return Visitor(page, shop, NONVEG)


def test_an_order_is_taken_by_the_server_and_stored_at_its_price(
    visitor: Visitor, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    visitor.open_form("Grilled Chicken Salad")
    visitor.fill(days="30", Email="nonveg-taken@example.com")
    with visitor.page.expect_response("**/nonvegmeal-form.php") as replied:
        visitor.submit()
    expect(popup(visitor.page, replied.value.json()["message"])).to_be_visible()
    assert rows(
        "select kind, days, free_days, total_paise,"
        " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
        " from requests_request r join orders_order o on o.request_id = r.id where email = ?",
        "nonveg-taken@example.com",
    ) == [{"kind": "nonveg", "days": 30, "free_days": 2, "total_paise": 672_000, "flags": 0}]


def test_the_call_carries_exactly_the_listed_fields(visitor: Visitor) -> None:
    visitor.answer_with({"status": "success", "message": "Taken."})
    visitor.open_form("Grilled Chicken Salad", "Egg Sprouts Salad")
    visitor.fill(days="15", meals=("Lunch",), Last_Name="")
    visitor.submit()
    expect(popup(visitor.page, "Taken.")).to_be_visible()
    [request] = visitor.sent
    assert body_of(request) == {
        "name": "Meena",
        "lastname": "",
        "phone": "98400 12345",
        "email": "meena@example.com",
        "selectedItemCount": 2,
        "date": 15,
        "sections": {"breakfast": False, "lunch": True, "dinner": False},
        "timing": "08:30",
        "address": "12 Beach Road, Besant Nagar",
        "selectedItems": [
            {"name": "Grilled Chicken Salad", "price": 4200, "discountedCost": 3640},
            {"name": "Egg Sprouts Salad", "price": 3255, "discountedCost": 2828},
        ],
        "finalAmount": 6468,
        "pricesAlreadyMultiplied": True,
    }


def test_with_no_items_held_the_form_shows_the_notice_and_a_button_back(visitor: Visitor) -> None:
    visitor.page.goto(visitor.shop + NONVEG.form)
    expect(visitor.page.get_by_text("Please select Non-Veg items first.")).to_be_visible()
    visitor.page.get_by_role("link", name="Back to Non-Veg Meals").click()
    visitor.expect_at(NONVEG.selection)


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.parametrize(
        ("body", "text"),
        [
            ({"status": "error", "message": "The kitchen is closed."}, "The kitchen is closed."),
            ({"status": "error"}, "Server Error!"),
        ],
    )
    def test_a_refusal_is_shown_and_the_form_stays_as_it_was(
        self, visitor: Visitor, body: dict[str, str], text: str
    ) -> None:
        visitor.answer_with(body, 422)
        visitor.open_form()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(popup(visitor.page, text)).to_be_visible()
        visitor.page.clock.run_for(3000)
        expect(popup(visitor.page, text)).to_have_count(0)
        visitor.expect_at(NONVEG.form)
        expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
        expect(visitor.submit_button).to_be_enabled()

    def test_a_reply_that_is_no_json_shows_a_cross_and_the_error_and_stays(
        self, visitor: Visitor
    ) -> None:
        visitor.answer_with("<html>", 502)
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        expect(visitor.page.get_by_role("alert")).to_contain_text("❌ Unexpected token")
        visitor.expect_at(NONVEG.form)
