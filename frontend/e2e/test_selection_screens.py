"""The three dish selection screens (specification, section 2)."""

from __future__ import annotations

import pytest
from combos import PICKER
from hydration import open_hydrated
from meal_choice import CHOICE
from ordering import BLANK_PAGE, EVERY_KIND, NONVEG, TRAY, VEG, Visitor, of
from playwright.sync_api import APIRequestContext, FloatRect, Locator, Page, expect
from steps import step
from waiting import expect_soon, wait_until

CATEGORIES = {
    VEG: [
        "Protein Smoothies",
        "Immunity Boosters",
        "Protein Shakes",
        "Hi Protein Salads",
        "Smoothie Bowls",
        "Protein Oats",
        "Cut Fruit Bowls",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps",
        "Indian Protein",
        "Nut Milk",
    ],
    NONVEG: [
        "Hi Protein Salads",
        "All Things Eggs",
        "Protein Pancakes",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps & Rolls",
    ],
    TRAY: [
        "Indian Bread",
        "Main Course",
        "Salads",
        "Rice Bowls",
        "Sundals",
        "Boiled Items",
        "Juices",
    ],
}

GREETINGS = {
    VEG: "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20veg%20meal.",
    NONVEG: "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20non-veg%20meal.",
    TRAY: "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20meal%20tray.",
}
TOTALS = {VEG: "₹539", NONVEG: "₹497", TRAY: "₹135"}
# The ticked boxes by their place.
TICKS = """[...document.querySelectorAll("input[type=checkbox]")].flatMap((box, at) => (box.checked ? [at] : []))"""
CHANGE_TICKS = """() => document.querySelectorAll("input[type=checkbox]").forEach((box) => {
  box.checked = !box.checked;
})"""


