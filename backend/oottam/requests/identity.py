"""Generates ids and references of requests."""

from datetime import datetime
from uuid import UUID

from oottam.core.random_pool import random_bits

# Crockford's base 32: no I, L, O or U, so that a reference can be dictated on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE_CHARACTERS = 7  # 34 thousand million references; the caller retries a collision


def new_id(received_at: datetime) -> UUID:
    """Generate a UUID of version 7, ordered by time, which keeps new rows adjacent in the index."""
    milliseconds = int(received_at.timestamp() * 1000)
    value = milliseconds << 80 | random_bits(80)
    return UUID(int=value & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62)


def new_reference() -> str:
    """Generate a short random reference, such as OT-7K2M9QX."""
    bits = random_bits(5 * REFERENCE_CHARACTERS)  # five bits per character
    shifts = range(0, 5 * REFERENCE_CHARACTERS, 5)
    return "OT-" + "".join([ALPHABET[bits >> shift & 31] for shift in shifts])
