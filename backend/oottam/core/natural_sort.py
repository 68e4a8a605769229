"""A key by which people sort what holds numbers: 9 Beach Road before 10 Beach Road."""

import re

# A row of digits longer than any house's is read in pieces: as one number it takes time that grows with its square.
_NUMBER = re.compile(r"(\d{1,18})")


def natural(text: str) -> tuple[str | int, ...]:
    """Text and numbers in turn, the first one a text: any two of these can be compared."""
    parts = _NUMBER.split(text.casefold())
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))
