"""Four browser engines behind one small interface; Playwright drives Firefox and Chromium 94, selenium drives WebKit."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ordering import BLANK_PAGE
from playwright.sync_api import ConsoleMessage, Locator, Page, Playwright
from playwright.sync_api import Error as PlaywrightError
from running_shop import ROOT, free_port
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

PATIENCE_S = 60.0
BETWEEN_TRIES_S = 0.1
PHONE, DESK = (360, 740), (1280, 800)
TIMEZONE = "Asia/Kolkata"
_PICKED = ("time", "date")

# React adds properties to the elements that it has hydrated; staff pages have no #root.
_INTERACTIVE = """(document.readyState === "complete" && (!document.getElementById("root") ||
  Object.keys(document.querySelector("main h1") || {}).some((key) => key.startsWith("__react"))))"""


class Browser(ABC):
    """
    One window, used as a person uses it. A control is the first visible one whose accessible name or label begins with
    the given text; while a dialog is open, one within it. Each call waits for its control.
    """

    def open(self, url: str) -> None:
        """Load the page and wait until it is interactive."""
        self.wait_for("document.readyState === 'complete'")
        self.evaluate(f"void (window.isLeft = true, location.assign({json.dumps(url)}))")
        self.wait_for(f"!window.isLeft && {_INTERACTIVE}")

    def press(self, role: str, name: str) -> None:
        """Click a button, link or checkbox."""
        self._act(self._click, lambda: self._by_role(role, name), f"the {role} {name!r}")

    def press_at(self, selector: str) -> None:
        """Click the first visible element of a CSS selector, where a role and a name do not tell which."""
        self._act(self._click, lambda: self._by_selector(selector), selector)

    def fill(self, label: str, text: str) -> None:
        """Replace a field's text; times are written as "08:30", dates as "2026-11-27"."""
        self._act(lambda field: self._type(field, text), lambda: self._by_label(label), label)

    def choose(self, label: str, option: str) -> None:
        """Choose the option with this text."""
        self._act(lambda field: self._select(field, option), lambda: self._by_label(label), label)

    def wait_for(self, condition: str) -> None:
        """Wait until the JavaScript condition holds, also across page loads."""
        self._until(lambda: bool(self.evaluate(condition)), condition)

    def wait_for_text(self, text: str) -> None:
        """Wait until the page's visible text contains this one."""
        self.wait_for(_contains(text))

    @contextmanager
    def showing(self, text: str) -> Iterator[None]:
        """Require that the page shows this text after the block's action, if only for seconds."""
        self.evaluate(
            "void (window.textWasShown = false, new MutationObserver(() => {"
            f" window.textWasShown ||= {_contains(text)};"
            " }).observe(document.body, { subtree: true, childList: true, characterData: true }))"
        )
        yield
        self.wait_for("window.textWasShown")

    def wait_until_at(self, path: str) -> None:
        """Wait until the address has this path and the page is interactive."""
        self.wait_for(f"location.pathname === {json.dumps(path)} && {_INTERACTIVE}")

    def go_back(self) -> None:
        """Begin to go back in the history."""
        self.evaluate("void setTimeout(() => history.back())")

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page."""

    @abstractmethod
    def errors(self) -> list[str]:
        """The console's errors, and those thrown on the page, since the last call."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """The window's content as a PNG."""

    @abstractmethod
    def _by_role(self, role: str, name: str) -> Any: ...

    @abstractmethod
    def _by_label(self, label: str) -> Any: ...

    @abstractmethod
    def _by_selector(self, selector: str) -> Any: ...

    @abstractmethod
    def _click(self, control: Any) -> None: ...

    @abstractmethod
    def _type(self, field: Any, text: str) -> None: ...

    @abstractmethod
    def _select(self, field: Any, option: str) -> None: ...

    def _act(self, action: Callable[[Any], None], find: Callable[[], Any], sought: str) -> None:
        """Find the control and act on it; again while it is missing, covered or just replaced."""

        def try_once() -> bool:
            control = find()
            if control is not None:
                action(control)
            return control is not None

        self._until(try_once, sought)

    def _until(self, condition: Callable[[], bool], sought: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while True:
            failure: Exception | None = None
            try:
                if condition():
                    return
            except (WebDriverException, PlaywrightError) as error:
                failure = error
            if time.monotonic() > end:
                raise AssertionError(
                    f"not within {PATIENCE_S:g} s: {sought}\n{self._page_text()}"
                ) from failure
            time.sleep(BETWEEN_TRIES_S)

    def _page_text(self) -> str:
        try:
            return str(self.evaluate("location.href + '\\n' + document.body.innerText"))
        except (WebDriverException, PlaywrightError) as failure:
            return f"The page does not respond: {failure}"


def _contains(text: str) -> str:
    return f"document.body.innerText.includes({json.dumps(text)})"


class PlaywrightBrowser(Browser):
    """A page that Playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._noise: list[str] = []
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._noise.append(str(error)))

    def evaluate(self, expression: str) -> Any:
        # A function: Firefox evaluates text by eval, which the pages' Content-Security-Policy forbids.
        return self._page.evaluate(f"() => ({expression})")

    def errors(self) -> list[str]:
        noise, self._noise = self._noise, []
        return noise

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    def _by_role(self, role: str, name: str) -> Locator | None:
        named = re.compile(f"^{re.escape(name)}")
        return _first(self._scope().get_by_role(role, name=named))  # type: ignore[arg-type]

    def _by_label(self, label: str) -> Locator | None:
        return _first(self._scope().get_by_label(re.compile(rf"^\s*{re.escape(label)}")))

    def _by_selector(self, selector: str) -> Locator | None:
        return _first(self._scope().locator(selector))

    def _click(self, control: Locator) -> None:
        control.click()

    def _type(self, field: Locator, text: str) -> None:
        if field.get_attribute("type") in _PICKED:
            field.fill(text)
        else:
            # Not `fill`: in Firefox it inserts text without the events that React needs.
            field.select_text()
            field.press_sequentially(text)

    def _select(self, field: Locator, option: str) -> None:
        field.select_option(label=option)

    def _scope(self) -> Page | Locator:
        dialog = self._page.locator("dialog[open]")
        return dialog if dialog.count() else self._page

    def _on_console(self, message: ConsoleMessage) -> None:
        # Chromium 94 shows a text file by inline style, which the Content-Security-Policy forbids.
        if message.type == "error" and not message.location["url"].endswith(BLANK_PAGE):
            self._noise.append(message.text)


