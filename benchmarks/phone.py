"""A browser that emulates a phone: narrow screen, touch, and a throttled CPU."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from system_tests.support.shop import ROOT

SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOW_DOWN = 4  # times


@contextmanager
def launch_browser() -> Iterator[Browser]:
    """Launch Debian's Chromium, or the one named by CHROMIUM."""
    # Playwright's Node needs a system library that a minimal Debian lacks; use that of the lock file.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(ROOT / ".venv/bin/node"))
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=SWITCHES.split())


@contextmanager
def new_page(browser: Browser, script: str, **device: Any) -> Iterator[Page]:
    """Yield a page in a new context without stored data or cache; each page runs the script first."""
    context = browser.new_context(**device)
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    context.add_init_script(script)
    try:
        yield context.new_page()
    finally:
        context.close()


def throttle(page: Page) -> None:
    """Throttle the page's CPU to a slow phone's."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
