"""A delivery time per meal: derived from the form's single time, completed by the desk, and displayed."""

from collections.abc import Iterator
from datetime import time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.kitchen.day import delivery_boxes, packed_boxes
from oottam.plans.services.plan_actions import ChangeDays
from oottam.reporting import triggers
from oottam.requests.models import Kind, Request
from oottam.workflow.models import FulfilmentDetails, MealTime
from oottam.workflow.services.agreement import agreed_facts
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.details import details_of, save_details
from oottam.workflow.services.meal_times import meal_times, times_of_one
from oottam.workflow.services.message_templates import template_context
from oottam.workflow.services.reorder import preview, reorder
from oottam.workflow.services.transitions import confirm
from tests.conftest import Send
from tests.enquiries.examples import PODI_IDLI
from tests.factories.plans import BREAKFAST, DINNER, LUNCH, Planner, day, sections
from tests.factories.requests import PLAN_FACTS, TEN_AM, current, make_request, read_again

pytestmark = pytest.mark.django_db
ALL = sections("breakfast", "lunch", "dinner")
OWN = {1: time(8), 2: time(13), 3: time(20)}
HALF_PAST_SEVEN = time(19, 30)


def times(request: Request) -> dict[int, time | None]:
    return {each.meal: each.time for each in meal_times(details_of(read_again(request)))}


def open_questions(request: Request) -> list[str]:
    return [item.field for item in missing(read_again(request)) if item.field.endswith("_time")]


@pytest.mark.parametrize(
    ("sent", "meals", "own"),
    [
        ("04:00", [1], [1]),
        ("12:30", [1, 2, 3], [2]),
        ("12:30", [1, 3], []),
        ("07:00", [1, 2], [1]),
        ("10:30", [1, 2], [1]),
        ("10:31", [1, 2], []),
        ("21:30", [2, 3], [3]),
        ("16:00", [1, 2, 3], []),
    ],
)
def test_single_time_belongs_to_the_only_meal_or_the_meal_whose_hours_contain_it(
    sent: str, meals: list[int], own: list[int]
) -> None:
    at = time.fromisoformat(sent)
    assert times_of_one(at, meals) == {meal: at if meal in own else None for meal in meals}


@pytest.mark.parametrize(
    ("kind", "body", "found"),
    [
        (Kind.VEG, {"timing": "19:30"}, {1: HALF_PAST_SEVEN}),
        (Kind.TRAY, {"timing": "19:30", "sections": ALL}, {1: None, 2: None, 3: HALF_PAST_SEVEN}),
        (Kind.COMBO, {"deliveryTime": "12:15"}, {1: None, 2: time(12, 15)}),
        (Kind.SUBSCRIPTION, {"selectedItems": [PODI_IDLI, {**PODI_IDLI, "id": "D1"}]}, {1: None, 3: None}),
        (Kind.EVENT, {}, {}),
    ],
)  # fmt: skip
def test_only_ordered_meals_have_a_time(
    send: Send, kind: Kind, body: dict[str, Any], found: dict[int, time | None]
) -> None:
    request = make_request(send, kind, **body)
    assert times(request) == found
    assert open_questions(request) == [
        f"{name}_time"
        for meal, name in enumerate(("breakfast", "lunch", "dinner"), start=1)
        if meal in found and not found[meal]
    ]
    assert not MealTime.objects.exists()


def test_confirming_requires_a_time_for_each_meal(send: Send, priya: User) -> None:
    request = make_request(send, sections=ALL, timing="12:30")
    others = {name: value for name, value in PLAN_FACTS.items() if name != "meal_times"}
    save_details(**current(request, priya), **others)
    questions = template_context(read_again(request)).questions
    assert questions == [f"What time should we deliver your {meal}?" for meal in ("breakfast", "dinner")]  # fmt: skip
    with pytest.raises(DomainError, match="Breakfast delivery time, Dinner delivery time"):
        confirm(**current(request, priya))
    save_details(**current(request, priya), meal_times={1: time(8), 3: time(20)})
    confirm(**current(request, priya))
    assert times(request) == {**OWN, 2: time(12, 30)}
    assert FulfilmentDetails.objects.get().delivery_time == time(
        8
    )  # release 0.3.0 reads this column
    [noted] = [entry for entry in AuditEntry.objects.all() if "dinner_time" in entry.data]
    assert noted.data == {
        "breakfast_time": {"was": None, "now": "08:00:00"},
        "dinner_time": {"was": None, "now": "20:00:00"},
    }


