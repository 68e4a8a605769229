"""The register of personal data: each table's retention and each column's classification.

Every app declares TABLES in its personal.py; a test fails for an undeclared table or column. Export, erasure and
pruning work from this register alone.
"""

import calendar
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model, Q, QuerySet


class RetentionPolicy(NamedTuple):
    """What each row is created for, and when rows are deleted."""

    created_for: str
    deleted: str


# Accounting data: amounts, dates and dishes identify nobody after erasure (docs/privacy.md).
BOOKS = "never (accounting); personal columns are erased"
WITH_MENUS = RetentionPolicy("menu", "by hand")
PER_REQUEST = RetentionPolicy("request", BOOKS)
BY_THE_DESK = RetentionPolicy("action of the desk", BOOKS)
PER_PLAN = RetentionPolicy("plan", BOOKS)
PER_BOX = RetentionPolicy("box", BOOKS)
WITH_ACCOUNT = RetentionPolicy("account", "with its account")
FIXED = RetentionPolicy("installation", "never")


class Rule(NamedTuple):
    """Rows that the nightly job deletes: label, setting with months (0: never), and query of expired rows."""

    label: str
    setting: str
    expired_before: Callable[[datetime], "QuerySet[Any]"]


@dataclass(frozen=True, slots=True)
class Personal:
    """A personal column. Erasure sets it to `erased_value`.

    `health` marks health data, which is erased earlier: False, True, or in the rows that match a
    condition.
    """

    erased_value: Any = ""
    health: bool | Q = False


@dataclass(frozen=True, slots=True)
class Table:
    """A model's retention and columns, by field name; `plain` lists other columns, separated by spaces.

    `title` is the heading in a customer's export. A row belongs to a request through `request`, a
    lookup path to its id such as "order__request", or `reference`, a column with its reference.
    With neither, rows belong to no request. `is_deleted`: erasure deletes the whole row.
    """

    model: type[Model]
    title: str
    retention: RetentionPolicy
    plain: str
    personal: Mapping[str, Personal] = field(default_factory=dict)
    request: str = ""
    reference: str = ""
    is_deleted: bool = False
    rules: tuple[Rule, ...] = ()

    @property
    def belongs(self) -> bool:
        """Whether rows belong to requests."""
        return bool(self.request or self.reference)

    def rows(self, request_ids: list[Any], references: list[str]) -> "QuerySet[Any]":
        """Return the rows of these requests."""
        queryset: QuerySet[Any] = QuerySet(self.model).order_by("pk")
        if self.request:
            return queryset.filter(**{f"{self.request}__in": request_ids})
        return queryset.filter(**{f"{self.reference}__in": references})


@cache
def tables() -> tuple[Table, ...]:
    """Return all declared tables, requests first. Raises TypeError for a table declared twice."""
    result: list[Table] = []
    for app in apps.get_app_configs():
        if app.name.startswith("oottam.") and find_spec(f"{app.name}.personal"):
            result.extend(import_module(f"{app.name}.personal").TABLES)
    models = [table.model for table in result]
    if len(set(models)) != len(models):
        raise TypeError("A table is registered twice.")
    return tuple(sorted(result, key=lambda table: table.request != "pk"))


def months_before(moment: datetime, months: int) -> datetime:
    """Subtract months; a missing day becomes the month's last."""
    count = moment.year * 12 + moment.month - 1 - months
    year, month = count // 12, count % 12 + 1
    day = min(moment.day, calendar.monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day)
