"""Further presses at the same place within 300 ms of a navigation are ignored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from form_cases import COMBOS
from hydration import hold_scripts, open_hydrated
from mock_responses import mock_reply, stop_clock
from ordering import NONVEG, TRAY, VEG, Kind, Visitor
from playwright.sync_api import Browser, Locator, Page, expect
from steps import step

HOME = "/order/mealsubscription"
PICKER = "/order/Meal/Weeklyandmonthlycombos"
REVIEW = "/order/Meal/CustomerChoice/sumbit"
# What a further press would change on the next page: a tick, or a dialog.
TOUCHED = "main :checked:not(option), dialog[open]"


@dataclass(frozen=True)
class Way:
    """A navigation: the start page, its preparation, the control to press and the target page."""

    id: str
    start: str
    target: Callable[[Page], Locator]
    to: str
    code: str
    prepare: Callable[[Page], object] = lambda page: None


def named(role: str, name: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]


def proceed(kind: Kind, code: str) -> Way:
    def prepare(page: Page) -> None:
        Visitor(page, "", kind).tick()

    return Way(
        f"proceed-{code}", kind.selection, named("button", "Proceed"), kind.form, code, prepare
    )


def choose_items(page: Page) -> None:
    page.get_by_role("button", name="Choose Items").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def tick_first(name: str) -> Callable[[Page], object]:
    return lambda page: page.get_by_role("checkbox", name=name).first.check()


WAYS = (
    Way("card", HOME, named("link", "View Combos"), PICKER, "CombosPage"),
    Way("card-tray", HOME, named("link", "Order Tray"), TRAY.selection, "MealTrayPage"),
    Way("veg", HOME, named("button", "Vegetarian"), VEG.selection, "VegMealPage", choose_items),
    Way(
        "nonveg",
        HOME,
        named("button", "Non-Vegetarian"),
        NONVEG.selection,
        "NonVegMealPage",
        choose_items,
    ),
    proceed(VEG, "VegMealFormPage"),
    proceed(NONVEG, "NonVegMealFormPage"),
    proceed(TRAY, "MealTrayFormPage"),
    Way(
        "proceed-combos",
        PICKER,
        named("button", "Proceed to Order Form"),
        f"{PICKER}/form",
        "CombosFormPage",
        tick_first("Select All Breakfast"),
    ),
    Way(
        "subscribe",
        HOME,
        named("button", "Subscribe with these meals"),
        REVIEW,
        "CustomerChoiceSubmitPage",
        tick_first("Monday, Week 1 breakfast: "),
    ),
    Way(
        "promo",
        "/order/birthday",
        named("link", "Plan Your Party"),
        "/order/birthday/page",
        "BirthdayDetailsPage",
    ),
    Way("header", "/order/", named("link", "Meal Subscription"), HOME, "MealSubscriptionPage"),
)


def press_at(page: Page, target: Locator) -> Callable[[], None]:
    """Return a mouse click at the target's current position, even if another element moves there."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return lambda: page.mouse.click(x, y)


def press_three_more_times(page: Page, press: Callable[[], None]) -> None:
    """Press at 0, 100 and 250 ms."""
    for later in (0, 100, 150):
        if later:
            page.clock.run_for(later)
        press()


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    "way",
    [
        # A link, a button of a dialog, and a button that passes a selection on.
        pytest.param(
            way,
            id=way.id,
            marks=() if way.id in ("card", "veg", "proceed-MealTrayFormPage") else pytest.mark.slow,
        )
        for way in WAYS
    ],
)
def test_repeated_presses_navigate_once(page: Page, shop: str, way: Way) -> None:
    code_arrives = hold_scripts(page, f"**/assets/{way.code}-*.js")
    open_hydrated(page, shop + way.start)
    way.prepare(page)
    press = press_at(page, way.target(page))
    before = page.evaluate("history.length")
    stop_clock(page)
    with step("on a slow line, while the next page is on its way"):
        press()
        press_three_more_times(page, press)
        page.wait_for_url(shop + way.to)
        code_arrives()
        expect_one_navigation(page, shop, way, before)
    with step("on the page that has come, too"):
        press()
        expect_one_navigation(page, shop, way, before)
    page.clock.run_for(400)
    page.go_back()
    way.prepare(page)
    press = press_at(page, way.target(page))
    with step("on a fast line"):
        press()
        expect_one_navigation(page, shop, way, before)
        press_three_more_times(page, press)
        expect_one_navigation(page, shop, way, before)


def expect_one_navigation(page: Page, shop: str, way: Way, before: int) -> None:
    expect(page).to_have_url(shop + way.to)
    expect(page.locator("main h1")).to_be_focused()
    expect(page.locator(TOUCHED)).to_have_count(0)
    assert page.evaluate("history.length") == before + 1


