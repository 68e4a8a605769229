"""The process that sends the mails, beside the server and no longer than it."""

import logging
import subprocess
import sys
import threading
import time

logger = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "django", "deliver_mail", "--while-stdin-open", "--skip-checks")
STOP_SECONDS = 20.0  # a mail that is being handed over is finished
FIRST_PAUSE, MAX_PAUSE_LENGTH = 1.0, 60.0  # seconds before a worker that died is started again


class MailWorker:
    """Starts the worker, starts it again whenever it dies, and ends it with `close`.

    The worker's standard input is a pipe of which only this process holds the other end: it sees
    the end of it even when the server is killed. A process group of its own keeps Ctrl-C in a
    terminal from ending it before the server has decided to.
    """

    def __init__(self) -> None:
        self._closing = threading.Event()
        self._asked_at = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._supervise, name="mail-worker", daemon=True)
        self._thread.start()

    def ask_to_end(self) -> None:
        """Have the worker end after the mail that it has in hand; safe to call twice."""
        with self._lock:
            if not self._closing.is_set():
                self._asked_at = time.monotonic()
                self._closing.set()
            if self._process and self._process.stdin:
                self._process.stdin.close()

    def close(self) -> None:
        """Wait until it has ended, in the time that it has since it was asked."""
        self.ask_to_end()
        self._thread.join(max(0.0, self._asked_at + STOP_SECONDS - time.monotonic()))
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _supervise(self) -> None:
        pause = FIRST_PAUSE
        while process := self._start():
            started = time.monotonic()
            status = process.wait()
            if self._closing.is_set():
                return
            if time.monotonic() - started > MAX_PAUSE_LENGTH:
                pause = FIRST_PAUSE  # it had worked
            logger.warning("The mail worker ended with status %d; it is started again", status)
            self._closing.wait(pause)
            pause = min(2 * pause, MAX_PAUSE_LENGTH)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._closing.is_set():
                return None
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                COMMAND, stdin=subprocess.PIPE, process_group=0
            )
            return self._process
