"""The cut-off snapshot is fixed; later changes are shown beside it."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.kitchen.day import BoxChange, ChangedPlan, Person, QuantityChange, packed_boxes
from oottam.kitchen.services import cutoff
from oottam.kitchen.services.choices import (
    choose,
    substitute,
    undo_choice,
    undo_substitution,
)
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.schedule.domain.actions import Forfeit
from oottam.schedule.models import (
    ActionType,
    BoxLine,
    CutoffLine,
    CutoffSnapshot,
    Meal,
    MealPlan,
    PlanChange,
    Serving,
    ServingChange,
)
from oottam.workflow.models import FulfilmentDetails
from oottam.workflow.services.details import save_details
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    BEFORE,
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    SUNDAY_EVENING,
    Boxes,
    make_box_contents,
    make_dish,
    make_eggs_or_sprouts,
    number,
    sheet,
)
from tests.factories.plans import Planner

pytestmark = pytest.mark.django_db
TUESDAY = MONDAY + timedelta(days=1)
LATE = SUNDAY_EVENING + timedelta(hours=2)


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def snapshot_lines(on: date = MONDAY, meal: int = LUNCH) -> list[tuple[str, int, int]]:
    lines = CutoffLine.objects.filter(snapshot__date=on, snapshot__meal=meal).order_by("item__name")
    return list(lines.values_list("item__name", "quantity", "boxes"))


def snapshots() -> list[tuple[date, int]]:
    return list(CutoffSnapshot.objects.values_list("date", "meal"))


def change_serving(plan: MealPlan, at: datetime = LATE, **values: Any) -> None:
    """Change the plan's only serving and record it in its history."""
    serving = Serving.objects.get(plan=plan)
    before = (serving.date, serving.state, serving.box_contents_id)
    for name, value in values.items():
        setattr(serving, name, value)
    serving.save()
    change = PlanChange.objects.create(plan=plan, action=ActionType.MOVE, at=at)
    ServingChange.objects.create(
        change=change, serving=serving, date_before=before[0], state_before=before[1],
        box_contents_before_id=before[2], date_after=serving.date, state_after=serving.state,
        box_contents_after_id=serving.box_contents_id,
    )  # fmt: skip


def test_no_snapshot_is_taken_before_the_cut_off() -> None:
    take_due_snapshots(SUNDAY_EVENING - timedelta(seconds=1))
    assert {on for on, _ in snapshots()} == {MONDAY - timedelta(days=1)}


def test_snapshot_of_every_meal_is_taken_at_the_cut_off(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS, ("Rice", 2)], diet="any", number=2)
    boxes.add([EGGS_OR_SPROUTS], diet="veg")
    assert (
        take_due_snapshots(SUNDAY_EVENING + timedelta(seconds=50)) == 8
    )  # today's and tomorrow's meals
    assert [meal for on, meal in snapshots() if on == MONDAY] == [1, 2, 3, 4]
    assert snapshot_lines() == [("Boiled Eggs", 2, 2), ("Rice", 4, 2), ("Sprouts Salad", 1, 1)]
    assert snapshot_lines(meal=Meal.DINNER) == []
    assert CutoffSnapshot.objects.filter(date=MONDAY, meal=LUNCH).get().at == SUNDAY_EVENING
    assert sheet().locked_at == SUNDAY_EVENING


def test_cut_offs_are_configured_per_meal(boxes: Boxes, settings: Any) -> None:
    settings.CUT_OFFS = {**settings.CUT_OFFS, "lunch": SUNDAY_EVENING.time().replace(hour=20)}
    take_due_snapshots(SUNDAY_EVENING)
    assert [meal for on, meal in snapshots() if on == MONDAY] == [1, 3, 4]


def test_snapshot_does_not_change(boxes: Boxes) -> None:
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    boxes.add(["Rice"])
    assert take_due_snapshots(LATE) == 0
    assert snapshot_lines() == [("Rice", 1, 1)]


def test_snapshot_run_without_due_meals_takes_one_query() -> None:
    take_due_snapshots(SUNDAY_EVENING)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        take_due_snapshots(LATE)
    assert len(queries) == 1


def test_concurrent_snapshot_runs_take_it_once(
    boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes.add(["Rice"])

    def after_another_one() -> None:
        monkeypatch.undo()
        assert take_due_snapshots(SUNDAY_EVENING) == 8

    monkeypatch.setattr(cutoff, "lock_schedules", after_another_one)
    assert take_due_snapshots(SUNDAY_EVENING) == 0
    assert snapshot_lines() == [("Rice", 1, 1)]


def test_snapshots_missed_during_an_outage_are_taken_from_today_on(boxes: Boxes) -> None:
    boxes.add(["Rice"], on=MONDAY)
    boxes.add(["Rice"], on=TUESDAY)
    take_due_snapshots(datetime.fromisoformat("2026-12-08T07:00:00+05:30"))
    assert {on for on, _ in snapshots()} == {TUESDAY}


def test_sheet_shows_snapshot_current_and_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice", "Sambar"], name="Asha")
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    change_serving(plan, box_contents=make_box_contents(plan, ["Rice", "Idli"], veg_only=True))
    seen = sheet()
    assert seen.differences == (
        QuantityChange(number("Idli"), "Idli", 0, 1),
        QuantityChange(number("Sambar"), "Sambar", 1, 0),
    )
    assert [each.change for each in seen.differences] == [1, -1]
    assert seen.changed == (
        ChangedPlan(Person(plan.request.reference, "Asha"), BoxChange.OTHER_DISHES),
    )


def test_servings_added_or_removed_after_the_cut_off_are_named(boxes: Boxes) -> None:
    came = boxes.add(["Rice"], on=TUESDAY, name="Asha")
    went = boxes.add(["Rice"], name="Ravi")
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    change_serving(came, date=MONDAY)
    change_serving(went, state=4)
    assert [(each.person.name, each.change) for each in sheet().changed] == [
        ("Asha", BoxChange.CAME), ("Ravi", BoxChange.WENT),
    ]  # fmt: skip
    assert sheet().differences == ()  # the number of portions is unchanged
    assert [box.is_changed for box in packed_boxes(MONDAY)] == [True, False]


def test_sheet_without_servings_shows_the_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    change_serving(plan, state=4)
    assert (sheet().boxes, sheet().differences[0].change) == (0, -1)


def test_undone_change_is_not_a_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    change_serving(plan, date=TUESDAY)
    change_serving(plan, date=MONDAY)
    assert sheet().changed == ()


def test_change_before_the_cut_off_is_not_a_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], on=TUESDAY)
    change_serving(plan, at=BEFORE, date=MONDAY)
    take_due_snapshots(SUNDAY_EVENING)
    assert (sheet().changed, sheet().differences) == ((), ())


