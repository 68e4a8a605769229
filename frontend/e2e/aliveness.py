"""A prerendered page is in view before its code has arrived; only then does it answer to presses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route
from waiting import wait_until

# React leaves its marks on the elements that it has taken over.
_TAKEN_OVER = (
    "() => Object.keys(document.querySelector('main h1')).some((key) => key.startsWith('__react'))"
)


def open_alive(page: Page, address: str) -> None:
    """Opens the page and waits until it is alive."""
    page.goto(address)
    wait_until_alive(page)


def wait_until_alive(page: Page) -> None:
    """Waits until React has taken over what was prerendered."""
    wait_until(page, _TAKEN_OVER)


def is_alive(page: Page) -> bool:
    """Whether React has taken over what was prerendered."""
    return bool(page.evaluate(_TAKEN_OVER))


def hold_code(page: Page, files: str = "**/base-*.js") -> Callable[[], None]:
    """
    Keeps these scripts waiting, those that make a page live unless said; what it returns lets them arrive and the
    page come alive.
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
        wait_until_alive(page)

    page.route(files, on_script)
    return arrive


def open_without_code(page: Page, address: str) -> Callable[[], None]:
    """Opens the page and keeps all its scripts waiting; what it returns lets them arrive."""
    arrive = hold_code(page, "**/*.js")
    page.goto(address, wait_until="commit")
    return arrive
