"""Every table declares what creates and what deletes its rows."""

import re
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from oottam.core.personal import Table, tables

# Django's apps: accounts are kept for the audit log; sessions end by SESSION_HOURS.
DJANGO_APPS = {"auth", "contenttypes", "sessions"}
WITHOUT_MODEL = {"django_migrations", "sqlite_sequence"}
TABLES = pytest.mark.parametrize("table", tables(), ids=lambda table: table.title)


@TABLES
def test_table_declares_creation_and_end_of_rows(table: Table) -> None:
    assert all(table.retention)


def test_register_covers_all_models() -> None:
    models = apps.get_models(include_auto_created=True)
    assert {each for each in models if each._meta.app_label not in DJANGO_APPS} == {
        table.model for table in tables()
    }


@pytest.mark.django_db
def test_database_has_no_other_tables() -> None:
    known = {each._meta.db_table for each in apps.get_models(include_auto_created=True)}
    assert set(connection.introspection.table_names()) - WITHOUT_MODEL == known


@TABLES
def test_settings_named_in_the_register_exist(table: Table) -> None:
    for name in re.findall(r"[A-Z]+(?:_[A-Z]+)+", table.retention.deleted):
        assert getattr(settings, name) > 0


@pytest.mark.django_db
@TABLES
def test_pruning_rules_belong_to_their_table(table: Table) -> None:
    for rule in table.rules:
        assert rule.expired_before(datetime(2020, 1, 1, tzinfo=UTC)).model is table.model
    named = set(re.findall(r"[A-Z]+_RETENTION_MONTHS", table.retention.deleted))
    assert {rule.setting for rule in table.rules} == named
