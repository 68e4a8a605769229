"""A staff client that opens a page repeatedly and detects logouts."""

import threading

from system_tests.support.report import Report
from system_tests.support.staff import RefusedError, Staff

EVERY_SECONDS = 0.3


class Watcher:
    """Opens the list of requests through the proxy in a separate thread."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.opened = self.away = self.logged_out = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, report: Report) -> None:
        """Stop and report the results."""
        self._stopped.set()
        self._thread.join()
        report.figures["staff pages opened, unavailable, redirected to the log-in"] = (
            self.opened,
            self.away,
            self.logged_out,
        )
        if self.logged_out:
            report.faults.append(f"staff: redirected to the log-in {self.logged_out} times")
        if not self.opened:
            report.faults.append("staff: no page was opened")

    def _watch(self) -> None:
        while not self._stopped.wait(EVERY_SECONDS):
            try:
                page = self._staff.page("requests/")
            except (OSError, RefusedError):
                self.away += 1
                continue
            if 'name="password"' in page:
                self.logged_out += 1
            else:
                self.opened += 1
