"""Waiting for what only the page itself can say."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

PATIENCE_S = 30.0
BETWEEN_ASKING_MS = 50


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Waits until the condition, an expression or a function of `arg`, holds on the page; else TimeoutError.

    It asks from outside: Playwright's own wait_for_function evaluates text within the page as soon as the first
    asking fails, which the shop's Content-Security-Policy forbids.
    """
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(condition, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {PATIENCE_S:g} s: {condition}")
        page.wait_for_timeout(BETWEEN_ASKING_MS)


# A slide beside the shown one, or a folded picture: the browser fetches it when it comes into view.
_PICTURES_LOADED = """() => document.readyState === "complete" && [...document.images].every((image) => image.complete ||
  !image.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  image.getBoundingClientRect().top > innerHeight)"""


def wait_until_pictures_loaded(page: Page) -> None:
    """Waits for the page's load event and for the pictures from its top to the lower edge of the window.

    A quiet network ("networkidle") is no substitute: a map of another host that never answers keeps it busy.
    """
    wait_until(page, _PICTURES_LOADED)
