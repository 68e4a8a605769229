"""Times as staff read them: by the clock in India."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime


def in_india(at: datetime) -> str:
    """Day and time in words; the page of a single object would show what a method returns as bare UTC."""
    return date_format(localtime(at), "DATETIME_FORMAT")
