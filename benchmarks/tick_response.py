"""Measures the time from a tap on a dish to the next paint on a slow phone (method: benchmarks/README.md)."""

import argparse
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.built_shop import built_shop
from benchmarks.long_menu import selection_script, shop_with_long_menu, veg_ids
from benchmarks.main_thread import CATEGORIES, click_to_commit
from benchmarks.phone import PHONE, SLOW_DOWN, launch_browser, new_page, throttle
from benchmarks.scenes import SCENES, select_everything
from system_tests.support.shop import temporary_folder

LONG_MENU_DISHES = 1000  # dishes
BOXES_TAPPED = 8  # as many as the shortest compared list has
MIN_REPORTED_MS = 16  # the browser reports no shorter events
RECORD_SCRIPT = f"""
  window.taps = new Map();
  const record = ({{ interactionId, duration }}) => {{
    if (interactionId) taps.set(interactionId, Math.max(taps.get(interactionId) ?? 0, duration));
  }};
  new PerformanceObserver(list => list.getEntries().forEach(record))
    .observe({{ type: "event", durationThreshold: {MIN_REPORTED_MS} }});
"""
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BARE_PAGE = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    "<title>bare</title><ul>" + '<li><label><input type="checkbox"> Dish</label>' * 9 + "</ul>"
)


@dataclass
class Taps:
    """Milliseconds of each tap: to the next paint, and CPU time of the main thread."""

    to_paint: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, more: "Taps") -> None:
        self.to_paint += more.to_paint
        self.processor += more.processor


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--rounds", type=int, default=3, help="each box is tapped twice per round"
    )
    arguments.add_argument(
        "--lengths", action="store_true", help="compare the two menu lengths only"
    )
    rounds, lengths = vars(arguments.parse_args()).values()
    with (
        temporary_folder() as folder,
        built_shop(folder) as shop,
        launch_browser() as browser,
    ):
        bare, scenes = (Taps(), {}) if lengths else measure(browser, shop, rounds)
        compared = measure_menu_lengths(browser, shop, rounds)
    print(f"CPU throttled {SLOW_DOWN} times, {rounds} rounds; ms, and times the bare box")
    if scenes:
        print(
            f"{'':24}{'taps':>5} | {'tap to next paint':^33} | {'main thread, click to frame':^27}"
        )
        print(f"{'':24}{'':5} | {'median':>13}{'p98':>6}{'max':>14} | {'median':>13}{'max':>14}")
        for name, taps in [("bare native checkbox", bare), *scenes.items()]:
            print(line(name, taps, bare))
    print(
        f"First category of the veg menu: today's {len(veg_ids())} dishes and {LONG_MENU_DISHES}, in turns; medians"
    )
    for ticked, (today, long) in compared.items():
        for name, figure in (("tap to paint", "to_paint"), ("main thread", "processor")):
            now, then = (statistics.median(getattr(taps, figure)) for taps in (today, long))
            print(f"  {ticked:32} {name:13}{now:6.1f} and {then:6.1f}, ratio {then / now:.2f}")


def measure_menu_lengths(browser: Browser, shop: str, rounds: int) -> dict[str, tuple[Taps, Taps]]:
    """Tap the first dishes of the shipped veg menu and of a long one; return the taps by initial selection."""
    now = veg_ids()
    with (
        temporary_folder() as folder,
        shop_with_long_menu(LONG_MENU_DISHES, folder) as (long_shop, then),
    ):
        # One that is not tapped, so that the summary stays; otherwise the first ones, including the tapped ones.
        ticked = {
            "one dish ticked": (now[-1:], then[-1:]),
            f"{len(now)} dishes ticked on both": (now, then[: len(now)]),
            "every dish of the menu ticked": (now, then),
        }
        compared = {name: (Taps(), Taps()) for name in ticked}
        for _ in range(rounds):
            for name, both in ticked.items():
                for address, ids, taps in zip((shop, long_shop), both, compared[name], strict=True):
                    taps.add(tap_first_dishes(browser, address, ids))
    return compared


def tap_first_dishes(browser: Browser, address: str, ticked: list[str]) -> Taps:
    with new_page(browser, RECORD_SCRIPT + selection_script(ticked), **PHONE) as page:
        page.goto(f"{address}/order/meal/VegMeal")
        summary = page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text(f"Total Items{len(ticked)}")
        return tap_twice(page, page.locator("main li label input"), BOXES_TAPPED)


def measure(browser: Browser, shop: str, rounds: int) -> tuple[Taps, dict[str, Taps]]:
    """Return the taps on native checkboxes, and those of each scene by name."""
    bare, scenes = Taps(), {scene.name: Taps() for scene in SCENES}
    for _ in range(rounds):
        # Alternately, so that other load on the machine affects both.
        for scene in SCENES:
            with new_page(browser, RECORD_SCRIPT, **PHONE) as page:
                page.route(
                    "**/bare", lambda route: route.fulfill(body=BARE_PAGE, content_type="text/html")
                )
                page.goto(f"{shop}/bare")
                bare.add(tap_twice(page, page.locator("input")))
            with new_page(browser, RECORD_SCRIPT, **PHONE) as page:
                page.goto(shop + scene.path)
                scenes[scene.name].add(tap_twice(page, select_everything(page, scene)))
    return bare, scenes


def tap_twice(page: Page, boxes: Locator, most: int | None = None) -> Taps:
    """Tap each box (at most `most`) twice with the throttled CPU."""
    throttle(page)
    targets = boxes.all()[:most] * 2
    browser = page.context.browser
    assert browser
    # The first tap includes one-time work of the page, which is not measured.
    targets[0].tap()
    page.evaluate(TWO_FRAMES)
    page.evaluate("taps.clear()")
    browser.start_tracing(page=page, categories=CATEGORIES)
    for box in targets[1:]:
        box.tap()
        page.evaluate(TWO_FRAMES)
    page.evaluate(TWO_FRAMES)
    trace = browser.stop_tracing()
    seen: list[float] = page.evaluate("[...taps.values()]")
    # Unreported events count as the shortest reported duration.
    unreported = [float(MIN_REPORTED_MS)] * (len(targets) - 1 - len(seen))
    return Taps(seen + unreported, click_to_commit(trace))


def line(name: str, taps: Taps, bare: Taps) -> str:
    p98 = sorted(taps.to_paint)[int(0.98 * (len(taps.to_paint) - 1))]
    return (
        f"{name:24}{len(taps.to_paint):>5} | {format_ratio(statistics.median, taps.to_paint, bare.to_paint)}"
        f"{p98:>6.0f}  {format_ratio(max, taps.to_paint, bare.to_paint)} |"
        f" {format_ratio(statistics.median, taps.processor, bare.processor)}"
        f"{format_ratio(max, taps.processor, bare.processor)}"
    )


def format_ratio(
    figure: Callable[[list[float]], float], taps: list[float], bare: list[float]
) -> str:
    """Format the figure in ms, with its ratio to the native checkbox in brackets."""
    return f"{figure(taps):>6.1f} ({figure(taps) / figure(bare):4.1f})"


if __name__ == "__main__":
    main()
