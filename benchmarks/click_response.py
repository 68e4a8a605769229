"""Measures the time from a click on a link to the next screen's paint (method: benchmarks/README.md)."""

import argparse
import statistics

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.built_shop import built_shop
from benchmarks.phone import launch_browser, new_page
from system_tests.support.shop import temporary_folder

SCREENS = (
    "mealsubscription",
    "meal/VegMeal",
    "Meal/Weeklyandmonthlycombos",
    "birthday",
)
MAX_MS = 100
ClickTimes = tuple[
    float, float
]  # ms from the click until the screen is in the DOM, and until it is painted
WINDOW: ViewportSize = {"width": 1280, "height": 800}
# Measures from the click until the heading changes, and until the next frame.
MEASURE_SCRIPT = """
  addEventListener("click", () => {
    const [clicked, before] = [performance.now(), document.querySelector("h1").textContent];
    const since = () => performance.now() - clicked;
    const watching = new MutationObserver(() => {
      const heading = document.querySelector("h1");
      if (!heading || heading.textContent === before) return;
      watching.disconnect();
      const displayed = since();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.clickTimes = [displayed, since()]; };
      requestAnimationFrame(() => port2.postMessage(null));
    });
    watching.observe(document, { childList: true, subtree: true });
  }, true);
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=7)
    rounds = arguments.parse_args().rounds
    with (
        temporary_folder() as folder,
        built_shop(folder) as shop,
        launch_browser() as browser,
    ):
        print(
            f"ms from the click to the next screen in the DOM / painted, medians of {rounds}; limit {MAX_MS}"
        )
        print(f"{'':30}{'after hover':>14}{'without':>14}")
        for screen in SCREENS:
            print(line(screen, *measure(browser, shop, screen, rounds)))


def measure(browser: Browser, shop: str, screen: str, rounds: int) -> list[ClickTimes]:
    """Return median times of clicks after hovering, and of clicks without it."""
    hovered, direct = [], []
    for _ in range(rounds):
        # Alternately, so that other load on the machine affects both.
        hovered.append(click(browser, shop, screen, hover=True))
        direct.append(click(browser, shop, screen, hover=False))
    median = statistics.median
    return [
        (median(t[0] for t in times), median(t[1] for t in times)) for times in (hovered, direct)
    ]


def click(browser: Browser, shop: str, screen: str, *, hover: bool) -> ClickTimes:
    with new_page(browser, MEASURE_SCRIPT, viewport=WINDOW) as page:
        page.goto(f"{shop}/order/", wait_until="networkidle")  # hydrated
        link = page.locator(
            f'main a[href="/order/{screen}"], footer a[href="/order/{screen}"]'
        ).first
        link.scroll_into_view_if_needed()
        if hover:
            link.hover()
            page.wait_for_load_state("networkidle")
            link.click()
        else:
            link.dispatch_event("click")
        return read_times(page)


def read_times(page: Page) -> ClickTimes:
    """Wait for the click's times in the page, and return them."""
    while (milliseconds := page.evaluate("window.clickTimes ?? null")) is None:
        page.wait_for_timeout(20)
    displayed, painted = milliseconds
    return float(displayed), float(painted)


def line(screen: str, *times: ClickTimes) -> str:
    figures = [f"{displayed:>6.0f} / {painted:>4.0f}" for displayed, painted in times]
    return f"{'/' + screen:30}{figures[0]:>14}{figures[1]:>14}"


if __name__ == "__main__":
    main()
