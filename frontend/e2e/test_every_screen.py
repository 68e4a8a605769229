"""One visit to every screen, in all its states of note: axe-core, what is pressed, the focus, texts with more air."""

from __future__ import annotations

import pytest
from accessibility import expect_accessible, stand_still
from focus_walk import hidden_stops, stuck_bars
from page_reading import cut_off, give_texts_air, too_small
from playwright.sync_api import Page, ViewportSize, expect
from screens import SCREENS, Screen

FOCUS_WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 390, "height": 664},
)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_breaks_no_rule_and_can_be_pressed_walked_through_and_read_with_more_air(
    page: Page, shop: str, screen: Screen
) -> None:
    stand_still(page)
    screen.open(page, shop)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if screen.untouched:  # With something ticked: test_accessibility_of_meals.py.
        expect_accessible(page, "as it opens")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 664})
        assert too_small(page) == [], f"{width} px wide"
    for window in () if screen.ticked_elsewhere else FOCUS_WINDOWS:
        page.set_viewport_size(window)
        assert hidden_stops(page) == [], f"{window['width']} x {window['height']}"
    # Magnified four times, a window of 1280 x 1024 is as low as this: nothing may keep to its edges.
    page.set_viewport_size({"width": 320, "height": 256})
    page.evaluate("document.activeElement.blur()")  # Focused, the link to the content stands there.
    assert stuck_bars(page) == []
    give_texts_air(page)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 664})
        assert cut_off(page) == [], f"{width} px wide, with air"
