"""Template filters that sanitize customer input in a mail's HTML; the template escapes it."""

from django import template

from oottam.outbox import sanitize

register = template.Library()
register.filter("several_lines", sanitize.several_lines, is_safe=False)


@register.filter
def one_line(text: str) -> str:
    """Collapse whitespace and truncate to 400 characters."""
    return sanitize.one_line(text, max_length=400)
