"""Retry policy for mails: exponential backoff with jitter, and a maximum of attempts."""

import random
from datetime import timedelta

FIRST_DELAY = timedelta(seconds=10)
MAX_DELAY = timedelta(minutes=10)
MAX_ATTEMPTS = 500  # about two and a half days: a fault can last a weekend
MAX_ATTEMPTS_IF_REJECTED = 4  # about a minute: some servers reject temporarily with a 5xx


def delay(attempts: int) -> timedelta:
    """Wait after `attempts` attempts: doubles up to MAX_DELAY, times a random factor of 0.5 to 1.

    The jitter spreads mails that failed together.
    """
    doublings = min(attempts - 1, 30)  # bounds the power; far beyond MAX_DELAY
    upper: timedelta = min(FIRST_DELAY * 2**doublings, MAX_DELAY)
    return upper * random.uniform(0.5, 1)  # noqa: S311 - not security relevant


def is_permanent(attempts: int, *, is_rejected: bool) -> bool:
    """Whether to give up; `is_rejected` if the last attempt ended with an SMTP 5xx."""
    return attempts >= (MAX_ATTEMPTS_IF_REJECTED if is_rejected else MAX_ATTEMPTS)
