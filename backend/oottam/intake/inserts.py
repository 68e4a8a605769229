"""INSERT statements derived from the models, without the cost of the ORM's save().

The models and their migrations stay the only place that says what the tables look like.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from django.db import connection, models
from django.db.backends.utils import CursorWrapper

# Fields whose Python values both databases take as they are.
_AS_IS = (models.CharField, models.TextField, models.IntegerField, models.BooleanField)


class Insert:
    """The INSERT of one model for one kind of database; the database makes automatic ids."""

    def __init__(self, model: type[models.Model]) -> None:
        fields = [
            field
            for field in model._meta.concrete_fields
            if not isinstance(field, models.AutoField)
        ]
        # Which values need the database's own form is settled here, once.
        self._columns = [
            (field.attname, None if isinstance(field, _AS_IS) else field) for field in fields
        ]
        quote = connection.ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        # Names come from the models, values travel apart.
        self.sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608

    def values(self, row: models.Model) -> tuple[Any, ...]:
        """The row's values as this thread's database takes them."""
        return tuple(
            field.get_db_prep_save(getattr(row, attname), connection)
            if field
            else getattr(row, attname)
            for attname, field in self._columns
        )


@cache
def _insert(model: type[models.Model], vendor: str) -> Insert:
    return Insert(model)


def insert(cursor: CursorWrapper, rows: Sequence[models.Model]) -> None:
    """Write unsaved instances in the order given; neighbours of one model go together."""
    for model, neighbours in groupby(rows, key=type):
        statement = _insert(model, connection.vendor)
        values = [statement.values(row) for row in neighbours]
        if len(values) == 1:
            cursor.execute(statement.sql, values[0])
        else:
            cursor.executemany(statement.sql, values)
