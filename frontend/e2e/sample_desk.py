"""The desk of a sample shop: colleagues who log in, on pages that tolerate no noise, and ways by the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from conftest import PATIENCE_MS
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from running_shop import PASSWORD

PHONE: ViewportSize = {"width": 360, "height": 740}
MOST_TABS = 250


@contextmanager
def at_the_desk(
    browser: Browser, given: dict[str, Any], shop: str, *expected: str
) -> Iterator[Page]:
    """A phone's page at the log-in; console errors and warnings other than the `expected` fail it."""
    context = browser.new_context(**{**given, "base_url": shop, "viewport": PHONE})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    noise: list[str] = []
    page.on(
        "console",
        lambda said: noise.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.goto("/backoffice/")
    yield page
    context.close()
    assert [each for each in noise if not any(re.search(some, each) for some in expected)] == []


def log_in(page: Page, name: str) -> None:
    """From the log-in on, by the keyboard alone."""
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "login" not in address)


def reach(wanted: Locator) -> None:
    """Press Tab until it has the focus, on to the page's beginning if it is behind."""
    page = wanted.page
    expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        if wanted.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key never comes to {wanted}.")


def press(wanted: Locator) -> None:
    """Go there, and press Enter."""
    reach(wanted)
    wanted.page.keyboard.press("Enter")


def type_into(wanted: Locator, text: str) -> None:
    """Go there, and type in the place of what stands there."""
    reach(wanted)
    wanted.page.keyboard.press("Control+A")
    wanted.page.keyboard.type(text)


def choose(wanted: Locator, text: str) -> None:
    """Go to a list, and type the beginning of an entry."""
    reach(wanted)
    wanted.page.keyboard.type(text)
    expect(wanted.locator("option:checked")).to_contain_text(text)
