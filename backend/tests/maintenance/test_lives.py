"""Every table has a named life: what makes a row of it, and what ends it."""

import re
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from oottam.core.personal import Table, tables

# Tables of Django's: accounts stay, as what they did is signed with them; sessions end by SESSION_HOURS.
OF_DJANGO = {"auth", "contenttypes", "sessions"}
WITHOUT_MODEL = {"django_migrations", "sqlite_sequence"}
TABLES = pytest.mark.parametrize("table", tables(), ids=lambda table: table.title)


@TABLES
def test_a_table_says_what_makes_a_row_and_what_ends_it(table: Table) -> None:
    assert all(table.life)


def test_each_table_is_in_the_register_or_of_django() -> None:
    models = apps.get_models(include_auto_created=True)
    assert {each for each in models if each._meta.app_label not in OF_DJANGO} == {
        table.model for table in tables()
    }


@pytest.mark.django_db
def test_the_database_has_no_table_beside_them() -> None:
    known = {each._meta.db_table for each in apps.get_models(include_auto_created=True)}
    assert set(connection.introspection.table_names()) - WITHOUT_MODEL == known


@TABLES
def test_a_life_that_ends_by_a_setting_ends_by_one_that_there_is(table: Table) -> None:
    for name in re.findall(r"[A-Z]+(?:_[A-Z]+)+", table.life.ends):
        assert getattr(settings, name) > 0


@pytest.mark.django_db
@TABLES
def test_what_is_pruned_is_of_its_table_and_named_in_its_life(table: Table) -> None:
    for rule in table.rules:
        assert rule.past(datetime(2020, 1, 1, tzinfo=UTC)).model is table.model
    named = set(re.findall(r"[A-Z]+_RETENTION_MONTHS", table.life.ends))
    assert {rule.setting for rule in table.rules} == named
