"""Replies in the server's place, shared by the tests of forms."""

from __future__ import annotations

from playwright.sync_api import Page, Request, Route

REFUSED = r"status of 5\d\d"
UNREACHED = r"ERR_CONNECTION_FAILED"


def mock_reply(page: Page, endpoint: str, status: int | None = 200) -> list[Request]:
    """Reply to an endpoint with this status, or break the connection (None); the list collects the requests."""
    sent: list[Request] = []

    def reply(route: Route) -> None:
        sent.append(route.request)
        if status is None:
            route.abort("connectionfailed")
        else:
            route.fulfill(status=status, content_type="application/json", body="{}")

    page.unroute(f"**{endpoint}")
    page.route(f"**{endpoint}", reply)
    return sent


def stop_clock(page: Page) -> None:
    """Timers stand still from here on, until run_for."""
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def held_request(page: Page, waiting: list[Route]) -> Route:
    """The request that `hold` keeps waiting: a button may say that it is sending before the route has it."""
    for _ in range(500):
        if waiting:
            return waiting[0]
        page.wait_for_timeout(20)  # lets the browser's events in
    raise AssertionError("nothing was sent")
