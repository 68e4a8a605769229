"""Numbers of rows, as addresses and forms hold them."""

_MAX = 2**63 - 1


def parse_pk(text: str) -> int | None:
    """A row's number; None where the text is none that a database could have."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if 0 < number <= _MAX else None
