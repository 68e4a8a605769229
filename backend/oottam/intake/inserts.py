"""INSERT statements derived from the models, without the cost of model instances and their save().

The models and their migrations stay the only place that says what the tables look like.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection, models

from oottam.common.plain_sql import Cursor

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


class Insert:
    """The INSERT of one model for one kind of database; the database makes automatic ids."""

    def __init__(self, model: type[models.Model]) -> None:
        fields = [
            field
            for field in model._meta.concrete_fields
            if not isinstance(field, models.AutoField)
        ]
        # Defaults, and which values need the database's own form, are settled here, once.
        self._defaults = {field.attname: field.get_default() for field in fields}
        self._conversions = [
            (field.attname, convert) for field in fields if (convert := _conversion(field))
        ]
        self._in_order = itemgetter(*self._defaults)
        quote = connection.ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        # Names come from the models, values travel apart.
        self.sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608

    def values(self, row: Row) -> tuple[Any, ...]:
        """The row's values as this thread's database takes them; TypeError for unknown names."""
        values = {**self._defaults, **row.values}
        if len(values) > len(self._defaults):
            raise TypeError(f"{row.model.__name__} has no {sorted(values.keys() - self._defaults)}")
        for name, convert in self._conversions:
            values[name] = convert(values[name])
        in_order: tuple[Any, ...] = self._in_order(values)
        return in_order


def _conversion(field: Any) -> Callable[[Any], Any] | None:
    """What makes the database's own form of a value; None where values are taken as they are."""
    field = getattr(field, "target_field", field)  # a foreign key holds what it points to
    if isinstance(field, _AS_IS):
        return None
    if isinstance(field, models.UUIDField) and not connection.features.has_native_uuid_field:
        return attrgetter("hex")  # what UUIDField makes of it, after many questions
    return lambda value: field.get_db_prep_save(value, connection)


@cache
def _insert(model: type[models.Model], vendor: str) -> Insert:
    return Insert(model)


def insert(cursor: Cursor, rows: Sequence[Row]) -> None:
    """Write rows in the order given; neighbours of one model go together."""
    vendor = connection.vendor
    for model, neighbours in groupby(rows, key=attrgetter("model")):
        statement = _insert(model, vendor)
        values = [statement.values(row) for row in neighbours]
        if len(values) == 1:
            cursor.execute(statement.sql, values[0])
        else:
            cursor.executemany(statement.sql, values)
