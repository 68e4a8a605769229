"""What the calendar's template needs beside what all of the staff's have."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString

from oottam.backoffice.calendar.entries import Entry
from oottam.backoffice.calendar.lines import entry_lines

register = template.Library()


@register.filter("lines")
def _lines(entries: Iterable[Entry], sees_people: Any) -> SafeString:
    """The entries of a day; what they lead to depends on who looks."""
    return entry_lines(entries, sees_people=bool(sees_people))
