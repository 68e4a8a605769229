"""Whose requests are whose: by phone number, e-mail address or reference, however they are spelt."""

import re
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Value
from django.db.models.functions import Lower

from oottam.core.personal import tables
from oottam.core.phone import folded, normalise
from oottam.requests.identity import ALPHABET, REFERENCE_CHARACTERS
from oottam.requests.models import Request

_REFERENCE = re.compile(rf"OT[- ]?([{ALPHABET}]{{{REFERENCE_CHARACTERS}}})")


@dataclass(frozen=True, slots=True)
class TableCount:
    """Rows of one table that belong to somebody's requests."""

    title: str
    rows: int


def find_requests(who: str) -> list[Request]:
    """The requests of a person, oldest first, those that are erased already among them.

    A reference stands for the person who sent it: other requests with its phone number or e-mail
    address are found with it.
    """
    written = who.replace("\0", "").strip()
    reference = _REFERENCE.fullmatch(written.upper())
    if reference:
        named = Request.objects.filter(reference=f"OT-{reference[1]}").first()
        return _of_same_person(named) if named else []
    if "@" in written:
        return _sorted(_with_email(written))
    return _sorted(_with_phone(written))


def count_rows(requests: list[Request]) -> list[TableCount]:
    """How much there is of these requests, table by table; tables without any are left out."""
    ids, references = request_keys(requests)
    counted = [
        TableCount(table.title, table.rows(ids, references).count())
        for table in tables()
        if table.belongs and table.personal
    ]
    return [each for each in counted if each.rows]


def request_keys(requests: list[Request]) -> tuple[list[object], list[str]]:
    """Their ids and references, by which rows belong to them."""
    return [each.pk for each in requests], [each.reference for each in requests]


def _of_same_person(request: Request) -> list[Request]:
    found = {request.pk: request}
    if request.email:
        found |= _with_email(request.email)
    if request.phone:
        found |= _with_phone(request.phone)
    return _sorted(found)


def _with_email(address: str) -> dict[UUID, Request]:
    # Folded by the database on both sides: SQLite and Python differ beyond ASCII.
    lowered = Request.objects.annotate(lowered=Lower("email"))
    return {each.pk: each for each in lowered.filter(lowered=Lower(Value(address)))}


def _with_phone(number: str) -> dict[UUID, Request]:
    dialled, counted = normalise(number), folded(number)
    if not counted:
        return {}
    # Most numbers are stored as they are dialled, and found by the index; the others are read one by one.
    stored = Request.objects.filter(phone_normalised__in={dialled or f"+{counted}", f"+{counted}"})
    unclear = Request.objects.filter(phone_normalised="").exclude(phone="")
    found = {request.pk: request for request in stored}
    alike = [pk for pk, phone in unclear.values_list("pk", "phone") if folded(phone) == counted]
    return found | Request.objects.in_bulk(alike)


def _sorted(found: dict[UUID, Request]) -> list[Request]:
    return sorted(found.values(), key=lambda request: (request.received_at, request.pk))
