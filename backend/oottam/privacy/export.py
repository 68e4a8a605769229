"""Exports a person's data as a ZIP with JSON, a page and mails."""

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
from oottam.core.errors import NotFoundError
from oottam.core.personal import Table, tables
from oottam.privacy import traces
from oottam.requests.models import Request

PAGE, REQUEST = "privacy/person.html", "privacy/request.html"
REQUESTS_MARKER = "<!-- requests -->"  # position of the requests in the page
MAX_IN_MEMORY = 1_000_000  # bytes; larger archives use an unnamed temporary file
BATCH_SIZE = 50  # requests


def export(*, references: Sequence[str], actor: User | None, now: datetime) -> bytes:
    """Export the requests and record it in the audit log. Raises NotFoundError."""
    record_export(references=references, actor=actor, now=now)
    return b"".join(archive(references, now))


def record_export(*, references: Sequence[str], actor: User | None, now: datetime) -> None:
    """Record the export in the audit log. Raises NotFoundError."""
    with transaction.atomic():
        known = set(_requests(references).values_list("reference", flat=True))
        for reference in references:
            if reference not in known:
                raise NotFoundError(reference)
        record_many(action="person.export", actor=actor, at=now, references=references)


def archive(
    references: Sequence[str], made_at: datetime, progress: Callable[[int, int], None] | None = None
) -> Iterator[bytes]:
    """Yield a ZIP of person.json, person.html and the mail files of these requests.

    It has every column of the register's tables except keys and relations, so no staff names. It is
    read without a transaction, so that it does not block writers.
    """
    metadata = {"made_at": made_at, "shop": catalogue.current().site.brand.name}
    before, after = render_to_string(PAGE, metadata).split(REQUESTS_MARKER)
    with (
        tempfile.SpooledTemporaryFile(MAX_IN_MEMORY) as archive_file,
        tempfile.SpooledTemporaryFile(MAX_IN_MEMORY) as page,
    ):
        page.write(before.encode())
        with zipfile.ZipFile(archive_file, "w", zipfile.ZIP_DEFLATED) as zip_file:
            with zip_file.open("person.json", "w") as file:
                file.write(_as_json(metadata).removesuffix("\n}").encode() + b',\n  "requests": [')
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
            with zip_file.open("person.html", "w") as file:
                shutil.copyfileobj(page, file)
            for mail in sorted(
                file for reference in references for file in traces.mail_files(reference)
            ):
                zip_file.writestr(f"mails/{mail.name}", mail.read_bytes())
        archive_file.seek(0)
        while part := archive_file.read(65_536):
            yield part


def _as_json(metadata: dict[str, Any]) -> str:
    return json.dumps(metadata, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _requests(references: Sequence[str]) -> "QuerySet[Request]":
    return Request.objects.filter(reference__in=references).order_by("received_at")


def _collect(requests: "QuerySet[Request]") -> Iterator[dict[str, Any]]:
    """Yield each request's data; one query per table and BATCH_SIZE requests."""
    iterator = requests.iterator(BATCH_SIZE)
    while batch := list(islice(iterator, BATCH_SIZE)):
        parts: dict[UUID, list[dict[str, Any]]] = {request.pk: [] for request in batch}
        for table in tables():
            for pk, rows in _rows(table, batch).items():
                parts[pk].append({"title": table.title, "rows": rows})
        for request in batch:
            yield {
                "reference": request.reference,
                "kind": str(request.get_kind_display()),
                "received_at": request.received_at,
                "parts": parts[request.pk],
            }


def _describe(exported: dict[str, Any]) -> dict[str, Any]:
    """Prepare a request for the page: readable column names, without empty values."""
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
    """The table's rows by request id, as dicts by column name."""
    if not table.belongs:
        return {}
    fields = [field for field in table.model._meta.concrete_fields if _is_exported(field)]
    ids = {request.reference: request.pk for request in requests}
    rows_by_request: dict[UUID, list[dict[str, Any]]] = {}
    rows = table.rows([*ids.values()], [*ids])
    for row in rows.annotate(whose=F(table.request or table.reference)):
        exported = {field.name: getattr(row, field.attname) for field in fields}
        rows_by_request.setdefault(row.whose if table.request else ids[row.whose], []).append(
            exported
        )
    return rows_by_request


def _is_exported(field: "Field[Any, Any]") -> bool:
    """False for primary keys and relations, which are internal ids."""
    return not (field.primary_key or field.is_relation)
