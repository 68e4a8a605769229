"""How log records are written: for people, or as JSON lines. Neither holds anything of a customer.

Our own messages are made of harmless values. A message of another package is written as its
template, because what it would fill in may be anybody's name or address. Of an error, kind and
place are written, not the text.
"""

import logging
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from queue import SimpleQueue

from pydantic_core import to_json

from oottam.core.request_context import request_id
from oottam.core.tracebacks import trace

APP_LOGGER = "oottam"
PAUSE_SECONDS = 0.05  # lines that come within it are written at once
MAX_WAITING = 20_000  # lines, beyond which they are only counted


class Lines(logging.Formatter):
    """2026-11-21 12:00:00.123 INFO oottam.access [9f2c4be1d07a6335] GET /order/ 200 0.8 ms 5120 bytes"""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the frames of an error below it."""
        line = (
            f"{_second(int(record.created))}.{int(record.msecs):03} {record.levelname} "
            f"{record.name} [{request_id.get()}] {_message(record)}"
        )
        error = _error(record)
        return f"{line}\n{error}" if error else line


@lru_cache(maxsize=4)
def _second(timestamp: int) -> str:
    """The local time, once for all lines of a second."""
    return f"{datetime.fromtimestamp(timestamp).astimezone():%Y-%m-%d %H:%M:%S}"


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, request_id, message, and what else is known."""

    def format(self, record: logging.LogRecord) -> str:
        """The fields that a record carries as `fields` stand beside the others."""
        when = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": request_id.get(),
            "message": _message(record),
            **getattr(record, "fields", {}),
        }
        error = _error(record)
        if error:
            line["error"] = error
        return to_json(line).decode()


class BackgroundStreamHandler(logging.Handler):
    """Writes to standard error in a separate thread, so that a full pipe blocks no request.

    Logging only queues the record, without a lock. The queue is written out at the end.
    """

    def __init__(self) -> None:
        super().__init__()
        self._stream = sys.stderr
        self._lines: deque[str] = deque()
        self._is_woken = False
        self._wake: SimpleQueue[None] = SimpleQueue()
        self._dropped = 0
        self._thread: threading.Thread | None = None

    def createLock(self) -> None:  # noqa: N802 - as logging calls it
        """None is needed."""
        self.lock = None

    def handle(self, record: logging.LogRecord) -> bool:
        """As logging does, which from Python 3.13 on takes a lock also where there is none."""
        is_wanted = bool(self.filter(record))
        if is_wanted:
            self.emit(record)
        return is_wanted

    def emit(self, record: logging.LogRecord) -> None:
        """Leave the line to the thread."""
        if len(self._lines) >= MAX_WAITING:
            self._dropped += 1
            return
        try:
            self._lines.append(self.format(record))
        except Exception:  # noqa: BLE001 - as logging's own handlers do
            self.handleError(record)
        if not self._is_woken:
            self._is_woken = True
            self._begin()
            self._wake.put(None)

    def flush(self) -> None:
        """Write what is waiting, in the thread that asks for it."""
        self._is_woken = False  # the next record wakes it again
        written: list[str] = []
        with suppress(IndexError):
            while True:
                written.append(self._lines.popleft())
        if dropped := self._dropped:
            self._dropped -= dropped
            written.append(f"{dropped} lines were left out: nobody read them")
        if written:
            with suppress(OSError, ValueError):  # it is closed: there is nobody left to tell
                self._stream.write("\n".join([*written, ""]))
                self._stream.flush()

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="log", daemon=True)
            self._thread.start()

    def _write(self) -> None:
        while True:
            self._wake.get()
            time.sleep(PAUSE_SECONDS)
            self.flush()


def _message(record: logging.LogRecord) -> str:
    ours = record.name == APP_LOGGER or record.name.startswith(f"{APP_LOGGER}.")
    return record.getMessage() if ours else str(record.msg)


def _error(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return trace(error) if error else ""
