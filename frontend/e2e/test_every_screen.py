"""One visit to every screen, in its states of note: axe-core, what is pressed, the focus, larger text, more air."""

from __future__ import annotations

import pytest
from accessibility import broken_rules, stand_still
from page_reading import cut_off, give_texts_air, too_small
from playwright.sync_api import Page, ViewportSize, expect
from screens import SCREENS, Screen
from tab_order import hidden_stops, stuck_bars

DESKTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 664}
NARROW: ViewportSize = {"width": 320, "height": 664}
COMMON: ViewportSize = {"width": 360, "height": 740}
# Magnified four times, a window of 1280 x 1024 is as low as this: nothing may keep to its edges.
MAGNIFIED: ViewportSize = {"width": 320, "height": 256}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_breaks_no_rule_and_can_be_pressed_walked_through_and_read_larger_or_with_more_air(
    page: Page, shop: str, screen: Screen
) -> None:
    faults: list[str] = []

    def note(what: str, found: list[str]) -> None:
        """All are looked for, whichever is found first."""
        faults.extend(f"{page.viewport_size}: {what}: {fault}" for fault in found)

    stand_still(page)
    page.set_viewport_size(DESKTOP)
    screen.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # Each change of the window lays the page out anew: in this order they are few.
    if screen.untouched:  # With something ticked: test_accessibility_of_meals.py.
        note("breaks a rule as it opens", broken_rules(page))
    page.set_viewport_size(PHONE)
    if screen.untouched:
        note("breaks a rule as it opens", broken_rules(page))
    note("too small to press", too_small(page))
    if not screen.ticked_elsewhere:
        note("not in view with the focus", hidden_stops(page))
    page.set_viewport_size(NARROW)
    note("too small to press", too_small(page))
    page.set_viewport_size(MAGNIFIED)
    page.evaluate("document.activeElement.blur()")  # Focused, the link to the content stands there.
    note("keeps to an edge", stuck_bars(page))
    page.set_viewport_size(COMMON)
    page.set_viewport_size(DESKTOP)
    if not screen.ticked_elsewhere:
        note("not in view with the focus", hidden_stops(page))
    give_texts_air(page)
    note("cut off with more air", cut_off(page))
    page.set_viewport_size(NARROW)
    note("cut off with more air", cut_off(page))
    assert not faults, "\n".join(faults)
