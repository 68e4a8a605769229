"""Every table has a named life: what makes a row of it, and what ends it."""

import re
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from oottam.operations.lives import LIVES, OF_DJANGO, Life
from oottam.operations.pruning import RULES

ALL = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}


@pytest.mark.parametrize("label", sorted(ALL))
def test_a_table_says_what_makes_a_row_and_what_ends_it(label: str) -> None:
    """Whoever adds a table says so, in operations/lives.py."""
    assert label in LIVES
    assert all(LIVES[label])


def test_nothing_is_named_that_there_is_not() -> None:
    assert set(LIVES) == set(ALL)


@pytest.mark.django_db
def test_the_database_has_no_table_beside_them() -> None:
    known = {model._meta.db_table for model in ALL.values()}
    assert set(connection.introspection.table_names()) - OF_DJANGO == known


@pytest.mark.parametrize("life", LIVES.values(), ids=LIVES)
def test_a_life_that_ends_by_a_setting_ends_by_one_that_there_is(life: Life) -> None:
    for name in re.findall(r"[A-Z]+(?:_[A-Z]+)+", life.ends):
        assert getattr(settings, name) > 0


@pytest.mark.django_db
def test_what_is_pruned_says_by_which_setting() -> None:
    """A rule's table names in its life a setting whose months the rule goes by."""
    by_table: dict[str, set[int]] = {}
    for rule in RULES:
        model = rule.past(datetime(2020, 1, 1, tzinfo=UTC)).model
        by_table.setdefault(model._meta.label, set()).add(rule.months())
    for label, months in by_table.items():
        named = re.findall(r"[A-Z]+_KEPT_MONTHS", LIVES[label].ends)
        assert {getattr(settings, name) for name in named} == months
