"""The menus on narrow phones: the first dish is in the first view, and nothing is clipped or covered."""

from __future__ import annotations

from accessibility import freeze_page
from hydration import open_hydrated
from layout_checks import overlapping_elements
from ordering import NONVEG, TRAY, VEG, Kind, Visitor, of
from playwright.sync_api import Page
from steps import step

WIDTHS = (320, 344, 360, 390, 412)
HEIGHT = 740
# The number of lines of each of these texts.
LINES = """(text) => [...document.querySelectorAll("main *")]
  .filter((element) => element.textContent === text && element.checkVisibility())
  .map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  })"""


def narrow(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHT})


@of(TRAY, nightly=(VEG, NONVEG))
def test_first_dish_is_in_the_first_view_with_an_unbroken_price(
    page: Page, shop: str, kind: Kind
) -> None:
    visitor = Visitor(page, shop, kind)
    narrow(page, 360)
    open_hydrated(page, shop + kind.selection)
    page.evaluate("document.fonts.ready")
    for width in WIDTHS:
        narrow(page, width)
        with step(f"the first dish begins at most at 440 px in a window {width} px wide"):
            first = page.get_by_role("main").locator("section li").first.bounding_box()
            assert first
            assert first["y"] <= 440
            assert overlapping_elements(page) == []
    visitor.tick()
    for width in WIDTHS:
        narrow(page, width)
        with step(f"“per day, per meal” stays on its line in a window {width} px wide"):
            lines = page.evaluate(LINES, "per day, per meal")
            assert len(lines) > len(visitor.kind.dishes)  # including the summary's
            assert set(lines) == {1}


def test_backdrop_covers_the_page_behind_the_category_list(page: Page, shop: str) -> None:
    freeze_page(page)
    narrow(page, 360)
    open_hydrated(page, shop + VEG.selection)
    toggle = page.get_by_role("navigation", name="Categories").locator("[aria-expanded]")
    toggle.click()
    place = toggle.bounding_box()
    assert place
    left, right = (
        page.screenshot(clip={"x": x, "y": place["y"], "width": 4, "height": 4}) for x in (4, 346)
    )
    assert left == right
