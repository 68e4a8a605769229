"""Finds a person's requests by phone number, e-mail address or reference, in any spelling."""

import re
from dataclasses import dataclass
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q, Value
from django.db.models.functions import Lower

from oottam.core.personal import tables
from oottam.core.phone import numbers, phone_key
from oottam.requests.identity import ALPHABET, REFERENCE_CHARACTERS
from oottam.requests.models import Request
from oottam.requests.search_keys import area

_REFERENCE = re.compile(rf"OT[- ]?([{ALPHABET}]{{{REFERENCE_CHARACTERS}}})")


@dataclass(frozen=True, slots=True)
class TableCount:
    """Number of rows of one table that belong to given requests."""

    title: str
    rows: int


def find_requests(identifier: str) -> list[Request]:
    """Find a person's requests, oldest first, including erased ones.

    A reference also finds other requests with its phone number or e-mail address.
    """
    text = identifier.replace("\0", "").strip()
    reference = _REFERENCE.fullmatch(text.upper())
    if reference:
        request = Request.objects.filter(reference=f"OT-{reference[1]}").first()
        return _of_same_person(request) if request else []
    if "@" in text:
        return _sorted(_with_email(text))
    return _sorted(_with_phone(text))


def count_rows(requests: list[Request]) -> list[TableCount]:
    """Count the rows of these requests by table, without empty tables."""
    ids, references = request_keys(requests)
    counts = [
        TableCount(table.title, table.rows(ids, references).count())
        for table in tables()
        if table.belongs and table.personal
    ]
    return [count for count in counts if count.rows]


def request_keys(requests: list[Request]) -> tuple[list[object], list[str]]:
    """Ids and references, the two keys by which rows belong to a request."""
    return [request.pk for request in requests], [request.reference for request in requests]


def _of_same_person(request: Request) -> list[Request]:
    requests = {request.pk: request}
    if request.email:
        requests |= _with_email(request.email)
    if request.phone:
        requests |= _with_phone(request.phone)
    return _sorted(requests)


def _with_email(address: str) -> dict[UUID, Request]:
    # The database lowers both sides: SQLite and Python differ beyond ASCII.
    lowered = Request.objects.annotate(lowered=Lower("email"))
    return {request.pk: request for request in lowered.filter(lowered=Lower(Value(address)))}


def _with_phone(number: str) -> dict[UUID, Request]:
    found = numbers(number, area())
    if found:
        also = reduce(or_, (Q(search_key__contains=each[1:]) for each in found))
        own = Request.objects.filter(Q(phone_normalised__in=found) | also)
        return {request.pk: request for request in own if _has(request, found)}
    key = phone_key(number)
    if not key:
        return {}
    # Numbers that are unclear are compared one by one.
    unclear = Request.objects.filter(phone_normalised="").exclude(phone="")
    matching = [pk for pk, phone in unclear.values_list("pk", "phone") if phone_key(phone) == key]
    return Request.objects.in_bulk(matching)


def _has(request: Request, found: list[str]) -> bool:
    """Whether a number of the request is among these; a key may hold the digits by chance."""
    return request.phone_normalised in found or not {*numbers(request.phone, area())}.isdisjoint(
        found
    )


def _sorted(requests: dict[UUID, Request]) -> list[Request]:
    return sorted(requests.values(), key=lambda request: (request.received_at, request.pk))
