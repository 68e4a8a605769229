"""Weekly and monthly combos: the picker and its order form (specification, sections 2, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from answers import REFUSED, UNREACHED, answer, stop_clock
from eight_forms import COMBOS
from ordering import body_of, hold
from playwright.sync_api import Dialog, Locator, Page, expect

PICKER = "/order/Meal/Weeklyandmonthlycombos"
FORM = f"{PICKER}/form"
CALL = "/weekmonth-form.php"
ASHA = {
    "First Name": "Asha",
    "Last Name": "Iyer",
    "Phone": "98400 00000",
    "Email": "asha@example.com",
    "Delivery Time": "08:30",
    "Address": "12 Beach Road, Besant Nagar",
}
NO_DAYS: dict[str, list[str]] = {"breakfast": [], "lunch": [], "dinner": []}
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


@pytest.fixture
def picker(page: Page, shop: str) -> Page:
    page.goto(shop + PICKER)
    return page


@pytest.fixture
def form(page: Page, shop: str) -> Page:
    """The form with week 1's six breakfasts."""
    COMBOS.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_have_text("Weekly & Monthly Order Form")
    return page


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=name)


def day(page: Page, name: str, week: int = 1, meal: str = "breakfast") -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{name}, Week {week} {meal}: "))


def proceed(page: Page) -> Locator:
    return page.get_by_role("button", name="Proceed to Order Form")


def summary(page: Page) -> Locator:
    return page.get_by_role("region", name="Order Summary")


def totals(page: Page) -> dict[str, str]:
    rows = summary(page).locator("dl > div")
    return {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows.all()}


def tick_days(page: Page, count: int) -> None:
    """Ticks so many items of the shown week, from its first."""
    boxes = page.get_by_role("checkbox", name=re.compile(", Week 1 "))
    for index in range(count):
        boxes.nth(index).check()


def fill_in(page: Page, **overrides: str) -> None:
    for label, value in {**ASHA, **overrides}.items():
        page.get_by_label(label).fill(value)


def submit(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("Submit Order|Submitting..."))


