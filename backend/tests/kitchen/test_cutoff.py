"""What the kitchen was told at the cut-off stays, and what comes later shows beside it."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.kitchen.day import BoxChange, ChangedPlan, Difference, Person, day_view
from oottam.kitchen.services import cutoff
from oottam.kitchen.services.choices import (
    choose,
    substitute,
    undo_choice,
    undo_substitution,
)
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.plans.domain.actions import Forfeit
from oottam.plans.models import (
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


def locked() -> list[tuple[date, int]]:
    return list(CutoffSnapshot.objects.values_list("date", "meal"))


def put(plan: MealPlan, at: datetime = LATE, **values: Any) -> None:
    """Something happens to the plan's one box, and is written in its history."""
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


def test_before_the_cut_off_the_day_is_open() -> None:
    take_due_snapshots(SUNDAY_EVENING - timedelta(seconds=1))
    assert {on for on, _ in locked()} == {MONDAY - timedelta(days=1)}


def test_at_the_cut_off_every_meal_is_locked_with_what_the_kitchen_was_told(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS, ("Rice", 2)], diet="any", number=2)
    boxes.add([EGGS_OR_SPROUTS], diet="veg")
    assert (
        take_due_snapshots(SUNDAY_EVENING + timedelta(seconds=50)) == 8
    )  # of today and of tomorrow
    assert [meal for on, meal in locked() if on == MONDAY] == [1, 2, 3, 4]
    assert snapshot_lines() == [("Boiled Eggs", 2, 2), ("Rice", 4, 2), ("Sprouts Salad", 1, 1)]
    assert snapshot_lines(meal=Meal.DINNER) == []
    assert CutoffSnapshot.objects.filter(date=MONDAY, meal=LUNCH).get().at == SUNDAY_EVENING
    assert sheet().locked_at == SUNDAY_EVENING


def test_cut_offs_are_set_for_each_meal(boxes: Boxes, settings: Any) -> None:
    settings.CUT_OFFS = {**settings.CUT_OFFS, "lunch": SUNDAY_EVENING.time().replace(hour=20)}
    take_due_snapshots(SUNDAY_EVENING)
    assert [meal for on, meal in locked() if on == MONDAY] == [1, 3, 4]


def test_what_is_locked_stays_as_it_was_told(boxes: Boxes) -> None:
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    boxes.add(["Rice"])
    assert take_due_snapshots(LATE) == 0
    assert snapshot_lines() == [("Rice", 1, 1)]


def test_when_nothing_is_due_it_asks_once() -> None:
    take_due_snapshots(SUNDAY_EVENING)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        take_due_snapshots(LATE)
    assert len(asked) == 1


def test_of_two_that_lock_at_once_the_second_finds_it_done(
    boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes.add(["Rice"])

    def after_another_one() -> None:
        monkeypatch.undo()
        assert take_due_snapshots(SUNDAY_EVENING) == 8

    monkeypatch.setattr(cutoff, "lock_schedules", after_another_one)
    assert take_due_snapshots(SUNDAY_EVENING) == 0
    assert snapshot_lines() == [("Rice", 1, 1)]


def test_a_server_that_was_off_makes_up_for_it_from_today_on(boxes: Boxes) -> None:
    boxes.add(["Rice"], on=MONDAY)
    boxes.add(["Rice"], on=TUESDAY)
    take_due_snapshots(datetime.fromisoformat("2026-12-08T07:00:00+05:30"))
    assert {on for on, _ in locked()} == {TUESDAY}


def test_the_sheet_shows_was_now_and_the_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice", "Sambar"], name="Asha")
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    put(plan, box_contents=make_box_contents(plan, ["Rice", "Idli"], veg_only=True))
    seen = sheet()
    assert seen.differences == (
        Difference(number("Idli"), "Idli", 0, 1),
        Difference(number("Sambar"), "Sambar", 1, 0),
    )
    assert [each.change for each in seen.differences] == [1, -1]
    assert seen.changed == (
        ChangedPlan(Person(plan.request.reference, "Asha"), BoxChange.OTHER_DISHES),
    )


def test_a_box_that_came_or_went_after_the_cut_off_is_named(boxes: Boxes) -> None:
    came = boxes.add(["Rice"], on=TUESDAY, name="Asha")
    went = boxes.add(["Rice"], name="Ravi")
    boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    put(came, date=MONDAY)
    put(went, state=4)
    assert [(each.person.name, each.change) for each in sheet().changed] == [
        ("Asha", BoxChange.CAME), ("Ravi", BoxChange.WENT),
    ]  # fmt: skip
    assert sheet().differences == ()  # as many portions as before
    assert [box.is_changed for box in day_view(MONDAY, with_boxes=True).boxes] == [True, False]


def test_where_all_boxes_went_the_sheet_still_says_so(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    put(plan, state=4)
    assert (sheet().boxes, sheet().differences[0].change) == (0, -1)


def test_what_was_undone_again_is_no_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"])
    take_due_snapshots(SUNDAY_EVENING)
    put(plan, date=TUESDAY)
    put(plan, date=MONDAY)
    assert sheet().changed == ()


def test_what_was_changed_before_the_cut_off_is_no_difference(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], on=TUESDAY)
    put(plan, at=BEFORE, date=MONDAY)
    take_due_snapshots(SUNDAY_EVENING)
    assert (sheet().changed, sheet().differences) == ((), ())


def test_a_change_that_began_before_the_cut_off_and_came_after_the_lock_shows(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], on=TUESDAY)
    take_due_snapshots(SUNDAY_EVENING)
    put(plan, at=SUNDAY_EVENING - timedelta(seconds=1), date=MONDAY)
    assert [each.change for each in sheet().changed] == [BoxChange.CAME]


