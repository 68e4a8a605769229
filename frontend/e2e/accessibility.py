"""Asks axe-core what of a page, as it stands, someone with a screen reader or a keyboard would stumble over."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

_AXE = (Path(__file__).resolve().parents[1] / "node_modules/axe-core/axe.min.js").read_text()

# All of axe's rules, best practices included. Frames stay out: the only one is the map, another host's page.
_AUDIT = """async () => {
  const moving = document.getAnimations().filter((motion) => motion instanceof CSSTransition);
  await Promise.allSettled(moving.map((motion) => motion.finished));
  const { violations } = await axe.run(document, { resultTypes: ["violations"], iframes: false });
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


def expect_accessible(page: Page, state: str, *windows: ViewportSize) -> None:
    """No rule of axe is broken in this state of the page, in a phone's and a desktop's window unless said."""
    page.evaluate(_AXE)
    for window in windows or (DESKTOP, PHONE):
        page.set_viewport_size(window)
        broken = page.evaluate(_AUDIT)
        assert broken == [], "\n".join([f"{state}, {window['width']} px wide:", *broken])
