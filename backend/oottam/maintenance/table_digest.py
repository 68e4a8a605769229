"""What a table holds, said so that two databases of different kinds can be compared: rows and a digest."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db.models import Model, QuerySet

AT_ONCE = 2000  # rows in memory
DERIVED = "reporting"  # the app whose tables are made again from the others
BYTES = 16  # of a row's digest that are counted


class Proof(NamedTuple):
    """Rows, and the sum of their digests, which knows no order."""

    rows: int
    digest: str


def models() -> list[type[Model]]:
    """Of every table of the shop, those between two others among them, but what is derived; by the tables' names."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label != DERIVED
    ]
    return sorted(found, key=lambda model: model._meta.db_table)


def rows(model: type[Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Every row as Python knows its values, columns in the model's order; few in memory at a time."""
    names = [field.attname for field in model._meta.concrete_fields]
    found: QuerySet[Any, tuple[Any, ...]] = (
        QuerySet(model, using=alias).order_by("pk").values_list(*names)
    )
    return found.iterator(chunk_size=AT_ONCE)


def any_row(model: type[Model]) -> bool:
    """Whether the table holds anything in the shop's own database."""
    return QuerySet(model).exists()


def proof(model: type[Model], alias: str) -> Proof:
    """Of all that the table holds in that database."""
    count = total = 0
    for row in rows(model, alias):
        count += 1
        total += int.from_bytes(hashlib.sha256(canonical(row)).digest()[:BYTES])
    return Proof(count, f"{total % (1 << 8 * BYTES):0{2 * BYTES}x}")


def canonical(row: Iterable[Any]) -> bytes:
    """One spelling for a value, whichever database it came from; values of other types never share one."""
    return json.dumps([_spelt(value) for value in row], sort_keys=True).encode()


def _spelt(value: Any) -> Any:
    spelt = value  # text, number, truth, nothing
    match value:
        case datetime():
            spelt = ["at", value.astimezone(UTC).isoformat()]
        case date() | time():
            spelt = ["on", value.isoformat()]
        case UUID():
            spelt = ["id", value.hex]
        case Decimal():
            spelt = ["decimal", format(value.normalize(), "f")]
        case bytes() | memoryview():
            spelt = ["bytes", bytes(value).hex()]
        case dict() | list():
            spelt = ["json", value]
    return spelt
