"""Sanitizes customer input for mails: removes control characters and bidirectional overrides.

The database stores the input unchanged.
"""

import re

from oottam.core.direction import strip_unisolated_controls

ELLIPSIS = "…"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def one_line(text: str, max_length: int) -> str:
    """Collapse whitespace and truncate to `max_length` characters; safe in a header."""
    cleaned = " ".join(several_lines(text).split())
    return (
        cleaned
        if len(cleaned) <= max_length
        else strip_unisolated_controls(cleaned[: max_length - 1] + ELLIPSIS)
    )


def several_lines(text: str) -> str:
    """Remove control and direction characters; keep line breaks."""
    lines = strip_unisolated_controls(text).splitlines()
    return "\n".join(_CONTROLS.sub(" ", line).strip() for line in lines).strip()
