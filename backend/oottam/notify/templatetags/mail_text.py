"""Strangers' words in the HTML of a mail: cleaned as in its plain text; the template escapes them."""

from django import template

from oottam.notify import clean_text

register = template.Library()
register.filter("several_lines", clean_text.several_lines, is_safe=False)


@register.filter
def one_line(text: str) -> str:
    """The text on one line."""
    return clean_text.one_line(text, longest=400)
