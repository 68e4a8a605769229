"""Digests of tables that are equal on SQLite and PostgreSQL for equal rows."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db.models import Model, QuerySet

CHUNK_SIZE = 2000  # rows in memory
DERIVED = "reporting"  # app whose tables are derived from others
DIGEST_BYTES = 16  # used of a row's SHA-256


class TableDigest(NamedTuple):
    """Row count, and the sum of the rows' digests, which is independent of their order."""

    rows: int
    digest: str


def list_models() -> list[type[Model]]:
    """Models of all tables except derived ones, with many-to-many tables, sorted by table name."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label != DERIVED
    ]
    return sorted(models, key=lambda model: model._meta.db_table)


def iter_rows(model: type[Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Iterate over the rows as Python values, columns in the model's order."""
    names = [field.attname for field in model._meta.concrete_fields]
    queryset: QuerySet[Any, tuple[Any, ...]] = (
        QuerySet(model, using=alias).order_by("pk").values_list(*names)
    )
    return queryset.iterator(chunk_size=CHUNK_SIZE)


def has_rows(model: type[Model]) -> bool:
    """Whether the table has rows in the default database."""
    return QuerySet(model).exists()


def digest_table(model: type[Model], alias: str) -> TableDigest:
    """Digest of all rows of the table in the database `alias`."""
    count = total = 0
    for row in iter_rows(model, alias):
        count += 1
        total += int.from_bytes(hashlib.sha256(canonical(row)).digest()[:DIGEST_BYTES])
    return TableDigest(count, f"{total % (1 << 8 * DIGEST_BYTES):0{2 * DIGEST_BYTES}x}")


def canonical(row: Iterable[Any]) -> bytes:
    """Encode a row independently of the database; values of different types differ."""
    return json.dumps([_encode(value) for value in row], sort_keys=True).encode()


def _encode(value: Any) -> Any:
    encoded = value  # str, int, float, bool, None
    match value:
        case datetime():
            encoded = ["at", value.astimezone(UTC).isoformat()]
        case date() | time():
            encoded = ["on", value.isoformat()]
        case UUID():
            encoded = ["id", value.hex]
        case Decimal():
            encoded = ["decimal", format(value.normalize(), "f")]
        case bytes() | memoryview():
            encoded = ["bytes", bytes(value).hex()]
        case dict() | list():
            encoded = ["json", value]
    return encoded
