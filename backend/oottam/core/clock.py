"""Formats times of day in the Indian style."""

from datetime import datetime, time


def clock_time(at: time | datetime) -> str:
    """Format as "7:30 pm"; a datetime in its own zone."""
    return f"{at.hour % 12 or 12}:{at:%M} {'am' if at.hour < 12 else 'pm'}"
