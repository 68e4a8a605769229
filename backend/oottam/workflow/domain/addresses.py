"""PIN code and locality of addresses as people in the shop's town write them."""

import re
from dataclasses import dataclass
from functools import cache

from oottam.core import phone

# A postal index number, possibly split after its third digit; never begins with 0. It may directly follow a
# word, but is not part of a mobile number written 3-3-4.
_PIN = re.compile(r"(?<![0-9])[1-9][0-9]{2}[\s\-–]?[0-9]{3}(?![0-9])(?![ \-–][0-9]{4}(?![0-9]))")
# What people call Chennai, in which the first half of PIN codes is 600.
_CHENNAI = ("chennai", "madras", "ch", "சென்னை")
_CHENNAI_PREFIX = "600"
_BEHIND_TOWN = r"tamil\s?nadu|t\.?\s?n|தமிழ்நாடு|india|pin\s?(?:code)?|post\s?code"
_SIGNS = " \t\r-–.:"
MAX_LOCALITY_LENGTH = 100  # characters


@dataclass(frozen=True, slots=True)
class _Town:
    pin_prefix: str  # "" where it is not known
    # Within the town people write the last digits alone: "Chennai - 90" is 600 090.
    short_pin: re.Pattern[str]
    behind: re.Pattern[str]  # what follows a locality without being part of it


@cache
def _town(name: str, pin_prefix: str | None) -> _Town:
    # A location without a colon is the whole of it: "Besant Nagar, Chennai".
    is_chennai = any(known in re.split(r"[\s,.]+", name.casefold()) for known in _CHENNAI)
    names = "|".join(map(re.escape, _CHENNAI if is_chennai else (name,)))
    return _Town(
        pin_prefix or (_CHENNAI_PREFIX if is_chennai else ""),
        re.compile(
            rf"\b(?:{names})\b[\s\-–:,.]*(?<![0-9])0{{0,2}}([1-9][0-9]{{0,2}})(?![\w/])(?!\s?[0-9])",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:(?:^|(?<=[\s\-–:.]))(?:{names}|{_BEHIND_TOWN})(?=[\s\-–:.]|$)[\s\-–:.]*)+$",
            re.IGNORECASE,
        ),
    )


def pin_in(address: str, town: str, pin_prefix: str | None = None) -> str:
    """Return the last postal index number of an address, six digits; "" without one."""
    pin = _pin_of(address, _town(town, pin_prefix))
    return pin[0] if pin else ""


def is_of_town(pin: str, town: str, pin_prefix: str | None = None) -> bool:
    """Return whether a PIN code may be one of the town's; true where its codes are not known."""
    return pin.startswith(_town(town, pin_prefix).pin_prefix)


def locality_in(address: str, town: str, pin_prefix: str | None = None) -> str:
    """Return the part of an address before its postal index number, or its last part: "Besant Nagar"."""
    of_town = _town(town, pin_prefix)
    pin = _pin_of(address, of_town)
    before = address[: pin[1]] if pin else address
    parts = [of_town.behind.sub("", part.strip(_SIGNS)) for part in re.split(r"[,;\n]", before)]
    named = [part for part in (" ".join(part.strip(_SIGNS).split()) for part in parts) if part]
    named = [part for part in named if len(re.findall("[0-9]", part)) < phone.MIN_LENGTH]
    return named[-1][:MAX_LOCALITY_LENGTH] if len(named) > 1 else ""


def _pin_of(address: str, town: _Town) -> tuple[str, int] | None:
    """Return the number, and the index at which it begins."""
    whole = list(_PIN.finditer(address))
    if whole:
        return re.sub(r"[^0-9]", "", whole[-1][0]), whole[-1].start()
    short = list(town.short_pin.finditer(address)) if town.pin_prefix else []
    return (town.pin_prefix + short[-1][1].zfill(3), short[-1].start()) if short else None