def test_removed_time_is_a_missing_detail_again(send: Send, priya: User) -> None:
    request = make_request(send, sections=sections("lunch", "dinner"))
    save_details(**current(request, priya), meal_times=OWN)
    save_details(**current(request, priya), meal_times={2: None})
    assert (times(request), open_questions(request)) == ({2: None, 3: time(20)}, ["lunch_time"])
    assert FulfilmentDetails.objects.get().delivery_time == time(20)


def test_labels_runs_and_customer_text_show_each_meals_time(planner: Planner) -> None:
    plan = planner.plan(sections=ALL, fulfilment={"meal_times": OWN})
    assert {box.meal: box.delivery_time for box in packed_boxes(day(7))} == OWN
    carried = {meal: delivery_boxes(day(7), meal) for meal in OWN}
    assert {meal: boxes[0].delivery_time for meal, boxes in carried.items()} == OWN
    texts = [(fact.label, fact.text) for fact in agreed_facts(plan.request) if "time" in fact.label]
    assert texts == [
        ("Breakfast delivery time", "8:00 am"),
        ("Lunch delivery time", "1:00 pm"),
        ("Dinner delivery time", "8:00 pm"),
    ]


@pytest.mark.django_db(transaction=True)
def test_reorder_copies_the_agreed_times(planner: Planner) -> None:
    plan = planner.plan(sections=ALL, fulfilment={"meal_times": OWN})
    found = preview(plan.request)
    assert [fact.text for fact in found.reorder.facts if "time" in fact.label] == ["8:00 am", "1:00 pm", "8:00 pm"]  # fmt: skip
    new = reorder(request=plan.request, seen=found.seen, count=0, now=TEN_AM, actor=planner.actor)
    assert (times(new), open_questions(new)) == (OWN, [])
    assert details_of(new).delivery_time == time(8)


def test_added_meal_needs_a_time_when_its_hours_differ(
    planner: Planner,
) -> None:
    plan = planner.lunches(6)
    for meal in (DINNER, BREAKFAST):
        planner.do(plan, ChangeDays(meal, 3))
    assert times(plan.request) == {1: None, 2: time(12, 30), 3: None}
    assert {box.meal: box.delivery_time for box in packed_boxes(day(7))}[LUNCH] == time(12, 30)
    assert MealTime.objects.filter(is_settled=False).count() == 2


@pytest.fixture
def back_and_forward() -> Iterator[Any]:
    """Migrate back to the last release and forward again."""

    def go(*, to_before: bool) -> None:
        triggers.drop(connection)  # as the command does
        executor = MigrationExecutor(connection)
        before = [("schedule", "0006_days_changed"), ("handling", "0013_undone_adjustments")]
        leaves = executor.loader.graph.leaf_nodes()
        others = [leaf for leaf in leaves if leaf[0] not in ("schedule", "handling")]
        executor.migrate([*others, *before] if to_before else leaves)

    yield go
    go(to_before=False)
    triggers.create(connection)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_migration_copies_the_single_time_to_every_meal_and_marks_it_unconfirmed(
    planner: Planner, back_and_forward: Any
) -> None:
    plan = planner.plan(sections=ALL, fulfilment={"meal_times": OWN})
    planner.lunches(6)
    back_and_forward(to_before=True)
    # The earlier tables lack columns of today's requests.
    details = FulfilmentDetails.objects.filter(request=plan.request_id)
    details.update(delivery_time=HALF_PAST_SEVEN)
    back_and_forward(to_before=False)
    rows = MealTime.objects.values_list("request", "meal", "time", "is_settled")
    assert list(rows) == [(plan.request_id, meal, HALF_PAST_SEVEN, False) for meal in OWN]
    own = {box.meal: box.delivery_time for box in packed_boxes(day(7)) if box.plan_id == plan.pk}
    assert own == dict.fromkeys(OWN, HALF_PAST_SEVEN)
    assert open_questions(plan.request) == ["breakfast_time", "lunch_time", "dinner_time"]
    save_details(**current(plan.request, planner.actor), meal_times=OWN)
    assert (times(plan.request), open_questions(plan.request)) == (OWN, [])
