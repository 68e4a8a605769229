"""One way through the shop holds several sentences: to come there anew for each took longer than to look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(sentence: str) -> Iterator[None]:
    """A part of a journey, and the sentence that it holds: where it fails, the failure says which one that was."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"This does not hold: {sentence}.")
        raise
