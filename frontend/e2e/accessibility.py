"""Asks axe-core what of a page, as it stands, someone with a screen reader or a keyboard would stumble over."""

from __future__ import annotations

from pathlib import Path

from page_reading import too_small
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 320, "height": 664}

_AXE = (Path(__file__).resolve().parents[1] / "node_modules/axe-core/axe.min.js").read_text()

# All of axe's rules, best practices included. Frames stay out: the only one is the map, another host's page.
# The texts of style sheets are for a rule alone that axe itself leaves out (css-orientation-lock).
# A colour that is inherited begins to change where its parent's has ended: one look at what moves is not enough.
_AUDIT = """async () => {
  const frame = () => new Promise((shown) => requestAnimationFrame(shown));
  const moving = () => document.getAnimations().filter((motion) => motion instanceof CSSTransition);
  for (let calm = 0; calm < 2; calm = moving().length ? 0 : calm + 1) {
    await Promise.allSettled(moving().map((motion) => motion.finished));
    await frame();
  }
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], iframes: false, preload: { assets: ["media"] } });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`));
}"""

# Whatever a page does after so long waits for ever: messages stay while they are looked at.
_STAYING = """
  const soon = window.setTimeout;
  window.setTimeout = (task, delay = 0, ...given) => (delay < 1500 ? soon(task, delay, ...given) : 0);
"""


def stand_still(page: Page) -> None:
    """From the next page load on nothing moves, no message goes away and no success leads to another page."""
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(_STAYING)


def broken_rules(page: Page) -> list[str]:
    """Each rule of axe that is broken in this state of the page, with the place, in the window as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found: list[str] = page.evaluate(_AUDIT)
    return found


def expect_accessible(page: Page, state: str, *windows: ViewportSize) -> None:
    """
    No rule of axe is broken in this state of the page, in a phone's and a desktop's window unless said. Of the two it
    begins with the one in which the page stands, and leaves it in the other.
    """
    both = sorted((DESKTOP, PHONE), key=lambda window: window != page.viewport_size)
    for window in windows or both:
        page.set_viewport_size(window)
        broken = broken_rules(page)
        assert broken == [], "\n".join([f"{state}, {window['width']} px wide:", *broken])


def expect_usable(page: Page, state: str, *windows: ViewportSize) -> None:
    """
    Accessible in these windows (both unless said), and large enough to press on a phone and on a narrow one, in which
    it leaves the page.
    """
    expect_accessible(page, state, *(windows or (DESKTOP, PHONE)))
    for phone in (PHONE, NARROW):
        page.set_viewport_size(phone)
        assert too_small(page) == [], f"{state}, {phone['width']} px wide"
