"""Ids and references of requests, and the signed tokens in the URLs of their status pages.

A token is the id and a 128-bit HMAC, in base64url. The key is stored in the database, so that links remain valid after
a restore on another server.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from datetime import datetime
from functools import cache
from uuid import UUID

from oottam.requests.models import StatusKey

# Crockford's base 32: no I, L, O or U, so that a reference can be dictated on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE_CHARACTERS = 7  # 34 thousand million references; the caller retries a collision
ID_BYTES, SIGNATURE_BYTES, KEY_BYTES = 16, 16, 32
TOKEN_LENGTH = 43  # base64 without padding


def new_id(received_at: datetime) -> UUID:
    """Generate a UUID of version 7, ordered by time, which keeps new rows adjacent in the index."""
    milliseconds = int(received_at.timestamp() * 1000)
    value = milliseconds << 80 | secrets.randbits(80)
    return UUID(int=value & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62)


def new_reference() -> str:
    """Generate a short random reference, such as OT-7K2M9QX."""
    bits = secrets.randbits(5 * REFERENCE_CHARACTERS)  # five bits per character
    shifts = range(0, 5 * REFERENCE_CHARACTERS, 5)
    return "OT-" + "".join([ALPHABET[bits >> shift & 31] for shift in shifts])


def token_of(request_id: UUID) -> str:
    """Return the token of a request's status page; it is deterministic."""
    signature = hmac.digest(_key(), b"status page\0" + request_id.bytes, hashlib.sha256)
    signed = request_id.bytes + signature[:SIGNATURE_BYTES]
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


@cache
def _key() -> bytes:
    """Return the key, cached per process. A migration creates it; recreated if the table was emptied."""
    row, _ = StatusKey.objects.get_or_create(
        pk=StatusKey.ONLY, defaults={"key": secrets.token_bytes(KEY_BYTES)}
    )
    return bytes(row.key)
