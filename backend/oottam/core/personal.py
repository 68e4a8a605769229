"""The register of what is kept: of every table of ours how long, and of every column whether it tells of a person.

Each app with tables says so in its personal.py, whose TABLES are collected here; a test fails for a table or column
that is in none. Export, erasure and pruning know no table by name: they go by this register.
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
    """By what rows come, and when they go."""

    grows: str
    ends: str


# The shop's books: amounts, dates and dishes lead to nobody once their person is erased (docs/privacy.md).
BOOKS = "never: the shop's books; what tells of a person is erased"
WITH_MENUS = RetentionPolicy("the menus", "with what it is about, by hand")
PER_REQUEST = RetentionPolicy("request", BOOKS)
BY_THE_DESK = RetentionPolicy("what the desk does", BOOKS)
PER_PLAN = RetentionPolicy("plan", BOOKS)
PER_BOX = RetentionPolicy("box", BOOKS)
WITH_ACCOUNT = RetentionPolicy("account", "with its account")
FIXED = RetentionPolicy("the version", "with it")


class Rule(NamedTuple):
    """Rows that go by night: what they are called, the setting with their months (0: never), and which are past."""

    named: str
    setting: str
    past: Callable[[datetime], "QuerySet[Any]"]


@dataclass(frozen=True, slots=True)
class Personal:
    """A column that tells of a person. Erasure sets it to `emptied`.

    `health` says whether its words are about health, and go earlier: never, always, or in those rows of
    its table that a condition finds.
    """

    emptied: Any = ""
    health: bool | Q = False


@dataclass(frozen=True, slots=True)
class Table:
    """How long a model's rows are kept, and its columns by their fields' names; in `plain` blanks part them.

    `title` heads its rows in what a person is given.
    How a row belongs to a request is said by one of two: `request` is the way to the request's id, as
    "order__request", `reference` the column with its reference. Rows with neither are about nobody's
    request. `removed`: erasure takes the whole row away, for it is of no use without its words.
    """

    model: type[Model]
    title: str
    life: RetentionPolicy
    plain: str
    personal: Mapping[str, Personal] = field(default_factory=dict)
    request: str = ""
    reference: str = ""
    removed: bool = False
    rules: tuple[Rule, ...] = ()

    @property
    def belongs(self) -> bool:
        """Whether its rows are about requests."""
        return bool(self.request or self.reference)

    def rows(self, request_ids: list[Any], references: list[str]) -> "QuerySet[Any]":
        """Those that belong to these requests."""
        found: QuerySet[Any] = QuerySet(self.model).order_by("pk")
        if self.request:
            return found.filter(**{f"{self.request}__in": request_ids})
        return found.filter(**{f"{self.reference}__in": references})


@cache
def tables() -> tuple[Table, ...]:
    """Every table of ours, the requests themselves first; TypeError when two apps claim one."""
    found: list[Table] = []
    for app in apps.get_app_configs():
        if app.name.startswith("oottam.") and find_spec(f"{app.name}.personal"):
            found.extend(import_module(f"{app.name}.personal").TABLES)
    models = [table.model for table in found]
    if len(set(models)) != len(models):
        raise TypeError("A table is registered twice.")
    return tuple(sorted(found, key=lambda table: table.request != "pk"))


def months_before(moment: datetime, months: int) -> datetime:
    """The same day and time so many months earlier, or the last day of that month."""
    count = moment.year * 12 + moment.month - 1 - months
    year, month = count // 12, count % 12 + 1
    day = min(moment.day, calendar.monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day)
