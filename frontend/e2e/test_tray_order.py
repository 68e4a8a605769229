"""Meal tray orders (specification, sections 2, 4, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from mock_responses import stop_clock
from ordering import TRAY, Kind, Visitor, body_of, popup
from playwright.sync_api import expect
from steps import step

FOUR = ("Phulka", "Ragi Roti", "Multigrain Chapati", "Methi Thepla")


@pytest.fixture
def kind(clock: None) -> Kind:
    return TRAY


@pytest.mark.spec("1.2", "2.8", "3.7", "7.9")
def test_order_is_stored_at_its_price(
    visitor: Visitor, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    visitor.open_form(*FOUR)
    visitor.fill(days="15", meals=("Breakfast", "Lunch", "Dinner"), Email="tray-taken@example.com")
    with visitor.page.expect_request("**/mealtray-form.php") as asked:
        visitor.submit()
    with step("the call carries exactly the listed fields"):
        assert body_of(asked.value) == {
            "name": "Meena",
            "lastname": "Krishnan",
            "phone": "98400 12345",
            "email": "tray-taken@example.com",
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
    with step("it is stored at its price, and the success is shown"):
        expect(popup(visitor.page, "✅ Meal Tray Order submitted successfully!")).to_be_visible()
        assert rows(
            "select kind, days, total_paise,"
            " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
            " from requests_request r join orders_order o on o.request_id = r.id where email = ?",
            "tray-taken@example.com",
        ) == [{"kind": "tray", "days": 15, "total_paise": 535_500, "flags": 0}]


def test_fourth_tray_dish_cannot_be_removed_and_shows_why(visitor: Visitor) -> None:
    page = visitor.page
    why = page.get_by_text("A tray needs at least 4 dishes.")
    visitor.open_form(*FOUR, "Jowar Roti")
    expect(why).to_have_count(0)
    page.get_by_role("button", name="Remove Jowar Roti").click()
    expect(why).to_be_visible()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)


def test_page_and_form_say_how_to_order_several_trays(visitor: Visitor) -> None:
    main = visitor.page.get_by_role("main")
    visitor.open_menu()
    expect(main.get_by_text("More people?")).to_be_visible()
    expect(main.get_by_text("One tray feeds one.")).to_be_visible()
    expect(main.get_by_role("link", name="Family Gatherings")).to_be_visible()
    visitor.open_form(*FOUR)
    expect(main.get_by_text("tell us how many trays when we call.")).to_be_visible()


@pytest.mark.spec("2.7", "5.5", "8.6")
def test_proceed_and_chat_require_four_dishes(visitor: Visitor) -> None:
    page = visitor.page
    dialog = page.get_by_role("dialog", name="Minimum 4 Items Required")
    visitor.open_menu()
    with step("with none ticked the chat button asks for four"):
        page.get_by_role("link", name="Chat about this order").click()
        expect(dialog).to_be_visible()
        assert len(page.context.pages) == 1
        dialog.get_by_role("button", name="Okay, Got it!").click()
    for ticked in (1, 3):
        with step(f"with {ticked} dishes ticked proceed asks for four"):
            visitor.tick(*FOUR[:ticked])
            visitor.proceed()
            expect(dialog).to_contain_text("select at least 4 dishes")
            dialog.get_by_role("button", name="Okay, Got it!").click()
            expect(dialog).to_have_count(0)
            expect(page.get_by_role("button", name="Proceed")).to_be_focused()
            visitor.expect_at(TRAY.selection)


@pytest.mark.spec("1.2")
@pytest.mark.usefixtures("outside")
def test_chat_opens_in_a_new_tab_with_four_dishes(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.tick(*FOUR)
    with visitor.page.expect_popup() as opened:
        visitor.page.get_by_role("link", name="Chat about this order").click()
    assert opened.value.url.startswith("https://wa.me/914400000000?text=")
    assert opened.value.evaluate("window.opener") is None


@pytest.mark.spec("2.8", "4.8")
def test_form_lists_dishes_and_prices(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_form(*FOUR, "Jowar Roti")
    with step("the form has its title and lists the selected items"):
        expect(page.get_by_role("heading", level=1, name="Meal Tray Order Form")).to_be_visible()
        listed = page.get_by_role("main").get_by_role("listitem")
        expect(listed).to_have_text([*FOUR, "Jowar Roti"])
    with step("the original price is struck through"):
        page.get_by_label("Select Days").fill("15")
        summary = page.get_by_role("region", name="Order Summary")
        expect(summary.get_by_role("columnheader")).to_have_text(["Item", "Price"])
        line = summary.get_by_role("row", name="Phulka")
        expect(line.locator("s")).to_contain_text("₹405")
        expect(line).to_contain_text("₹357")
    with step("a dish taken out in the form is out of storage and four always remain"):
        page.get_by_role("button", name="Remove Jowar Roti").click()
        expect(page.get_by_role("button", name="Remove")).to_have_count(0)
        expect(listed).to_have_text(list(FOUR))
        [stored] = visitor.stored().values()
        assert [dish["name"] for dish in stored["selectedItems"]] == list(FOUR)
        assert stored["totalCost"] == 135
    with step("the total has two decimals"):
        expect(summary).to_contain_text("Total Amount ₹1,785.00")


class TestRefusals:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    @pytest.mark.spec("4.9", "8.6")
    def test_refusal_is_shown_for_three_seconds_and_the_form_stays(self, visitor: Visitor) -> None:
        refusal = popup(visitor.page, "❌ Failed to submit Meal Tray order")
        visitor.open_form()
        visitor.fill()
        stop_clock(visitor.page)
        for status in (422, 500):
            with step(f"after a {status} it is shown for three seconds, and the form stays"):
                visitor.mock_response({"status": "error", "message": "Unread."}, status)
                visitor.submit()
                expect(refusal).to_be_visible()
                visitor.page.clock.run_for(2999)
                expect(refusal).to_be_visible()
                visitor.page.clock.run_for(1)
                expect(refusal).to_have_count(0)
                visitor.expect_at(TRAY.form)
                expect(visitor.page.get_by_label("First Name")).to_have_value("Meena")
                expect(visitor.submit_button).to_be_enabled()
