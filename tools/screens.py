"""Takes docs/screens.webp: the upper part of every route's page at three widths, on one sheet."""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.built_shop import built_shop
from benchmarks.phone import launch_browser
from system_tests.support.shop import ROOT
from tools.sheet import sheet

SHEET = ROOT / "docs/screens.webp"
WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
)
QUALITY = 46
PICTURES_IN_VIEW = """() => {
  const inView = ({ top, bottom, width }) => top < innerHeight && bottom > 0 && width > 0;
  const images = [...document.images].filter((img) => inView(img.getBoundingClientRect()));
  return Promise.all(images.map((img) => img.decode()));
}"""

# A form is empty without selected dishes: the page before each form, and the button that leads to it.
PREVIOUS_PAGES = {
    "/meal/VegMealForm": ("/meal/VegMeal", "Proceed"),
    "/meal/NonVegMealForm": ("/meal/NonVegMeal", "Proceed"),
    "/meal/MealTrayForm": ("/meal/MealTrayPage", "Proceed"),
    "/Meal/Weeklyandmonthlycombos/form": ("/Meal/Weeklyandmonthlycombos", "Proceed to Order Form"),
    "/Meal/CustomerChoice/sumbit": ("/Meal/CustomerChoice", "Submit Selection"),
}


def main() -> None:
    routes = list(json.loads((ROOT / "frontend/dist/routes.json").read_text())["pages"])
    with (
        tempfile.TemporaryDirectory(prefix="oottam-screens-") as folder,
        built_shop(Path(folder)) as shop,
        launch_browser() as browser,
    ):
        shots = [list(_shots(browser, shop, window, routes)) for window in WINDOWS]
        rows = dict(zip(routes, zip(*shots, strict=True), strict=True))
        SHEET.write_bytes(sheet(browser, rows, columns=2, height=260, quality=QUALITY))


def _shots(browser: Browser, shop: str, window: ViewportSize, routes: list[str]) -> Iterator[bytes]:
    """Yield a JPEG of each route in a window of this size, each in a new browser context."""
    for route in routes:
        context = browser.new_context(viewport=window, locale="en-IN", reduced_motion="reduce")
        context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda call: call.abort())
        page = context.new_page()
        page.goto(
            f"{shop}/order{PREVIOUS_PAGES.get(route, (route, ''))[0]}", wait_until="networkidle"
        )
        if route in PREVIOUS_PAGES:
            _proceed(page, f"{shop}/order{route}", button=PREVIOUS_PAGES[route][1])
        yield page.screenshot(type="jpeg", quality=90)
        context.close()


def _proceed(page: Page, address: str, *, button: str) -> None:
    """Tick enough dishes for every kind of order and proceed to the address."""
    for box in page.get_by_role("checkbox").all()[2:6]:
        box.check()
    page.get_by_role("button", name=button).click()
    page.wait_for_url(address)
    # The previous screen stays in view until the next one's code is loaded.
    page.get_by_role("button", name=button, exact=True).wait_for(state="detached")
    page.evaluate(PICTURES_IN_VIEW)


if __name__ == "__main__":
    main()