def test_another_diet_or_allergen_changes_no_plan(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    plan = boxes.add([EGGS_OR_SPROUTS], diet="any")
    take_due_snapshots(SUNDAY_EVENING)
    BoxLine.objects.filter(box_contents__plan=plan).update(veg_only=True)
    FulfilmentDetails.objects.update(diet="veg", allergens=["milk"])
    assert sheet().changed == ()
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1), ("Sprouts Salad", 1),
    ]  # fmt: skip


def test_what_is_chosen_or_replaced_after_the_lock_shows_in_the_differences(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    make_dish("Paneer")
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    boxes.add(["Rice"])
    boxes.add(["Idli"])
    take_due_snapshots(SUNDAY_EVENING)
    meena = make_cook()
    snapshot_lines: dict[str, Any] = {"day": MONDAY, "actor": meena, "now": LATE}
    eggs = number(EGGS_OR_SPROUTS)
    choose(**snapshot_lines, meal=LUNCH, item=eggs, chosen=number("Sprouts Salad"))
    substitute(**snapshot_lines, meal=0, item=number("Rice"), instead=number("Paneer"), reason="")
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1), ("Paneer", 1), ("Rice", -1), ("Sprouts Salad", 1),
    ]  # fmt: skip
    changed = {
        box.dishes[0].ordered: box.is_changed for box in day_view(MONDAY, with_boxes=True).boxes
    }
    assert changed == {EGGS_OR_SPROUTS: True, "Rice": True, "Idli": False}
    undo_choice(**snapshot_lines, meal=LUNCH, item=eggs)
    assert [each.name for each in sheet().differences] == ["Paneer", "Rice"]


def test_a_late_change_finds_the_kitchen_told_whoever_comes_first(planner: Planner) -> None:
    """Nobody has locked the day when somebody changes it at once after its cut-off."""
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
    asked: dict[str, Any] = {"reference": request.reference, "version": request.version}
    save_details(**asked, actor=make_cook(), now=LATE, diet="veg")
    assert snapshot_lines() == [("Boiled Eggs", 1, 1)]
    assert [(each.name, each.change) for each in sheet().differences] == [
        ("Boiled Eggs", -1),
        ("Sprouts Salad", 1),
    ]


@pytest.mark.parametrize("is_taken_back", [False, True])
@pytest.mark.parametrize("what", ["choice", "substitute"])
def test_what_is_decided_late_finds_the_kitchen_told_whoever_comes_first(
    boxes: Boxes, what: str, is_taken_back: bool
) -> None:
    make_eggs_or_sprouts()
    make_dish("Idli")
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    boxes.add(["Vada"])
    of_choice: dict[str, Any] = {"day": MONDAY, "meal": LUNCH, "actor": make_cook()}
    of_substitute = {**of_choice, "item": number("Vada")}
    of_choice["item"] = number(EGGS_OR_SPROUTS)
    early = BEFORE if is_taken_back else LATE
    if what == "choice":
        choose(**of_choice, chosen=number("Sprouts Salad"), now=early)
        then = {"Boiled Eggs": -1, "Sprouts Salad": 1}
    else:
        substitute(**of_substitute, instead=number("Idli"), reason="", now=early)
        then = {"Idli": 1, "Vada": -1}
    if is_taken_back:
        then = {name: -change for name, change in then.items()}
    if is_taken_back and what == "choice":
        undo_choice(**of_choice, now=LATE)
    elif is_taken_back:
        undo_substitution(**of_substitute, now=LATE)
    assert {each.name: each.change for each in sheet().differences} == then
