"""PIN code and locality of addresses as people in Chennai write them."""

import re

from oottam.core import phone

# A postal index number, possibly split after its third digit; never begins with 0. It may directly follow a
# word, but is not part of a mobile number written 3-3-4.
_PIN = re.compile(r"(?<![0-9])[1-9][0-9]{2}[\s\-–]?[0-9]{3}(?![0-9])(?![ \-–][0-9]{4}(?![0-9]))")
# Within the city people write the last digits alone: "Chennai - 90" is 600 090.
_CITY_PIN = re.compile(
    r"\b(?:chennai|madras|ch)\b[\s\-–:,.]*(?<![0-9])0{0,2}([1-9][0-9]{0,2})(?![\w/])(?!\s?[0-9])",
    re.IGNORECASE,
)
_CITY_PREFIX = "600"
# What follows a locality without being part of it.
_BEHIND = re.compile(
    r"(?:(?:^|(?<=[\s\-–:.]))(?:chennai|madras|ch|சென்னை|tamil\s?nadu|t\.?\s?n|தமிழ்நாடு|india|pin\s?(?:code)?"
    r"|post\s?code)(?=[\s\-–:.]|$)[\s\-–:.]*)+$",
    re.IGNORECASE,
)
_SIGNS = " \t\r-–.:"
MAX_LOCALITY_LENGTH = 100  # characters


def pin_in(address: str) -> str:
    """Return the last postal index number of an address, six digits; "" without one."""
    pin = _pin_of(address)
    return pin[0] if pin else ""


def locality_in(address: str) -> str:
    """Return the part of an address before its postal index number, or its last part: "Besant Nagar"."""
    pin = _pin_of(address)
    before = address[: pin[1]] if pin else address
    parts = [_BEHIND.sub("", part.strip(_SIGNS)) for part in re.split(r"[,;\n]", before)]
    named = [part for part in (" ".join(part.strip(_SIGNS).split()) for part in parts) if part]
    named = [part for part in named if len(re.findall("[0-9]", part)) < phone.MIN_LENGTH]
    return named[-1][:MAX_LOCALITY_LENGTH] if len(named) > 1 else ""


def _pin_of(address: str) -> tuple[str, int] | None:
    """Return the number, and the index at which it begins."""
    whole = list(_PIN.finditer(address))
    if whole:
        return re.sub(r"[^0-9]", "", whole[-1][0]), whole[-1].start()
    short = list(_CITY_PIN.finditer(address))
    return (_CITY_PREFIX + short[-1][1].zfill(3), short[-1].start()) if short else None
