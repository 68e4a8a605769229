"""Ids and references of requests, and the signed tokens in the URLs of their status pages.

A token is the id, the link's number unless that is 0, and a 128-bit HMAC of both, in base64url. The key is stored in
the database, so that links remain valid after a restore on another server.

Persons are digests of their phone number and e-mail address by the same key, which name nobody without it.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from uuid import UUID

from django.db.models import QuerySet

from oottam.requests.models import Request, StatusKey

# Crockford's base 32: no I, L, O or U, so that a reference can be dictated on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE_CHARACTERS = 7  # 34 thousand million references; the caller retries a collision
ID_BYTES, NUMBER_BYTES, SIGNATURE_BYTES, KEY_BYTES = 16, 2, 16, 32
TOKEN_LENGTHS = (43, 46)  # base64 without padding, of a request's first link and of later ones


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


def token_of(request_id: UUID, link_number: int = 0) -> str:
    """Return the token of a request's link, which is deterministic; a new request's link has number 0."""
    signed = request_id.bytes
    if link_number:
        signed += link_number.to_bytes(NUMBER_BYTES)
    signature = _sign(b"status page", signed)
    token = base64.urlsafe_b64encode(signed + signature[:SIGNATURE_BYTES])
    return token.decode().rstrip("=")


def read_token(token: str) -> tuple[UUID, int] | None:
    """Return request id and link number of a signed token, else None. The link itself may have been replaced."""
    if len(token) not in TOKEN_LENGTHS or not token.isascii():
        return None
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    request_id = UUID(bytes=raw[:ID_BYTES])
    link_number = int.from_bytes(raw[ID_BYTES:-SIGNATURE_BYTES])
    # Compared as text, since base64 has several encodings of the same bytes.
    is_valid = hmac.compare_digest(token_of(request_id, link_number), token)
    return (request_id, link_number) if is_valid else None


def requests_with_token(token: str) -> QuerySet[Request]:
    """Select the request whose present link this is: none, without a query, where the signature is wrong.

    Selects none of a replaced link, and of a request that was deleted or its customer's data erased.
    """
    signed = read_token(token)
    if signed is None:
        return Request.objects.none()
    request_id, link_number = signed
    return Request.objects.filter(pk=request_id, link_number=link_number, erased_at=None)


def reorder_key(request_id: UUID, count: int) -> str:
    """Return the idempotency key of the n-th reorder of a request, the same whichever link it was sent from.

    Nobody outside can make it: with a key that follows from an old link its holder could block reorders.
    """
    return f"again-{_sign(b'reorder', request_id.bytes + count.to_bytes(4)).hex()}"


PERSON_BYTES = 16
PERSON_TOKEN_BYTES = (PERSON_BYTES + SIGNATURE_BYTES, 2 * PERSON_BYTES + SIGNATURE_BYTES)


def person_digests(*, phone_normalised: str, email: str) -> list[str]:
    """Return a digest, 32 hexadecimal digits, of the phone number and of the e-mail address, without those that are ""."""
    keys = ((b"phone", phone_normalised), (b"email", email.strip().lower()))
    return [_sign(name, text.encode())[:PERSON_BYTES].hex() for name, text in keys if text]


def person_token(digests: Sequence[str]) -> str:
    """Return the token of a person's link about reminders: the digests and their signature, and nothing of a request.

    It stays valid whatever becomes of the request.
    """
    signed = b"".join(map(bytes.fromhex, digests))
    signature = _sign(b"person", signed)[:SIGNATURE_BYTES]
    return base64.urlsafe_b64encode(signed + signature).decode().rstrip("=")


def read_person_token(token: str) -> list[str]:
    """Return the digests of a signed token, else []; no query."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return []
    if len(raw) not in PERSON_TOKEN_BYTES:
        return []
    signed = raw[:-SIGNATURE_BYTES]
    digests = [signed[at : at + PERSON_BYTES].hex() for at in range(0, len(signed), PERSON_BYTES)]
    return digests if hmac.compare_digest(person_token(digests), token) else []


def digest_of(purpose: bytes, text: str) -> str:
    """Return a digest, 64 hexadecimal digits, from which nobody without the key finds the text by trying."""
    return _sign(purpose, text.encode()).hex()


def _sign(purpose: bytes, signed: bytes) -> bytes:
    return hmac.digest(_key(), purpose + b"\0" + signed, hashlib.sha256)


@cache
def _key() -> bytes:
    """Return the key, cached per process. A migration creates it; recreated if the table was emptied."""
    row, _ = StatusKey.objects.get_or_create(
        pk=StatusKey.ONLY, defaults={"key": secrets.token_bytes(KEY_BYTES)}
    )
    return bytes(row.key)
