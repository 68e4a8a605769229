"""Template filters of the calendar."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.defaultfilters import truncatechars
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from oottam.backoffice.calendar import CLOSED, Entry
from oottam.core.clock import clock_time
from oottam.core.direction import escape

register = template.Library()
MAX_TITLE_LENGTH = 60


@register.filter
def lines(entries: Iterable[Entry], sees_customers: Any) -> SafeString:
    """Render in order, without a template per entry, as a month has hundreds; a closed day is a link for the desk only."""
    return SafeString(
        "".join([_line(entry, sees_customers=bool(sees_customers)) for entry in entries])
    )


def _line(entry: Entry, *, sees_customers: bool) -> str:
    at = f", <time>{clock_time(entry.at)}</time>" if entry.at else ""
    is_long = len(entry.title) > MAX_TITLE_LENGTH
    title = escape(truncatechars(entry.title, MAX_TITLE_LENGTH) if is_long else entry.title)
    if sees_customers or (entry.address and entry.kind != CLOSED):
        title = f'<a href="{conditional_escape(entry.address)}">{title}</a>'
    more = "".join(
        f'<p class="entry-more">{escape(line)}</p>' for line in (entry.detail, *entry.lines) if line
    )
    note = f'<p class="differs">{escape(entry.note)}</p>' if entry.note else ""
    return f"""<li class="entry {entry.kind}"><p class="entry-kind">{entry.label}{at}</p><p>{title}</p>{more}{note}</li>
"""
