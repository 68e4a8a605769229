"""Hands over what is held of a person: as JSON for programs, and as a page to read."""

import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Field, QuerySet
from django.template.loader import render_to_string

from oottam import catalogue
from oottam.audit.log import record_many
from oottam.core.personal import Table, tables
from oottam.privacy import traces
from oottam.requests.models import Request
from oottam.workflow.services.editing import UnknownRequestError

PAGE, REQUEST = "privacy/person.html", "privacy/request.html"
REQUESTS_MARKER = "<!-- requests -->"  # where they stand in the page
MAX_IN_MEMORY = 1_000_000  # bytes; more goes to a file that has no name
BATCH_SIZE = 50  # requests


def export(*, references: Sequence[str], actor: User | None, now: datetime) -> bytes:
    """The archive of these requests, and it is recorded that it was taken. Raises UnknownRequestError."""
    record_export(references=references, actor=actor, now=now)
    return b"".join(archive(references, now))


def record_export(*, references: Sequence[str], actor: User | None, now: datetime) -> None:
    """Record that somebody takes away what is held in these requests. Raises UnknownRequestError."""
    with transaction.atomic():
        known = set(_requests(references).values_list("reference", flat=True))
        for reference in references:
            if reference not in known:
                raise UnknownRequestError(reference)
        record_many(action="person.export", actor=actor, at=now, references=references)


def archive(
    references: Sequence[str], made_at: datetime, progress: Callable[[int, int], None] | None = None
) -> Iterator[bytes]:
    """A ZIP of person.json, person.html and the mails that are kept as files, of these requests.

    In it is every column that the register calls personal, and what makes sense of it; who of the
    staff did what is not. No transaction holds the requests together, so that nobody waits for it.
    """
    held = {"made_at": made_at, "shop": catalogue.current().site.brand.name}
    before, after = render_to_string(PAGE, held).split(REQUESTS_MARKER)
    with (
        tempfile.SpooledTemporaryFile(MAX_IN_MEMORY) as packed,
        tempfile.SpooledTemporaryFile(MAX_IN_MEMORY) as page,
    ):
        page.write(before.encode())
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
            with written.open("person.json", "w") as file:
                file.write(_as_json(held).removesuffix("\n}").encode() + b',\n  "requests": [')
                for number, exported in enumerate(_collect(_requests(references)), start=1):
                    file.write(
                        (",\n" if number > 1 else "\n").encode() + _as_json(exported).encode()
                    )
                    page.write(render_to_string(REQUEST, {"request": _describe(exported)}).encode())
                    if progress:
                        progress(number, len(references))
                file.write(b"\n  ]\n}")
            page.write(after.encode())
            page.seek(0)
            with written.open("person.html", "w") as file:
                shutil.copyfileobj(page, file)
            for mail in sorted(file for each in references for file in traces.mail_files(each)):
                written.writestr(f"mails/{mail.name}", mail.read_bytes())
        packed.seek(0)
        while part := packed.read(65_536):
            yield part


def _as_json(held: dict[str, Any]) -> str:
    return json.dumps(held, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _requests(references: Sequence[str]) -> "QuerySet[Request]":
    return Request.objects.filter(reference__in=references).order_by("received_at")


def _collect(requests: "QuerySet[Request]") -> Iterator[dict[str, Any]]:
    """What is held in each request, by one query for each table and BATCH_SIZE requests."""
    left = requests.iterator(BATCH_SIZE)
    while together := list(islice(left, BATCH_SIZE)):
        parts: dict[UUID, list[dict[str, Any]]] = {request.pk: [] for request in together}
        for table in tables():
            for pk, rows in _rows(table, together).items():
                parts[pk].append({"title": table.title, "rows": rows})
        for request in together:
            yield {
                "reference": request.reference,
                "kind": str(request.get_kind_display()),
                "received_at": request.received_at,
                "parts": parts[request.pk],
            }


def _describe(exported: dict[str, Any]) -> dict[str, Any]:
    """A request for the page: names of columns as words, and nothing where a column is empty."""
    return {
        **exported,
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
            for part in exported["parts"]
        ],
    }


def _rows(table: Table, requests: list[Request]) -> dict[UUID, list[dict[str, Any]]]:
    """The table's rows by their request, each by the names of its columns."""
    if not table.belongs:
        return {}
    fields = [field for field in table.model._meta.concrete_fields if _is_exported(field)]
    named = {request.reference: request.pk for request in requests}
    found: dict[UUID, list[dict[str, Any]]] = {}
    rows = table.rows([*named.values()], [*named])
    for row in rows.annotate(whose=F(table.request or table.reference)):
        exported = {field.name: getattr(row, field.attname) for field in fields}
        found.setdefault(row.whose if table.request else named[row.whose], []).append(exported)
    return found


def _is_exported(field: "Field[Any, Any]") -> bool:
    """Numbers of rows, of requests and of colleagues are ours, and tell nothing."""
    return not (field.primary_key or field.is_relation)