class TestPicker:
    def test_the_four_weeks_come_one_slide_at_a_time_with_a_dot_for_each(
        self, picker: Page
    ) -> None:
        dots = (
            picker.get_by_role("region", name="Four weeks of meals")
            .locator("ol")
            .get_by_role("button")
        )
        expect(dots).to_have_text(["Week 1", "Week 2", "Week 3", "Week 4"])
        first, third = (
            picker.get_by_role("group", name=name, exact=True) for name in ("Week 1", "Week 3")
        )
        expect(first).to_be_visible()
        expect(third).to_be_hidden()
        dots.nth(2).click()
        expect(dots.nth(2)).to_have_attribute("aria-current", "true")
        expect(third).to_be_visible()
        expect(first).to_be_hidden()

    def test_the_carousel_is_not_infinite(self, picker: Page) -> None:
        expect(picker.get_by_role("button", name="Previous slide")).to_be_disabled()
        picker.get_by_role("button", name="Week 4").click()
        expect(picker.get_by_role("button", name="Next slide")).to_be_disabled()

    def test_the_carousel_slides_at_a_speed_of_500_ms(self, picker: Page) -> None:
        duration = "slide => getComputedStyle(slide).transitionDuration.split(', ')[0]"
        shown = picker.get_by_role("group", name="Week 1", exact=True)
        assert shown.evaluate(duration) == "0.5s"

    def test_a_change_of_week_says_which_of_the_four_it_is(self, picker: Page) -> None:
        said = picker.get_by_role("region", name="Four weeks of meals").locator("[aria-live]")
        expect(said).to_have_text("")
        picker.get_by_role("button", name="Week 2").click()
        expect(said).to_have_text("Week 2 of 4")
        picker.get_by_role("button", name="Next slide").click()
        expect(said).to_have_text("Week 3 of 4")

    def test_each_week_has_breakfast_lunch_and_dinner_tables_of_six_items(
        self, picker: Page
    ) -> None:
        for week in range(1, 5):
            picker.get_by_role("button", name=f"Week {week}").click()
            for meal in ("Breakfast", "Lunch", "Dinner"):
                table = picker.get_by_role("table", name=f"Week {week}, {meal}")
                days = table.get_by_role("rowheader")
                expect(days).to_have_text(WEEK)
                expect(table.get_by_role("checkbox")).to_have_count(6)

    def test_meal_select_all_selects_all_six_or_none(self, picker: Page) -> None:
        lunch = picker.get_by_role("table", name="Week 1, Lunch").get_by_role(
            "checkbox", checked=True
        )
        box(picker, "Select All Lunch").check()
        expect(lunch).to_have_count(6)
        assert totals(picker)["Total Items"] == "6"
        box(picker, "Select All Lunch").uncheck()
        expect(lunch).to_have_count(0)

    def test_week_select_all_selects_the_week_or_none(self, picker: Page) -> None:
        box(picker, "Select All (Week 1)").check()
        assert totals(picker)["Total Items"] == "18"
        expect(box(picker, "Select All Dinner")).to_be_checked()
        box(picker, "Select All (Week 1)").uncheck()
        assert totals(picker)["Total Items"] == "0"

    def test_the_boxes_of_week_and_meal_follow_from_the_items(self, picker: Page) -> None:
        tick_days(picker, 18)
        expect(box(picker, "Select All Breakfast")).to_be_checked()
        expect(box(picker, "Select All (Week 1)")).to_be_checked()
        day(picker, "Friday", meal="dinner").uncheck()
        expect(box(picker, "Select All Dinner")).to_be_checked(indeterminate=True)
        expect(box(picker, "Select All (Week 1)")).to_be_checked(indeterminate=True)

    def test_select_all_weeks_selects_all_72_items_or_clears_them(self, picker: Page) -> None:
        box(picker, "Select All Weeks").check()
        assert totals(picker) == {
            "Total Items": "72",
            "Base Price": "₹27,000",
            "Discount": "−₹2,010",
            "Final Amount": "₹24,990",
        }
        box(picker, "Select All Weeks").uncheck()
        assert totals(picker)["Total Items"] == "0"

    @pytest.mark.parametrize(
        "change", ["Select All (Week 1)", "Select All Lunch", "Tuesday, Week 1 dinner"]
    )
    def test_any_individual_meal_or_week_change_clears_the_select_all_weeks_check(
        self, picker: Page, change: str
    ) -> None:
        box(picker, "Select All Weeks").check()
        box(picker, change).uncheck()
        expect(box(picker, "Select All Weeks")).not_to_be_checked()
        box(picker, change).check()
        assert totals(picker)["Total Items"] == "72"
        expect(box(picker, "Select All Weeks")).not_to_be_checked()

    def test_proceed_is_disabled_while_no_item_is_selected(self, picker: Page) -> None:
        expect(proceed(picker)).to_be_disabled()
        day(picker, "Monday").check()
        expect(proceed(picker)).to_be_enabled()
        day(picker, "Monday").uncheck()
        expect(proceed(picker)).to_be_disabled()

    def test_fewer_than_six_items_open_a_popup_that_ok_dismisses(self, picker: Page) -> None:
        tick_days(picker, 5)
        proceed(picker).click()
        popup = picker.get_by_role("dialog")
        expect(popup).to_contain_text("Please select at least 6 items to proceed with the order!")
        popup.get_by_role("button", name="OK").click()
        expect(popup).to_be_hidden()
        expect(picker).to_have_url(re.compile(f"{PICKER}$"))

    def test_the_green_discount_line_appears_only_when_the_discount_is_above_zero(
        self, picker: Page
    ) -> None:
        tick_days(picker, 14)
        assert totals(picker) == {
            "Total Items": "14",
            "Base Price": "₹5,250",
            "Final Amount": "₹5,250",
        }
        day(picker, "Wednesday", meal="dinner").check()
        assert totals(picker) == {
            "Total Items": "15",
            "Base Price": "₹5,625",
            "Discount": "−₹585",
            "Final Amount": "₹5,040",
        }
        discount = summary(picker).get_by_text("−₹585")
        red, green, blue = map(
            int, re.findall(r"\d+", discount.evaluate("line => getComputedStyle(line).color"))
        )
        assert green > red
        assert green > blue

    def test_one_line_says_where_one_more_item_costs_less_in_total(self, picker: Page) -> None:
        hint = summary(picker).get_by_text("One more item costs less")
        tick_days(picker, 13)
        expect(hint).to_have_count(0)
        day(picker, "Tuesday", meal="dinner").check()
        expect(hint).to_have_text(
            "One more item costs less: 15 items come to ₹5,040 instead of ₹5,250."
        )
        day(picker, "Wednesday", meal="dinner").check()
        expect(hint).to_have_count(0)

    def test_free_delivery_within_5_km_stands_there_with_the_contact_phone(
        self, picker: Page
    ) -> None:
        expect(picker.get_by_role("main")).to_contain_text("Free delivery within 5 km")
        expect(
            picker.get_by_role("main").get_by_role("link", name="+91 44 0000 0000")
        ).to_be_visible()

    def test_a_press_anywhere_on_an_item_ticks_it(self, picker: Page) -> None:
        picker.get_by_text("Overnight Oats").filter(visible=True).first.click()
        expect(day(picker, "Tuesday")).to_be_checked()
        picker.get_by_role("rowheader", name="Tuesday").first.click()
        expect(day(picker, "Tuesday")).not_to_be_checked()

    def test_a_table_s_rows_say_day_items_and_what_their_box_selects(self, picker: Page) -> None:
        table = picker.get_by_role("table", name="Week 1, Breakfast")
        expect(table.get_by_role("columnheader")).to_have_text(
            ["Picture", "Day", "Items and protein", "Select"]
        )
        tuesday = table.get_by_role("row").filter(
            has=picker.get_by_role("rowheader", name="Tuesday")
        )
        expect(tuesday.get_by_role("cell")).to_have_count(3)
        expect(tuesday.get_by_role("checkbox")).to_have_accessible_name(
            "Tuesday, Week 1 breakfast: Overnight Oats + Boiled Eggs / Sprouts Salad"
        )

    def test_the_weeks_are_turned_with_the_keyboard(self, picker: Page) -> None:
        picker.get_by_role("button", name="Next slide").focus()
        picker.keyboard.press("Enter")
        expect(picker.get_by_role("group", name="Week 2", exact=True)).to_be_visible()
        expect(picker.get_by_role("button", name="Next slide")).to_be_focused()

    def test_an_item_can_be_ticked_with_the_keyboard(self, picker: Page) -> None:
        day(picker, "Saturday").focus()
        picker.keyboard.press("Space")
        expect(day(picker, "Saturday")).to_be_checked()

    def test_coming_back_from_the_form_finds_the_ticks_as_they_were(
        self, page: Page, shop: str
    ) -> None:
        COMBOS.come(page, shop)
        expect(page).to_have_url(shop + FORM)
        page.go_back()
        expect(box(page, "Select All Breakfast")).to_be_checked()
        assert totals(page)["Total Items"] == "6"


