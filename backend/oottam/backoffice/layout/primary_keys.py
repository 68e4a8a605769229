"""Primary keys in addresses and forms."""

_MAX = 2**63 - 1


def parse_pk(text: str) -> int | None:
    """Return the number; None where the text is no 64-bit primary key."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if 0 < number <= _MAX else None
