"""How much of a page has moved by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

SITE = Path(__file__).resolve().parents[1] / "dist/site"
WATCH = """
  window.shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries()
    .filter(entry => !entry.hadRecentInput)
    .map(({ value, sources }) => ({ value, moved: sources.map(({ node }) => node?.textContent.slice(0, 40)) }))))
    .observe({ type: "layout-shift", buffered: true });
"""
SETTLED = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def hold_fonts(route: Route) -> None:
    sheet = (SITE / urlsplit(route.request.url).path.removeprefix("/order/")).read_text(
        encoding="utf-8"
    )
    route.fulfill(
        content_type="text/css",
        headers={"Cache-Control": "max-age=31536000"},
        body=sheet.replace("font-display:swap", "font-display:optional"),
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
