"""Signed tokens in the URLs of status pages: a request's id and a 128-bit HMAC, in base64url.

The key is stored in the database, so that links remain valid after a restore on another server.
"""

import base64
import binascii
import hashlib
import hmac
from functools import cache
from uuid import UUID

from oottam.core.random_pool import random_bytes
from oottam.requests.models import StatusKey

ID_BYTES, SIGNATURE_BYTES, KEY_BYTES = 16, 16, 32
TOKEN_LENGTH = 43  # base64 without padding


def token_of(request_id: UUID) -> str:
    """Return the token of a request's status page; it is deterministic."""
    signed = request_id.bytes + _signature(request_id.bytes)
    return base64.urlsafe_b64encode(signed).decode().rstrip("=")


def request_id_of(token: str) -> UUID | None:
    """Return the request id of a valid token, else None. The request itself may have been deleted."""
    if len(token) != TOKEN_LENGTH or not token.isascii():
        return None
    try:
        raw = base64.b64decode(f"{token}=", altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    request_id = UUID(bytes=raw[:ID_BYTES])
    # Compared as text, since base64 has several encodings of the same bytes.
    return request_id if hmac.compare_digest(token_of(request_id), token) else None


def _signature(request_id: bytes) -> bytes:
    return hmac.digest(_key(), b"status page\0" + request_id, hashlib.sha256)[:SIGNATURE_BYTES]


@cache
def _key() -> bytes:
    """Return the key, cached per process. A migration creates it; recreated if the table was emptied."""
    row, _ = StatusKey.objects.get_or_create(
        pk=StatusKey.ONLY, defaults={"key": random_bytes(KEY_BYTES)}
    )
    return bytes(row.key)
