"""How log records are written: for people, or as JSON lines. Neither holds anything of a customer.

Our own messages are made of harmless values. A message of another package is written as its
template, because what it would fill in may be anybody's name or address. Of an error, kind and
place are written, not the text.
"""

import logging
from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from oottam.common.request_context import request_id
from oottam.common.tracebacks import trace

OURS = "oottam"


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
        return msgspec.json.encode(line).decode()


def _message(record: logging.LogRecord) -> str:
    ours = record.name == OURS or record.name.startswith(f"{OURS}.")
    return record.getMessage() if ours else str(record.msg)


def _error(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return trace(error) if error else ""
