"""The screens of the meal flows cause no layout shift: nothing moves from under a finger."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hydration import wait_until_hydrated
from layout_shift import shifts, watch_layout
from meal_choice import CHOICE, REVIEW, open_review
from mock_responses import mock_reply, stop_clock
from ordering import NONVEG, TRAY, VEG, Visitor, of, open_with_state, popup
from playwright.sync_api import Page, Route, expect
from waiting import wait_until_pictures_loaded

WIDTHS = (390, 768, 1280)


def at(width: int) -> pytest.MarkDecorator:
    """Parametrize over the widths; `make test` covers this one."""
    widths = [
        pytest.param(each, marks=() if each == width else pytest.mark.slow) for each in WIDTHS
    ]
    return pytest.mark.parametrize("width", widths)


# Layout shift score: allows text to move by about four pixels, but not to wrap differently.
MAX_FONT_SHIFT = 0.0003
FACE_CAME = "[...document.fonts].some(face => /Figtree Variable/.test(face.family) && face.status === 'loaded')"
PICKER = "/order/Meal/Weeklyandmonthlycombos"


@pytest.fixture(autouse=True)
def watched(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    watch_layout(page)


def delay_route(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


@of(VEG)
@at(390)
def test_order_summary_causes_no_shift_when_shown_or_reloaded(
    visitor: Visitor,
) -> None:
    visitor.open_menu()
    visitor.tick()
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_be_visible()
    assert shifts(visitor.page) == []
    visitor.page.reload()
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_be_visible()
    assert shifts(visitor.page) == []


@of(NONVEG)
@at(768)
def test_form_from_storage_or_empty_causes_no_shift(visitor: Visitor) -> None:
    visitor.open_form()
    assert shifts(visitor.page) == []
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.reload()
    expect(visitor.page.get_by_role("link", name="Back to")).to_be_visible()
    assert shifts(visitor.page) == []


@pytest.mark.usefixtures("clock")
@of(TRAY)
@at(1280)
def test_submission_and_redirect_cause_no_shift(visitor: Visitor) -> None:
    visitor.mock_response({"status": "success", "message": "Taken."})
    visitor.open_form()
    visitor.fill(meals=("Lunch", "Dinner"))
    visitor.page.get_by_label("Select Days").press("ArrowUp")
    stop_clock(visitor.page)
    visitor.submit()
    expect(visitor.page.get_by_label("First Name")).to_have_value("")
    visitor.page.clock.run_for(2000)
    visitor.expect_at(visitor.kind.selection)
    expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()
    visitor.page.clock.resume()
    assert shifts(visitor.page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [768])  # at others: test_routes.py
@pytest.mark.parametrize(
    "path", [PICKER, f"{PICKER}/form", CHOICE, REVIEW, "/order/mealsubscription"]
)
def test_opening_a_screen_causes_no_shift(page: Page, shop: str, path: str) -> None:
    page.goto(shop + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    wait_until_hydrated(page)
    wait_until_pictures_loaded(page)
    assert shifts(page) == []


@pytest.fixture(scope="module")
def picker_state() -> list[Any]:
    """Cache of the combo picker's navigation state with all items ticked."""
    return []


@at(390)
def test_restored_combo_order_and_its_failure_cause_no_shift(
    page: Page, shop: str, expected_console: list[str], picker_state: list[Any]
) -> None:
    expected_console.append("status of 500")
    page.on("dialog", lambda dialog: dialog.accept())
    if picker_state:
        open_with_state(page, shop, f"{PICKER}/form", picker_state[0])
    else:
        page.goto(shop + PICKER)
        page.get_by_role("checkbox", name="Select All Weeks").check()
        page.get_by_role("button", name="Proceed to Order Form").click()
        expect(page).to_have_url(f"{shop}{PICKER}/form")
        picker_state.append(page.evaluate("history.state.usr"))
        page.reload()
    for label in ("First Name", "Last Name", "Address"):
        page.get_by_label(label).fill("Asha")
    page.get_by_label("Phone").fill("98400 12345")
    page.get_by_label("Email").fill("asha@example.com")
    page.get_by_label("Delivery Time").fill("08:30")
    mock_reply(page, "/weekmonth-form.php", 500)
    page.get_by_role("button", name="Submit Order").click()
    expect(page.get_by_text("Reload to try again, your selection is kept")).to_be_visible()
    assert shifts(page) == []


@at(1280)
def test_restored_meals_cause_no_shift(page: Page, shop: str) -> None:
    open_review(page, shop, "B1", "L2", "D8")
    expect(page.get_by_label("Plan Name")).not_to_have_value("")
    assert shifts(page) == []


@at(768)
@of(TRAY)
def test_replaced_message_causes_no_shift(visitor: Visitor) -> None:
    visitor.open_form()
    days = visitor.page.get_by_label("Select Days")
    days.press("Backspace")
    visitor.submit()
    expect(popup(visitor.page, "Minimum 6 days required to place an order.")).to_be_visible()
    days.press("6")
    visitor.submit()
    expect(popup(visitor.page, "Please select at least one Meal Section.")).to_be_visible()
    assert shifts(visitor.page) == []


@pytest.mark.parametrize(
    ("path", "width"),
    [
        # `make test` covers each page and each width once.
        pytest.param(path, width, marks=() if page == size else pytest.mark.slow)
        for page, path in enumerate(("/order/", VEG.selection, PICKER))
        for size, width in enumerate((390, 768, 1280))
    ],
)
def test_late_font_causes_a_minimal_shift(page: Page, shop: str, path: str) -> None:
    page.unroute_all()
    page.route("**/*.woff2", delay_route)
    page.goto(shop + path)
    page.evaluate("document.fonts.ready.then(() => {})")
    assert page.evaluate(FACE_CAME)
    assert sum(shift["value"] for shift in shifts(page)) < MAX_FONT_SHIFT
