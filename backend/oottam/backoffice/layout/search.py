"""One search for requests, wherever they are looked for."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from oottam.core.phone import normalise
from oottam.requests.models import Request

Requests = QuerySet[Request]

MAX_SEARCH_LENGTH = 200  # characters
MAX_WORDS = 5
NEWEST = 5000  # requests or plans, in which words of names are looked for first
MIN_NUMBER_LENGTH = 4  # digits in a row
_BEFORE_ALL = datetime(2000, 1, 1, tzinfo=UTC)
_REFERENCE = re.compile(r"(?:ot[- ]?)?([0-9a-hj-km-np-tv-z]{7})", re.IGNORECASE)
_NUMBER = re.compile(r"[+0-9][0-9 ().\-/]{3,}")


def plain_words(asked: str) -> str:
    """What somebody typed to look for, as it can be looked for."""
    return asked.replace("\0", "").strip()[:MAX_SEARCH_LENGTH]


def searched(found: Requests, words: str, *, few: bool = False) -> Requests:
    """By its shape: a reference, a phone number and an e-mail address have an index each, names and addresses none.

    `few`: few rows are left to look through, so that each one's address is looked up.
    """
    reference = _REFERENCE.fullmatch(words)
    if reference:
        by_reference = found.filter(reference=f"OT-{reference[1].upper()}")
        if by_reference.exists() or words.lower().startswith("ot"):
            return by_reference
    if "@" in words:
        return found.annotate(folded_email=Lower("email")).filter(folded_email=words.lower())
    if _NUMBER.fullmatch(words):
        return found.filter(_has_number(words))
    looked_for = words.split()[:MAX_WORDS]
    of_name, of_address = _has_all("customer_name", looked_for), _in_address(looked_for)
    if few:
        return found.filter(of_name | of_address)
    everybody = Request.objects.order_by()
    # Open, or one of the newest: older ones are not found by their address.
    near = Q(closed_at=None) | Q(received_at__gte=newest_since())
    names, addresses = everybody.filter(of_name), everybody.filter(near, of_address)
    return found.filter(pk__in=names.values("pk").union(addresses.values("pk")))


def newest_since() -> datetime:
    """When the newest requests begin. A value of its own: with a subquery PostgreSQL reads everybody's addresses."""
    received = Request.objects.order_by("-received_at").values_list("received_at", flat=True)
    return next(iter(received[NEWEST : NEWEST + 1]), _BEFORE_ALL)


def _in_address(words: Iterable[str]) -> Q:
    """As it was sent, or as the desk keeps it."""
    tables = ("fulfilment", "order", "combo", "appointment")
    return reduce(or_, (_has_all(f"{table}__address", words) for table in tables))


def _has_all(field: str, words: Iterable[str]) -> Q:
    """In any order."""
    return Q(*(Q((f"{field}__icontains", word)) for word in words))


def is_name(words: str) -> bool:
    """Whether these words are looked for in names and addresses, which no index helps with."""
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
    if len(digits) < MIN_NUMBER_LENGTH:
        return Q(phone=words)
    # Numbers first: they are read from their index alone, and their requests by it.
    numbers = Request.objects.order_by().filter(phone_normalised__contains=digits)
    return Q(phone_normalised__in=numbers.values("phone_normalised").distinct())
