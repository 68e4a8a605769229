"""Names: folded, so that one is found however it is spelled; as keys of dishes and people; and sorted."""

import re
import unicodedata

# Of Latin, Greek and Cyrillic; vowel signs of India's scripts stay.
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_APOSTROPHES = re.compile(r"['’‘ʼʻ`´]")
_BETWEEN_WORDS = re.compile(r"[\s.,\-‐‑–—_/]+")
_INITIALS = re.compile(r"(?<!\S)\w(?: \w)+(?!\S)")
MAX_KEY_LENGTH = 200  # characters, as columns hold them
# Long digit runs are split: parsing one takes quadratic time.
_NUMBER = re.compile(r"(\d{1,18})")


def name_key(name: str) -> str:
    """Return the key of a name: case-folded, single spaces."""
    return " ".join(name.casefold().split())[:MAX_KEY_LENGTH]


def fold(name: str) -> str:
    """Return the words in lower case, without accents, apostrophes and widths of letters, initials together: "K. V. Rāmesh" is "kv ramesh"."""
    letters = _ACCENTS.sub("", unicodedata.normalize("NFKD", name)).casefold()
    letters = "".join(
        letter
        for letter in unicodedata.normalize("NFKC", letters)
        if unicodedata.category(letter) != "Cf"
    )
    words = _BETWEEN_WORDS.sub(" ", _APOSTROPHES.sub("", letters)).strip()
    return _INITIALS.sub(lambda initials: initials[0].replace(" ", ""), words)


def natural_key(text: str) -> tuple[str | int, ...]:
    """Return a sort key: 9 Beach Road before 10 Beach Road. Text and numbers alternate, so that any two compare."""
    parts = _NUMBER.split(text.casefold())
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))
