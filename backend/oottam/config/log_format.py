"""Formats log records as plain or JSON lines, without personal data.

This project's messages contain no personal data. Other packages' messages are written as templates,
without their arguments. Errors are written as type and traceback, without their text.
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
PAUSE_SECONDS = 0.05  # lines within this time are written together
MAX_WAITING = 20_000  # queued lines; further ones are dropped and counted


class Lines(logging.Formatter):
    """2026-11-21 12:00:00.123 INFO oottam.access [9f2c4be1d07a6335] GET /order/ 200 0.8 ms 5120 bytes"""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, followed by an error's traceback."""
        line = (
            f"{_second(int(record.created))}.{int(record.msecs):03} {record.levelname} "
            f"{record.name} [{request_id.get()}] {_message(record)}"
        )
        error = _error(record)
        return f"{line}\n{error}" if error else line


@lru_cache(maxsize=4)
def _second(timestamp: int) -> str:
    """Format the local time; cached for the lines of one second."""
    return f"{datetime.fromtimestamp(timestamp).astimezone():%Y-%m-%d %H:%M:%S}"


class JsonLines(logging.Formatter):
    """One JSON object per line: time (UTC), level, logger, request_id, message, and the record's fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON object; adds the record's `fields`."""
        created_at = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": created_at.isoformat(timespec="milliseconds"),
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

    Logging only queues the line, without a lock. The queue is flushed at exit.
    """

    def __init__(self) -> None:
        super().__init__()
        self._stream = sys.stderr
        self._lines: deque[str] = deque()
        self._is_awake = False
        self._wake: SimpleQueue[None] = SimpleQueue()
        self._dropped = 0
        self._thread: threading.Thread | None = None

    def createLock(self) -> None:  # noqa: N802 - logging's name
        """Create none: deque is thread-safe."""
        self.lock = None

    def handle(self, record: logging.LogRecord) -> bool:
        """Override: from Python 3.13 on, logging acquires the lock even if it is None."""
        is_wanted = bool(self.filter(record))
        if is_wanted:
            self.emit(record)
        return is_wanted

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line for the thread."""
        if len(self._lines) >= MAX_WAITING:
            self._dropped += 1
            return
        try:
            self._lines.append(self.format(record))
        except Exception:  # noqa: BLE001 - as in logging's handlers
            self.handleError(record)
        if not self._is_awake:
            self._is_awake = True
            self._start_thread()
            self._wake.put(None)

    def flush(self) -> None:
        """Write the queued lines in the calling thread."""
        self._is_awake = False  # the next record wakes the thread again
        written: list[str] = []
        with suppress(IndexError):
            while True:
                written.append(self._lines.popleft())
        if dropped := self._dropped:
            self._dropped -= dropped
            written.append(f"{dropped} lines were left out: nobody read them")
        if written:
            with suppress(OSError, ValueError):  # the stream is closed
                self._stream.write("\n".join([*written, ""]))
                self._stream.flush()

    def _start_thread(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="log", daemon=True)
            self._thread.start()

    def _write(self) -> None:
        while True:
            self._wake.get()
            time.sleep(PAUSE_SECONDS)
            self.flush()


def _message(record: logging.LogRecord) -> str:
    is_own = record.name == APP_LOGGER or record.name.startswith(f"{APP_LOGGER}.")
    return record.getMessage() if is_own else str(record.msg)


def _error(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return trace(error) if error else ""
