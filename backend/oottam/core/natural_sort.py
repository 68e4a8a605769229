"""Sorts text with numbers by their value: 9 Beach Road before 10 Beach Road."""

import re

# Long digit runs are split: parsing one takes quadratic time.
_NUMBER = re.compile(r"(\d{1,18})")


def natural_key(text: str) -> tuple[str | int, ...]:
    """Return a sort key of alternating text and numbers, starting with text, so that any two compare."""
    parts = _NUMBER.split(text.casefold())
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))
