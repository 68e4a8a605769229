"""Measurement of layout shifts."""

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
    Record layout shifts without user input from the next page load. Late fonts are held back, since
    their arrival depends on the machine; a separate test covers their shift.
    """
    page.route("**/*.css", hold_fonts)
    page.add_init_script(WATCH)


def shifts(page: Page) -> list[dict[str, Any]]:
    """The layout shifts since the page load, after the last frame is painted."""
    page.evaluate(f"async () => {{ await {SETTLED}; await {SETTLED} }}")
    found: list[dict[str, Any]] = page.evaluate("shifts")
    return found