def _first(found: Locator) -> Locator | None:
    visible = found.filter(visible=True)
    return visible.first if visible.count() else None


class WebKit(Browser):
    """
    WebKitGTK's own browser. Selenium finds nothing by role, so Testing Library does; and WebKit keeps its console to
    itself, so errors are recorded from the load event on.
    """

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self._driver = driver

    def evaluate(self, expression: str) -> Any:
        return self._driver.execute_script(f"return ({expression})")

    def errors(self) -> list[str]:
        return list(self.evaluate("(window.recordedErrors || []).splice(0)"))

    def screenshot(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def open(self, url: str) -> None:
        super().open(url)
        self._driver.execute_script(_RECORD_ERRORS)

    def _by_role(self, role: str, name: str) -> WebElement | None:
        query = "queryAllByRole(scope, role, { name: (name) => name.startsWith(text) })"
        return self._first(query, name, role)

    def _by_label(self, label: str) -> WebElement | None:
        return self._first("queryAllByLabelText(scope, (label) => label.startsWith(text))", label)

    def _by_selector(self, selector: str) -> WebElement | None:
        return self._first("[...scope.querySelectorAll(text)]", selector)

    def _click(self, control: WebElement) -> None:
        # WebDriver scrolls as the page does, smoothly, and then misses.
        self._driver.execute_script(_SCROLL_TO, control)
        control.click()

    def _type(self, field: WebElement, text: str) -> None:
        self._driver.execute_script(_SCROLL_TO, field)
        if field.get_attribute("type") in _PICKED:
            # As a picker sets it: WebDriver's digits do not reach the parts of a time.
            self._driver.execute_script(_PICK, field, text)
        else:
            field.clear()
            field.send_keys(text)

    def _select(self, field: WebElement, option: str) -> None:
        Select(field).select_by_visible_text(option)

    def _first(self, query: str, text: str, role: str = "") -> WebElement | None:
        if not self.evaluate("!!window.TestingLibraryDom"):
            self._driver.execute_script(_TESTING_LIBRARY.read_text("utf-8"))
        found: WebElement | None = self._driver.execute_script(
            _FIRST.replace("QUERY", query), text, role
        )
        return found


_TESTING_LIBRARY = (
    ROOT / "frontend/node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js"
)
_FIRST = """
const [text, role] = arguments, scope = document.querySelector("dialog[open]") || document.body;
const { queryAllByRole, queryAllByLabelText } = window.TestingLibraryDom;
return QUERY.find((element) => element.checkVisibility({ visibilityProperty: true })) || null"""
_SCROLL_TO = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
_PICK = """
const [field, value] = arguments;
Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));"""
_RECORD_ERRORS = """
const errors = window.recordedErrors = [], report = console.error;
console.error = (...words) => { errors.push(words.join(" ")); report.apply(console, words); };
addEventListener("error", (event) => errors.push(event.message));
addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));"""


@contextmanager
def firefox(playwright: Playwright, size: tuple[int, int]) -> Iterator[Browser]:
    """Debian's Firefox ESR."""
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path="/usr/bin/firefox-esr", headless=True
    )
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-IN", timezone_id=TIMEZONE
    )
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    try:
        yield PlaywrightBrowser(context.new_page())
    finally:
        browser.close()


