"""Fixtures of the browser tests: the built shop on a fresh database, and a page that fails on console noise."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_timeout
from mock_responses import hold_long_timers, hold_toasts
from ordering import BLANK_PAGE, VEG, Kind, Visitor
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
from running_shop import ROOT, fill_empty, running_shop
from shared_folders import SharedFolders

# The server's own SQLite library: a different build must not open a WAL database that the server writes to.
from sqlcipher3 import dbapi2 as sqlite
from waiting import TIMEOUT_S

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
TIMEOUT_MS = 1000 * TIMEOUT_S
expect.set_options(timeout=TIMEOUT_MS)
WINDOW: ViewportSize = {"width": 1280, "height": 800}
STATIC_PATHS = ("/order", "/shop/", "/static/staff/assets/")
STATIC_KINDS = {"document", "script", "stylesheet", "image", "font", "manifest", "other"}

# Teardown limit in seconds: closing a page takes 0.1 s, stopping the shop several.
TEARDOWN_LIMIT = pytest_timeout.Settings(
    timeout=300, method="signal", func_only=False, disable_debugger_detection=False
)

# The address bar's hidden popup renderers took as much CPU as
# the pages under test. This switch replaces Playwright's own, so its features are repeated here.
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

# Playwright's bundled Node needs a system library missing from a minimal Debian; this one is locked.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(ROOT / ".venv/bin/node"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Limit the teardown of a failed test: pytest-timeout stops its timer at a failure to allow debugging.

    A hung browser fails its test and then never closes the page.
    """
    timer = item.config.pluginmanager.hook
    timer.pytest_timeout_cancel_timer(item=item)
    timer.pytest_timeout_set_timer(item=item, settings=TEARDOWN_LIMIT)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the browser named by CHROMIUM, or Debian's, without background requests."""
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
    """A laptop-sized window with Chennai's time zone and locale."""
    return {
        **browser_context_args,
        "viewport": WINDOW,
        "locale": "en-IN",
        "timezone_id": "Asia/Kolkata",
    }


@pytest.fixture(scope="session")
def shop_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OOTTAM_VAR folder of this session's shop."""
    return tmp_path_factory.mktemp("shop")


@pytest.fixture(scope="session")
def shared_folders(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> SharedFolders:
    """Folders shared by this session's workers."""
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
    """The base URL of a shop with a month of sample requests, separate for each test module."""
    with _sample_shop(tmp_path_factory, shared_folders) as address:
        yield address


@pytest.fixture(scope="session")
def unchanged_sample(
    tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The base URL of a sample shop shared by the tests that change nothing in it."""
    with _sample_shop(tmp_path_factory, shared_folders) as address:
        yield address


@pytest.fixture(scope="session")
def web(playwright: Playwright, shop: str) -> Iterator[APIRequestContext]:
    """An HTTP client of the shop, for tests that need no browser."""
    asking = playwright.request.new_context(base_url=shop)
    yield asking
    asking.dispose()


@pytest.fixture
def rows(shop: str, shop_data: Path) -> Callable[..., list[dict[str, Any]]]:
    """Query the shop's database: rows("select ... where x = ?", value)."""

    def read(sql: str, *values: object) -> list[dict[str, Any]]:
        with closing(sqlite.connect(shop_data / "oottam.sqlite3")) as connection:
            connection.row_factory = sqlite.Row
            return [dict(row) for row in connection.execute(sql, values)]

    return read


@pytest.fixture
def expected_console() -> list[str]:
    """Patterns of console messages that the test causes on purpose, such as an error response."""
    return []


@pytest.fixture
def posted_pages() -> list[str]:
    """Paths of pages whose form the test sends before any script has arrived."""
    return []


@pytest.fixture
def clock() -> None:
    """Requests `page.clock`: the page fixture installs it; it runs in real time until the test stops it.

    Without it no timer of a second or more fires, so that a message that goes after 3 s stays on a slow machine, too.
    """


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    context: BrowserContext,
    shop: str,
    expected_console: list[str],
    posted_pages: list[str],
) -> Iterator[Page]:
    """A page that fails its test on console noise and on requests other than static files and the API."""
    noise: list[str] = []
    unexpected: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not _expected(message.text, expected_console):
            noise.append(f"{message.type}: {message.text} ({message.location['url']})")

    def on_error(error: Any) -> None:
        noise.append(f"page error: {error}")

    def on_request(request: Request) -> None:
        if request.url.startswith(shop) and not _allowed(request, shop, posted_pages):
            unexpected.append(f"{request.method} {request.url} ({request.resource_type})")

    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    hold_toasts(page)
    if "clock" in request.fixturenames:
        page.clock.install()
    else:
        hold_long_timers(page)
    page.on("console", on_console)
    page.on("pageerror", on_error)
    page.on("request", on_request)
    yield page
    context.cookies()  # Messages sent so far arrive before the answer.
    found = [*noise, *unexpected]
    page.unroute_all(behavior="ignoreErrors")  # The page may ask for files of these routes later.
    assert found == []


@pytest.fixture
def kind() -> Kind:
    """What a visitor orders; a test's `of` or its file says otherwise."""
    return VEG


@pytest.fixture
def visitor(page: Page, shop: str, kind: Kind) -> Visitor:
    """A visitor on the page, who has opened nothing yet."""
    return Visitor(page, shop, kind)


@pytest.fixture
def outside(page: Page) -> None:
    """Answer every external URL with an empty page; by default external requests are aborted."""
    page.context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), _answer_empty_page)


@contextmanager
def _sample_shop(factory: pytest.TempPathFactory, folders: SharedFolders) -> Iterator[str]:
    folder = factory.mktemp("sample")
    folders.copy_sample(folder)
    with running_shop(folder) as address:
        yield address


def _installed_browser() -> str | None:
    """Debian's Chromium; the headless build, where installed, takes two thirds of the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _answer_empty_page(route: Any) -> None:
    route.fulfill(
        status=200, content_type="text/html", body="<!doctype html><title>outside</title>"
    )


def _expected(text: str, patterns: list[str]) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)


def _allowed(request: Request, shop: str, posted_pages: list[str]) -> bool:
    path = request.url.removeprefix(shop).split("?")[0]
    if request.method == "GET":
        static = path.startswith(STATIC_PATHS) and request.resource_type in STATIC_KINDS
        return static or path == BLANK_PAGE
    return request.method == "POST" and (path in ENDPOINTS or path in posted_pages)
