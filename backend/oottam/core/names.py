"""Names: folded, so that one is found however it is spelled; and as keys of dishes, ingredients and people."""

import re
import unicodedata

# Of Latin, Greek and Cyrillic; vowel signs of India's scripts stay.
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_APOSTROPHES = re.compile(r"['’‘ʼʻ`´]")
_BETWEEN_WORDS = re.compile(r"[\s.,\-‐‑–—_/]+")
_INITIALS = re.compile(r"(?<!\S)\w(?: \w)+(?!\S)")
MAX_KEY_LENGTH = 200  # characters, as columns hold them


def name_key(name: str) -> str:
    """Return the key of a name: case-folded, single spaces."""
    return " ".join(name.casefold().split())[:MAX_KEY_LENGTH]


def fold(name: str) -> str:
    """Return the words in lower case, without accents, apostrophes and widths of letters, initials together: "K. V. Rāmesh" is "kv ramesh"."""
    letters = _ACCENTS.sub("", unicodedata.normalize("NFKD", name)).casefold()
    letters = "".join(
        each
        for each in unicodedata.normalize("NFKC", letters)
        if unicodedata.category(each) != "Cf"
    )
    words = _BETWEEN_WORDS.sub(" ", _APOSTROPHES.sub("", letters)).strip()
    return _INITIALS.sub(lambda initials: initials[0].replace(" ", ""), words)
