"""The search for requests that all lists share."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from oottam.core.names import fold
from oottam.core.phone import digits_of, normalise, numbers, simplify
from oottam.requests.models import Request
from oottam.requests.search_keys import area

Requests = QuerySet[Request]

MAX_SEARCH_LENGTH = 200  # characters
MAX_WORDS = 5
NEWEST = 5000  # requests or plans in which names are searched first
MIN_NUMBER_LENGTH = 4  # digits in a row
_BEFORE_ALL = datetime(2000, 1, 1, tzinfo=UTC)
_REFERENCE = re.compile(r"(?:ot[- ]?)?([0-9a-hj-km-np-tv-z]{7})", re.IGNORECASE)
_NUMBER = re.compile(r"[+0-9][0-9 ().\-/]{3,}")
_PIN = re.compile(r"([1-9][0-9]{2})[ -]?([0-9]{3})")


def clean_search(text: str) -> str:
    """Return the search text without NUL and outer spaces, at most MAX_SEARCH_LENGTH characters."""
    return text.replace("\0", "").strip()[:MAX_SEARCH_LENGTH]


def search(requests: Requests, text: str, *, few: bool = False) -> Requests:
    """Filter by a reference, phone number or e-mail address, which have an index each, or else by names and addresses.

    `few`: few rows are left, so that the address of each is read.
    """
    reference = _REFERENCE.fullmatch(text)
    if reference:
        by_reference = requests.filter(reference=f"OT-{reference[1].upper()}")
        if by_reference.exists() or text.lower().startswith("ot"):
            return by_reference
    if "@" in text:
        return requests.annotate(lowered_email=Lower("email")).filter(lowered_email=text.lower())
    if is_number(text):
        return requests.filter(_has_number(text))
    of_name, of_address = _has_name(text), _has_address(text)
    if few:
        return requests.filter(of_name | of_address)
    everyone = Request.objects.order_by()
    # Requests that are closed and older are not found by their address.
    near = Q(closed_at=None) | Q(received_at__gte=newest_since())
    names, addresses = everyone.filter(of_name), everyone.filter(near, of_address)
    return requests.filter(pk__in=names.values("pk").union(addresses.values("pk")))


def newest_since() -> datetime:
    """Return when the newest requests begin: a value, as with a subquery PostgreSQL reads every address."""
    received = Request.objects.order_by("-received_at").values_list("received_at", flat=True)
    return next(iter(received[NEWEST : NEWEST + 1]), _BEFORE_ALL)


def _has_name(text: str) -> Q:
    """Match the folded words in the name, or in the folded one where that differs."""
    words = fold(text).split()[:MAX_WORDS] or [text]
    return _has_all("customer_name", words) | _has_all("search_key", words)


def _has_address(text: str) -> Q:
    """Match the folded words, or a postal index number with and without its blank."""
    pin = _PIN.fullmatch(simplify(text))
    if pin is None:
        return _has_all("address_key", fold(text).split()[:MAX_WORDS] or [text])
    whole, halves = "".join(pin.groups()), " ".join(pin.groups())
    return Q(address_key__contains=whole) | Q(address_key__contains=halves)


def _has_all(field: str, text: Iterable[str]) -> Q:
    """Match all words, in any order."""
    return Q(*(Q((f"{field}__icontains", word)) for word in text))


def is_name(text: str) -> bool:
    """Return whether the text is searched in names and addresses, which have no index."""
    return bool(text) and "@" not in text and not is_number(text)


def is_number(text: str) -> bool:
    """Return whether the text is searched as a phone number or a part of one; six digits are a postal index number."""
    simple = simplify(text)
    if _PIN.fullmatch(simple):
        return False
    return bool(_NUMBER.fullmatch(simple) or numbers(text, area()))


def newest_first(rows: "QuerySet[Any]", window: "QuerySet[Any]", most: int) -> "list[Any]":
    """Return the first `most` of `rows`, newest first; `window` has those among the newest.

    Common words are found in the window, without a scan of all rows; rare ones are searched in all.
    """
    newest = list(window[:most])
    return newest if len(newest) == most else list(rows[:most])


def _has_number(text: str) -> Q:
    whole = normalise(text, area())
    digits = whole[1:] or digits_of(text).replace(" ", "")
    if len(digits) < MIN_NUMBER_LENGTH:
        return Q(phone=text)
    # Subqueries of numbers read their indexes alone.
    everyone = Request.objects.order_by()
    first = everyone.filter(phone_normalised__contains=digits).values("phone_normalised").distinct()
    others = everyone.exclude(search_key="").filter(search_key__contains=digits)
    of_first = Q(phone_normalised=whole) if whole else Q(phone_normalised__in=first)
    return of_first | Q(search_key__in=others.values("search_key").distinct())
