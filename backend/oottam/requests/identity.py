"""Ids and references of requests."""

from datetime import datetime
from uuid import UUID

from oottam.core.random_pool import random_bits

# Crockford's base 32: no I, L, O or U, so that a reference survives being read out on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE_CHARACTERS = 7  # 34 thousand million references; a clash is drawn again


def new_id(received_at: datetime) -> UUID:
    """A UUID of version 7: in order of time, so that the newest rows lie together in the index."""
    milliseconds = int(received_at.timestamp() * 1000)
    value = milliseconds << 80 | random_bits(80)
    return UUID(int=value & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62)


def new_reference() -> str:
    """A short random reference for customers and staff, as OT-7K2M9QX."""
    drawn = random_bits(5 * REFERENCE_CHARACTERS)  # five bits choose a character
    places = range(0, 5 * REFERENCE_CHARACTERS, 5)
    return "OT-" + "".join([ALPHABET[drawn >> place & 31] for place in places])
