"""One page for many tests, reset between them.

A new context for each test costs 0.25 s of the processor before the test begins (0.1 s for the context and its renderer
process, 0.15 s more for the first page without caches), which is a fifth of what the suite takes in all (1.35 s a test).
"""

from __future__ import annotations

import faulthandler
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

# Uses of a page that cannot be undone: it is closed after the test, and the next test gets a new one.
_SPOILING = (
    "add_locator_handler",
    "clock",
    "close",
    "context",
    "expose_binding",
    "expose_function",
    "once",
)
# Every page load replays what has happened to a clock since it was installed.
_TESTS_PER_CLOCK = 25
# After a failure no test's own time limit counts any more.
_CLOSING_SECONDS = 120
_CLEAR_STORAGE = "sessionStorage.clear(); localStorage.clear()"


class PooledPage:
    """
    Hands out a page as good as new. Between tests it stands on a plain file of the shop, the ground: from about:blank
    the browser would start another process for the next test, and storage belongs to an origin. With `clock`, the
    page has a clock for tests to drive.
    """

    def __init__(
        self, new_context: Callable[[], BrowserContext], ground: str, *, clock: bool = False
    ) -> None:
        self._new_context = new_context
        self._ground = ground
        self._clock = clock
        self._tests = 0
        self._page: Page | None = None
        self._spoilt = False
        self._listeners: list[tuple[str, Any]] = []
        self._scripts: list[Any] = []
        for name in _SPOILING:
            if not (clock and name == "clock"):
                self._watch(name)
        self._note_listeners()
        self._note_scripts()

    def take(self) -> Page:
        """The page; call `hand_out` before the test uses it."""
        if self._page is None:
            self._page = self._new_context().new_page()
            self._session = self._page.context.new_cdp_session(self._page)
            self._clear_ground(self._page)
            self._tests = 0
        self._tests += 1
        if self._clock:
            self._page.clock.install()
        return self._page

    def hand_out(self) -> None:
        """From here on, uses of the page are the test's."""
        self._spoilt = False

    def give_back(self, *, failed: bool) -> None:
        """Reset the page, or close it where that is not possible."""
        page, spoilt = self._page, self._spoilt or (self._clock and self._tests >= _TESTS_PER_CLOCK)
        assert page
        # A file that a test has in its hands while it ends would fail the next test.
        page.unroute_all(behavior="ignoreErrors")
        for event, listener in self._listeners:
            page.remove_listener(event, listener)
        self._listeners.clear()
        scripts, self._scripts = self._scripts, []
        if spoilt or failed or len(page.context.pages) > 1:
            self.drop()
            return
        try:
            for script in scripts:
                script.close()
            self._renew(page)
        except Error:  # it was on its way to another document
            self.drop()

    def _renew(self, page: Page) -> None:
        if self._clock:
            page.clock.resume()
        # First of all away: on the ground the rest costs little, and what a page stores when it is left is gone too.
        self._clear_ground(page)
        page.evaluate(_CLEAR_STORAGE)
        page.mouse.move(-10, -10)
        page.context.clear_cookies()

    def _clear_ground(self, page: Page) -> None:
        page.goto(self._ground)
        self._session.send("Page.resetNavigationHistory")

    def drop(self) -> None:
        """Close the page and its context; a worker that hangs in this ends, and pytest-xdist starts another."""
        if self._page:
            context = self._page.context
            faulthandler.dump_traceback_later(_CLOSING_SECONDS, exit=True)
            try:
                context.unroute_all(behavior="ignoreErrors")
                context.close()
            finally:  # a refusal to close is an error of its test, not the end of the worker
                faulthandler.cancel_dump_traceback_later()
        self._page = None

    def _note_listeners(self) -> None:
        listen = Page.on

        def on(page: Page, event: Any, listener: Any) -> None:
            listen(page, event, listener)
            if page is self._page:
                self._listeners.append((event, listener))

        Page.on = on  # type: ignore[method-assign]

    def _note_scripts(self) -> None:
        add = Page.add_init_script

        def add_init_script(page: Page, *args: Any, **options: Any) -> Any:
            script = add(page, *args, **options)
            if page is self._page:
                self._scripts.append(script)
            return script

        Page.add_init_script = add_init_script  # type: ignore[method-assign]

    def _watch(self, name: str) -> None:
        asked = getattr(Page, name)

        def mark(page: Page) -> None:
            if page is self._page:
                self._spoilt = True

        if isinstance(asked, property):

            def read(page: Page) -> Any:
                mark(page)
                return asked.fget(page) if asked.fget else None

            setattr(Page, name, property(read))
            return

        def call(page: Page, *args: Any, **options: Any) -> Any:
            mark(page)
            return asked(page, *args, **options)

        setattr(Page, name, call)
