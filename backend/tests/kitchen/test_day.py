"""How a day is read: in one snapshot, by few queries, from the indexes that were made for it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.kitchen.day import day_view, packed_boxes
from oottam.kitchen.day.snapshot import read_snapshot
from oottam.kitchen.day.view import _BOXES
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.plans.models import ClosedDay, KitchenItem, Meal
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
    """Of everything something."""
    boxes.add(["Rice", "Boiled Eggs / Sprouts Salad"], diet="any", allergens=["milk"], note="Mild")
    boxes.add(["Boiled Eggs"])  # fits nobody
    boxes.add([], meal=Meal.DINNER)
    boxes.event(["Rice"])


@pytest.mark.django_db
def test_it_takes_as_many_queries_for_many_boxes_as_for_few(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    take_due_snapshots(SUNDAY_EVENING)
    counts = []
    for _ in range(2):
        fill_the_day(boxes)
        for ask in (
            lambda: day_view(MONDAY),
            lambda: day_view(MONDAY, with_boxes=True),
            lambda: packed_boxes(MONDAY),
        ):
            with CaptureQueriesContext(connection) as asked:
                ask()
            counts.append(len(asked))
    assert counts == [5, 7, 5] * 2


@pytest.mark.django_db
def test_where_two_dishes_are_cooked_as_one_it_takes_no_more(boxes: Boxes) -> None:
    make_dish("Idli")
    boxes.add(["Idli", "Idli / Podi Idli"])
    take_due_snapshots(SUNDAY_EVENING)
    with CaptureQueriesContext(connection) as asked:
        day_view(MONDAY)
    assert len(asked) == 4  # there is nobody of whom the kitchen has to know


@pytest.mark.django_db
def test_the_boxes_alone_are_those_of_the_whole_day(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    fill_the_day(boxes)
    assert packed_boxes(MONDAY) == day_view(MONDAY, with_boxes=True).boxes


@pytest.mark.django_db
def test_a_closed_day_says_why() -> None:
    by = make_cook()
    for meal, reason in ((0, "Pongal"), (LUNCH, "Gas")):
        ClosedDay.objects.create(date=MONDAY, meal=meal, reason=reason, by=by, at=SUNDAY_EVENING)
    assert day_view(MONDAY).closed == {0: "Pongal", LUNCH: "Gas"}
    assert day_view(MONDAY + timedelta(days=1)).closed == {}


@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_not_seen(boxes: Boxes) -> None:
    """By another connection: it does not wait, and the snapshot does not change."""
    make_dish("Rice")
    with read_snapshot():
        assert KitchenItem.objects.count() == 1
        [written] = at_once(lambda: make_dish("Idli").name)
        assert written == "Idli"
        assert KitchenItem.objects.count() == 1
    assert KitchenItem.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_after_a_failure_the_connection_is_as_before() -> None:
    with pytest.raises(LookupError), read_snapshot():
        raise LookupError
    make_dish("Rice")
    assert KitchenItem.objects.count() == 1


@pytest.mark.sqlite_only  # which describes its query plan in these words
@pytest.mark.django_db
def test_nothing_of_other_days_is_looked_at() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {_BOXES}", [MONDAY])
        steps = [row[3] for row in cursor.fetchall() if row[3].startswith(("SEARCH", "SCAN"))]
    assert steps[0] == "SEARCH s USING INDEX serving_of_a_day (date=?)"
    assert "SEARCH l USING COVERING INDEX line_added_up (dishset_id=?)" in steps
    assert not [step for step in steps if step.startswith("SCAN")]
