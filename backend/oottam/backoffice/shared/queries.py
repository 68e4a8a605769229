"""What the queries of all lists share: primary keys in addresses and forms, and pages.

Long lists come page by page: each begins after the last row of the one before it.
"""

from typing import Any

_MAX = 2**63 - 1


def parse_pk(text: str) -> int | None:
    """Return the number; None where the text is no 64-bit primary key."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if 0 < number <= _MAX else None


def first_page(rows: Any, size: int) -> tuple[list[Any], Any]:
    """Return the first rows, and the last of them where more follow; None at the end."""
    found = list(rows[: size + 1])
    page = found[:size]
    return page, page[-1] if len(found) > size else None
