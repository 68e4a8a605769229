"""Formats tracebacks without error messages, which may contain personal data."""

import traceback
from collections.abc import Iterator


def trace(error: BaseException) -> str:
    """Return type and frames of the error, followed by those of its causes."""
    return "\ncaused by ".join(
        f"{type(cause).__qualname__}\n{''.join(traceback.format_tb(cause.__traceback__))}"
        for cause in _chain(error)
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        hidden = current.__suppress_context__
        current = current.__cause__ or (None if hidden else current.__context__)
