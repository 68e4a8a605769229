"""Log lines contain no personal data, also for other packages and errors."""

import json
import logging
from typing import Any

import pytest

from oottam.config.log_format import BackgroundStreamHandler, JsonLines, Lines
from oottam.core.request_context import request_id

SECRET = "Asha of 12 Beach Road"


def record(name: str, message: str, *args: Any, error: Exception | None = None) -> Any:
    raised = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord(name, logging.INFO, __file__, 1, message, args, raised)
    made.created, made.msecs = 1_795_248_000.123, 123.0  # 2026-11-21T08:00:00.123Z
    return made


def failing(customer: str) -> Exception:
    """An error with a customer's name in its text, its frame and its cause."""
    try:
        _look_up(customer)
    except ValueError as error:
        return error
    raise AssertionError


def _look_up(customer: str) -> None:
    nobody: dict[str, str] = {}
    try:
        nobody[customer]
    except KeyError as error:
        raise ValueError(f"no {customer}") from error


def written(formatter: logging.Formatter, of: Any) -> str:
    named = request_id.set("0123456789abcdef")
    try:
        return formatter.format(of)
    finally:
        request_id.reset(named)


def test_json_line_has_time_level_logger_request_id_and_message() -> None:
    line = written(JsonLines(), record("oottam.api", "%d %s", 3, "orders"))
    assert json.loads(line) == {
        "time": "2026-11-21T08:00:00.123+00:00",
        "level": "INFO",
        "logger": "oottam.api",
        "request_id": "0123456789abcdef",
        "message": "3 orders",
    }
    assert "\n" not in line


def test_plain_line_starts_with_the_time() -> None:
    line = written(Lines(), record("oottam.api", "%d %s", 3, "orders"))
    assert line.endswith(".123 INFO oottam.api [0123456789abcdef] 3 orders")


@pytest.mark.parametrize("formatter", [Lines(), JsonLines()])
def test_error_is_written_as_type_and_traceback(formatter: logging.Formatter) -> None:
    line = written(formatter, record("oottam.api", "it failed", error=failing(SECRET)))
    assert "ValueError" in line
    assert "caused by KeyError" in line
    assert "in _look_up" in line
    assert SECRET not in line


@pytest.mark.parametrize("formatter", [Lines(), JsonLines()])
def test_arguments_of_other_packages_messages_are_left_out(
    formatter: logging.Formatter,
) -> None:
    for name in ("another.package", "django.request", "oottam_of_another_kind"):
        line = written(formatter, record(name, "Repeated failure by %s", SECRET))
        assert "Repeated failure by %s" in line
        assert SECRET not in line


def test_circular_error_chain_ends() -> None:
    first, second = ValueError("1"), KeyError("2")
    first.__context__, second.__context__ = second, first
    assert "KeyError" in written(Lines(), record("oottam", "it failed", error=first))


def test_servers_log_handler_is_silent_in_tests() -> None:
    handlers = [type(handler) for handler in logging.getLogger().handlers]
    assert logging.NullHandler in handlers
    assert BackgroundStreamHandler not in handlers
