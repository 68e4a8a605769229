"""Parses dates and datetimes from clients, and calculates with them without overflow.

Clients may send any day of the years 1 to 9999. Results beyond the range of `date` or of UTC are clamped to its ends,
where Python and the databases would raise errors.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.utils.dateparse import parse_date, parse_datetime

WHOLE_DAY = 0  # in place of a meal
EVERY_DAY = 0b1111111  # a bit for each weekday, from Monday


def parse_day(text: str) -> date | None:
    """Parse 2026-12-31; None if invalid."""
    try:
        return parse_date(text)
    except ValueError:
        return None


def parse_moment(text: str) -> datetime | None:
    """Parse an ISO datetime with an offset and return it in UTC; None if invalid or out of range."""
    try:
        parsed = parse_datetime(text)
        return parsed.astimezone(UTC) if parsed and parsed.tzinfo else None
    except (ValueError, OverflowError):
        return None


def shift(day: date, by: timedelta) -> date:
    """Add `by`, clamped to date.min and date.max."""
    try:
        return day + by
    except OverflowError:
        return date.max if by > timedelta(0) else date.min


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the day's first moment in `zone`, in UTC."""
    return _to_utc(datetime.combine(day, time.min, zone))


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the day's last moment in `zone`, in UTC."""
    return _to_utc(datetime.combine(day, time.max, zone))


def _to_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        is_first = moment.year == date.min.year
        return (datetime.min if is_first else datetime.max).replace(tzinfo=UTC)  # noqa: DTZ901 - tzinfo is added


def to_date(value: str | date) -> date:
    """Convert a query's result to a date: SQLite returns dates as text."""
    return date.fromisoformat(value) if isinstance(value, str) else value
