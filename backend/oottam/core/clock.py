"""Formats times of day in the Indian style."""

from datetime import datetime, time


def clock_time(at: time | datetime) -> str:
    """Format as "6:30 pm", or "1 pm" at a full hour; a datetime in its own zone."""
    minutes = f":{at:%M}" if at.minute else ""
    return f"{at.hour % 12 or 12}{minutes} {'am' if at.hour < 12 else 'pm'}"
