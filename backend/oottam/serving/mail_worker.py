"""Supervises the mail worker, a child process of the server."""

import logging
import subprocess
import sys
import threading
import time

logger = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "django", "deliver_mail", "--while-stdin-open", "--skip-checks")
STOP_SECONDS = 20.0  # lets a mail in transmission finish
MIN_RESTART_SECONDS, MAX_RESTART_SECONDS = 1.0, 60.0  # seconds between restarts


class MailWorker:
    """Starts the worker, restarts it when it dies, and stops it with `close`.

    The worker's standard input is a pipe whose other end only this process holds: it reads EOF even
    when the server is killed. Its own process group shields it from Ctrl-C in a terminal, so that
    the server decides when it stops.
    """

    def __init__(self) -> None:
        self._closing = threading.Event()
        self._is_outdated = False
        self._stop_requested_at = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._supervise, name="mail-worker", daemon=True)
        self._thread.start()

    def request_stop(self) -> None:
        """Ask the worker to stop after its current mail. Idempotent."""
        with self._lock:
            if not self._closing.is_set():
                self._stop_requested_at = time.monotonic()
                self._closing.set()
            if self._process and self._process.stdin:
                self._process.stdin.close()

    def renew(self) -> None:
        """Start another worker after the current mail; it reloads the shop's texts."""
        with self._lock:
            self._is_outdated = True
            if self._process and self._process.stdin:
                self._process.stdin.close()

    def close(self) -> None:
        """Stop the worker; kill it STOP_SECONDS after the first request to stop."""
        self.request_stop()
        self._thread.join(max(0.0, self._stop_requested_at + STOP_SECONDS - time.monotonic()))
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _supervise(self) -> None:
        pause = MIN_RESTART_SECONDS
        while process := self._start():
            started = time.monotonic()
            status = process.wait()
            if self._closing.is_set():
                return
            if self._is_outdated:
                continue
            if time.monotonic() - started > MAX_RESTART_SECONDS:
                pause = MIN_RESTART_SECONDS  # the worker had run properly
            logger.warning("The mail worker ended with status %d; it is started again", status)
            self._closing.wait(pause)
            pause = min(2 * pause, MAX_RESTART_SECONDS)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._closing.is_set():
                return None
            self._is_outdated = False
            self._process = subprocess.Popen(  # noqa: S603 - a constant command
                COMMAND, stdin=subprocess.PIPE, process_group=0
            )
            return self._process
