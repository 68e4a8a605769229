"""Days and moments as clients write them, and sums of them that stay within the calendar.

A client may name any day from the year 1 to 9999. What is reckoned from such a day can leave the calendar, or lie
outside what UTC can say of India's clock: these functions stop at its ends, where Python and databases would fail.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.utils.dateparse import parse_date, parse_datetime


def parse_day(text: str) -> date | None:
    """A day as 2026-12-31; None for what is none."""
    try:
        return parse_date(text)
    except ValueError:
        return None


def parse_moment(text: str) -> datetime | None:
    """A moment with its offset, in UTC; None for what is none, or lies beyond the calendar there."""
    try:
        found = parse_datetime(text)
        return found.astimezone(UTC) if found and found.tzinfo else None
    except (ValueError, OverflowError):
        return None


def shift(day: date, by: timedelta) -> date:
    """That much later, or earlier; the calendar's last or first day where it has no such day."""
    try:
        return day + by
    except OverflowError:
        return date.max if by > timedelta(0) else date.min


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Its first moment in that zone, in UTC."""
    return _in_utc(datetime.combine(day, time.min, zone))


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Its last moment in that zone, in UTC."""
    return _in_utc(datetime.combine(day, time.max, zone))


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        is_first = moment.year == date.min.year
        return (datetime.min if is_first else datetime.max).replace(tzinfo=UTC)  # noqa: DTZ901 - it gets one


def as_day(found: str | date) -> date:
    """A day as a query finds it: SQLite keeps days as texts."""
    return date.fromisoformat(found) if isinstance(found, str) else found
