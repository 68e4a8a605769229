"""A browser that is a phone: narrow, touched, and with a slower processor."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.built_shop import ROOT

SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
SCREEN: ViewportSize = {"width": 390, "height": 844}
SLOW_DOWN = 4  # times slower than this machine's processor


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Debian's Chromium, or the one that CHROMIUM names."""
    # Playwright's own Node wants a system library that a minimal Debian lacks; ours is in the lock file.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(ROOT / ".venv/bin/node"))
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=SWITCHES.split())


@contextmanager
def a_phone(browser: Browser, script: str) -> Iterator[Page]:
    """A page in a context of its own, so that nothing is stored from the last one; every page runs the script first."""
    context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True)
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    context.add_init_script(script)
    try:
        yield context.new_page()
    finally:
        context.close()


def slow_down(page: Page) -> None:
    """From here on the page's processor is a slow phone's."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
