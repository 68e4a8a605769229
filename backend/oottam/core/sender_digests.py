"""Pseudonyms of senders, for rate limits."""

import hashlib
from functools import cache

from django.conf import settings


def digest(kind: str, sender: str) -> int | None:
    """Return a 64-bit digest, keyed with the shop's secret key; None for an empty sender.

    `kind` separates digests of phones and addresses; at most 16 ASCII characters.
    """
    if not sender:
        return None
    keyed = _keyed(kind, settings.SECRET_KEY).copy()
    keyed.update(sender.encode())
    return int.from_bytes(keyed.digest(), signed=True)


@cache
def _keyed(kind: str, secret: str) -> "hashlib.blake2b":
    key = hashlib.sha256(b"oottam senders " + secret.encode()).digest()
    return hashlib.blake2b(digest_size=8, key=key, person=kind.encode())
