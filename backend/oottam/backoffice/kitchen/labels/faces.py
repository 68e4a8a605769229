"""The faces of the labels: which one draws a character, and what is written where none does."""

import re
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

import fontpkg
import uharfbuzz

FAMILIES = (
    "Noto Sans",
    "Noto Sans Tamil",
    "Noto Sans Devanagari",
    "Noto Sans Telugu",
    "Noto Sans Arabic",
)
# Where a family is the one to draw, though others may have some of its characters.
_BLOCKS = (
    (1, re.compile("[\u0b80-\u0bff\U00011fc0-\U00011fff]")),
    (2, re.compile("[\u0900-\u0963\u0966-\u097f\ua8e0-\ua8ff]")),
    (3, re.compile("[\u0c00-\u0c7f]")),
    (4, re.compile("[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")),
)
_VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # of pictures; we have none
_JOINERS = "\u200c\u200d"
LEFT_OUT = "[…]"
_SEVERAL_LEFT_OUT = re.compile(rf"{re.escape(LEFT_OUT)}(?:\s*{re.escape(LEFT_OUT)})+")


class Cut(NamedTuple):
    """How heavy and how wide letters are, as the faces count it."""

    weight: int
    width: float


PLAIN, BOLD = Cut(400, 100), Cut(700, 100)
NARROW, NARROW_BOLD, NARROWEST_BOLD = Cut(400, 75), Cut(700, 75), Cut(700, 62.5)


@cache
def face(family: int) -> uharfbuzz.Face:
    """The face of a family, with all its cuts in it."""
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(fontpkg.path(FAMILIES[family])))


@cache
def font(family: int, cut: Cut) -> uharfbuzz.Font:
    """A face in one of its cuts. Never changed, as threads share it."""
    made = uharfbuzz.Font(face(family))
    made.set_variations({"wght": cut.weight, "wdth": cut.width})
    return made


@cache
def _covered(family: int) -> frozenset[int]:
    return frozenset(face(family).unicodes)


@lru_cache(4096)
def family_of(char: str, before: int | None = None) -> int | None:
    """Which family draws a character; what belongs to no script, as that `before` it. None where none does."""
    code = ord(char)
    if code < 0x80 and before is None:
        return 0
    for family, block in _BLOCKS:
        if block.match(char):
            return family if code in _covered(family) else None
    if char in _JOINERS and before is not None:
        return before
    if before is not None and not category(char).startswith("L") and code in _covered(before):
        return before
    return next((family for family in range(len(FAMILIES)) if code in _covered(family)), None)


def runs(text: str) -> list[tuple[int, str]]:
    """A legible text in pieces of one family each."""
    found: list[tuple[int, str]] = []
    family: int | None = None
    for char in text:
        now = family_of(char, family)
        if found and now == family:
            found[-1] = (found[-1][0], found[-1][1] + char)
        else:
            found.append((now or 0, char))
        family = now
    return found


def legible(text: str) -> str:
    """The text in one line, of characters that can be drawn; [...] stands for each stretch that cannot."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    drawn: list[str] = []
    family: int | None = None
    is_left_out = False
    for char in _VARIANTS.sub("", normalize("NFC", text)):
        kind = category(char)
        if kind == "Cf" and char not in _JOINERS:  # invisible, such as orders to run the other way
            continue
        if char.isspace() or kind in ("Cc", "Zl", "Zp"):
            drawn.append(" ")
            continue
        if is_left_out and (kind.startswith("M") or char in _JOINERS):
            continue
        family = family_of(char, family)
        if family is None and not is_left_out:
            drawn.append(LEFT_OUT)
        elif family is not None:
            drawn.append(char)
        is_left_out = family is None
    return _SEVERAL_LEFT_OUT.sub(LEFT_OUT, " ".join("".join(drawn).split()))


def without_pictures(text: str) -> str:
    """The text without emoji and other signs that cannot be drawn: a name is the same without them."""
    return "".join(
        char
        for char in text
        if not (category(char) in ("So", "Sk", "Cn") and family_of(char) is None)
    )


def has_letters(text: str) -> bool:
    """Whether anything of a legible text can be read."""
    return any(char.isalnum() for char in text)
