"""How much of a page has moved by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route

WATCH = """
  window.shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries()
    .filter(entry => !entry.hadRecentInput)
    .map(({ value, sources }) => ({ value, moved: sources.map(({ node }) => node?.textContent.slice(0, 40)) }))))
    .observe({ type: "layout-shift", buffered: true });
"""
SETTLED = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def hold_fonts(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(
        response=answer, body=answer.text().replace("font-display:swap", "font-display:optional")
    )


def watch_layout(page: Page) -> None:
    """
    From the next page load on, keeps what moves without the visitor's doing. A font that is late stays away, since
    when it comes is the machine's doing; what it would move has a test of its own.
    """
    page.route("**/*.css", hold_fonts)
    page.add_init_script(WATCH)


def shifts(page: Page) -> list[dict[str, Any]]:
    """What has moved since the page was loaded, once the last frame has been painted."""
    page.evaluate(f"async () => {{ await {SETTLED}; await {SETTLED} }}")
    found: list[dict[str, Any]] = page.evaluate("shifts")
    return found
