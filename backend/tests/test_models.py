"""Models, migrations and the limits of the forms agree."""

from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import Model

from oottam.api import forms, limits
from oottam.api.forms import FormPart
from oottam.api.models import IdempotencyRecord
from oottam.orders.models import Order, OrderLine
from oottam.requests.models import Flag, Kind, Request, RequestFlag


@pytest.mark.django_db
def test_the_migrations_make_the_tables_that_the_models_describe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("makemigrations", check=True, dry_run=True)
    assert capsys.readouterr().out == "No changes detected\n"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "model",
    [model for model in apps.get_models() if model.__module__.startswith("oottam.")],
    ids=lambda model: model._meta.label,
)
def test_no_index_is_the_beginning_of_another(model: type[Model]) -> None:
    """It would be written for every row, and find nothing that the other does not.

    One of some rows only is another thing: it is short where the whole one is long.
    """
    of_some_rows = {
        str(each.name)
        for each in (*model._meta.indexes, *model._meta.constraints)
        if getattr(each, "condition", None) is not None and hasattr(each, "fields")
    }
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    indexes = {
        tuple(each["columns"])
        for name, each in found.items()
        if each["columns"] and (each["index"] or each["unique"])
        if not name.endswith("_like")  # for another order of letters
        if name not in of_some_rows
    }
    beginnings = {columns[:count] for columns in indexes for count in range(1, len(columns))}
    assert indexes & beginnings == set()


def longest(form_type: Any) -> int:
    """Return how many characters of a text are stored."""

    class Sent(FormPart):
        text: form_type

    [text] = [note for note in Sent.model_fields["text"].metadata if isinstance(note, forms.Text)]
    return text.max_length


def width(model: type, field: str) -> int | None:
    length: int | None = model._meta.get_field(field).max_length  # type: ignore[attr-defined]
    return length


def test_column_holds_every_value_that_its_form_accepts() -> None:
    """PostgreSQL refuses a text that is too long; SQLite would not tell."""
    full_name = longest(forms.FirstName) + len(" ") + longest(forms.LastName)
    assert width(Request, "customer_name") == full_name
    assert width(Request, "phone") == longest(forms.Phone)
    assert width(Request, "email") == longest(forms.Email)
    assert width(Order, "address") == longest(forms.Address)
    assert width(OrderLine, "dish_name") == longest(forms.DishName)
    assert width(IdempotencyRecord, "key") == limits.MAX_KEY_LENGTH


def test_every_flag_and_kind_fits_its_column() -> None:
    assert max(map(len, Flag)) <= (width(RequestFlag, "flag") or 0)
    assert max(map(len, Kind)) <= (width(Request, "kind") or 0)
