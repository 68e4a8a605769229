"""Tab order checks: stops of Tab and Shift+Tab at which the focus is hidden."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Page
from waiting import wait_for

# Stops within a summary that appears temporarily are included.
SLACK = 6

# Recorded at the next key press, when the browser has scrolled the focused element into view.
_WATCH = """() => {
  if (window.stops) return;
  window.stops = 0;
  window.hidden = new Set();
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel || element.labels?.[0]?.textContent || element.textContent).trim().slice(0, 50)}"`;
  const belongs = (element, hit) =>
    hit && (element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  // Of a text area that line counts in which the text stands.
  const pointsOf = (element, { left, right, top, bottom }) => element.localName === "textarea" ? [[left + 20, top + 20]] : [
    [(left + right) / 2, (top + bottom) / 2],
    [(left + right) / 2, top + 1],
    [(left + right) / 2, bottom - 1],
    [left + 2, (top + bottom) / 2],
    [right - 2, (top + bottom) / 2],
  ];
  const look = () => {
    const element = document.activeElement;
    if (element === document.body) return;
    window.stops += 1;
    document.getAnimations().forEach((motion) => motion.finish());
    const box = element.getBoundingClientRect();
    // Nothing to be seen of it: the summary has just changed between card and bar.
    if (box.height === 0 || box.height > innerHeight - 200) return;
    for (const [x, y] of pointsOf(element, box)) {
      const hit = document.elementFromPoint(x, y);
      if (belongs(element, hit)) continue;
      window.hidden.add(`${nameOf(element)} at ${Math.round(x)},${Math.round(y)} behind ${hit ? nameOf(hit) : "the window's edge"}`);
      break;
    }
  };
  addEventListener("keydown", look, true);
  addEventListener("keyup", look, true); // the last stop has no next key
}"""

# At the top, after layout has settled for this window size.
_BEGIN = """async () => {
  document.activeElement.blur();
  scrollTo({ top: 0, behavior: "instant" });
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  window.stops = 0;
  window.hidden.clear();
}"""

_COUNT = """[...document.querySelectorAll("a[href], button, input, select, textarea, summary, iframe")].filter(
  (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]") && !element.disabled
).length"""


def hidden_stops(page: Page) -> list[str]:
    """
    The focus stops, forwards and then backwards, that are not fully visible. Tab is held down to
    repeat, which halves the time of separate presses.
    """
    page.evaluate(_WATCH)
    page.evaluate(_BEGIN)
    stops: int = page.evaluate(_COUNT) + SLACK
    _hold_tab(page, stops)
    page.keyboard.down("Shift")
    _hold_tab(page, stops)
    page.keyboard.up("Shift")
    assert page.evaluate("stops") > stops, "the walk did not reach the page's end"
    found: list[str] = page.evaluate("[...hidden]")
    return found


def _hold_tab(page: Page, times: int) -> None:
    for _ in range(times):
        page.keyboard.down("Tab")
    page.keyboard.up("Tab")


# Elements that keep their window position while the page scrolls.
_STUCK = """async () => {
  const sticky = [...document.querySelectorAll("body *")].filter((element) => {
    const { position, visibility } = getComputedStyle(element);
    return ["sticky", "fixed"].includes(position) && visibility === "visible" && element.offsetHeight > 0;
  });
  const rects = (y) => {
    scrollTo({ top: y, behavior: "instant" });
    return sticky.map((element) => element.getBoundingClientRect());
  };
  const stuck = new Set();
  for (let y = 0; y < document.body.scrollHeight - innerHeight - 10; y += 500) {
    rects(y);
    await new Promise(requestAnimationFrame); // scripts follow the scroll position
    const before = rects(y);
    const after = rects(y + 10);
    sticky.forEach((element, index) => {
      const { top, bottom } = after[index];
      if (before[index].top === top && bottom > 0 && top < innerHeight) stuck.add(element.className);
    });
  }
  return [...stuck];
}"""


def stuck_bars(page: Page) -> list[str]:
    """The classes of elements stuck to the window's edge during scrolling.

    A bar finds its place a moment after the window was resized.
    """
    found: list[str] = []

    def has_none() -> bool:
        found[:] = page.evaluate(_STUCK)
        return not found

    with suppress(TimeoutError):
        wait_for(has_none, "no bar keeps to an edge", page)
    return found
