"""Every screen on a phone at twice the default text size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from accessibility import freeze_page
from layout_checks import clipped_elements, overlapping_elements
from playwright.sync_api import Browser, Page, expect
from screens import EVERY_SCREEN, Screen

# Set before layout, like the browser's setting: a later change may be measured half applied.
TWICE = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% }");
  document.adoptedStyleSheets = [sheet];
"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(TWICE)
    yield context.new_page()
    context.close()


@EVERY_SCREEN
def test_double_text_size_fits_a_phone(phone: Page, shop: str, screen: Screen) -> None:
    freeze_page(phone)
    screen.open(phone, shop)
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.evaluate("document.fonts.ready.then(() => undefined)")
    assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert [*overlapping_elements(phone), *clipped_elements(phone)] == []
