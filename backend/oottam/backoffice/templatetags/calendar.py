"""Template filters of the calendar."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString

from oottam.backoffice.calendar.entries import Entry
from oottam.backoffice.calendar.lines import entry_lines

register = template.Library()


@register.filter("lines")
def _lines(entries: Iterable[Entry], sees_people: Any) -> SafeString:
    """Render a day's entries; their links depend on the user's permissions."""
    return entry_lines(entries, sees_people=bool(sees_people))
