"""Named steps within a test: several assertions share one flow, as repeating the flow is slow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(sentence: str) -> Iterator[None]:
    """A test step with its expected behaviour as a sentence; a failure names the step."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"This does not hold: {sentence}.")
        raise
