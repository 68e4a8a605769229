"""Strangers' words made fit for a mail: nothing in them can break a line or turn the reading order.

The database keeps every text as it was sent; only what goes into mails is cleaned.
"""

import unicodedata

from oottam.core.direction import strip_unisolated_controls

ELLIPSIS = "…"


def one_line(text: str, longest: int) -> str:
    """The text on one line, of at most `longest` characters, fit for a header."""
    cleaned = " ".join(several_lines(text).split())
    return (
        cleaned
        if len(cleaned) <= longest
        else strip_unisolated_controls(cleaned[: longest - 1] + ELLIPSIS)
    )


def several_lines(text: str) -> str:
    """The text without control characters and marks of direction; its line breaks stay."""
    lines = strip_unisolated_controls(text).splitlines()
    return "\n".join("".join(map(_printable, line)).strip() for line in lines).strip()


def _printable(character: str) -> str:
    return " " if unicodedata.category(character) == "Cc" else character
