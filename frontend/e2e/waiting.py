"""Wait helpers for conditions within the page."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

PATIENCE_S = 30.0
BETWEEN_ASKING_MS = 50


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until the condition, an expression or a function of `arg`, is true on the page; else raise TimeoutError.

    It polls from Python: Playwright's wait_for_function evaluates text within the page once the first
    check fails, which the shop's Content-Security-Policy forbids.
    """
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(condition, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {PATIENCE_S:g} s: {condition}")
        page.wait_for_timeout(BETWEEN_ASKING_MS)


# Hidden slides and collapsed pictures are lazy and load only when visible.
_PICTURES_LOADED = """() => document.readyState === "complete" && [...document.images].every((image) => image.complete ||
  !image.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  image.getBoundingClientRect().top > innerHeight)"""


def wait_until_pictures_loaded(page: Page) -> None:
    """Wait for the load event and for the pictures between the page's top and the fold.

    "networkidle" is no substitute: the external map never responds and keeps the network busy.
    """
    wait_until(page, _PICTURES_LOADED)
