"""How long a click on a link takes until the next screen is painted; benchmarks/README.md says how it is measured."""

import argparse
import re
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.built_shop import built_shop
from benchmarks.phone import a_browser

SCREENS = (
    "mealsubscription",
    "meal/VegMeal",
    "Meal/Weeklyandmonthlycombos",
    "birthday",
)
GOAL = 100  # ms
Took = tuple[float, float]  # ms from the click until the screen is there, and until it is painted
WINDOW: ViewportSize = {"width": 1280, "height": 800}
# From the click to another heading than before, and to the frame that shows it.
WATCH = """
  addEventListener("click", () => {
    const [clicked, before] = [performance.now(), document.querySelector("h1").textContent];
    const since = () => performance.now() - clicked;
    const watching = new MutationObserver(() => {
      const heading = document.querySelector("h1");
      if (!heading || heading.textContent === before) return;
      watching.disconnect();
      const there = since();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.took = [there, since()]; };
      requestAnimationFrame(() => port2.postMessage(null));
    });
    watching.observe(document, { childList: true, subtree: true });
  }, true);
"""
# What the browser itself needs to show the same elements: a click puts the next page's main into this one's.
PLAIN = """async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const html = page.querySelector("main").innerHTML;
  document.querySelector("h1").addEventListener("click", () => {
    document.querySelector("main").innerHTML = html;
    scrollTo(0, 0);
  }, { once: true });
}"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=7)
    rounds = arguments.parse_args().rounds
    with (
        tempfile.TemporaryDirectory(prefix="oottam-bench-") as folder,
        built_shop(Path(folder)) as shop,
        a_browser() as browser,
    ):
        print(f"click to the next screen there, and painted; ms, medians of {rounds}; goal {GOAL}")
        print(f"{'':30}{'approached':>14}{'at once':>14}{'same HTML put in':>20}{'ratio':>7}")
        for screen in SCREENS:
            print(line(screen, *measure(browser, shop, screen, rounds)))


def measure(browser: Browser, shop: str, screen: str, rounds: int) -> tuple[Took, Took, Took]:
    """Medians of clicks that the pointer announced, of clicks out of nowhere, and of the plain exchange."""
    approached, at_once, plain = [], [], []
    for _ in range(rounds):
        # In turns, so that a machine that is busy for a while is so for all.
        approached.append(click(browser, shop, screen, approach=True))
        at_once.append(click(browser, shop, screen, approach=False))
        plain.append(click_plain(browser, shop, screen))
    return middle(approached), middle(at_once), middle(plain)


def middle(times: list[Took]) -> Took:
    """The medians of both times."""
    there, painted = zip(*times, strict=True)
    return statistics.median(there), statistics.median(painted)


def click(browser: Browser, shop: str, screen: str, *, approach: bool) -> Took:
    with a_window(browser, shop) as page:
        link = page.locator(
            f'main a[href="/order/{screen}"], footer a[href="/order/{screen}"]'
        ).first
        link.scroll_into_view_if_needed()
        if approach:
            link.hover()
            page.wait_for_load_state("networkidle")
            link.click()
        else:
            link.dispatch_event("click")
        return took(page)


def click_plain(browser: Browser, shop: str, screen: str) -> Took:
    with a_window(browser, shop) as page:
        page.evaluate(PLAIN, f"{shop}/order/{screen}")
        page.locator("h1").click()
        return took(page)


def took(page: Page) -> Took:
    """What the click took, once the page knows."""
    while (milliseconds := page.evaluate("window.took ?? null")) is None:
        page.wait_for_timeout(20)
    there, painted = milliseconds
    return float(there), float(painted)


@contextmanager
def a_window(browser: Browser, shop: str) -> Iterator[Page]:
    """The landing page, alive and quiet, in a context of its own, so that nothing is cached."""
    context = browser.new_context(viewport=WINDOW)
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    context.add_init_script(WATCH)
    try:
        page = context.new_page()
        page.goto(f"{shop}/order/", wait_until="networkidle")
        yield page
    finally:
        context.close()


def line(screen: str, approached: Took, at_once: Took, plain: Took) -> str:
    figures = [f"{there:>6.0f} / {painted:>4.0f}" for there, painted in (approached, at_once)]
    return f"{'/' + screen:30}{figures[0]:>14}{figures[1]:>14}{plain[1]:>20.0f}{approached[1] / plain[1]:>7.2f}"


if __name__ == "__main__":
    main()