@pytest.mark.usefixtures("clock")
def test_repeated_touches_and_keys_navigate_once(browser: Browser, page: Page, shop: str) -> None:
    def open_modal(page: Page) -> int:
        open_hydrated(page, shop + HOME)
        choose_items(page)
        return int(page.evaluate("history.length"))

    for name, keys in (
        ("Enter pressed twice", ("Enter", "Enter")),
        ("Enter held down", ("down", "down", "down", "down", "up")),
    ):
        code_arrives = hold_scripts(page, "**/assets/VegMealPage-*.js")
        before = open_modal(page)
        stop_clock(page)
        with step(f"{name} chooses once"):
            page.get_by_role("dialog").get_by_role("button", name="Vegetarian", exact=True).focus()
            for key in keys:
                if key == "Enter":
                    page.keyboard.press("Enter")
                else:
                    getattr(page.keyboard, key)("Enter")
                    page.clock.run_for(500)
            code_arrives()
            page.unroute_all()
            expect_one_navigation(page, shop, WAYS[2], before)
        page.clock.resume()
    with step("Enter held down opens a dialog, and chooses nothing in it"):
        open_hydrated(page, shop + HOME)
        page.get_by_role("button", name="Choose Items").focus()
        for _ in range(4):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page).to_have_url(shop + HOME)
    phone = browser.new_page(has_touch=True, viewport={"width": 360, "height": 740})
    with step("two taps choose once"):
        phone.clock.install()
        before = open_modal(phone)
        stop_clock(phone)
        box = phone.get_by_role("button", name="Vegetarian", exact=True).bounding_box()
        assert box
        for _ in range(2):
            phone.touchscreen.tap(box["x"] + 40, box["y"] + 40)
        expect_one_navigation(phone, shop, WAYS[2], before)
    phone.close()


@pytest.mark.usefixtures("clock")
def test_press_elsewhere_or_after_300_ms_counts(page: Page, shop: str) -> None:
    open_hydrated(page, shop + HOME)
    press = press_at(page, page.get_by_role("link", name="View Combos"))
    stop_clock(page)
    with step("a press elsewhere counts at once, on the page that has come"):
        press()
        expect(page.get_by_role("heading", name="Weekly & Monthly Combos")).to_be_focused()
        box = page.get_by_role("checkbox", name="Select All Weeks")
        box.click()
        expect(box).to_be_checked()
    press = press_at(page, page.get_by_role("link", name="Meal Subscription").first)
    with step("and where the next page is still on its way"):
        hold_scripts(page, "**/assets/Landing-*.js")
        page.get_by_role("link", name="Oottam, start page").first.click()
        page.wait_for_url(shop + "/order/")
        press()
        expect(page).to_have_url(shop + HOME)
    with step("one at the same place counts after 300 ms"):
        page.evaluate("addEventListener('click', ({ clientX }) => (window.pressed = clientX))")
        press()
        assert page.evaluate("window.pressed") is None
        page.clock.run_for(301)
        press()
        assert page.evaluate("window.pressed") > 0


@pytest.mark.usefixtures("clock")
def test_double_press_before_hydration_navigates_once(page: Page, shop: str) -> None:
    code_arrives = hold_scripts(page)
    page.goto(shop + HOME, wait_until="domcontentloaded")
    before = page.evaluate("history.length")
    stop_clock(page)  # Otherwise a slow script load would turn this into a full page load.
    page.get_by_role("link", name="View Combos").dblclick()
    code_arrives()
    expect(page.get_by_role("heading", name="Weekly & Monthly Combos")).to_be_focused()
    expect(page.locator(TOUCHED)).to_have_count(0)
    assert page.evaluate("history.length") == before + 1


@pytest.mark.usefixtures("clock")
def test_back_after_a_combo_order_shows_no_filled_form(page: Page, shop: str) -> None:
    mock_reply(page, COMBOS.call)
    code_arrives = hold_scripts(page, "**/assets/ComboFormScreen-*.js")
    open_hydrated(page, shop + PICKER)
    page.get_by_role("checkbox", name="Select All Breakfast").first.check()
    way_on = page.get_by_role("button", name="Proceed to Order Form")
    stop_clock(page)
    way_on.click()
    page.clock.run_for(
        400
    )  # Late enough for the second press to count; it leads to the same history entry.
    way_on.click()
    code_arrives()
    COMBOS.fill(page)
    COMBOS.submit_button(page).click()
    with step("the form goes on showing what was ordered, and a reload does not bring it back"):
        dialog = page.get_by_role("dialog", name="Order Submitted Successfully!")
        expect(dialog).to_be_visible()
        expect(page.get_by_role("region", name="Your Selected Meals")).to_be_attached()
        page.reload()
        expect(page.get_by_role("heading", name="No Items Selected!")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(shop + PICKER)
    expect(page.get_by_role("checkbox", name="Select All Breakfast").first).not_to_be_checked()
