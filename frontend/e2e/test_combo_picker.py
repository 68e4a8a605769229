"""The picker of weekly and monthly combos (specification, sections 2, 4, 5 and 9)."""

from __future__ import annotations

import re

import pytest
from combos import (
    PICKER,
    WEEK,
    box,
    expect_the_delivery_note,
    expect_total,
    proceed,
    summary,
    totals,
)
from playwright.sync_api import Locator, Page, expect
from steps import step
from waiting import expect_soon


@pytest.fixture
def picker(page: Page, shop: str) -> Page:
    page.goto(shop + PICKER)
    return page


def day(page: Page, name: str, week: int = 1, meal: str = "breakfast") -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{name}, Week {week} {meal}: "))


def tick_days(page: Page, count: int) -> None:
    """Tick the first `count` items of the shown week."""
    boxes = page.get_by_role("checkbox", name=re.compile(", Week 1 "))
    for index in range(count):
        boxes.nth(index).check()


@pytest.mark.spec("1.3", "2.10", "9.10")
def test_switching_between_four_weeks(picker: Page) -> None:
    weeks = picker.get_by_role("region", name="Four weeks of meals")
    dots = weeks.locator("ol").get_by_role("button")
    announcement = weeks.locator("[aria-live]")
    on = picker.get_by_role("button", name="Next slide")
    first, second, third = (
        picker.get_by_role("group", name=f"Week {number}", exact=True) for number in (1, 2, 3)
    )
    expect_the_delivery_note(picker.get_by_role("main"))
    with step("the four weeks come one slide at a time with a dot for each"):
        expect(dots).to_have_text(["Week 1", "Week 2", "Week 3", "Week 4"])
        expect(first).to_be_visible()
        expect(third).to_be_hidden()
        dots.nth(2).click()
        expect(dots.nth(2)).to_have_attribute("aria-current", "true")
        expect(third).to_be_visible()
        expect(first).to_be_hidden()
    with step("a change of week says which of the four it is"):
        expect(announcement).to_have_text("Week 3 of 4")
    with step("the weeks are turned with the keyboard"):
        dots.nth(0).click()
        expect(announcement).to_have_text("Week 1 of 4")
        on.focus()
        picker.keyboard.press("Enter")
        expect(second).to_be_visible()
        expect(on).to_be_focused()
        expect(announcement).to_have_text("Week 2 of 4")
    with step("each week has breakfast, lunch and dinner tables of six items"):
        for week in range(1, 5):
            dots.nth(week - 1).click()
            for meal in ("Breakfast", "Lunch", "Dinner"):
                table = picker.get_by_role("table", name=f"Week {week}, {meal}")
                expect(table.get_by_role("rowheader")).to_have_text(WEEK)
                expect(table.get_by_role("checkbox")).to_have_count(6)
    with step("the carousel ends with the fourth week"):
        expect(on).to_be_disabled()


@pytest.mark.spec("2.10", "9.10")
def test_picker_initial_state(picker: Page) -> None:
    weeks = picker.get_by_role("region", name="Four weeks of meals")
    with step("nothing is said of the week, and the carousel begins with the first"):
        expect(weeks.locator("[aria-live]")).to_have_text("")
        expect(picker.get_by_role("button", name="Previous slide")).to_be_disabled()
    with step("the carousel slides at a speed of 500 ms"):
        duration = "slide => getComputedStyle(slide).transitionDuration.split(', ')[0]"
        shown = picker.get_by_role("group", name="Week 1", exact=True)
        assert shown.evaluate(duration) == "0.5s"
    with step("a table's rows say day, items and what their box selects"):
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
    with step("each item says what the menu states of it, and its energy by the recipe"):
        items = tuesday.get_by_role("listitem")
        expect(items).to_have_text(
            [
                "Overnight Oats 15g protein, 470\u00a0kcal",
                "Boiled Eggs / Sprouts Salad 12g protein, 130\u00a0kcal / 11g protein, 180\u00a0kcal",
            ]
        )
    with step("each alternative stands above what it holds"):
        pieces = ("Boiled Eggs", "12g protein", "Sprouts Salad", "11g protein")
        places = [items.nth(1).get_by_text(piece).last.bounding_box() for piece in pieces]
        tops = [place["y"] for place in places if place]
        assert len(set(tops)) == len(pieces)
        assert tops == sorted(tops)
    with step("a press anywhere on an item ticks it"):
        picker.get_by_text("Overnight Oats").filter(visible=True).first.click()
        expect(day(picker, "Tuesday")).to_be_checked()
        picker.get_by_role("rowheader", name="Tuesday").first.click()
        expect(day(picker, "Tuesday")).not_to_be_checked()
    with step("an item can be ticked with the keyboard"):
        day(picker, "Saturday").focus()
        picker.keyboard.press("Space")
        expect(day(picker, "Saturday")).to_be_checked()
    with step("the summary says what the items of a day hold, from the least to the most"):
        expect(summary(picker)).to_contain_text("Each day: 480 to 555 kcal, 13 g protein.")
        day(picker, "Tuesday").check()
        expect(summary(picker)).to_contain_text("Each day: 480 to 650 kcal, 13 to 27 g protein.")


