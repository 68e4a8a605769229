"""Reading a day: one database snapshot, few queries, by index."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.core.db.cursor import read_snapshot
from oottam.kitchen.day import day_view, packed_boxes
from oottam.kitchen.day.view import _BOXES
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.schedule.models import ClosedDay, KitchenItem, Meal
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    LUNCH,
    MONDAY,
    SUNDAY_EVENING,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
)
from tests.factories.requests import at_once


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def fill_the_day(boxes: Boxes) -> None:
    """Add servings for every part of the sheet."""
    boxes.add(["Rice", "Boiled Eggs / Sprouts Salad"], diet="any", allergens=["milk"], note="Mild")
    boxes.add(["Boiled Eggs"])  # does not fit a vegetarian
    boxes.add([], meal=Meal.DINNER)
    boxes.event(["Rice"])


@pytest.mark.django_db
def test_query_count_does_not_depend_on_the_number_of_boxes(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    take_due_snapshots(SUNDAY_EVENING)
    counts = []
    for _ in range(2):
        fill_the_day(boxes)
        for ask in (
            lambda: day_view(MONDAY),
            lambda: packed_boxes(MONDAY),
        ):
            with CaptureQueriesContext(connection) as queries:
                ask()
            counts.append(len(queries))
    assert counts == [5, 5] * 2


@pytest.mark.django_db
def test_merged_dishes_need_no_further_query(boxes: Boxes) -> None:
    make_dish("Idli")
    boxes.add(["Idli", "Idli / Podi Idli"])
    take_due_snapshots(SUNDAY_EVENING)
    with CaptureQueriesContext(connection) as queries:
        day_view(MONDAY)
    assert len(queries) == 4  # no allergies, notes or events to load


@pytest.mark.django_db
def test_closed_day_shows_its_reason() -> None:
    by = make_cook()
    for meal, reason in ((0, "Pongal"), (LUNCH, "Gas")):
        ClosedDay.objects.create(date=MONDAY, meal=meal, reason=reason, by=by, at=SUNDAY_EVENING)
    assert day_view(MONDAY).closed == {0: "Pongal", LUNCH: "Gas"}
    assert day_view(MONDAY + timedelta(days=1)).closed == {}


@pytest.mark.django_db(transaction=True)
def test_concurrent_writes_are_not_visible(boxes: Boxes) -> None:
    """Another connection can write meanwhile; the snapshot does not change."""
    make_dish("Rice")
    with read_snapshot():
        assert KitchenItem.objects.count() == 1
        [written] = at_once(lambda: make_dish("Idli").name)
        assert written == "Idli"
        assert KitchenItem.objects.count() == 1
    assert KitchenItem.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_connection_is_usable_after_a_failure() -> None:
    with pytest.raises(LookupError), read_snapshot():
        raise LookupError
    make_dish("Rice")
    assert KitchenItem.objects.count() == 1


@pytest.mark.sqlite_only  # the query plan's text is SQLite's
@pytest.mark.django_db
def test_queries_read_only_the_day_by_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {_BOXES}", [MONDAY])
        steps = [row[3] for row in cursor.fetchall() if row[3].startswith(("SEARCH", "SCAN"))]
    assert steps[0] == "SEARCH s USING INDEX serving_of_a_day (date=?)"
    assert "SEARCH l USING COVERING INDEX line_added_up (dishset_id=?)" in steps
    assert not [step for step in steps if step.startswith("SCAN")]
