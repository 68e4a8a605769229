"""Search over all categories of a menu, combined filters, and the dish details dialog."""

from __future__ import annotations

import re

import pytest
from accessibility import DESKTOP, PHONE
from hydration import wait_until_hydrated
from mock_responses import stop_clock
from ordering import VEG, Visitor
from playwright.sync_api import Locator, Page, expect
from steps import step
from waiting import wait_until


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    visitor.open_menu()
    wait_until_hydrated(visitor.page)
    return visitor


def field(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("searchbox", name="Find a dish")


def chip(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("search").get_by_role("button", name=name, exact=True)


def fold(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name="Find or filter dishes")


def unfold(visitor: Visitor) -> None:
    fold(visitor).click()
    expect(fold(visitor)).to_have_attribute("aria-expanded", "true")


def found(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("main").get_by_role("checkbox")


def expect_query(visitor: Visitor, query: str) -> None:
    expect(visitor.page).to_have_url(visitor.shop + visitor.kind.selection + query)


def test_search_finds_dishes_of_all_categories(visitor: Visitor) -> None:
    page = visitor.page
    visitor.tick("Berry Smoothie")
    with step("words find dishes of all categories and the count is said"):
        field(visitor).fill("cocoa ragi")
        expect(found(visitor)).to_have_count(1)
        expect(visitor.box("Ragi Cocoa Bowl")).to_be_visible()
        count = page.get_by_role("heading", name="1 dish", exact=True)
        expect(count).to_have_attribute("aria-live", "polite")
        field(visitor).fill("ragi")
        expect(page.get_by_role("region", name=re.compile(r"^\d+ dishes$"))).to_be_visible()
    with step("nothing found says so and can be cleared"):
        field(visitor).fill("pizza")
        expect(page.get_by_role("heading", name="No dishes")).to_be_visible()
        expect(page.get_by_text("Nothing on this menu is called “pizza”.")).to_be_visible()
        page.get_by_role("button", name="Clear search").click()
        expect(field(visitor)).to_be_focused()
        expect(field(visitor)).to_have_value("")
        expect(visitor.box("Berry Smoothie")).to_be_visible()
        expect_query(visitor, "")
    with step("results keep ticks and prices"):
        field(visitor).fill("berry")
        expect(visitor.box("Berry Smoothie")).to_be_checked()
        expect(visitor.box("Berry Smoothie")).to_have_accessible_description(
            "Vegetarian ₹266 per day, per meal about 235 kcal · 13 g protein"
        )
        field(visitor).fill("podi")
        visitor.tick("Podi Paneer Toast")
        field(visitor).press("Escape")
        summary = page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text("Total Items2")
        expect(page.get_by_role("heading", name="Protein Smoothies")).to_be_visible()


def test_nuts_are_found_and_a_pick_with_nuts_is_marked(visitor: Visitor) -> None:
    page = visitor.page
    with step("a search for nuts finds dishes with peanuts, whose names do not tell"):
        field(visitor).fill("nut")
        row = page.get_by_role("listitem").filter(has=visitor.box("Bisi Bele Millet Bowl"))
        expect(row).to_contain_text("contains peanuts")
    with step("a pick that the filter would leave out stays, and says so"):
        visitor.tick("Bisi Bele Millet Bowl")
        field(visitor).fill("")
        page.get_by_role("button", name="Without nuts in the recipe").click()
        expect(row).to_contain_text("Your pick: the filter would leave it out.")
        expect(visitor.box("Almond Milk")).to_have_count(0)
    with step("taken back, it stays under the finger, and is gone with the next search"):
        visitor.box("Bisi Bele Millet Bowl").click()
        expect(row).to_contain_text("The filter leaves it out.")
        field(visitor).fill("bowl")
        expect(visitor.box("Bisi Bele Millet Bowl")).to_have_count(0)


def test_choosing_a_category_ends_the_search(visitor: Visitor) -> None:
    for window in (DESKTOP, PHONE):
        with step(f"it ends in a window {window['width']} px wide"):
            visitor.page.set_viewport_size(window)
            if window == PHONE:
                unfold(visitor)
            field(visitor).fill("ragi")
            current = visitor.page.get_by_role("navigation").locator("[aria-current=true]")
            expect(current).to_have_count(0)
            expect(visitor.box("Almond Milk")).to_have_count(0)
            visitor.choose_category("Nut Milk")
            expect(visitor.box("Almond Milk")).to_be_visible()
            expect(field(visitor)).to_have_value("")


def test_search_and_chips_collapse_into_one_button_on_phones(
    visitor: Visitor,
) -> None:
    page = visitor.page
    expect(fold(visitor)).to_be_hidden()
    page.set_viewport_size(PHONE)
    with step(
        "folded, neither is there, and the keyboard passes from the button to the categories"
    ):
        expect(field(visitor)).to_be_hidden()
        fold(visitor).focus()
        page.keyboard.press("Tab")
        categories = page.get_by_role("navigation", name="Categories")
        expect(categories.locator("[aria-expanded]")).to_be_focused()
    with step("unfolded from far down the page, the field is in view and next in order"):
        page.evaluate("scrollTo(0, document.body.scrollHeight / 3)")
        fold(visitor).focus()
        page.keyboard.press("Enter")
        expect(field(visitor)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Tab")
        expect(field(visitor)).to_be_focused()
    with step("it says how much is active, folded and after a reload too"):
        field(visitor).fill("ragi")
        chip(visitor, "Millet").click()
        fold(visitor).click()
        expect(field(visitor)).to_be_hidden()
        expect(fold(visitor)).to_have_accessible_name("Find or filter dishes, 2 active")
        expect_query(visitor, "?q=ragi&with=millet")
        page.reload()
        expect(fold(visitor)).to_have_accessible_name("Find or filter dishes, 2 active")
        expect(field(visitor)).to_be_hidden()
    with step("cleared while it is folded, the focus goes to what is shown then"):
        unfold(visitor)
        field(visitor).fill("pizza")
        fold(visitor).click()
        page.get_by_role("button", name="Clear search").click()
        expect(page.get_by_role("heading", name="Protein Smoothies")).to_be_focused()
        expect(fold(visitor)).to_have_accessible_name("Find or filter dishes")


def test_search_survives_reload_and_back_without_scrolling(visitor: Visitor) -> None:
    visitor.page.evaluate("scrollTo(0, 120)")
    field(visitor).fill("ragi")
    chip(visitor, "Millet").click()
    expect_query(visitor, "?q=ragi&with=millet")
    wait_until(visitor.page, "scrollY === 120")
    count = found(visitor).count()
    visitor.page.reload()
    expect(field(visitor)).to_have_value("ragi")
    expect(found(visitor)).to_have_count(count)
    visitor.page.get_by_role("link", name="Meal Subscription").first.click()
    expect(visitor.page.get_by_role("heading", name="Order Now")).to_be_visible()
    visitor.page.go_back()
    expect(field(visitor)).to_have_value("ragi")
    expect(chip(visitor, "Millet")).to_have_attribute("aria-pressed", "true")
    expect(found(visitor)).to_have_count(count)


@pytest.mark.usefixtures("clock")
def test_fast_typing_rarely_changes_the_url(visitor: Visitor) -> None:
    visitor.page.evaluate(
        "() => { window.written = 0; const replace = history.replaceState.bind(history);"
        " history.replaceState = (...entry) => { window.written += 1; replace(...entry); } }"
    )
    stop_clock(visitor.page)
    field(visitor).press_sequentially("masala vegetable oats")
    visitor.page.clock.run_for(1000)
    expect_query(visitor, "?q=masala+vegetable+oats")
    assert visitor.page.evaluate("written") < 8


class TestDishDetails:
    def look(self, visitor: Visitor, dish: str) -> Locator:
        visitor.page.get_by_role("button", name=f"View details: {dish}").click()
        dialog = visitor.page.get_by_role("dialog", name=dish)
        expect(dialog).to_be_visible()
        return dialog

    def test_dish_dialog_shows_description_and_ticks(self, visitor: Visitor) -> None:
        with step("a dish opens to its picture, description and prices"):
            dialog = self.look(visitor, "Dry Fruit Smoothie")
            expect(dialog).to_contain_text("Almonds, cashews, pistachios, raisins and dates")
            expect(dialog.get_by_role("img", name="Vegetarian")).to_be_visible()
            expect(dialog.get_by_role("term")).to_have_text(
                [
                    *("6-14 days", "15-29 days", "30-40 days"),
                    *("Energy", "Protein", "Carbohydrate", "Fat", "Fibre"),
                ]
            )
            definitions = dialog.get_by_role("definition")
            expect(definitions.nth(2)).to_have_text("₹234")
            expect(definitions.nth(3)).to_contain_text("kcal")
            expect(dialog).to_contain_text("Contains milk, tree nuts")
            expect(dialog).to_contain_text("per day, per meal")
            picture = dialog.locator("img")
            expect(picture).to_have_js_property("complete", True)
            assert "-640." in picture.evaluate("image => image.currentSrc")
        visitor.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        look = visitor.page.get_by_role("button", name="View details: Berry Smoothie")
        for button, ticked in (("Add this dish", True), ("Take it out", False)):
            with step(f"{button} closes it, and the focus comes back"):
                dialog = self.look(visitor, "Berry Smoothie")
                dialog.get_by_role("button", name=button).click()
                expect(dialog).to_be_hidden()
                expect(visitor.box("Berry Smoothie")).to_be_checked(checked=ticked)
                expect(look).to_be_focused()
                visitor.expect_at(VEG.selection)
        for width, height in ((360, 740), (768, 1024), (1280, 900)):
            with step(f"its button is in view at once in a window of {width} x {height} px"):
                visitor.page.set_viewport_size({"width": width, "height": height})
                dialog = self.look(visitor, "Berry Smoothie")
                expect(dialog).to_contain_text("Calculated from our recipes")
                expect(dialog.get_by_role("button", name="Add this dish")).to_be_in_viewport(
                    ratio=1
                )
                visitor.page.keyboard.press("Escape")
        with step("it opens from what was found"):
            field(visitor).fill("ragi porridge")
            dialog = self.look(visitor, "Ragi Porridge")
            expect(dialog).to_contain_text("Price on request.")

    def test_button_is_large_enough_and_menu_loads_no_descriptions(
        self, page: Page, shop: str
    ) -> None:
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.set_viewport_size({"width": 320, "height": 568})
        visitor = Visitor(page, shop, VEG)
        visitor.open_menu()
        button = page.get_by_role("button", name="View details: Dry Fruit Smoothie")
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        expect(visitor.box("Dry Fruit Smoothie")).to_be_visible()
        assert not any("DishDetails" in url for url in fetched)
        button.click()
        expect(page.get_by_role("dialog")).to_contain_text("Almonds, cashews")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