def summary(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Order Summary")


@pytest.mark.spec("1.2", "2.7", "4.8", "9.2")
@EVERY_KIND
def test_menu_of_each_kind(visitor: Visitor) -> None:
    kind, page = visitor.kind, visitor.page
    visitor.open_menu()
    with step("the sidebar lists the categories"):
        sidebar = page.get_by_role("navigation", name="Categories")
        expect(sidebar.get_by_role("listitem")).to_have_text(CATEGORIES[kind])
    with step("each dish row shows image, name and a checkbox called like the dish"):
        expect_image_name_and_checkbox_in_each_row(visitor)
    with step("the floating button opens a chat with the kind's greeting"):
        chat = page.get_by_role("link", name="Chat about this order")
        expect(chat).to_have_attribute("href", f"https://wa.me/914400000000?text={GREETINGS[kind]}")
        expect(chat).to_have_attribute("target", "_blank")
        expect(chat).to_have_attribute("rel", "noopener")
    with step("the order summary appears with the first tick and goes with the last"):
        expect(summary(visitor)).to_have_count(0)
        visitor.tick(kind.dishes[0])
        expect(summary(visitor)).to_contain_text("Total Items1")
        visitor.box(kind.dishes[0]).uncheck()
        expect(summary(visitor)).to_have_count(0)
    with step("the total is the sum of week prices"):
        visitor.tick()
        expect(summary(visitor)).to_contain_text(f"Total{TOTALS[kind]}")
    with step("a category shows its own dishes"):
        visitor.choose_category(CATEGORIES[kind][-1])
        expect(page.get_by_role("region", name=CATEGORIES[kind][-1])).to_be_visible()
        expect(visitor.box(kind.dishes[0])).to_have_count(0)


def expect_image_name_and_checkbox_in_each_row(visitor: Visitor) -> None:
    if visitor.kind is not TRAY:
        return
    rows = (
        visitor.page.get_by_role("main")
        .get_by_role("listitem")
        .filter(has=visitor.page.get_by_role("checkbox"))
    )
    assert rows.count() >= len(visitor.kind.dishes)
    for row in rows.all():
        expect(row.locator("img").or_(row.locator("svg[aria-hidden=true]")).first).to_be_visible()
        name = row.locator("label > span").nth(1).locator("span > span").first.inner_text()
        expect(row.get_by_role("checkbox")).to_have_accessible_name(name)


@pytest.mark.spec("1.3", "2.6", "2.7")
def test_row_content_and_ways_to_tick_it(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_menu()
    announcement = page.get_by_role("main").get_by_role("status").last
    with step("free delivery, the phone and Beyond Just a Cafe stand on the page"):
        main = page.get_by_role("main")
        expect(main.get_by_text("Free delivery within 5 km")).to_be_visible()
        expect(main.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
        expect(main.get_by_role("heading", name="Beyond Just a Cafe")).to_be_visible()
    with step("a row says its price per day and meal, its mark and the price of longer plans"):
        expect(visitor.box("Berry Smoothie")).to_have_accessible_description(
            "Vegetarian ₹266 per day, per meal about 235 kcal · 13 g protein"
        )
        row = page.get_by_role("listitem").filter(has=visitor.box("Dry Fruit Smoothie"))
        expect(row).to_contain_text("₹254 from 15 days")
    with step("dishes are ticked with the keyboard, and the totals' live region speaks"):
        expect(announcement).to_have_text("")
        visitor.box("Dry Fruit Smoothie").focus()
        page.keyboard.press("Space")
        expect(announcement).to_have_text("1 dish, ₹273")
        page.keyboard.press("Tab")  # To the picture, which opens a dialog.
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        expect(visitor.box("Dry Fruit Smoothie")).to_be_checked()
        expect(visitor.box("Berry Smoothie")).to_be_checked()
        expect(announcement).to_have_text("2 dishes, ₹539")
    with step("the summary says the week price alone"):
        expect(summary(visitor)).not_to_contain_text("254")
    with step("after a reload the live region is silent"):
        page.reload()
        expect(visitor.box("Berry Smoothie")).to_be_checked()
        expect(announcement).to_have_text("")
        expect(page.locator("section[aria-labelledby] [aria-live] dd")).to_have_count(0)
    with step("a category says how many of its dishes are ticked"):
        visitor.choose_category("Nut Milk")
        smoothies = page.get_by_role("button", name="Protein Smoothies")
        expect(smoothies).to_have_accessible_name("Protein Smoothies 2 picked")
    with step("the whole row is the checkbox's label"):
        visitor.choose_category("Protein Smoothies")
        page.get_by_text("₹266").first.click()
        expect(visitor.box("Berry Smoothie")).not_to_be_checked()


def test_totals_live_region_is_in_the_initial_html(web: APIRequestContext) -> None:
    assert 'role="status"' in web.get(VEG.selection).text()


def test_dishes_are_removed_from_the_summary(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open_menu()
    visitor.tick("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
    remove = {
        dish: page.get_by_role("button", name=f"Remove {dish}")
        for dish in ("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
    }
    with step("a dish is removed from the summary"):
        remove["Berry Smoothie"].click()
        expect(visitor.box("Berry Smoothie")).not_to_be_checked()
        expect(summary(visitor)).to_contain_text("Total Items2")
        expect(summary(visitor)).to_contain_text("Every day you get both dishes.")
    with step("the focus moves to the next dish's button, then to the heading"):
        visitor.tick("Berry Smoothie")
        remove["Berry Smoothie"].press("Enter")
        expect(remove["Chikoo Date Smoothie"]).to_be_focused()
        page.keyboard.press("Enter")
        expect(remove["Dry Fruit Smoothie"]).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Protein Smoothies")).to_be_focused()
    with step("a dish without a price alone reads price on request"):
        visitor.choose_category("Protein Oats")
        visitor.tick("Ragi Porridge")
        expect(summary(visitor)).to_contain_text("TotalPrice on request")
        expect(summary(visitor)).not_to_contain_text("₹0")
    with step("beside another one it adds nothing"):
        visitor.choose_category("Protein Smoothies")
        visitor.tick("Berry Smoothie")
        expect(summary(visitor)).to_contain_text("Total₹266")
        expect(summary(visitor).get_by_role("listitem").first).to_contain_text("on request")


def test_dish_is_removed_in_the_form_unless_it_is_the_last(visitor: Visitor) -> None:
    visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
    visitor.page.get_by_role("button", name="Remove Dry Fruit Smoothie").press("Enter")
    expect(visitor.page.get_by_role("button", name="Remove Berry Smoothie")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Order Summary")).to_be_focused()


@of(NONVEG)
def test_path_is_case_insensitive_and_egg_is_marked_non_vegetarian(
    visitor: Visitor,
) -> None:
    path = "/order" + visitor.kind.selection.removeprefix("/order").upper()
    visitor.page.goto(visitor.shop + path)
    expect(visitor.box(visitor.kind.dishes[0])).to_be_visible()
    visitor.choose_category("All Things Eggs")
    expect(visitor.box("Boiled Eggs")).to_have_accessible_description(
        "Non-vegetarian ₹70 per day, per meal 130 kcal · 12 g protein"
    )


def test_chat_button_covers_no_control_and_keeps_its_side(visitor: Visitor) -> None:
    visitor.open_menu_with(9)
    for width in (320, 390, 768, 1024, 1152, 1280, 1920):
        visitor.page.set_viewport_size({"width": width, "height": 664})
        expect_chat_button_clear(visitor.page, width)


PLACES = (
    "all => all.map(each => each.getBoundingClientRect().toJSON()).filter(box => box.width > 0)"
)


def expect_chat_button_clear(page: Page, width: int) -> None:
    chat = page.get_by_role("link", name="Chat about this order")
    # On phones dishes scroll below the header and below the strip with the categories and this button.
    controls = "label, nav button, section button" if width >= 768 else "nav button, section button"
    for scroll in (0, 260, 520, 900):
        page.evaluate("scroll => scrollTo(0, scroll)", scroll)
        place = chat.bounding_box()
        assert place
        assert place["x"] + place["width"] / 2 > width / 2
        assert place["y"] + place["height"] <= 664
        # Layout changes after a scroll or a resize may still be in progress.
        expect_soon(page, lambda: covered_by(chat, controls), [])


def covered_by(chat: Locator, controls: str) -> list[FloatRect]:
    """The places of controls that the chat button covers."""
    place = chat.bounding_box()
    assert place
    shown: list[FloatRect] = chat.page.get_by_role("main").locator(controls).evaluate_all(PLACES)
    return [box for box in shown if _overlap(box, place)]


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] > other["x"] + 1
        and other["x"] + other["width"] > one["x"] + 1
        and one["y"] + one["height"] > other["y"] + 1
        and other["y"] + other["height"] > one["y"] + 1
    )


@pytest.mark.parametrize(
    ("path", "name"),
    [
        pytest.param(VEG.selection, "Berry Smoothie", id="menu"),
        *(
            pytest.param(path, name, id=named, marks=pytest.mark.slow)
            for path, name, named in (
                (PICKER, "Select All Breakfast", "combos"),
                (CHOICE, "Select Ragi Dosa", "custom choice"),
                ("/order/mealsubscription", "Select All (Week 1)", "weekly menu"),
            )
        ),
    ],
)
def test_ticks_show_the_selection_whenever_the_page_is_shown(
    page: Page, shop: str, path: str, name: str
) -> None:
    open_hydrated(page, shop + path)
    page.get_by_role("checkbox", name=name).first.check()
    ticks = page.evaluate(TICKS)
    for persisted in ("true", "false"):
        with step(
            f"a page whose checkboxes the browser changed is mended (persisted: {persisted})"
        ):
            page.evaluate(CHANGE_TICKS)
            assert page.evaluate(TICKS) != ticks
            page.evaluate(
                f"dispatchEvent(new PageTransitionEvent('pageshow', {{ persisted: {persisted} }}))"
            )
            expect_soon(page, lambda: page.evaluate(TICKS), ticks)
    with step("back from another page, and forward again"):
        page.goto(shop + BLANK_PAGE)
        page.go_back()
        wait_until(page, f"ticks => String({TICKS}) === String(ticks)", ticks)
        page.go_forward()
        page.go_back()
        expect(page.get_by_role("checkbox", name=name).first).to_be_checked()
