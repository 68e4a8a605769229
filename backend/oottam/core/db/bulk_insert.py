"""INSERT statements derived from the models, without the cost of model instances and their save().

The models and their migrations stay the only place that says what the tables look like.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection, models

from oottam.core.db.cursor import Cursor, write_rows

# Fields whose Python values both databases take as they are.
_AS_IS = (models.CharField, models.TextField, models.IntegerField, models.BooleanField)


class Row:
    """A row to be written: its model, and values by attribute name, as in the model's constructor.

    What is left out gets the model's default.
    """

    __slots__ = ("model", "values")

    def __init__(self, model: type[models.Model], /, **values: Any) -> None:
        self.model = model
        self.values = values


class Table:
    """Where a model's rows are written, and in which form; the database makes automatic ids."""

    def __init__(self, model: type[models.Model], fields: Sequence[Any]) -> None:
        # Defaults, and which values need the database's own form, are settled here, once.
        self._defaults = {field.attname: _default(field) for field in fields}
        self._conversions = [
            (at, convert) for at, field in enumerate(fields) if (convert := _conversion(field))
        ]
        self._in_order = itemgetter(*self._defaults)
        self.name = model._meta.db_table
        self.columns = tuple(str(field.column) for field in fields)

    def values(self, row: Row) -> list[Any]:
        """The row's values as this thread's database takes them; TypeError for unknown names."""
        values = row.values
        if values.keys() != self._defaults.keys():
            values = {**self._defaults, **values}
            if len(values) > len(self._defaults):
                unknown = sorted(values.keys() - self._defaults)
                raise TypeError(f"{row.model.__name__} has no {unknown}")
        in_order = list(self._in_order(values))
        for at, convert in self._conversions:
            in_order[at] = convert(in_order[at])
        return in_order


class _Tables:
    """A model's table with all columns, and with those only that a row cannot do without.

    What comes later to a row has null or a constant of the database's until then. To leave it out saves a row of
    the API a tenth of its time.
    """

    def __init__(self, model: type[models.Model]) -> None:
        fields = [
            field
            for field in model._meta.concrete_fields
            if not isinstance(field, models.AutoField)
        ]
        needed = [field for field in fields if not _comes_later(field)]
        self._later = frozenset(f.attname for f in fields) - {f.attname for f in needed}
        self._whole = self._least = Table(model, fields)
        if self._later:
            self._least = Table(model, needed)

    def table_for(self, row: Row) -> Table:
        """The one with the fewest columns that holds all the row says."""
        return self._least if self._later.isdisjoint(row.values) else self._whole


def _comes_later(field: Any) -> bool:
    """Whether the database itself gives the column what the model would."""
    return _has_db_default(field) or (field.null and field.get_default() is None)


def _has_db_default(field: Any) -> bool:
    """Whether the database has a default, a constant in all our models, for the column."""
    return field.db_default is not models.NOT_PROVIDED


def _default(field: Any) -> Any:
    """The model's default, or else the database's."""
    return field.db_default if _has_db_default(field) else field.get_default()


def _conversion(field: Any) -> Callable[[Any], Any] | None:
    """What makes the database's own form of a value; None where values are taken as they are."""
    may_be_null = field.null
    while field.is_relation:
        field = field.target_field  # a foreign key holds what it points to
    if isinstance(field, _AS_IS):
        return None
    if isinstance(field, models.UUIDField) and not connection.features.has_native_uuid_field:
        # What UUIDField makes of it, after many questions.
        return (lambda value: value and value.hex) if may_be_null else attrgetter("hex")
    return lambda value: field.get_db_prep_save(value, connection)


@cache
def _tables(model: type[models.Model], vendor: str) -> _Tables:
    return _Tables(model)


def insert(cursor: Cursor, rows: Iterable[Row]) -> None:
    """Write rows, model by model, in the order in which the models come up first."""
    vendor = connection.vendor
    by_model: dict[type[models.Model], dict[Table, list[list[Any]]]] = {}
    for row in rows:
        table = _tables(row.model, vendor).table_for(row)
        by_model.setdefault(row.model, {}).setdefault(table, []).append(table.values(row))
    for tables in by_model.values():
        for table, together in tables.items():
            write_rows(cursor, table.name, table.columns, together)
