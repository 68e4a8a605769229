"""Fixtures of the browser tests: the built shop on a fresh database, and a page that tolerates no noise."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_timeout
from ordering import GROUND
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    ViewportSize,
    expect,
)
from running_shop import ROOT, fill_empty, fill_sample, running_shop
from shared_folders import SharedFolders

# The server's own library: another one must not open a database in WAL mode that it writes to.
from sqlcipher3 import dbapi2 as sqlite

ENDPOINTS = (
    "/event-form.php",
    "/customer-form",
    "/api/appointment",
    "/api/nutrition",
    "/nonvegmeal-form.php",
    "/vegmeal-form.php",
    "/weekmonth-form.php",
    "/mealtray-form.php",
)
# A machine may be many times slower than ours; what holds is seen at once all the same.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
WINDOW: ViewportSize = {"width": 1280, "height": 800}
STATIC_PATHS = ("/order", "/shop/", "/static/staff/assets/")
STATIC_KINDS = {"document", "script", "stylesheet", "image", "font", "manifest", "other"}

# What a tear-down may take: closing a page takes a tenth of a second, the last test's shop seconds.
TEAR_DOWN_LIMIT = pytest_timeout.Settings(
    timeout=300, method="thread", func_only=False, disable_debugger_detection=False
)

# Pages that draw the address bar's popup, which nobody sees here, took as much of the processor as
# the pages under test. This switch replaces Playwright's own, so that what it names stands here too.
UNUSED_FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)

# Playwright's own Node wants a system library that a minimal Debian lacks; ours is in the lock file.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(ROOT / ".venv/bin/node"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Limit the tear-down of a failed test too: pytest-timeout stops its timer at a failure, for a debugger's sake.

    A browser that no longer answers fails its test, and then never closes the page.
    """
    timer = item.config.pluginmanager.hook
    timer.pytest_timeout_cancel_timer(item=item)
    timer.pytest_timeout_set_timer(item=item, settings=TEAR_DOWN_LIMIT)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The one CHROMIUM names, or Debian's, without its own background requests."""
    switches = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
        " --disable-component-update --disable-sync --font-render-hinting=none"
        f" --disable-features={','.join(UNUSED_FEATURES)}"
    )
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM") or _installed_browser(),
        "args": [*switches.split(), "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A laptop's window, in Chennai's time and language."""
    return {
        **browser_context_args,
        "viewport": WINDOW,
        "locale": "en-IN",
        "timezone_id": "Asia/Kolkata",
    }


@pytest.fixture(scope="session")
def shop_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which this session's shop keeps its database."""
    return tmp_path_factory.mktemp("shop")


@pytest.fixture(scope="session")
def shared_folders(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> SharedFolders:
    """What this session's workers make together."""
    return SharedFolders(tmp_path_factory, worker_id)


@pytest.fixture(scope="session")
def shop(shop_data: Path, shared_folders: SharedFolders) -> Iterator[str]:
    """Base address of the real, built shop on a fresh SQLite database."""
    shared_folders.copy("empty", fill_empty, shop_data)
    with running_shop(shop_data) as address:
        yield address


@pytest.fixture(scope="module")
def sample(
    tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The address of a shop with a month of invented requests; what a module's tests do there is theirs alone."""
    folder = tmp_path_factory.mktemp("sample")
    shared_folders.copy("sample", fill_sample, folder)
    with running_shop(folder) as address:
        yield address


@pytest.fixture(scope="session")
def web(playwright: Playwright, shop: str) -> Iterator[APIRequestContext]:
    """The shop over HTTP alone, for what needs no browser to be seen."""
    asking = playwright.request.new_context(base_url=shop)
    yield asking
    asking.dispose()


@pytest.fixture
def rows(shop: str, shop_data: Path) -> Callable[..., list[dict[str, Any]]]:
    """Rows of the shop's database: rows("select ... where x = ?", value)."""

    def read(sql: str, *values: object) -> list[dict[str, Any]]:
        with closing(sqlite.connect(shop_data / "oottam.sqlite3")) as connection:
            connection.row_factory = sqlite.Row
            return [dict(row) for row in connection.execute(sql, values)]

    return read


@pytest.fixture
def expected_console() -> list[str]:
    """Patterns of console messages that this test brings about on purpose (a refused reply, say)."""
    return []


@pytest.fixture
def clock() -> None:
    """For tests that drive `page.clock`: it is installed on their page, and runs by itself until then."""


@pytest.fixture
def page(
    request: pytest.FixtureRequest, context: BrowserContext, shop: str, expected_console: list[str]
) -> Iterator[Page]:
    """A page that fails its test on console noise and on any request but static files and the calls."""
    noise: list[str] = []
    unexpected: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not _expected(message.text, expected_console):
            noise.append(f"{message.type}: {message.text}")

    def on_error(error: Any) -> None:
        noise.append(f"page error: {error}")

    def on_request(request: Request) -> None:
        if request.url.startswith(shop) and not _allowed(request, shop):
            unexpected.append(f"{request.method} {request.url} ({request.resource_type})")

    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    if "clock" in request.fixturenames:
        page.clock.install()
    page.on("console", on_console)
    page.on("pageerror", on_error)
    page.on("request", on_request)
    yield page
    page.unroute_all(behavior="ignoreErrors")
    assert noise == []
    assert unexpected == []


@pytest.fixture
def outside(page: Page) -> None:
    """The world outside answers every address with an empty page; without this it cannot be reached."""
    page.context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), _nothing_outside)


def _installed_browser() -> str | None:
    """Debian's Chromium, the one without windows where that is installed: it takes two thirds of the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _nothing_outside(route: Any) -> None:
    route.fulfill(
        status=200, content_type="text/html", body="<!doctype html><title>outside</title>"
    )


def _expected(text: str, patterns: list[str]) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)


def _allowed(request: Request, shop: str) -> bool:
    path = request.url.removeprefix(shop).split("?")[0]
    if request.method == "GET":
        static = path.startswith(STATIC_PATHS) and request.resource_type in STATIC_KINDS
        return static or path == GROUND
    return request.method == "POST" and path in ENDPOINTS
