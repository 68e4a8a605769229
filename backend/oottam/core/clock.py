"""Times of day as people in India write them."""

from datetime import datetime, time


def clock_time(at: time | datetime) -> str:
    """As "6:30 pm", or "1 pm" at a full hour; a moment by the clock of its own zone."""
    minutes = f":{at:%M}" if at.minute else ""
    return f"{at.hour % 12 or 12}{minutes} {'am' if at.hour < 12 else 'pm'}"
