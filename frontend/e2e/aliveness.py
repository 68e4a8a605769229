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
    wait_until(page, _TAKEN_OVER)


def open_without_code(page: Page, address: str) -> Callable[[], None]:
    """Opens the page and keeps its scripts waiting; what it returns lets them arrive and the page come alive."""
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
        wait_until(page, _TAKEN_OVER)

    page.route("**/*.js", on_script)
    page.goto(address, wait_until="commit")
    return arrive