class TestForm:
    def test_with_nothing_selected_it_says_so_and_leads_back_to_the_picker(
        self, page: Page, shop: str
    ) -> None:
        page.goto(shop + FORM)
        expect(page.get_by_role("heading", name="No Items Selected!")).to_be_visible()
        page.get_by_role("link", name="Back to Combos").click()
        expect(page).to_have_url(shop + PICKER)

    def test_garbage_in_the_history_reads_as_nothing_selected(self, page: Page, shop: str) -> None:
        page.goto(shop + FORM)
        page.evaluate("history.replaceState({ usr: { selectedItems: 7, finalAmount: 'x' } }, '')")
        page.reload()
        expect(page.get_by_role("heading", name="No Items Selected!")).to_be_visible()

    def test_it_shows_the_chosen_items_per_week_and_meal_with_pictures_and_day_names(
        self, picker: Page
    ) -> None:
        tick_days(picker, 5)
        picker.get_by_role("button", name="Week 3").click()
        day(picker, "Thursday", week=3, meal="dinner").check()
        proceed(picker).click()
        chosen = picker.get_by_role("region", name="Your Selected Meals")
        expect(chosen.get_by_role("heading", level=3)).to_have_text(["Week 1", "Week 3"])
        expect(chosen.get_by_role("heading", level=4)).to_have_text(["Breakfast", "Dinner"])
        items = chosen.get_by_role("listitem")
        expect(items.locator("b")).to_have_text([*WEEK[:5], "Thursday"])
        expect(items.first.locator("img, svg:not([role])")).to_have_count(2)

    def test_the_selection_survives_a_reload(self, form: Page) -> None:
        form.reload()
        expect(
            form.get_by_role("region", name="Your Selected Meals").get_by_role("listitem")
        ).to_have_count(6)
        assert totals(form)["Final Amount"] == "₹2,250"

    @pytest.mark.parametrize("label", ASHA)
    def test_every_field_is_required(self, form: Page, label: str) -> None:
        sent = answer(form, CALL)
        fill_in(form, **{label: ""})
        submit(form).click()
        missing = form.get_by_label(label)
        expect(missing).to_be_focused()
        assert missing.evaluate("field => field.validity.valueMissing")
        assert sent == []

    def test_the_days_are_fixed_at_6_and_have_no_input(self, form: Page) -> None:
        expect(summary(form)).to_contain_text(re.compile(r"Days\s*6"))
        expect(form.get_by_role("spinbutton")).to_have_count(0)

    def test_the_payload_is_exactly_what_the_contract_lists(self, form: Page) -> None:
        sent = answer(form, CALL)
        fill_in(form)
        submit(form).click()
        expect(form.get_by_role("dialog")).to_be_visible()
        assert [body_of(request) for request in sent] == [
            {
                "name": "Asha",
                "lastname": "Iyer",
                "phone": "98400 00000",
                "email": "asha@example.com",
                "address": "12 Beach Road, Besant Nagar",
                "deliveryTime": "08:30",
                "days": 6,
                "totalSelected": 6,
                "selectedItems": {
                    "week1": {**NO_DAYS, "breakfast": WEEK},
                    "week2": NO_DAYS,
                    "week3": NO_DAYS,
                    "week4": NO_DAYS,
                },
                "finalAmount": 2250,
                "discount": 0,
            }
        ]

    def test_while_sending_the_button_reads_submitting_and_is_disabled(self, form: Page) -> None:
        waiting = hold(form, f"**{CALL}")
        fill_in(form)
        submit(form).click()
        expect(submit(form)).to_have_text("Submitting...")
        expect(submit(form)).to_be_disabled()
        waiting[0].fulfill(json={"status": "success"})
        expect(form.get_by_role("dialog")).to_be_visible()

    def test_a_success_popup_leads_home_to_the_combos_and_replaces_history(
        self, page: Page, shop: str
    ) -> None:
        COMBOS.come(page, shop)
        answer(page, CALL)
        fill_in(page)
        submit(page).click()
        popup = page.get_by_role("dialog", name="Order Submitted Successfully!")
        popup.get_by_role("button", name="Go to Home").click()
        expect(page).to_have_url(shop + PICKER)
        page.go_back()
        expect(page).to_have_url(shop + PICKER)

    def test_free_delivery_within_5_km_stands_there_with_the_contact_phone(
        self, form: Page
    ) -> None:
        expect(summary(form)).to_contain_text("Free delivery within 5 km")
        expect(summary(form).get_by_role("link", name="+91 44 0000 0000")).to_be_visible()

    @pytest.mark.usefixtures("clock")
    def test_without_an_answer_for_thirty_seconds_the_alert_says_so(
        self, page: Page, shop: str
    ) -> None:
        page.goto(shop + PICKER)
        box(page, "Select All Breakfast").check()
        proceed(page).click()
        hold(page, f"**{CALL}")
        alerts = hear_alerts(page)
        fill_in(page)
        stop_clock(page)
        with page.expect_request(f"**{CALL}"):
            submit(page).click()
        page.clock.run_for(30_000)
        expect(page.get_by_text("Reload to try again, your selection is kept")).to_be_visible()
        assert alerts == ["❌ No answer came in time. Please try again."]

    @pytest.mark.parametrize(
        ("status", "words"), [(500, "❌ Failed to submit order."), (None, "❌ Failed to fetch")]
    )
    def test_a_failure_is_told_in_an_alert_and_the_button_stays_disabled(
        self, form: Page, expected_console: list[str], status: int | None, words: str
    ) -> None:
        expected_console += [REFUSED, UNREACHED]
        answer(form, CALL, status)
        alerts = hear_alerts(form)
        fill_in(form)
        submit(form).click()
        expect(form.get_by_text("Reload to try again, your selection is kept")).to_be_visible()
        assert alerts == [words]
        expect(submit(form)).to_have_text("Submitting...")
        expect(submit(form)).to_be_disabled()
        expect(form.get_by_label("Address")).to_have_value(ASHA["Address"])

    def test_reloading_after_a_failure_keeps_the_selection_and_what_was_typed(
        self, form: Page, expected_console: list[str]
    ) -> None:
        expected_console.append(REFUSED)
        first = answer(form, CALL, 500)
        hear_alerts(form)
        fill_in(form)
        submit(form).click()
        form.get_by_role("button", name="Reload to try again, your selection is kept").click()
        expect(submit(form)).to_be_enabled()
        second = answer(form, CALL)
        submit(form).click()
        expect(form.get_by_role("dialog", name="Order Submitted Successfully!")).to_be_visible()
        assert body_of(second[0]) == body_of(first[0])

    def test_the_server_takes_the_order_and_stores_it_at_its_price(
        self, form: Page, rows: Callable[..., list[dict[str, Any]]]
    ) -> None:
        fill_in(form, Email="combos-taken@example.com")
        with form.expect_response(f"**{CALL}") as reply:
            submit(form).click()
        assert reply.value.json()["status"] == "success"
        expect(form.get_by_role("dialog", name="Order Submitted Successfully!")).to_be_visible()
        assert rows(
            "select kind, days, total_paise, claimed_total_paise, claimed_count,"
            " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
            " from requests_request r join orders_comboorder o on o.request_id = r.id where email = ?",
            "combos-taken@example.com",
        ) == [
            {
                "kind": "combo",
                "days": 6,
                "total_paise": 225_000,
                "claimed_total_paise": 225_000,
                "claimed_count": 6,
                "flags": 0,
            }
        ]


def hear_alerts(page: Page) -> list[str]:
    """Accepts the browser's own dialogs and keeps what they said."""
    heard: list[str] = []

    def accept(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    return heard
