"""Dates and datetimes at the limits of the calendar."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from oottam.core.days import end_of_day, parse_day, parse_moment, shift, start_of_day

INDIA = ZoneInfo("Asia/Kolkata")
WEEK = timedelta(days=7)


@pytest.mark.parametrize("text", ["", "x", "2026-02-30", "0000-01-01", "10000-01-01", "2026-1-1x"])
def test_invalid_day_is_none(text: str) -> None:
    assert parse_day(text) is None


def test_first_and_last_day_of_the_calendar_are_valid() -> None:
    assert [parse_day("0001-01-01"), parse_day("9999-12-31")] == [date.min, date.max]


@pytest.mark.parametrize(
    "text",
    [
        "", "2026-12-07", "2026-12-07T10:00", "2026-13-07T10:00Z",
        "0001-01-01T00:00+05:30", "9999-12-31T23:59-00:01",
    ],
)  # fmt: skip
def test_datetime_without_offset_or_out_of_range_is_none(text: str) -> None:
    assert parse_moment(text) is None


def test_datetime_is_converted_to_utc() -> None:
    assert parse_moment("2026-12-07T05:29+05:30") == datetime(2026, 12, 6, 23, 59, tzinfo=UTC)


def test_shift_is_clamped_to_the_calendar() -> None:
    assert [shift(date.min, -WEEK), shift(date.max, WEEK)] == [date.min, date.max]
    assert shift(date(2026, 12, 28), WEEK) == date(2027, 1, 4)


def test_start_and_end_of_day_are_in_its_zone() -> None:
    day = date(2026, 12, 7)
    assert start_of_day(day, INDIA) == datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
    assert end_of_day(day, INDIA) == datetime(2026, 12, 7, 18, 29, 59, 999_999, tzinfo=UTC)
    assert start_of_day(date.min, INDIA) == datetime.min.replace(tzinfo=UTC)
    assert end_of_day(date.max, ZoneInfo("America/Lima")) == datetime.max.replace(tzinfo=UTC)
