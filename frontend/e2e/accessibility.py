"""axe-core and usability checks of a page's current state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from layout_checks import small_targets
from mock_responses import hold_long_timers
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 320, "height": 664}

# The windows of tests that check many states: the nightly run adds the desktop, whose rules are the same.
WINDOWS = (
    pytest.param((PHONE,), id="phone"),
    pytest.param((DESKTOP, PHONE), id="both", marks=pytest.mark.slow),
)
_checked: list[tuple[ViewportSize, ...]] = [(DESKTOP, PHONE)]

_AXE = (Path(__file__).resolve().parents[1] / "node_modules/axe-core/axe.min.js").read_text()

# All of axe's rules including best practices. Frames are excluded: the only one is the external map.
# Style sheet texts are only needed by css-orientation-lock, which axe skips by default.
# An inherited colour's transition starts after its parent's ends, so animations are checked repeatedly. A toast fades in
# by an animation; what runs longer is a timer or a picture's.
_AUDIT = """async () => {
  const frame = () => new Promise((shown) => requestAnimationFrame(shown));
  const moving = () => document.getAnimations().filter((motion) =>
    motion.playState === "running" && motion.effect.getComputedTiming().endTime < 1500);
  for (let calm = 0; calm < 2; calm = moving().length ? 0 : calm + 1) {
    await Promise.allSettled(moving().map((motion) => motion.finished));
    await frame();
  }
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], iframes: false, preload: { assets: ["media"] } });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`));
}"""


def freeze_page(page: Page) -> None:
    """From the next page load, disable animations, message timeouts and redirects after a success."""
    page.emulate_media(reduced_motion="reduce")
    hold_long_timers(page)


def axe_violations(page: Page) -> list[str]:
    """The axe rules that the page's current state breaks, each with its element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found: list[str] = page.evaluate(_AUDIT)
    return found


@contextmanager
def checked_at(*windows: ViewportSize) -> Iterator[None]:
    """Change the default windows of the two checks below."""
    _checked.append(windows)
    try:
        yield
    finally:
        _checked.pop()


def expect_accessible(page: Page, state: str, *windows: ViewportSize) -> None:
    """
    Assert that this state breaks no axe rule, by default at phone and desktop size. It
    starts at the current size and leaves the page at the other.
    """
    default = sorted(_checked[-1], key=lambda window: window != page.viewport_size)
    for window in windows or default:
        page.set_viewport_size(window)
        broken = axe_violations(page)
        assert broken == [], "\n".join([f"{state}, {window['width']} px wide:", *broken])


def expect_usable(page: Page, state: str, *windows: ViewportSize) -> None:
    """
    Assert accessibility at these sizes, and target sizes on a phone and a narrow phone, at which
    it leaves the page.
    """
    expect_accessible(page, state, *(windows or _checked[-1]))
    for phone in (PHONE, NARROW):
        page.set_viewport_size(phone)
        assert small_targets(page) == [], f"{state}, {phone['width']} px wide"
