"""A thread that notices a new rendering and has the server reply from it."""

import logging
import os
import threading
from collections.abc import Callable

from django.conf import settings

from oottam.core.tracebacks import trace
from oottam.rendering import Rendering, is_needed, latest
from oottam.serving import asgi

logger = logging.getLogger(__name__)
POLL_SECONDS = 2.0


class RenderingWatcher:
    """Looks every two seconds; a server of the shipped contract, whose pages are in the build, has nothing to watch."""

    def __init__(self, application: asgi.Application, rendering: Rendering | None) -> None:
        """`rendering` is the one that `application` replies from."""
        self._application = application
        self._rendering = rendering
        self._failed: Rendering | None = None  # logged once, and tried again
        self._renew: Callable[[], None] = lambda: None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rendering", daemon=True)

    def start(self, renew: Callable[[], None]) -> None:
        """Watch; `renew` has child processes read the shop's files anew."""
        self._renew = renew
        if is_needed(settings.CONTRACT, settings.CALL_BASES):
            self._thread.start()

    def close(self) -> None:
        """End the thread; a rendering that is being read is dropped."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Reply from the newest rendering. One that cannot be read is logged, and the former one stays."""
        rendering = latest(settings.VAR)
        if rendering is None or rendering == self._rendering:
            return
        if self._rendering and rendering.build != self._rendering.build:
            return  # made for an update; this server has no files of that build
        try:
            live = asgi.read_live(rendering)
        except Exception as error:  # noqa: BLE001 - whatever it is, the shop goes on with the former one
            if rendering != self._failed:
                logger.error("The new pages cannot be read, the former ones stay: %s", trace(error))  # noqa: TRY400
            self._failed = rendering
        else:
            self._application.use(live)
            self._rendering = rendering
            set_contract_of_children(rendering)
            self._renew()
            logger.info("The pages of the last rendering are live.")

    def _run(self) -> None:
        while not self._ending.wait(POLL_SECONDS):
            self.look()


def set_contract_of_children(rendering: Rendering) -> None:
    """Child processes (mails, labels) read the copy that belongs to the pages, not the folder as it is edited."""
    os.environ.update(OOTTAM_CONTRACT=str(rendering.contract))
