"""How long a slow phone takes from a tap on a dish to the next paint; benchmarks/README.md says how it is measured."""

import argparse
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.built_shop import built_shop
from benchmarks.long_menu import shop_with, ticks_of, veg_ids
from benchmarks.main_thread import CATEGORIES, click_to_commit
from benchmarks.phone import SLOW_DOWN, a_browser, a_phone, slow_down
from benchmarks.scenes import SCENES, everything_ticked

LONG = 1000  # dishes
MAX_CONNECTIONS = 8  # boxes tapped in turn: as many as the shortest of the compared lists has
SHORTEST = 16  # ms: the browser reports no event that took less
RECORD = f"""
  window.taps = new Map();
  const record = ({{ interactionId, duration }}) => {{
    if (interactionId) taps.set(interactionId, Math.max(taps.get(interactionId) ?? 0, duration));
  }};
  new PerformanceObserver(list => list.getEntries().forEach(record))
    .observe({{ type: "event", durationThreshold: {SHORTEST} }});
"""
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BARE = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    "<title>bare</title><ul>" + '<li><label><input type="checkbox"> Dish</label>' * 9 + "</ul>"
)


@dataclass
class Taps:
    """Milliseconds of every tap: to its next paint, and of the main thread's processor."""

    to_paint: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, more: "Taps") -> None:
        self.to_paint += more.to_paint
        self.processor += more.processor


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3, help="each taps every box twice")
    arguments.add_argument("--lengths", action="store_true", help="only the two lengths of menu")
    rounds, lengths = vars(arguments.parse_args()).values()
    with (
        tempfile.TemporaryDirectory(prefix="oottam-bench-") as folder,
        built_shop(Path(folder)) as shop,
        a_browser() as browser,
    ):
        bare, scenes = (Taps(), {}) if lengths else measure(browser, shop, rounds)
        compared = measure_lengths(browser, shop, rounds)
    print(f"Processor slowed {SLOW_DOWN} times, {rounds} rounds; ms, and times the bare box")
    if scenes:
        print(
            f"{'':24}{'taps':>5} | {'tap to next paint':^33} | {'main thread, click to frame':^27}"
        )
        print(f"{'':24}{'':5} | {'median':>13}{'p98':>6}{'max':>14} | {'median':>13}{'max':>14}")
        for name, taps in [("bare native checkbox", bare), *scenes.items()]:
            print(line(name, taps, bare))
    print(
        f"First category of the veg menu: today's {len(veg_ids())} dishes and {LONG}, in turns; medians"
    )
    for ticked, (today, long) in compared.items():
        for name, figure in (("tap to paint", "to_paint"), ("main thread", "processor")):
            now, then = (statistics.median(getattr(taps, figure)) for taps in (today, long))
            print(f"  {ticked:32} {name:13}{now:6.1f} and {then:6.1f}, ratio {then / now:.2f}")


def measure_lengths(browser: Browser, shop: str, rounds: int) -> dict[str, tuple[Taps, Taps]]:
    """The first dishes of today's veg menu and of a long one, tapped, by what is ticked before."""
    now = veg_ids()
    with (
        tempfile.TemporaryDirectory(prefix="oottam-bench-") as folder,
        shop_with(LONG, Path(folder)) as (long_shop, then),
    ):
        # One that is not tapped, so that the summary is there all the time; else the first ones, those tapped among them.
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
    with a_phone(browser, RECORD + ticks_of(ticked)) as page:
        page.goto(f"{address}/order/meal/VegMeal")
        summary = page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text(f"Total Items{len(ticked)}")
        return tap_twice(page, page.locator("main li label input"), MAX_CONNECTIONS)


def measure(browser: Browser, shop: str, rounds: int) -> tuple[Taps, dict[str, Taps]]:
    """The taps on bare boxes, and those of each scene by its name."""
    bare, scenes = Taps(), {scene.name: Taps() for scene in SCENES}
    for _ in range(rounds):
        # In turns, so that a machine that is busy for a while is so for both.
        for scene in SCENES:
            with a_phone(browser, RECORD) as page:
                page.route(
                    "**/bare", lambda route: route.fulfill(body=BARE, content_type="text/html")
                )
                page.goto(f"{shop}/bare")
                bare.add(tap_twice(page, page.locator("input")))
            with a_phone(browser, RECORD) as page:
                page.goto(shop + scene.path)
                scenes[scene.name].add(tap_twice(page, everything_ticked(page, scene)))
    return bare, scenes


def tap_twice(page: Page, boxes: Locator, most: int | None = None) -> Taps:
    """Taps every box (at most so many), then every box again, on the slowed processor."""
    slow_down(page)
    targets = boxes.all()[:most] * 2
    browser = page.context.browser
    assert browser
    # The first tap of a page also pays for what is done only once; it is not the ticking that is measured.
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
    # What was too short for the browser to report counts as the shortest that it reports.
    unseen = [float(SHORTEST)] * (len(targets) - 1 - len(seen))
    return Taps(seen + unseen, click_to_commit(trace))


def line(name: str, taps: Taps, bare: Taps) -> str:
    p98 = sorted(taps.to_paint)[int(0.98 * (len(taps.to_paint) - 1))]
    return (
        f"{name:24}{len(taps.to_paint):>5} | {beside(statistics.median, taps.to_paint, bare.to_paint)}"
        f"{p98:>6.0f}  {beside(max, taps.to_paint, bare.to_paint)} |"
        f" {beside(statistics.median, taps.processor, bare.processor)}"
        f"{beside(max, taps.processor, bare.processor)}"
    )


def beside(figure: Callable[[list[float]], float], taps: list[float], bare: list[float]) -> str:
    """The figure in ms, and in brackets how many times that of the bare box it is."""
    return f"{figure(taps):>6.1f} ({figure(taps) / figure(bare):4.1f})"


if __name__ == "__main__":
    main()