@pytest.mark.spec("2.10", "4.4", "5.3", "8.3", "9.5")
def test_price_of_ticked_items_and_minimum_for_an_order(picker: Page) -> None:
    hint = summary(picker).get_by_text("One more item costs less")
    boxes = picker.get_by_role("checkbox", name=re.compile(", Week 1 "))
    missing = summary(picker).get_by_text("6 meals at least")
    with step("proceed is disabled while no item is selected"):
        expect(missing).to_have_text("6 meals at least.")
        expect(proceed(picker)).to_be_disabled()
        boxes.nth(0).check()
        expect(proceed(picker)).to_be_enabled()
        boxes.nth(0).uncheck()
        expect(proceed(picker)).to_be_disabled()
    with step("fewer than six items open a popup that OK dismisses"):
        tick_days(picker, 5)
        expect(missing).to_have_text("6 meals at least: 1 more.")
        proceed(picker).click()
        popup = picker.get_by_role("dialog")
        expect(popup).to_contain_text("Please select at least 6 items to proceed with the order!")
        popup.get_by_role("button", name="OK").click()
        expect(popup).to_be_hidden()
        expect(picker).to_have_url(re.compile(f"{PICKER}$"))
    with step("one line says where one more item costs less in total"):
        boxes.nth(5).check()
        expect(missing).to_have_count(0)
        box(picker, "Select All Lunch").check()
        boxes.nth(12).check()
        expect(hint).to_have_count(0)
        boxes.nth(13).check()
        expect(hint).to_have_text(
            "One more item costs less: 15 items come to ₹5,040 instead of ₹5,250."
        )
    with step("the green discount line appears only when the discount is above zero"):
        expect_soon(
            picker,
            lambda: totals(picker),
            {
                "Total Items": "14",
                "Base Price": "₹5,250",
                "Final Amount": "₹5,250",
            },
        )
        boxes.nth(14).check()
        expect_soon(
            picker,
            lambda: totals(picker),
            {
                "Total Items": "15",
                "Base Price": "₹5,625",
                "Discount": "−₹585",
                "Final Amount": "₹5,040",
            },
        )
        expect(hint).to_have_count(0)
        expect_green(summary(picker).get_by_text("−₹585"))
    with step("the boxes of week and meal follow from the items"):
        for index in range(15, 18):
            boxes.nth(index).check()
        expect(box(picker, "Select All Breakfast")).to_be_checked()
        expect(box(picker, "Select All (Week 1)")).to_be_checked()
        day(picker, "Friday", meal="dinner").uncheck()
        expect(box(picker, "Select All Dinner")).to_be_checked(indeterminate=True)
        expect(box(picker, "Select All (Week 1)")).to_be_checked(indeterminate=True)


def expect_green(text: Locator) -> None:
    colour = text.evaluate("line => getComputedStyle(line).color")
    red, green, blue = map(int, re.findall(r"\d+", colour))
    assert green > red
    assert green > blue


@pytest.mark.spec("2.11", "4.4")
def test_form_shows_selected_items_and_back_restores_ticks(picker: Page) -> None:
    tick_days(picker, 5)
    picker.get_by_role("button", name="Week 3").click()
    day(picker, "Thursday", week=3, meal="dinner").check()
    proceed(picker).click()
    with step("the form shows them per week and meal with pictures and day names"):
        chosen = picker.get_by_role("region", name="Your Selected Meals")
        expect(chosen.get_by_role("heading", level=3)).to_have_text(["Week 1", "Week 3"])
        expect(chosen.get_by_role("heading", level=4)).to_have_text(["Breakfast", "Dinner"])
        items = chosen.get_by_role("listitem")
        expect(items.locator("b")).to_have_text([*WEEK[:5], "Thursday"])
        expect(items.first.locator("img, svg:not([role])")).to_have_count(2)
    with step("coming back from the form finds the ticks as they were"):
        picker.go_back()
        expect(day(picker, "Friday")).to_be_checked()
        expect(day(picker, "Saturday")).not_to_be_checked()
        expect_total(picker, "Total Items", "6")
