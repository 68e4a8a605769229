"""A thread that notices a change of the live menu, renders it, and has the server reply from it."""

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from oottam import rendering
from oottam.core.tracebacks import trace
from oottam.menu import live
from oottam.menu.live import LiveMenu
from oottam.rendering import Rendering
from oottam.serving import asgi

logger = logging.getLogger(__name__)
POLL_SECONDS = 2.0
MAX_RETRY_SECONDS = 60.0
REPORT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Served:
    """The menu that is replied from, and its rendering; None for the build's own pages."""

    menu: LiveMenu
    rendering: Rendering | None


class MenuWatcher:
    """Looks every two seconds at the editions, at what is sold out, and at what `manage.py render` has made."""

    def __init__(self, application: asgi.Application, served: Served) -> None:
        self._application = application
        self._served = served
        self._logged = ""
        self._retry_seconds = 0.0
        self._retry_at = 0.0
        self._reported: tuple[int, str] | None = None
        self._report_at = 0.0
        self._renew: Callable[[], None] = lambda: None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="menu", daemon=True)

    def start(self, renew: Callable[[], None]) -> None:
        """Watch; `renew` has child processes read the shop's files anew."""
        self._renew = renew
        self._thread.start()

    def close(self) -> None:
        """End the thread; a menu that is being rendered is dropped."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Reply from the live menu. A failure is logged once and tried again, ever more rarely; the former menu stays."""
        if time.monotonic() < self._retry_at:
            return
        try:
            found = self._find()
            if found == self._served:
                self._logged, self._retry_seconds = "", 0.0
                return
            replies = read_replies(found)
        except Exception as error:  # noqa: BLE001 - whatever it is, the shop goes on with the former menu
            self._fail(error)
            return
        self._application.use(replies)
        self._served, self._logged, self._retry_seconds = found, "", 0.0
        set_contract_of_children(found.rendering)
        self._renew()
        logger.info("The pages of edition %d of the menu are live.", found.menu.edition)

    def _find(self) -> Served:
        menu = live.read(timezone.now())
        if menu.page_state != self._served.menu.page_state:
            return Served(menu, live.render(menu))
        newest = rendering.latest(settings.VAR)
        is_ours = (
            newest
            and self._served.rendering
            and newest.build == self._served.rendering.build
            and newest.menu == menu.page_state
        )
        # One of another build was made for an update; this server has no files of that build.
        return Served(menu, newest if is_ours else self._served.rendering)

    def _fail(self, error: Exception) -> None:
        self._retry_seconds = min(max(2 * self._retry_seconds, POLL_SECONDS), MAX_RETRY_SECONDS)
        self._retry_at = time.monotonic() + self._retry_seconds
        is_ours = isinstance(error, rendering.RenderError | ImproperlyConfigured)
        if (reason := str(error) if is_ours else trace(error)) != self._logged:
            logger.error("The new menu cannot be served, the former one stays: %s", reason)
            self._logged = reason

    def _run(self) -> None:
        while not self._ending.wait(POLL_SECONDS):
            close_old_connections()
            self.look()
            self._report()
        connection.close()

    def _report(self) -> None:
        """Record what is shown, when it changes and every half minute; write errors of the database are ignored."""
        state = (self._served.menu.edition, self._logged)
        if state == self._reported and time.monotonic() < self._report_at:
            return
        try:
            live.report(self._served.menu, self._logged, timezone.now())
        except DatabaseError:
            return
        self._reported, self._report_at = state, time.monotonic() + REPORT_SECONDS


def read_replies(served: Served) -> asgi.Live:
    """Read the pages, and the catalogue that prices orders from them."""
    contract = served.rendering.contract if served.rendering else settings.CONTRACT
    known = live.load_catalogue(served.menu, contract, timezone.now())
    return asgi.read_live(served.rendering, known)


def set_contract_of_children(current: Rendering | None) -> None:
    """Child processes (mails, labels) read the copy that belongs to the pages, not the folder as it is edited."""
    if current:
        os.environ.update(OOTTAM_CONTRACT=str(current.contract))
