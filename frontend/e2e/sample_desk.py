"""The desk of a sample shop: logged-in pages that fail on console noise, and keyboard helpers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from conftest import TIMEOUT_MS
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from running_shop import PASSWORD

PHONE: ViewportSize = {"width": 360, "height": 740}
MOST_TABS = 250


@contextmanager
def quiet_page(browser: Browser, *expected: str, **given: Any) -> Iterator[Page]:
    """A page of its own context; console errors and warnings except the `expected` ones fail its test."""
    context = browser.new_context(**given)
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    noise: list[str] = []
    page.on(
        "console",
        lambda message: (
            noise.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda error: noise.append(str(error)))
    yield page
    context.close()
    unexpected = [each for each in noise if not any(re.search(some, each) for some in expected)]
    assert not unexpected, unexpected


@contextmanager
def at_the_desk(
    browser: Browser, given: dict[str, Any], shop: str, *expected: str
) -> Iterator[Page]:
    """A quiet phone page at the login."""
    given = {**given, "base_url": shop, "viewport": PHONE}
    with quiet_page(browser, *expected, **given) as page:
        page.goto("/backoffice/")
        yield page


_sessions: dict[tuple[str, str], list[Any]] = {}


def log_in(page: Page, name: str) -> None:
    """Log in with the keyboard alone, or continue this person's session of an earlier test.

    Checking a password takes half a second of the server's processor on purpose.
    """
    shop = page.url.partition("/backoffice/")[0]
    if cookies := _sessions.get((shop, name)):
        page.context.add_cookies(cookies)
        page.goto("/backoffice/")
        if "login" not in page.url:
            return
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "login" not in address)
    _sessions[shop, name] = page.context.cookies()


# An estimate of the stops from the focus to an element; a group of radio buttons is one stop.
_STOPS_BEFORE = """target => {
  const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const groups = new Set();
  const stops = [...document.querySelectorAll(focusable)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0 && !each.closest("[inert]") &&
    (each === target || each.type !== "radio" || (!groups.has(each.name) && groups.add(each.name))));
  return stops.indexOf(target) - stops.indexOf(document.activeElement);
}"""
MARGIN = 3


def tab_to(target: Locator) -> None:
    """Press Tab until the element has the focus, wrapping around at the page's end.

    Tab is held down for most of the way, without looking where the focus is.
    """
    page = target.page
    expect(target).to_be_visible()
    for _ in range(target.evaluate(_STOPS_BEFORE) - MARGIN):
        page.keyboard.down("Tab")
    page.keyboard.up("Tab")
    for _ in range(MOST_TABS):
        if target.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key never comes to {target}.")


def press(target: Locator) -> None:
    """Tab to the element and press Enter."""
    tab_to(target)
    target.page.keyboard.press("Enter")


def type_into(target: Locator, text: str) -> None:
    """Tab to the field and replace its text."""
    tab_to(target)
    target.page.keyboard.press("Control+A")
    target.page.keyboard.type(text)


def choose(target: Locator, text: str) -> None:
    """Tab to a select and type the start of an option."""
    tab_to(target)
    target.page.keyboard.type(text)
    expect(target.locator("option:checked")).to_contain_text(text)
