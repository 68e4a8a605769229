"""Strangers' words in the HTML of a mail: cleaned as in its plain text; the template escapes them."""

from django import template

from oottam.outbox import sanitize

register = template.Library()
register.filter("several_lines", sanitize.several_lines, is_safe=False)


@register.filter
def one_line(text: str) -> str:
    """The text on one line."""
    return sanitize.one_line(text, longest=400)
