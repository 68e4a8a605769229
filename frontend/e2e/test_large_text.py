"""The shop at twice the default text size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from accessibility import freeze_page
from hydration import open_hydrated
from layout_checks import broken_words, clipped_elements, overlapping_elements, tall_bars
from meal_choice import CHOICE
from ordering import NONVEG, TRAY, VEG, Kind, Visitor, of
from playwright.sync_api import Browser, Page, ViewportSize, expect
from screens import EVERY_SCREEN, Screen
from steps import step

PHONE: ViewportSize = {"width": 360, "height": 740}
# Set before layout, like the browser's setting: a later change may be measured half applied.
TWICE = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% }");
  document.adoptedStyleSheets = [sheet];
"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(TWICE)
    yield context.new_page()
    context.close()


def layout_faults(page: Page) -> list[str]:
    checks = (overlapping_elements, clipped_elements, broken_words, tall_bars)
    return [fault for faults_of in checks for fault in faults_of(page)]


@EVERY_SCREEN
def test_double_text_size_fits_a_phone(phone: Page, shop: str, screen: Screen) -> None:
    freeze_page(phone)
    screen.open(phone, shop)
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.evaluate("document.fonts.ready.then(() => undefined)")
    assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert layout_faults(phone) == []


@of(VEG, nightly=(NONVEG, TRAY))
def test_the_summary_of_a_form_fits_at_double_text_size(phone: Page, shop: str, kind: Kind) -> None:
    freeze_page(phone)
    names = [dish["name"] for dish in kind.every_dish()[:4]]
    Visitor(phone, shop, kind).open_form(*names)
    rows = phone.get_by_role("row").all()
    boxes = [box for row in rows if (box := row.bounding_box())]
    assert len(boxes) == 5
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1
    assert layout_faults(phone) == []


@of(VEG, nightly=(NONVEG, TRAY))
def test_two_dishes_are_in_view_at_double_text_size(phone: Page, shop: str, kind: Kind) -> None:
    freeze_page(phone)
    open_hydrated(phone, shop + kind.selection)
    Visitor(phone, shop, kind).tick()
    dishes = phone.get_by_role("main").locator("section li")
    dishes.first.evaluate("dish => dish.scrollIntoView({ block: 'start', behavior: 'instant' })")
    for dish in dishes.all()[:2]:
        assert dish.evaluate(IN_VIEW), dish.inner_text()


# In the window, and neither edge is covered.
IN_VIEW = """(element) => {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}"""


# A window half as wide and high has the layout of browser zoom at 200 %.
@pytest.mark.parametrize(
    "window",
    [{"width": 180, "height": 370}, {"width": 195, "height": 422}, {"width": 640, "height": 400}],
    ids=lambda window: f"{window['width']} px wide",
)
def test_browser_zoom_of_200_percent_fits(page: Page, shop: str, window: ViewportSize) -> None:
    freeze_page(page)
    page.set_viewport_size(window)
    for path in ("/order/", "/order/family/page", "/order/mealsubscription", VEG.selection):
        open_hydrated(page, shop + path)
        page.evaluate("document.fonts.ready.then(() => undefined)")
        assert layout_faults(page) == [], path
    visitor = Visitor(page, shop, VEG)
    visitor.tick()
    assert layout_faults(page) == [], "menu with an order"
    visitor.open_form()
    assert layout_faults(page) == [], "form with an order"


@pytest.mark.parametrize("text", ["100%", "130%"])
@pytest.mark.parametrize(
    "path", ["/order/mealsubscription", "/order/Meal/Weeklyandmonthlycombos", CHOICE]
)
def test_no_word_of_the_plans_breaks_on_a_phone(
    page: Page, shop: str, path: str, text: str
) -> None:
    page.add_init_script(TWICE.replace("200%", text))
    freeze_page(page)
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        open_hydrated(page, shop + path)
        page.evaluate("document.fonts.ready.then(() => undefined)")
        assert broken_words(page) == [], width
        assert clipped_elements(page) == [], width


@pytest.mark.parametrize("text", ["", TWICE], ids=["default text", "double text"])
def test_the_last_category_is_reachable_above_the_order_bar(
    page: Page, shop: str, text: str
) -> None:
    page.add_init_script(text)
    freeze_page(page)
    visitor = Visitor(page, shop, VEG)
    page.set_viewport_size(PHONE)
    open_hydrated(page, shop + VEG.selection)
    visitor.tick()
    categories = page.get_by_role("navigation", name="Categories")
    toggle = categories.locator("[aria-expanded]")
    entries = categories.get_by_role("listitem").get_by_role("button")
    for width, height in ((360, 740), (360, 640), (320, 568), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        with step(f"by pointer and by keyboard in a window of {width} x {height} px"):
            toggle.click()
            page.mouse.move(width / 2, height - 20)
            page.mouse.wheel(0, 2000)
            expect(entries.last).to_be_in_viewport(ratio=1)
            assert entries.last.evaluate(IN_VIEW)
            page.keyboard.press("Tab")
            expect(entries.first).to_be_focused()
            assert entries.first.evaluate(IN_VIEW)
            entries.last.focus()
            assert entries.last.evaluate(IN_VIEW)
            page.keyboard.press("Escape")
            expect(toggle).to_be_focused()
