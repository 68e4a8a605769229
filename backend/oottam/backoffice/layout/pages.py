"""Long lists, page by page: each page begins after the last row of the one before it."""

from typing import Any


def first_page(rows: Any, size: int) -> tuple[list[Any], Any]:
    """Return the first rows, and the last of them where more follow; None at the end."""
    found = list(rows[: size + 1])
    page = found[:size]
    return page, page[-1] if len(found) > size else None
