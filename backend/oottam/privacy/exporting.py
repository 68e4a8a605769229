"""Hands over what is held of a person: as JSON for programs, and as a page to read."""

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Field
from django.template.loader import render_to_string

from oottam import catalogue
from oottam.audit.record import record
from oottam.common.personal import Table, tables
from oottam.handling.domain.changes import UnknownRequestError
from oottam.privacy import traces
from oottam.requests.models import Request

PAGE = "privacy/person.html"


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one table, each by the names of its columns."""

    title: str
    rows: list[dict[str, Any]]


def export(*, references: Sequence[str], actor: User | None, now: datetime) -> bytes:
    """A ZIP of person.json, person.html and the mails that are kept as files, of these requests.

    In it is every column that the register calls personal, and what makes sense of it; who of the
    staff did what is not. It is recorded that it was taken. Raises UnknownRequestError.
    """
    with transaction.atomic():
        found = {request.reference: request for request in _requests(references)}
        for reference in references:
            if reference not in found:
                raise UnknownRequestError(reference)
            record(action="person.export", actor=actor, at=now, reference=reference)
        told = [_told(request) for request in found.values()]
    held = {"made_at": now, "shop": catalogue.current().site.brand.name, "requests": told}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        as_json = json.dumps(held, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
        archive.writestr("person.json", as_json)
        archive.writestr(
            "person.html", render_to_string(PAGE, {**held, "requests": _in_words(told)})
        )
        for mail in sorted(file for each in found for file in traces.mails(each)):
            archive.writestr(f"mails/{mail.name}", mail.read_bytes())
    return packed.getvalue()


def _requests(references: Sequence[str]) -> list[Request]:
    return list(Request.objects.filter(reference__in=references).order_by("received_at"))


def _told(request: Request) -> dict[str, Any]:
    parts = [
        Part(table.title, rows)
        for table in tables()
        if table.belongs and (rows := _rows(table, request))
    ]
    return {
        "reference": request.reference,
        "kind": str(request.get_kind_display()),
        "received_at": request.received_at,
        "parts": [{"title": part.title, "rows": part.rows} for part in parts],
    }


def _in_words(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same for the page: names of columns as words, and nothing where a column is empty."""
    return [
        {
            **request,
            "parts": [
                {
                    "title": part["title"],
                    "rows": [
                        [
                            (name.replace("_", " ").capitalize(), value)
                            for name, value in row.items()
                            if value not in (None, "", [], {})
                        ]
                        for row in part["rows"]
                    ],
                }
                for part in request["parts"]
            ],
        }
        for request in told
    ]


def _rows(table: Table, request: Request) -> list[dict[str, Any]]:
    fields = [field for field in table.model._meta.concrete_fields if _is_told(field)]
    return [
        {field.name: getattr(row, field.attname) for field in fields}
        for row in table.rows([request.pk], [request.reference])
    ]


def _is_told(field: "Field[Any, Any]") -> bool:
    """Numbers of rows, of requests and of colleagues are ours, and tell nothing."""
    return not (field.primary_key or field.is_relation)