@contextmanager
def webkit(playwright: Playwright, size: tuple[int, int]) -> Iterator[Browser]:
    """Debian's WebKitGTK, on a display of its own. Its window is at least 447 pixels wide."""
    with _display(size) as display:
        options = Options()
        options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")))
        options.add_argument("--automation")
        options.set_capability("proxy", _NO_OUTSIDE)
        environment = {**os.environ, "DISPLAY": display, "TZ": TIMEZONE, **_NO_SANDBOX}
        service = Service("/usr/bin/WebKitWebDriver", env=environment)
        driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_window_rect(0, 0, *size)
        try:
            yield WebKit(driver)
        finally:
            driver.quit()


# External pages, such as the map, are refused at once.
_NO_OUTSIDE = {
    "proxyType": "manual",
    "httpProxy": "127.0.0.1:9",
    "sslProxy": "127.0.0.1:9",
    "noProxy": ["127.0.0.1"],
}
# Containers forbid the namespaces of WebKit's sandbox; the pages are our own.
_NO_SANDBOX = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}


@contextmanager
def _display(size: tuple[int, int]) -> Iterator[str]:
    """
    The name of a new virtual display, which the X server chooses. The pointer stands in its middle, and the window below
    the pointer has the focus.
    """
    reading, writing = os.pipe()
    screen = "x".join(map(str, (*size, 24)))
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE_S)


@contextmanager
def chromium_94(
    playwright: Playwright, size: tuple[int, int], before_scripts: str = ""
) -> Iterator[Browser]:
    """QtWebEngine 6.3, which is Chromium 94; it runs `before_scripts` before the scripts of each page."""
    port = free_port()
    environment = {
        **os.environ,
        "TZ": TIMEZONE,
        "QT_QPA_PLATFORM": "offscreen",
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "QTWEBENGINE_REMOTE_DEBUGGING": str(port),
    }
    window = subprocess.Popen(
        [sys.executable, "-c", _QT_WINDOW, *map(str, size), "--webEngineArgs", *_SWITCHES],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_listening(port)
        # no_defaults: QtWebEngine lacks what Playwright otherwise sets up.
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
        page = browser.contexts[0].pages[0]
        if before_scripts:
            page.add_init_script(before_scripts)
        yield PlaywrightBrowser(page)
    finally:
        window.terminate()
        window.wait(timeout=PATIENCE_S)


_SWITCHES = ("--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
_QT_WINDOW = """
import sys
from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication
application = QApplication(sys.argv)
view = QWebEngineView()
view.resize(int(sys.argv[1]), int(sys.argv[2]))
view.load(QUrl("about:blank"))
view.show()
application.exec()
"""


def _wait_until_listening(port: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(BETWEEN_TRIES_S)
