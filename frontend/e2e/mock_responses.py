"""Mock server responses and timers, shared by the form tests."""

from __future__ import annotations

from playwright.sync_api import Page, Request, Route
from waiting import wait_for

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


# A toast's timer is an animation.
_TOASTS_STAY = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".Toastify__progress-bar { animation-play-state: paused !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
_LONG_TIMERS_NEVER_FIRE = """{
  const soon = window.setTimeout;
  window.setTimeout = (task, delay = 0, ...given) => (delay < 1000 ? soon(task, delay, ...given) : 0);
}"""


def hold_toasts(page: Page) -> None:
    """From the next page load, toasts stay until the test ends their timers."""
    page.context.add_init_script(_TOASTS_STAY)


def hold_long_timers(page: Page) -> None:
    """From the next page load, no timer of a second or more fires: messages stay, nothing leads on, no request times out."""
    page.context.add_init_script(_LONG_TIMERS_NEVER_FIRE)


def stop_clock(page: Page) -> None:
    """Stop timers until `run_for` advances them.

    The clock jumps by 15 s, which must not have passed when the browser hears of it, nor be as long as a request may take.
    """
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 15"))


def held_request(page: Page, waiting: list[Route]) -> Route:
    """Wait for the request held by `hold`: the button may change before the route receives it."""
    return wait_for(lambda: waiting, "a request", page)[0]
