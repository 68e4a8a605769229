"""Non-veg orders (specification, sections 2, 4, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from mock_responses import stop_clock
from ordering import NONVEG, Kind, Visitor, body_of, popup
from playwright.sync_api import expect
from steps import step


@pytest.fixture
def kind(clock: None) -> Kind:
    return NONVEG


@pytest.mark.spec("1.2", "3.7", "7.6")
def test_order_is_stored_at_its_price(
    visitor: Visitor, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    visitor.open_form("Grilled Chicken Salad", "Egg Sprouts Salad")
    visitor.fill(days="30", meals=("Lunch",), Last_Name="", Email="nonveg-taken@example.com")
    with (
        visitor.page.expect_request("**/nonvegmeal-form.php") as asked,
        visitor.page.expect_response("**/nonvegmeal-form.php") as replied,
    ):
        visitor.submit()
    with step("the call carries exactly the listed fields"):
        assert body_of(asked.value) == {
            "name": "Meena",
            "lastname": "",
            "phone": "98400 12345",
            "email": "nonveg-taken@example.com",
            "selectedItemCount": 2,
            "date": 30,
            "sections": {"breakfast": False, "lunch": True, "dinner": False},
            "timing": "08:30",
            "address": "12 Beach Road, Besant Nagar",
            "selectedItems": [
                {"name": "Grilled Chicken Salad", "price": 7800, "discountedCost": 6720},
                {"name": "Egg Sprouts Salad", "price": 6060, "discountedCost": 5208},
            ],
            "finalAmount": 11928,
            "pricesAlreadyMultiplied": True,
        }
    with step("it is stored at its price, and the server's message is shown"):
        expect(popup(visitor.page, replied.value.json()["message"])).to_be_visible()
        assert rows(
            "select kind, days, free_days, total_paise,"
            " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
            " from requests_request r join orders_order o on o.request_id = r.id where email = ?",
            "nonveg-taken@example.com",
        ) == [{"kind": "nonveg", "days": 30, "free_days": 2, "total_paise": 1_192_800, "flags": 0}]


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.spec("4.7", "7.6", "8.5")
    def test_refusal_is_shown_and_form_keeps_values(self, visitor: Visitor) -> None:
        visitor.open_form()
        visitor.fill()
        stop_clock(visitor.page)
        for body, text in (
            ({"status": "error", "message": "The kitchen is closed."}, "The kitchen is closed."),
            ({"status": "error"}, "Server Error!"),
        ):
            with step(f"{text} is shown, and the form stays as it was"):
                visitor.mock_response(body, 422)
                visitor.submit()
                expect(popup(visitor.page, text)).to_be_visible()
                visitor.page.clock.run_for(3000)
                expect(popup(visitor.page, text)).to_have_count(0)
                visitor.expect_at(NONVEG.form)
                expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
                expect(visitor.submit_button).to_be_enabled()
        with step("a reply that is no JSON shows a cross and the error, and stays"):
            visitor.mock_response("<html>", 502)
            visitor.submit()
            expect(visitor.page.get_by_role("alert")).to_contain_text("❌ Unexpected token")
            visitor.expect_at(NONVEG.form)
