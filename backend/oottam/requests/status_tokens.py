"""Tokens in the addresses of status pages: a request's id, and 128 bits that only we can compute.

The key lies in the database, so that links go on working when a backup is restored elsewhere.
"""

import base64
import binascii
import hashlib
import hmac
from functools import cache
from uuid import UUID

from oottam.core.random_pool import random_bytes
from oottam.requests.models import StatusKey

ID_BYTES, SIGN_BYTES, KEY_BYTES = 16, 16, 32
CHARACTERS = 43  # of base 64 without its padding


def token_of(request_id: UUID) -> str:
    """The token of a request's status page; the same every time."""
    signed = request_id.bytes + _sign(request_id.bytes)
    return base64.urlsafe_b64encode(signed).decode().rstrip("=")


def request_of(token: str) -> UUID | None:
    """The id of the request that a token of ours was made for; None for any other text.

    Whether there still is such a request, it does not ask.
    """
    if len(token) != CHARACTERS or not token.isascii():
        return None
    try:
        raw = base64.b64decode(f"{token}=", altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    named = UUID(bytes=raw[:ID_BYTES])
    # Compared as text: several spellings of base 64 stand for the same bytes.
    return named if hmac.compare_digest(token_of(named), token) else None


def _sign(request_id: bytes) -> bytes:
    return hmac.digest(_key(), b"status page\0" + request_id, hashlib.sha256)[:SIGN_BYTES]


@cache
def _key() -> bytes:
    """Read once by each process; the migration has made it, unless the table was emptied since."""
    kept, _ = StatusKey.objects.get_or_create(
        pk=StatusKey.ONLY, defaults={"key": random_bytes(KEY_BYTES)}
    )
    return bytes(kept.key)
