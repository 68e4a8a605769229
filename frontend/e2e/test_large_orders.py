"""Orders of 1, 9, 30 and all dishes, 72 combos, 30 meals: totals stay in view, and every item is stored."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from meal_choice import CATALOGUE, box
from mock_responses import stop_clock
from ordering import MEENA, NONVEG, TRAY, VEG, Visitor
from playwright.sync_api import Locator, Page, ViewportSize, expect
from waiting import TIMEOUT_S, wait_until

ALL = 999
WINDOWS: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in (
        (320, 480),
        (320, 568),
        (390, 664),
        (768, 1024),
        (1024, 480),
        (1152, 480),
        (1280, 720),
        (1366, 768),
        (1280, 900),
        (1920, 1080),
    )
]
# Whether a click on an element's centre hits it or a descendant.
UNCOVERED = """element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && element.contains(hit);
}"""
# The scroll position.
SCROLLS = {
    "top": "scrollTo(0, 0)",
    "middle": "scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)",
    "bottom": "scrollTo(0, document.documentElement.scrollHeight)",
}
# The first scroll position at which an element stays out of view.
FIRST_PLACE_WITHOUT = f"""async ([elements, patience]) => {{
  const uncovered = {UNCOVERED};
  const frame = () => new Promise(requestAnimationFrame);
  const scrolls = {{ {", ".join(f"{place}: () => {scroll}" for place, scroll in SCROLLS.items())} }};
  for (const [place, scroll] of Object.entries(scrolls)) {{
    scroll();
    await frame();
    await frame();
    scroll(); // The page may have extended its foot after the first scroll.
    const end = performance.now() + patience;
    while (!elements.every(uncovered)) {{
      if (performance.now() > end) return place;
      await frame();
    }}
  }}
}}"""


def summary_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Order Summary")


def order_totals(page: Page) -> list[Locator]:
    """The Total Items, Total and Proceed elements."""
    summary = summary_of(page)
    totals = [
        summary.locator("div").filter(has=page.locator("dt", has_text=re.compile(f"^{term}$"))).last
        for term in ("Total Items", "Total")
    ]
    return [*totals, summary.get_by_role("button", name="Proceed")]


def expect_in_view_everywhere(page: Page, window: ViewportSize) -> None:
    page.set_viewport_size(window)
    elements = [element.element_handle() for element in order_totals(page)]
    place = page.evaluate(FIRST_PLACE_WITHOUT, [elements, TIMEOUT_S * 1000])
    assert place is None, f"not in view at {window} {place}"


def wait_until_uncovered(element: Locator, where: str) -> None:
    try:
        wait_until(element.page, f"element => ({UNCOVERED})(element)", element.element_handle())
    except TimeoutError as error:
        raise AssertionError(f"not in view at {where}: {element}") from error


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        pytest.param(VEG, 1, id="veg-1", marks=pytest.mark.slow),
        pytest.param(VEG, 9, id="veg-9", marks=pytest.mark.slow),
        pytest.param(VEG, 30, id="veg-30", marks=pytest.mark.slow),
        pytest.param(VEG, ALL, id="veg-all"),
        pytest.param(NONVEG, 9, id="nonveg-9", marks=pytest.mark.slow),
        pytest.param(NONVEG, ALL, id="nonveg-all", marks=pytest.mark.slow),
        pytest.param(TRAY, 30, id="tray-30"),
        pytest.param(TRAY, ALL, id="tray-all", marks=pytest.mark.slow),
    ],
)
def test_totals_and_proceed_stay_in_view_and_all_dishes_are_stored(
    visitor: Visitor, count: int, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    """At every window size and scroll position."""
    dishes = visitor.open_menu_with(count)
    page = visitor.page
    expect(summary_of(page)).to_contain_text(f"Total Items{len(dishes)}")
    for window in WINDOWS:
        expect_in_view_everywhere(page, window)
    visitor.proceed()
    email = f"large-{count}@{visitor.kind.catalogue}.example"
    visitor.fill(Email=email)
    with page.expect_response(f"**{visitor.kind.call}") as replied:
        visitor.submit()
    assert replied.value.json()["status"] == "success"
    lines = rows(
        "select dish_name from orders_orderline l join requests_request r on r.id = l.order_id"
        " where email = ? order by position",
        email,
    )
    assert [line["dish_name"] for line in lines] == [dish["name"] for dish in dishes]


def test_dish_list_scrolls_within_its_card_and_by_keyboard(
    visitor: Visitor,
) -> None:
    dishes = visitor.open_menu_with(ALL)
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate("scrollTo(0, 0)")
    rows = summary_of(page).get_by_role("list")
    assert rows.evaluate("list => list.scrollHeight > list.clientHeight + 1000")
    last = rows.get_by_role("button", name=f"Remove {dishes[-1]['name']}", exact=True)
    last.focus()
    wait_until_uncovered(last, "the end of the list")
    for element in order_totals(page):
        wait_until_uncovered(element, "the end of the list")


def test_expanded_bar_scrolls_and_keeps_totals_in_view(visitor: Visitor) -> None:
    page = visitor.page
    windows: list[ViewportSize] = [
        {"width": 320, "height": 480},
        {"width": 390, "height": 664},
        {"width": 1024, "height": 480},
    ]
    page.set_viewport_size(windows[0])
    visitor.open_menu_with(ALL)
    for window in windows:
        page.set_viewport_size(window)
        page.get_by_role("button", name="Show dishes").click()
        hide = page.get_by_role("button", name="Hide dishes")
        for element in (*order_totals(page), hide):
            wait_until_uncovered(element, f"{window} unfolded")
        hide.click()


def test_footer_is_not_covered_by_the_order_at_page_end(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 720})
    visitor.open_menu_with(30)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        page.evaluate(SCROLLS["bottom"])
        expect(summary_of(page)).to_have_attribute("data-place", "bar")
        page.evaluate(SCROLLS["bottom"])
        ends = page.get_by_role("contentinfo").locator("a, iframe, p")
        lowest = ends.evaluate_all(
            "(all) => Math.max(...all.map((end) => end.getBoundingClientRect().bottom))"
        )
        bar = summary_of(page).bounding_box()
        assert bar
        assert 0 < lowest <= bar["y"], f"{width} px wide"


def test_bar_is_static_below_480_pixels_of_height(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 320, "height": 256})
    visitor.open_menu_with(1)
    expect(summary_of(visitor.page)).to_have_css("position", "static")


@pytest.mark.parametrize(
    ("kind", "widths"),
    [
        pytest.param(VEG, (320, 390, 1280), id="veg"),
        pytest.param(NONVEG, (320,), id="nonveg", marks=pytest.mark.slow),
        pytest.param(TRAY, (320,), id="tray", marks=pytest.mark.slow),
    ],
)
def test_form_with_all_dishes_is_readable_and_submits(
    visitor: Visitor, widths: tuple[int, ...]
) -> None:
    page = visitor.page
    dishes = visitor.kind.every_dish()
    page.set_viewport_size({"width": widths[0], "height": 720})
    visitor.store_selection(dishes)
    page.goto(visitor.shop + visitor.kind.form)
    table = summary_of(page).get_by_role("table")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 720})
        expect(table.locator("tbody tr")).to_have_count(len(dishes))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        row = table.locator("tbody tr").last
        row.scroll_into_view_if_needed()
        for cell in row.locator("th, td").all():
            box = cell.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        for place in ("top", "middle"):
            page.evaluate(SCROLLS[place])
            if width < 1024:
                wait_until_uncovered(visitor.submit_button, f"{width} px wide, {place}")
        visitor.submit_button.scroll_into_view_if_needed()
        wait_until_uncovered(visitor.submit_button, f"{width} px wide, on asking")
        total = summary_of(page).get_by_text(re.compile("^Total Amount"))
        total.scroll_into_view_if_needed()
        wait_until_uncovered(total, f"{width} px wide, total")


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.slow)])
def test_all_72_combos_are_selected_listed_and_stored(
    page: Page, shop: str, width: int, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"{shop}/order/Meal/Weeklyandmonthlycombos")
    page.get_by_role("checkbox", name="Select All Weeks").check()
    proceed = page.get_by_role("button", name="Proceed to Order Form")
    expect(summary_of(page)).to_contain_text("₹24,990")
    wait_until_uncovered(proceed, f"{width}: all combos")
    proceed.click()
    chosen = page.get_by_role("region", name="Your Selected Meals")
    expect(chosen.get_by_role("listitem")).to_have_count(72)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    email = f"all-combos-{width}@example.com"
    for label, value in {**MEENA, "Email": email}.items():
        page.get_by_label("Delivery Time" if label == "Timing" else label).fill(value)
    submit = page.get_by_role("button", name="Submit Order")
    submit.scroll_into_view_if_needed()
    wait_until_uncovered(submit, f"{width}: form of all combos")
    submit.click()
    expect(page.get_by_role("dialog", name="Order Submitted Successfully!")).to_be_visible()
    assert rows(
        "select total_paise, claimed_count,"
        " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
        " from requests_request r"
        " join orders_comboorder o on o.request_id = r.id where email = ?",
        email,
    ) == [{"total_paise": 2_499_000, "claimed_count": 72, "flags": 0}]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.slow)])
def test_all_30_custom_choice_meals_are_reviewed_and_stored(
    page: Page, shop: str, width: int, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    every = [entry["id"] for meal in ("breakfast", "lunch", "dinner") for entry in CATALOGUE[meal]]
    page.goto(f"{shop}/order/Meal/CustomerChoice")
    for meal in every:
        box(page, meal).check()
    wait_until_uncovered(page.get_by_role("button", name="Submit Selection"), f"{width}: choice")
    stop_clock(page)
    page.get_by_role("button", name="Submit Selection").click()
    expect(page.get_by_text("Selected menu was sent successfully!")).to_be_visible()
    page.clock.run_for(2000)
    expect(page).to_have_url(f"{shop}/order/Meal/CustomerChoice/sumbit")
    page.clock.resume()
    cards = page.get_by_role("main").get_by_role("listitem")
    expect(cards).to_have_count(len(every))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    plan = page.get_by_label("Plan Name").input_value()
    assert plan.count(", ") >= len(every) - 1
    email = f"all-meals-{width}@example.com"
    for label in ("First Name", "Last Name", "Phone"):
        page.get_by_label(label).fill(MEENA[label])
    page.get_by_label("Email").fill(email)
    page.get_by_label("Plan Duration").select_option("Weekly")
    with page.expect_response("**/customer-form") as replied:
        page.get_by_role("button", name="Submit", exact=True).click()
    assert replied.value.json()["status"] == "success"
    stored = rows(
        "select meal_id from enquiries_subscriptionmeal m"
        " join requests_request r on r.id = m.subscription_id where email = ? order by position",
        email,
    )
    assert [meal["meal_id"] for meal in stored] == every
