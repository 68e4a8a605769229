"""When a mail that did not go through is tried again, and when no more."""

import random
from datetime import timedelta

FIRST_DELAY = timedelta(seconds=10)
MAX_DELAY = timedelta(minutes=10)
MAX_ATTEMPTS = 500  # about two and a half days: whoever has to repair something has a weekend
MAX_ATTEMPTS_IF_REFUSED = 4  # a minute or so: some servers refuse what they take a moment later


def delay(attempts: int) -> timedelta:
    """How long to wait after this many attempts: doubling up to a cap, up to half of it by chance.

    Chance keeps mails that failed together from coming back together.
    """
    doublings = min(attempts - 1, 30)  # far beyond the cap; keeps the number small
    longest: timedelta = min(FIRST_DELAY * 2**doublings, MAX_DELAY)
    return longest * random.uniform(0.5, 1)  # noqa: S311 - nothing to guess here


def is_permanent(attempts: int, *, refused: bool) -> bool:
    """Whether to give up after this many attempts; `refused`: the last one for good (SMTP 5xx)."""
    return attempts >= (MAX_ATTEMPTS_IF_REFUSED if refused else MAX_ATTEMPTS)
