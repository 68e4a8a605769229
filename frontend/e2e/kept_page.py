"""One page for many tests: to start a process for each took longer than most of what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

# What cannot be taken back. A page of which a test has asked it is closed, and the next test has a new one.
_SPOILING = (
    "add_init_script",
    "add_locator_handler",
    "clock",
    "close",
    "context",
    "expose_binding",
    "expose_function",
    "once",
)
# Nothing of one test may be left for the next.
_FORGET = "sessionStorage.clear(); localStorage.clear()"


class KeptPage:
    """Hands out a page as good as new."""

    def __init__(self, new_context: Callable[[], BrowserContext]) -> None:
        self._new_context = new_context
        self._page: Page | None = None
        self._spoilt = False
        self._listeners: list[tuple[str, Any]] = []
        for name in _SPOILING:
            self._watch(name)
        self._note_listeners()

    def take(self) -> Page:
        """The page; call `hand_out` when the test may have it."""
        if self._page is None:
            self._page = self._new_context().new_page()
            self._session = self._page.context.new_cdp_session(self._page)
        return self._page

    def hand_out(self) -> None:
        """From here on what is asked of the page is the test's doing."""
        self._spoilt = False

    def give_back(self, *, failed: bool) -> None:
        """Makes the page as good as new, or closes it where that cannot be."""
        page, spoilt = self._page, self._spoilt
        assert page
        # A file that a test has in its hands while it ends would fail the next test.
        page.unroute_all(behavior="ignoreErrors")
        for event, listener in self._listeners:
            page.remove_listener(event, listener)
        self._listeners.clear()
        if spoilt or failed or len(page.context.pages) > 1:
            self.drop()
            return
        try:
            self._renew(page)
        except Error:  # it was on its way to another document
            self.drop()

    def _renew(self, page: Page) -> None:
        page.mouse.move(-10, -10)
        if page.url.startswith("http"):
            page.evaluate(_FORGET)
        page.goto("about:blank")
        self._session.send("Page.resetNavigationHistory")
        page.context.clear_cookies()

    def drop(self) -> None:
        """Closes the page with all that belongs to it."""
        if self._page:
            context = self._page.context
            context.unroute_all(behavior="ignoreErrors")
            context.close()
        self._page = None

    def _note_listeners(self) -> None:
        listen = Page.on

        def on(page: Page, event: Any, listener: Any) -> None:
            listen(page, event, listener)
            if page is self._page:
                self._listeners.append((event, listener))

        Page.on = on  # type: ignore[method-assign]

    def _watch(self, name: str) -> None:
        asked = getattr(Page, name)

        def mark() -> None:
            self._spoilt = True

        if isinstance(asked, property):

            def read(page: Page) -> Any:
                mark()
                return asked.fget(page) if asked.fget else None

            setattr(Page, name, property(read))
            return

        def call(page: Page, *args: Any, **options: Any) -> Any:
            mark()
            return asked(page, *args, **options)

        setattr(Page, name, call)
