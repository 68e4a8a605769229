"""One search for requests, wherever they are looked for."""

import re
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from oottam.common.phone import normalise
from oottam.requests.models import Request

Requests = QuerySet[Request]

LONGEST_SEARCH = 200  # characters
NEWEST = 5000  # requests or plans, in which words of names are looked for first
SHORTEST_NUMBER = 5  # digits, from the start of a number
_REFERENCE = re.compile(r"(?:ot[- ]?)?([0-9a-hj-km-np-tv-z]{7})", re.IGNORECASE)
_NUMBER = re.compile(r"[+0-9][0-9 ().\-/]{4,}")


def plain_words(asked: str) -> str:
    """What somebody typed to look for, as it can be looked for."""
    return asked.replace("\0", "").strip()[:LONGEST_SEARCH]


def searched(found: Requests, words: str) -> Requests:
    """By its shape: a reference, a phone number and an e-mail address have an index each, a name has none."""
    reference = _REFERENCE.fullmatch(words)
    if reference:
        by_reference = found.filter(reference=f"OT-{reference[1].upper()}")
        if by_reference.exists() or words.lower().startswith("ot"):
            return by_reference
    if "@" in words:
        return found.annotate(folded_email=Lower("email")).filter(folded_email=words.lower())
    if _NUMBER.fullmatch(words):
        return found.filter(_has_number(words))
    for word in words.split()[:5]:
        found = found.filter(customer_name__icontains=word)
    return found


def is_name(words: str) -> bool:
    """Whether these words are looked for in names, which no index helps with."""
    return bool(words) and "@" not in words and not _NUMBER.fullmatch(words)


def newest_first(rows: "QuerySet[Any]", window: "QuerySet[Any]", most: int) -> "list[Any]":
    """The first of rows that are in order, newest first; `window` is of them those among the newest.

    Words of many names are found there, without reading everybody's. Those of few are looked for everywhere.
    """
    found = list(window[:most])
    return found if len(found) == most else list(rows[:most])


def _has_number(words: str) -> Q:
    whole = normalise(words)
    if whole:
        return Q(phone_normalised=whole)
    digits = re.sub(r"[^0-9]", "", words)
    # A number that is still being typed; it is stored with its country.
    begun = Q(phone_normalised__startswith=f"+91{digits}") | Q(
        phone_normalised__startswith=f"+{digits}"
    )
    return begun if len(digits) >= SHORTEST_NUMBER else Q(phone=words)
