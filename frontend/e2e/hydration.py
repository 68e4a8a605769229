"""Hydration: a prerendered page is visible before its scripts have arrived, and reacts to presses only after."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route
from waiting import wait_until

# React adds properties to the elements that it has hydrated.
_TAKEN_OVER = (
    "() => Object.keys(document.querySelector('main h1')).some((key) => key.startsWith('__react'))"
)


def open_hydrated(page: Page, address: str) -> None:
    """Open the page and wait until it is hydrated."""
    page.goto(address)
    wait_until_hydrated(page)


def wait_until_hydrated(page: Page) -> None:
    """Wait until React has hydrated the prerendered page."""
    wait_until(page, _TAKEN_OVER)


def is_hydrated(page: Page) -> bool:
    """Whether React has hydrated the prerendered page."""
    return bool(page.evaluate(_TAKEN_OVER))


def hold_scripts(page: Page, files: str = "**/base-*.js") -> Callable[[], None]:
    """
    Hold these scripts (by default those that hydrate the page). The returned function releases them and
    waits until the page is hydrated.
    """
    held: list[Route] = []
    arriving = False

    def on_script(route: Route) -> None:
        if arriving:
            route.continue_()
        else:
            held.append(route)

    def arrive() -> None:
        nonlocal arriving
        arriving = True
        for route in held:
            route.continue_()
        wait_until_hydrated(page)

    page.route(files, on_script)
    return arrive


def open_without_scripts(page: Page, address: str) -> Callable[[], None]:
    """Open the page and hold all its scripts; the returned function releases them."""
    arrive = hold_scripts(page, "**/*.js")
    page.goto(address, wait_until="commit")
    return arrive
