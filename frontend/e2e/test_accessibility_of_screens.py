"""Checks of every screen in its main states: axe-core, target sizes, focus, zoom and text spacing."""

from __future__ import annotations

import pytest
from accessibility import axe_violations, freeze_page
from layout_checks import apply_text_spacing, clipped_elements, small_targets
from playwright.sync_api import Page, ViewportSize, expect
from screens import EVERY_SCREEN, SCREENS, Screen
from tab_order import hidden_stops, stuck_bars

DESKTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 664}
NARROW: ViewportSize = {"width": 320, "height": 664}
# A 1280 x 1024 window at 400 % zoom: no element may be sticky.
MAGNIFIED: ViewportSize = {"width": 320, "height": 256}


@EVERY_SCREEN
def test_screen_passes_accessibility_focus_zoom_and_spacing_checks(
    page: Page, shop: str, screen: Screen
) -> None:
    faults: list[str] = []

    def note(check: str, found: list[str]) -> None:
        """Collect faults, so that one run reports all of them."""
        faults.extend(f"{page.viewport_size}: {check}: {fault}" for fault in found)

    freeze_page(page)
    page.set_viewport_size(DESKTOP)
    screen.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # This order minimises window resizes, each of which causes a layout.
    if screen.untouched:  # Ticked states: test_accessibility_of_orders.py.
        note("breaks a rule as it opens", axe_violations(page))
    page.set_viewport_size(PHONE)
    if screen.untouched:
        note("breaks a rule as it opens", axe_violations(page))
    note("too small to press", small_targets(page))
    if not screen.ticked_elsewhere:
        note("not in view with the focus", hidden_stops(page))
    page.set_viewport_size(NARROW)
    note("too small to press", small_targets(page))
    page.set_viewport_size(MAGNIFIED)
    page.evaluate("document.activeElement.blur()")  # The skip link is visible while focused.
    note("keeps to an edge", stuck_bars(page))
    page.set_viewport_size(DESKTOP)
    apply_text_spacing(page)
    note("cut off with more air", clipped_elements(page))
    page.set_viewport_size(NARROW)
    note("cut off with more air", clipped_elements(page))
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [screen for screen in SCREENS if not screen.ticked_elsewhere],
    ids=lambda screen: screen.name,
)
def test_focus_stays_in_view_on_a_desktop(page: Page, shop: str, screen: Screen) -> None:
    freeze_page(page)
    page.set_viewport_size(DESKTOP)
    screen.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert hidden_stops(page) == []
