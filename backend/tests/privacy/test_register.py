"""Every column of the project's models is in the register of personal data."""

from typing import Any

import pytest
from django.apps import apps
from django.db import models

from oottam.core.personal import Table, tables

PROJECT_MODELS = [model for model in apps.get_models() if model.__module__.startswith("oottam.")]
TABLES = {table.model: table for table in tables()}


@pytest.mark.parametrize("model", PROJECT_MODELS, ids=lambda model: model._meta.label)
def test_each_column_is_plain_or_personal(model: type[models.Model]) -> None:
    """A new column is declared in its app's personal.py."""
    table = TABLES[model]
    said = [*table.plain.split(), *table.personal]
    assert sorted(said) == sorted(field.name for field in model._meta.concrete_fields)


def test_registered_columns_exist() -> None:
    assert set(TABLES) == set(PROJECT_MODELS)


def test_requests_come_first_in_the_register() -> None:
    assert tables()[0].model._meta.label == "requests.Request"


@pytest.mark.parametrize(
    "table", [table for table in tables() if table.personal], ids=lambda t: t.title
)
def test_personal_rows_belong_to_requests(table: Table) -> None:
    assert table.belongs
    assert not (table.request and table.reference)


@pytest.mark.parametrize(
    "table", [table for table in tables() if table.personal], ids=lambda t: t.title
)
def test_emptied_value_is_valid_for_its_column(table: Table) -> None:
    for name, column in table.personal.items():
        field: Any = table.model._meta.get_field(name)
        assert (
            field.null
            if column.erased_value is None
            else field.to_python(column.erased_value) is not None
        )
        assert len(str(column.erased_value)) <= (getattr(field, "max_length", None) or 100)


def test_titles_are_unique() -> None:
    titles = [table.title for table in tables()]
    assert len(titles) == len(set(titles))
