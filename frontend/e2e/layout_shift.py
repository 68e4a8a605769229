"""How much of a page has moved by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# A font that arrives after the first frame, even from the cache, moves its words by a hair: no eye sees that.
HAIR = 0.0005
WATCH = f"""
  window.shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries()
    .filter(entry => !entry.hadRecentInput && entry.value > {HAIR})
    .map(({{ value, sources }}) => ({{ value, moved: sources.map(({{ node }}) => node?.textContent.slice(0, 40)) }}))))
    .observe({{ type: "layout-shift", buffered: true }});
"""
SETTLED = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def watch_layout(page: Page, shop: str) -> None:
    """
    From the next page load on, keeps what moves without the visitor's doing. The fonts are fetched before, so that
    they are there at the first frame or soon after.
    """
    page.goto(f"{shop}/order/meal/VegMeal")
    page.evaluate("document.fonts.ready.then(() => {})")
    page.add_init_script(WATCH)


def shifts(page: Page) -> list[dict[str, Any]]:
    """What has moved since the page was loaded, once the last frame has been painted."""
    page.evaluate(f"async () => {{ await {SETTLED}; await {SETTLED} }}")
    found: list[dict[str, Any]] = page.evaluate("shifts")
    return found
