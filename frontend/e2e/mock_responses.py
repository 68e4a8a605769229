"""Mock server responses, shared by the form tests."""

from __future__ import annotations

from playwright.sync_api import Page, Request, Route

REFUSED = r"status of 5\d\d"
UNREACHED = r"ERR_CONNECTION_FAILED"


def mock_reply(page: Page, endpoint: str, status: int | None = 200) -> list[Request]:
    """Respond to an endpoint with this status, or abort (None); the returned list collects the requests."""
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
    """Stop timers until `run_for` advances them."""
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def held_request(page: Page, waiting: list[Route]) -> Route:
    """Wait for the request held by `hold`: the button may change before the route receives it."""
    for _ in range(500):
        if waiting:
            return waiting[0]
        page.wait_for_timeout(20)  # processes browser events
    raise AssertionError("nothing was sent")
