"""Waits for conditions, on the page or elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Page

T = TypeVar("T")

# The limit of every wait: far more than any needs, also on a slow and busy machine. What is there does not wait.
TIMEOUT_S = 120.0
BETWEEN_LOOKS_S = 0.05


def wait_for(found: Callable[[], T], what: str, page: Page | None = None) -> T:
    """Call `found` until its result is true, and return that; else raise TimeoutError. The page's events are handled meanwhile."""
    end = time.monotonic() + TIMEOUT_S
    while not (result := found()):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {TIMEOUT_S:g} s: {what}")
        if page:
            page.wait_for_timeout(1000 * BETWEEN_LOOKS_S)
        else:
            time.sleep(BETWEEN_LOOKS_S)
    return result


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until the condition, an expression or a function of `arg`, is true on the page; else raise TimeoutError.

    It polls from Python: Playwright's wait_for_function evaluates text within the page once the first
    check fails, which the shop's Content-Security-Policy forbids.
    """
    wait_for(lambda: page.evaluate(condition, arg), condition, page)


def expect_soon(page: Page, read: Callable[[], T], expected: T) -> None:
    """Assert that `read` returns this soon: the page may change a moment after what the test has waited for."""
    try:
        wait_for(lambda: read() == expected, f"{expected}", page)
    except TimeoutError:
        assert read() == expected


# Hidden slides and collapsed pictures are lazy and load only when visible.
_PICTURES_LOADED = """() => document.readyState === "complete" && [...document.images].every((image) => image.complete ||
  !image.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  image.getBoundingClientRect().top > innerHeight)"""


def wait_until_pictures_loaded(page: Page) -> None:
    """Wait for the load event and for the pictures between the page's top and the fold.

    "networkidle" is no substitute: the external map never responds and keeps the network busy.
    """
    wait_until(page, _PICTURES_LOADED)
