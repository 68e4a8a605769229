"""Replaces characters that no font of the papers can draw, by a mark or by words."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from unicodedata import category, name, normalize

import fontpkg
from fontTools.ttLib import TTFont

FAMILIES = (
    "Noto Sans",
    "Noto Sans Tamil",
    "Noto Sans Devanagari",
    "Noto Sans Telugu",
    "Noto Sans Arabic",
)
# India's further scripts, of which there is no package: regular and bold.
FONTS = Path(__file__).parent / "fonts"
UNREADABLE = "[…]"
UNREADABLE_IN_WORDS = " (letters that cannot be printed: see the order) "
MAX_MARKS = 3  # combining marks per letter; more would overlap other lines
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # of emoji
_JOINERS = "\u200c\u200d"
_SEVERAL = re.compile(r"(\[…\]|\([^()]*\))(?:\s*\1)+")  # the same replacement again and again


@cache
def font_files() -> tuple[Path, ...]:
    """Return the variable font file of each family, in the order of FAMILIES, then the files in FONTS."""
    return (*(fontpkg.path(family) for family in FAMILIES), *sorted(FONTS.glob("*.ttf")))


@cache
def _coverage() -> tuple[frozenset[int], ...]:
    """Return the code points of each font."""
    result = []
    for path in font_files():
        with TTFont(path, lazy=True) as font:
            result.append(frozenset(font.getBestCmap()))
    return tuple(result)


@lru_cache(4096)
def _is_drawable(cluster: str) -> bool:
    """Whether one font has all characters of the cluster; a letter and its marks share a font."""
    codes = {ord(char) for char in cluster if char not in _JOINERS}
    return any(codes <= covered for covered in _coverage())


def to_drawable(text: str) -> str:
    """Return the text on one line, with "[…]" in place of each undrawable stretch."""
    return _replace_undrawable(text, lambda _: UNREADABLE)


def to_words(text: str) -> str:
    """As `to_drawable`, with words in place of what cannot be drawn: of an emoji its name, as "(peanuts)"."""
    return _replace_undrawable(text, _in_words)


def _in_words(cluster: str) -> str:
    kind, words = category(cluster[0]), name(cluster[0], "").lower()
    if kind == "Sk":  # the colour of the emoji before
        return ""
    return f" ({words}) " if words and kind in ("So", "Sm", "Sc", "Po") else UNREADABLE_IN_WORDS


def _replace_undrawable(text: str, replace: Callable[[str], str]) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    drawable = "".join(
        _drawable_form(cluster) or replace(cluster)
        for cluster in _clusters(_VARIATION_SELECTORS.sub("", normalize("NFC", text)))
    )
    return _SEVERAL.sub(r"\1", " ".join(drawable.split()))


def _drawable_form(cluster: str) -> str:
    """Return the cluster, or its plain form (NFKC) where only that can be drawn; "" if neither can."""
    plain = normalize("NFKC", cluster)
    return next((form for form in (cluster, plain) if form == " " or _can_draw(form)), "")


def _can_draw(form: str) -> bool:
    return all(map(_is_drawable, _clusters(form)))


def strip_symbols(text: str) -> str:
    """Remove emoji and other symbols that no font can draw."""
    return "".join(
        char
        for char in text
        if not (category(char) in ("So", "Sk", "Cn") and not _is_drawable(char))
    )


def has_letters(text: str) -> bool:
    """Whether the text has a letter or digit."""
    return any(char.isalnum() for char in text)


def _clusters(text: str) -> list[str]:
    """Split into letters with their marks; invisible characters, such as bidi controls, are removed."""
    clusters: list[str] = []
    for char in text:
        general_category = category(char)
        if char.isspace() or general_category in ("Cc", "Zl", "Zp"):
            clusters.append(" ")
        elif general_category.startswith("M") or char in _JOINERS:
            if clusters and clusters[-1] != " " and len(clusters[-1]) <= MAX_MARKS:
                clusters[-1] += char
        elif general_category != "Cf":
            clusters.append(char)
    return clusters