def test_change_committed_after_the_snapshot_is_shown(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], on=TUESDAY)
    take_due_snapshots(SUNDAY_EVENING)
    change_serving(plan, at=SUNDAY_EVENING - timedelta(seconds=1), date=MONDAY)
    assert [each.change for each in sheet().changed] == [BoxChange.CAME]


def test_diet_change_is_a_difference_but_no_changed_plan(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    plan = boxes.add([EGGS_OR_SPROUTS], diet="any")
    take_due_snapshots(SUNDAY_EVENING)
    BoxLine.objects.filter(box_contents__plan=plan).update(veg_only=True)
    FulfilmentDetails.objects.update(diet="veg", allergens=["milk"])
    assert sheet().changed == ()
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1), ("Sprouts Salad", 1),
    ]  # fmt: skip


def test_choices_and_substitutes_after_the_snapshot_are_differences(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    make_dish("Paneer")
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    boxes.add(["Rice"])
    boxes.add(["Idli"])
    take_due_snapshots(SUNDAY_EVENING)
    meena = make_cook()
    arguments: dict[str, Any] = {"day": MONDAY, "actor": meena, "now": LATE}
    eggs = number(EGGS_OR_SPROUTS)
    choose(**arguments, meal=LUNCH, item=eggs, chosen=number("Sprouts Salad"))
    substitute(**arguments, meal=0, item=number("Rice"), instead=number("Paneer"), reason="")
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1), ("Paneer", 1), ("Rice", -1), ("Sprouts Salad", 1),
    ]  # fmt: skip
    changed = {box.dishes[0].ordered: box.is_changed for box in packed_boxes(MONDAY)}
    assert changed == {EGGS_OR_SPROUTS: True, "Rice": True, "Idli": False}
    undo_choice(**arguments, meal=LUNCH, item=eggs)
    assert [each.name for each in sheet().differences] == ["Paneer", "Rice"]


def test_late_schedule_change_takes_the_snapshot_first(planner: Planner) -> None:
    """A change right after the cut-off takes the missing snapshot first."""
    plan = planner.lunches(6)
    serving = Serving.objects.get(plan=plan, date=MONDAY)
    boxes = sheet().boxes
    planner.do(plan, Forfeit(serving.pk), LATE)
    assert (sheet().boxes, boxes) == (0, 1)
    assert [change.now for change in sheet().differences] == [0] * len(snapshot_lines())
    assert snapshot_lines() != []
    assert [(each.change, each.reason) for each in sheet().changed] == [(BoxChange.WENT, "Asked")]


def test_late_diet_change_takes_the_snapshot_first(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    request = boxes.add([EGGS_OR_SPROUTS], diet="any").request
    queries: dict[str, Any] = {"reference": request.reference, "version": request.version}
    save_details(**queries, actor=make_cook(), now=LATE, diet="veg")
    assert snapshot_lines() == [("Boiled Eggs", 1, 1)]
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1),
        ("Sprouts Salad", 1),
    ]


@pytest.mark.parametrize("is_taken_back", [False, True])
@pytest.mark.parametrize("decision", ["choice", "substitute"])
def test_late_kitchen_decision_takes_the_snapshot_first(
    boxes: Boxes, decision: str, is_taken_back: bool
) -> None:
    make_eggs_or_sprouts()
    make_dish("Idli")
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    boxes.add(["Vada"])
    of_choice: dict[str, Any] = {"day": MONDAY, "meal": LUNCH, "actor": make_cook()}
    of_substitute = {**of_choice, "item": number("Vada")}
    of_choice["item"] = number(EGGS_OR_SPROUTS)
    early = BEFORE if is_taken_back else LATE
    if decision == "choice":
        choose(**of_choice, chosen=number("Sprouts Salad"), now=early)
        expected = {"Boiled Eggs": -1, "Sprouts Salad": 1}
    else:
        substitute(**of_substitute, instead=number("Idli"), reason="", now=early)
        expected = {"Idli": 1, "Vada": -1}
    if is_taken_back:
        expected = {name: -change for name, change in expected.items()}
    if is_taken_back and decision == "choice":
        undo_choice(**of_choice, now=LATE)
    elif is_taken_back:
        undo_substitution(**of_substitute, now=LATE)
    assert {each.name: each.change for each in sheet().differences} == expected
