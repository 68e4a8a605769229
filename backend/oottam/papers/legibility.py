"""Which characters the fonts of papers can draw, and what is written where none can."""

import re
from functools import cache, lru_cache
from pathlib import Path
from unicodedata import category, normalize

import fontpkg
from fontTools.ttLib import TTFont

FAMILIES = (
    "Noto Sans",
    "Noto Sans Tamil",
    "Noto Sans Devanagari",
    "Noto Sans Telugu",
    "Noto Sans Arabic",
)
UNREADABLE = "[…]"
MAX_MARKS = 3  # on one letter: without a limit they would reach into other lines
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # of pictures
_JOINERS = "\u200c\u200d"
_SEVERAL_UNREADABLE = re.compile(rf"{re.escape(UNREADABLE)}(?:\s*{re.escape(UNREADABLE)})+")


@cache
def font_files() -> tuple[Path, ...]:
    """One of each family, with all its weights and widths."""
    return tuple(fontpkg.path(family) for family in FAMILIES)


@cache
def _coverage() -> tuple[frozenset[int], ...]:
    """The characters of each font."""
    found = []
    for path in font_files():
        with TTFont(path, lazy=True) as font:
            found.append(frozenset(font.getBestCmap()))
    return tuple(found)


@lru_cache(4096)
def _is_drawable(cluster: str) -> bool:
    """Whether one font has all of it: the marks on a letter are drawn with the letter."""
    codes = {ord(char) for char in cluster if char not in _JOINERS}
    return any(codes <= covered for covered in _coverage())


def legible(text: str) -> str:
    """The text on one line, of characters that can be drawn; [...] stands for each stretch that cannot."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    written = "".join(
        cluster if cluster == " " or _is_drawable(cluster) else UNREADABLE
        for cluster in _clusters(_VARIATION_SELECTORS.sub("", normalize("NFC", text)))
    )
    return _SEVERAL_UNREADABLE.sub(UNREADABLE, " ".join(written.split()))


def without_pictures(text: str) -> str:
    """The text without emoji and other signs that cannot be drawn: a name is the same without them."""
    return "".join(
        char
        for char in text
        if not (category(char) in ("So", "Sk", "Cn") and not _is_drawable(char))
    )


def has_letters(text: str) -> bool:
    """Whether anything of a legible text can be read."""
    return any(char.isalnum() for char in text)


def _clusters(text: str) -> list[str]:
    """Letters with their marks. Invisible characters, such as commands of direction, are left out."""
    clusters: list[str] = []
    for char in text:
        kind = category(char)
        if char.isspace() or kind in ("Cc", "Zl", "Zp"):
            clusters.append(" ")
        elif kind.startswith("M") or char in _JOINERS:
            if clusters and clusters[-1] != " " and len(clusters[-1]) <= MAX_MARKS:
                clusters[-1] += char
        elif kind != "Cf":
            clusters.append(char)
    return clusters
