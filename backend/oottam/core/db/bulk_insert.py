"""INSERT statements derived from the models, without the cost of model instances and their save().

Tables are defined by the models and their migrations alone.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection, models

from oottam.core.db.cursor import Cursor, write_rows

# Fields whose Python values both databases accept without conversion.
_UNCONVERTED_FIELDS = (models.CharField, models.TextField, models.IntegerField, models.BooleanField)


class Row:
    """A row to insert: its model, and values by attribute name, as in the model's constructor.

    Missing values get the model's default.
    """

    __slots__ = ("model", "values")

    def __init__(self, model: type[models.Model], /, **values: Any) -> None:
        self.model = model
        self.values = values


class Table:
    """A model's table, columns and value conversions; the database assigns automatic ids."""

    def __init__(self, model: type[models.Model], fields: Sequence[Any]) -> None:
        # Defaults and conversions are determined once per model.
        self._defaults = {field.attname: _default(field) for field in fields}
        self._conversions = [
            (at, convert) for at, field in enumerate(fields) if (convert := _conversion(field))
        ]
        self._pick_in_order = itemgetter(*self._defaults)
        self.name = model._meta.db_table
        self.columns = tuple(str(field.column) for field in fields)

    def values(self, row: Row) -> list[Any]:
        """Return the values in column order, converted for the database. Raises TypeError for unknown names."""
        values = row.values
        if values.keys() != self._defaults.keys():
            values = {**self._defaults, **values}
            if len(values) > len(self._defaults):
                unknown = sorted(values.keys() - self._defaults)
                raise TypeError(f"{row.model.__name__} has no {unknown}")
        in_order = list(self._pick_in_order(values))
        for at, convert in self._conversions:
            in_order[at] = convert(in_order[at])
        return in_order


class _Tables:
    """A model's table with all columns, and with the required columns only.

    Optional columns are null or have a constant database default. Leaving them out saves a tenth of
    the time of an API row.
    """

    def __init__(self, model: type[models.Model]) -> None:
        fields = [
            field
            for field in model._meta.concrete_fields
            if not isinstance(field, models.AutoField)
        ]
        required_fields = [field for field in fields if not _is_optional(field)]
        self._optional = frozenset(f.attname for f in fields) - {f.attname for f in required_fields}
        self._full = self._required = Table(model, fields)
        if self._optional:
            self._required = Table(model, required_fields)

    def table_for(self, row: Row) -> Table:
        """Return the table with the fewest columns that hold the row's values."""
        return self._required if self._optional.isdisjoint(row.values) else self._full


def _is_optional(field: Any) -> bool:
    """Whether the database's default for the column equals the model's."""
    return _has_db_default(field) or (field.null and field.get_default() is None)


def _has_db_default(field: Any) -> bool:
    """Whether the database has a default for the column; all models use constants."""
    return field.db_default is not models.NOT_PROVIDED


def _default(field: Any) -> Any:
    """Return the database's default if there is one, else the model's."""
    return field.db_default if _has_db_default(field) else field.get_default()


def _conversion(field: Any) -> Callable[[Any], Any] | None:
    """Return the function that converts a value for the database; None if none is needed."""
    may_be_null = field.null
    while field.is_relation:
        field = field.target_field  # a foreign key has the target's type
    if isinstance(field, _UNCONVERTED_FIELDS):
        return None
    if isinstance(field, models.UUIDField) and not connection.features.has_native_uuid_field:
        # The result of UUIDField's conversion, at a fraction of its cost.
        return (lambda value: value and value.hex) if may_be_null else attrgetter("hex")
    return lambda value: field.get_db_prep_save(value, connection)


@cache
def _tables(model: type[models.Model], vendor: str) -> _Tables:
    return _Tables(model)


def insert(cursor: Cursor, rows: Iterable[Row]) -> None:
    """Insert rows grouped by model, in the order of each model's first row."""
    vendor = connection.vendor
    by_model: dict[type[models.Model], dict[Table, list[list[Any]]]] = {}
    for row in rows:
        table = _tables(row.model, vendor).table_for(row)
        by_model.setdefault(row.model, {}).setdefault(table, []).append(table.values(row))
    for tables in by_model.values():
        for table, table_rows in tables.items():
            write_rows(cursor, table.name, table.columns, table_rows)
