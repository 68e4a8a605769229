"""Passwords: a validator against words of the shop, and a limit of concurrent hashing."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

# In addition to Django's validators: similarity to the account, and the 20,000 most common passwords.
WORDS = (
    "oottam", "cafe", "kitchen", "protein", "chennai", "tamilnadu", "india", "backoffice", "desk", "staff",
    "owner", "manager", "rider", "cook", "admin", "password", "welcome", "letmein", "order", "lunch", "dinner",
)  # fmt: skip
MIN_OTHERS = 6  # further characters, without digits and signs at the ends
_ANY = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
_AT_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")
MAX_CONCURRENT = 1
MAX_WAITING = 4
TIMEOUT_SECONDS = 3.0
RETRY_SECONDS = 5


class ShopWordsValidator:
    """Rejects a password of little more than words that an attacker would try first, with a year or a sign: "Oottam@2026"."""

    def validate(self, password: str, user: User | None = None) -> None:
        other = password.casefold()
        if _ANY.search(other) and len(_AT_ENDS.sub("", _ANY.sub("", other))) < MIN_OTHERS:
            raise ValidationError(self.get_help_text(), code="words_of_the_shop")

    def get_help_text(self) -> str:
        return "Words about this shop are easy to guess: add words that have nothing to do with it."


class BusyError(Exception):
    """Too many log-ins are waiting; the client should retry after RETRY_SECONDS."""


class HashingQueue:
    """Hashing takes about 0.3 s of CPU by design: further log-ins are rejected, so that customers keep threads and CPU.

    Admits `concurrency` threads at a time and lets `waiting` more wait."""

    def __init__(self, concurrency: int = MAX_CONCURRENT, waiting: int = MAX_WAITING) -> None:
        self._running = threading.Semaphore(concurrency)
        self._admitted = threading.Semaphore(concurrency + waiting)

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot in which one password may be hashed; raises BusyError."""
        if not self._admitted.acquire(blocking=False):
            raise BusyError
        try:
            if not self._running.acquire(timeout=TIMEOUT_SECONDS):
                raise BusyError
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._admitted.release()


hashing_queue = HashingQueue()
