"""A list of a file as rows of a form, which can be added, removed and moved, without a script, too."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.safestring import SafeString

from oottam.backoffice.shared.fields import parse_json

Row = dict[str, str]
ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"
MAX_ROWS = 200  # of a posted list, whatever the schema says


@dataclass(frozen=True, slots=True)
class Column:
    """A property of each row; `key` is "" if the list holds plain texts. A field with a hidden input is kept."""

    key: str
    label: str
    field: forms.Field

    @property
    def is_hidden(self) -> bool:
        """Whether the column is not shown, as an id."""
        return bool(self.field.widget.is_hidden)


class RowsWidget(forms.Widget):
    """Reads the rows: an input of each column in each row, named as `column_name` says."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.columns = columns

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Row]:
        """Return the posted rows; columns of different lengths end with the shortest."""
        lists = [data.getlist(column_name(name, column))[:MAX_ROWS] for column in self.columns]
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, cells, strict=True)) for cells in zip(*lists, strict=False)]

    def write(self, data: QueryDict, name: str, rows: Sequence[Row]) -> None:
        """Put the rows into a form's data."""
        for column in self.columns:
            data.setlist(column_name(name, column), [row[column.key] for row in rows])


class _JsonInput(forms.HiddenInput):
    def format_value(self, value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class RowsField(forms.Field):
    """A list of texts, or of objects with texts; rows whose shown cells are all empty are left out."""

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        max_rows: int,
        min_rows: int = 0,
        row_label: str = "row",
        is_optional: bool = False,
        unique: str = "",
        **kwargs: Any,
    ) -> None:
        """`is_optional`: an empty list is stored as None, which leaves the property out.

        `unique`: the column whose values must differ; without it, whole rows must.
        """
        self.columns, self.min_rows, self.max_rows = tuple(columns), min_rows, max_rows
        self.row_label, self.is_optional, self.unique = row_label, is_optional, unique
        self.hidden_widget = _JsonInput
        super().__init__(required=False, widget=RowsWidget(self.columns), **kwargs)

    @property
    def is_fixed(self) -> bool:
        """Whether the number of rows is fixed."""
        return self.min_rows == self.max_rows

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> "RowsBoundField":
        """Return the field as the template reads it."""
        return RowsBoundField(form, self, field_name)

    def from_json(self, value: Any) -> list[Row]:
        """Convert the list of a file."""
        return [
            {
                column.key: str(row.get(column.key, "")) if column.key else row
                for column in self.columns
            }
            for row in value or []
        ]

    def to_json(self, value: list[Row]) -> Any:
        """Convert cleaned rows into the list of a file; None for an empty one that is optional."""
        if not value and self.is_optional:
            return None
        return [row.get("", row) for row in value]

    def to_python(self, value: Any) -> list[Row]:
        """Return rows, also from the hidden initial's JSON; raises ValidationError."""
        if isinstance(value, str):
            value = parse_json(value)
            if not isinstance(value, list) or not all(self._is_row(row) for row in value):
                raise ValidationError("This list was not sent completely. Open the page again.")
        rows: list[Row] = value or []
        shown = [column.key for column in self.columns if not column.is_hidden]
        return [row for row in rows if any(row[key].strip() for key in shown)]

    def _is_row(self, value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() == {column.key for column in self.columns}
            and all(isinstance(cell, str) for cell in value.values())
        )

    def clean(self, value: Any) -> list[Row]:
        """Raise ValidationError with a sentence for each wrong cell."""
        rows, errors = self.to_python(value), list[str]()
        cleaned: list[Row] = []
        for number, row in enumerate(rows, start=1):
            found: Row = {}
            for column in self.columns:
                try:
                    found[column.key] = column.field.clean(row[column.key])
                except ValidationError as error:
                    where = f"{self.row_label.capitalize()} {number}"
                    where = f"{where}, {column.label.lower()}" if column.key else where
                    errors.append(f"{where}: {' '.join(error.messages)}")
            cleaned.append(found)
        if errors:
            raise ValidationError(errors)
        if len(cleaned) < self.min_rows and not (self.is_optional and not cleaned):
            raise ValidationError(f"There must be at least {self.min_rows}.")
        if len(cleaned) > self.max_rows:
            raise ValidationError(f"There can be {self.max_rows} at most.")
        compared = [row[self.unique] if self.unique else json.dumps(row) for row in cleaned]
        if len(set(compared)) < len(compared):
            raise ValidationError(f"The same {self.row_label} is there twice.")
        return cleaned


class RowsBoundField(BoundField):
    """The rows of a form as its page shows them."""

    field: RowsField

    @property
    def is_rows(self) -> bool:
        """True, for templates."""
        return True

    @property
    def as_hidden_initial(self) -> SafeString:
        """The list that was shown, in a hidden input."""
        return self.as_hidden(only_initial=True)

    @property
    def can_add(self) -> bool:
        """Whether there is room for a row."""
        return not self.field.is_fixed and len(self._values()) < self.field.max_rows

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, or a single empty row; `number` counts from 1."""
        values = self._values()
        if not values and not self.field.is_fixed:
            values = [{column.key: "" for column in self.field.columns}]
        return [
            {
                "number": at + 1,
                "cells": [self._cell(at, column, row) for column in self.field.columns],
                "is_first": at == 0,
                "is_last": at == len(values) - 1,
            }
            for at, row in enumerate(values)
        ]

    def _values(self) -> list[Row]:
        value = self.value()
        return value if isinstance(value, list) else []

    def _cell(self, at: int, column: Column, row: Row) -> dict[str, Any]:
        cell_id = f"{self.auto_id}-{at + 1}-{column.key or 'text'}"
        error = _cell_error(column, row) if self.errors and any(row.values()) else ""
        attrs = {"id": cell_id}
        if error:
            attrs |= {"aria-invalid": "true", "aria-describedby": f"{cell_id}-error"}
        name = column_name(self.html_name, column)
        html = column.field.widget.render(name, row[column.key], attrs, self.form.renderer)
        return {
            "id": cell_id,
            "label": column.label,
            "html": html,
            "is_hidden": column.is_hidden,
            "error": error,
        }


def _cell_error(column: Column, row: Row) -> str:
    try:
        column.field.clean(row[column.key])
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def column_name(name: str, column: Column) -> str:
    """The name of a column's inputs."""
    return f"{name}.{column.key}" if column.key else f"{name}.text"


def rearrange(field: RowsField, name: str, data: QueryDict) -> QueryDict | None:
    """Return the posted data with a row added, removed or moved, as its button "do" says; None for another button."""
    step, _, rest = data.get("do", "").partition("/")
    target, _, number = rest.partition("/")
    if target != name or step not in (ADD, REMOVE, UP, DOWN):
        return None
    rows: list[Row] = field.widget.value_from_datadict(data, {}, name)
    at = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 4 else -1
    empty = {column.key: "" for column in field.columns}
    if step == ADD and len(rows) < field.max_rows:
        rows.append(empty)
    elif step == REMOVE and 0 <= at < len(rows) and not field.is_fixed:
        del rows[at]
    elif step == UP and 0 < at < len(rows):
        rows.insert(at - 1, rows.pop(at))
    elif step == DOWN and 0 <= at < len(rows) - 1:
        rows.insert(at + 1, rows.pop(at))
    changed = data.copy()
    field.widget.write(changed, name, rows)
    return changed
