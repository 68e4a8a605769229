"""Undo restores a plan immediately, later and in any order; a rejected undo explains the reason."""

from datetime import date
from typing import Any

import pytest

from oottam.core.errors import DomainError
from oottam.plans.services import action_runner
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeBox, ChangeDays, Undo
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Forfeit, Move, Pause, Replace, Resume
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import Meal, MealPlan, PausePeriod, PlanChange, Serving, ServingState
from oottam.workflow.services import transitions
from tests.factories.plans import (
    DINNER,
    LUNCH,
    Planner,
    at,
    dates,
    day,
    held,
    make_combo_plan,
    on,
    sections,
    skip,
)

pytestmark = pytest.mark.django_db
WEEK = (7, 8, 9, 10, 11, 12)
CURD_RICE = [OrderedDish("combo", "Curd Rice")]
TOLD = "It is too late to undo this: the cut-off for {} has passed."
PASSED = "It is too late to undo this: {} has passed."
CHANGED = "The box of {} has changed again since: undo that first."
STAYS = "The box of {} cannot go back: {}."


def days(*numbers: int) -> list[date]:
    return [day(number) for number in numbers]


def execute(planner: Planner, plan: MealPlan, action: action_runner.Action, **more: Any) -> int:
    """Execute the action and return the change's primary key."""
    change = planner.do(plan, action, **more).change_id
    assert change is not None
    return change


def undo(planner: Planner, plan: MealPlan, change: int, **more: Any) -> int:
    """Undo the change and return the number of servings that stay."""
    return planner.do(plan, Undo(change), reason="", **more).stuck


def refusal(planner: Planner, plan: MealPlan, change: int, **more: Any) -> str:
    before = schedule(plan)
    with pytest.raises(DomainError) as refused:
        undo(planner, plan, change, **more)
    assert schedule(plan) == before
    return str(refused.value)


def schedule(plan: MealPlan) -> list[tuple[Any, ...]]:
    """Return all fields an action can change, without cancelled servings."""
    rows = Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED)
    stored: list[tuple[Any, ...]] = [
        *rows.order_by("pk").values_list("pk", "date", "state", "box_contents", "is_exception"),
        *PausePeriod.objects.filter(plan=plan, undone_at=None).values_list(
            "meals", "from_date", "to_date"
        ),
        *plan.tracks.filter(servings__gt=0).values_list("meal", "servings", "weekdays"),
        *MealPlan.objects.filter(pk=plan.pk).values_list("state", "free_days"),
    ]
    return stored


@pytest.mark.parametrize(
    "action",
    [
        Pause(day(9), None, [LUNCH]),
        Pause(day(9), day(10), [LUNCH, DINNER]),
        ChangeBox(CURD_RICE, meal=LUNCH, since=day(10)),
        ChangeDays(LUNCH, 8),
        ChangeDays(LUNCH, 4),
        ChangeDays(LUNCH, 15),  # one of them free
        ChangeDays(Meal.BREAKFAST, 3),
    ],
)
def test_immediate_undo_restores_the_schedule(
    planner: Planner, action: action_runner.Action
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    before = schedule(plan)
    change = execute(planner, plan, action)
    assert schedule(plan) != before
    assert undo(planner, plan, change) == 0
    assert schedule(plan) == before


@pytest.mark.parametrize(
    ("skipped", "meals"), [([day(9)], [LUNCH]), (days(7, 12), [LUNCH, DINNER])]
)
def test_immediate_undo_of_a_skip_restores_the_schedule(
    planner: Planner, skipped: list[date], meals: list[int]
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    before = schedule(plan)
    change = execute(planner, plan, skip(plan, skipped, meals))
    assert schedule(plan) != before
    assert undo(planner, plan, change) == 0
    assert schedule(plan) == before


def test_undo_moves_a_serving_back(planner: Planner) -> None:
    plan = planner.lunches()
    before = schedule(plan)
    change = execute(planner, plan, Move(on(plan, 9), day(13)))
    assert undo(planner, plan, change) == 0
    assert schedule(plan) == before


def test_undo_moves_a_combo_serving_back_with_its_dishes(planner: Planner) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    before = schedule(plan)
    undo(planner, plan, execute(planner, plan, skip(plan, [day(10)], [LUNCH])))
    assert schedule(plan) == before


def test_undo_of_a_forfeit_removes_its_replacement(planner: Planner) -> None:
    plan = planner.lunches()
    before = schedule(plan)
    planner.now = at("8 07:10")
    change = execute(planner, plan, Forfeit(on(plan, 8), replace=True))
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)
    undo(planner, plan, change)
    assert schedule(plan) == before


def test_undo_of_resume_pauses_again(planner: Planner) -> None:
    plan = planner.lunches(15)
    planner.do(plan, Pause(day(17), None, [LUNCH]))
    paused = schedule(plan)
    change = execute(planner, plan, Resume(day(28)), now=at("20 10:00"))
    undo(planner, plan, change, now=at("20 10:05"))
    assert schedule(plan) == paused
    planner.do(plan, Resume(day(29)), now=at("20 10:10"))
    assert dates(plan)[9:] == [*days(29, 30, 31), day(1, 1), day(2, 1), day(4, 1)]


def test_undo_of_resume_restores_a_pause_that_had_not_started(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    paused = schedule(plan)
    change = execute(planner, plan, Resume(day(9)))
    undo(planner, plan, change)
    assert schedule(plan) == paused
    plan.refresh_from_db()
    assert (plan.state, held(plan)) == ("paused", 3)


def test_undo_of_resume_holds_servings_moved_into_the_pause(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    change = execute(planner, plan, Resume(day(10)))
    planner.do(plan, ChangeDays(LUNCH, 7))
    assert dates(plan)[-1] == day(14)
    undo(planner, plan, change)
    assert (dates(plan), held(plan)) == (days(7, 8, 9), 4)


def test_undo_of_resume_keeps_servings_past_their_cut_off(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    change = execute(planner, plan, Resume(day(10)))
    assert undo(planner, plan, change, now=at("9 18:00")) == 1
    assert (dates(plan), held(plan)) == (days(7, 8, 9, 10), 2)
    assert Serving.objects.get(pk=on(plan, 10)).is_exception


def test_undo_of_a_pause_releases_servings_held_since(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, Pause(day(10), None, [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 8))
    close_day(day=day(9), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    assert held(plan) == 6
    undo(planner, plan, change)
    assert dates(plan) == days(7, 8, 10, 11, 12, 14, 15, 16)


def test_two_changes_are_undone_in_either_order(planner: Planner) -> None:
    for order in (1, -1):
        plan = planner.lunches()
        before = schedule(plan)
        changes = [
            execute(planner, plan, skip(plan, [day(8)], [LUNCH])),
            execute(planner, plan, Pause(day(10), day(11), [LUNCH])),
            execute(planner, plan, ChangeBox(CURD_RICE, serving_ids=[on(plan, 9)])),
        ]
        for change in changes[::order]:
            assert undo(planner, plan, change) == 0
        assert schedule(plan) == before


def test_day_changes_are_undone_independently(planner: Planner) -> None:
    plan = planner.lunches()
    fewer = execute(planner, plan, ChangeDays(LUNCH, 5))
    more = execute(planner, plan, ChangeDays(LUNCH, 7))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 14)
    undo(planner, plan, fewer)
    assert plan.tracks.get(meal=LUNCH).servings == 8
    assert len(dates(plan)) == 8
    undo(planner, plan, more)
    assert len(dates(plan)) == plan.tracks.get(meal=LUNCH).servings == 6


def test_removed_meal_can_be_started_again(planner: Planner) -> None:
    plan = planner.lunches()
    undo(planner, plan, execute(planner, plan, ChangeDays(DINNER, 3)))
    assert dates(plan, DINNER) == []
    planner.do(plan, ChangeDays(DINNER, 2))
    assert dates(plan, DINNER) == days(5, 7)


def test_undo_leaves_servings_moved_since(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, days(8, 9), [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(16)))
    assert undo(planner, plan, change) == 1
    assert dates(plan) == days(7, 9, 10, 11, 12, 16)


def test_undo_leaves_a_serving_whose_old_day_is_taken(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 12), day(9)))
    message = STAYS.format("Mon 14 Dec", "there is a lunch on Wed 9 Dec now")
    assert refusal(planner, plan, change) == message
    assert dates(plan) == days(7, 8, 9, 10, 11, 14)


def test_undo_leaves_a_serving_whose_old_day_is_closed(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, [day(9)], [LUNCH]))
    close_day(day=day(9), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    message = STAYS.format("Mon 14 Dec", "the kitchen is closed on Wed 9 Dec")
    assert refusal(planner, plan, change) == message


def test_undo_leaves_a_serving_whose_old_day_is_skipped(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Pause(day(8), day(10), [LUNCH]))
    message = STAYS.format("Mon 14 Dec", "Wed 9 Dec is now skipped or paused")
    assert refusal(planner, plan, change) == message


def test_undo_leaves_a_serving_whose_old_day_is_past_its_cut_off(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, days(8, 10), [LUNCH]))
    assert undo(planner, plan, change, now=at("7 18:00")) == 1
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ("9 18:00", TOLD.format("Thu 10 Dec")),
        ("11 09:00", PASSED.format("Thu 10 Dec")),
    ],
)
def test_undo_is_rejected_after_the_cut_off(planner: Planner, now: str, message: str) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, Move(on(plan, 12), day(13)))
    undo(planner, plan, change)
    planner.do(plan, skip(plan, [day(10)], [LUNCH]))
    change = execute(planner, plan, Move(on(plan, 12), day(10)))
    assert refusal(planner, plan, change, now=at(now)) == message


def test_undo_of_a_past_day_is_rejected(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    change = execute(planner, plan, Forfeit(on(plan, 8)))
    assert refusal(planner, plan, change, now=at("9 00:00")) == PASSED.format("Tue 8 Dec")
    undo(planner, plan, change, now=at("8 23:59"))
    assert dates(plan) == days(*WEEK)


def test_undo_of_a_forfeit_is_rejected_after_a_replacement(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    tuesday = on(plan, 8)
    lost = execute(planner, plan, Forfeit(tuesday))
    made_up = execute(planner, plan, Replace(tuesday))
    message = "It has been replaced since: undo that first."
    assert refusal(planner, plan, lost) == message
    undo(planner, plan, made_up)
    undo(planner, plan, lost)
    assert dates(plan) == days(*WEEK)


def test_undo_that_cannot_be_partial_is_all_or_nothing(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, ChangeDays(LUNCH, 8))
    planner.do(plan, skip(plan, [day(14)], [LUNCH]))
    assert refusal(planner, plan, change) == CHANGED.format("Wed 16 Dec")


def test_undo_explains_a_later_change_of_a_held_serving(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, Pause(day(12), None, [LUNCH]))
    planner.do(plan, ChangeBox(CURD_RICE, meal=LUNCH, since=day(12)))
    message = "It has changed again since: undo that first."
    assert refusal(planner, plan, change) == message


def test_change_is_undone_once_and_an_undo_cannot_be_undone(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, [day(9)], [LUNCH]))
    undone = execute(planner, plan, Undo(change))
    assert refusal(planner, plan, change) == "There is nothing left to undo."
    assert refusal(planner, plan, undone) == "This cannot be undone."


def test_planning_and_cancelling_cannot_be_undone(planner: Planner) -> None:
    plan = planner.lunches()
    planned = PlanChange.objects.get(plan=plan)
    assert refusal(planner, plan, planned.pk) == "This cannot be undone."
    request = plan.request
    request.refresh_from_db()
    transitions.cancel(
        reference=request.reference,
        version=request.version,
        actor=planner.actor,
        now=planner.now,
        reason="Moves away",
    )
    message = "It is cancelled: it can no longer be changed."
    assert refusal(planner, plan, planned.pk) == message


def test_change_of_another_plan_cannot_be_undone(planner: Planner) -> None:
    plan, other = planner.lunches(), planner.lunches()
    change = execute(planner, other, skip(other, [day(9)], [LUNCH]))
    assert refusal(planner, plan, change) == "There is nothing left to undo."


def test_undo_moves_an_event_back(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    undo(planner, plan, execute(planner, plan, Move(on(plan, 12, Meal.EVENT), day(14))))
    assert dates(plan, Meal.EVENT) == [day(12)]


def test_undo_stores_actor_and_time(planner: Planner) -> None:
    plan = planner.lunches()
    change = execute(planner, plan, skip(plan, [day(9)], [LUNCH]))
    undo(planner, plan, change)
    stored = PlanChange.objects.get(pk=change)
    assert (stored.undone_at, stored.undone_by) == (planner.now, planner.actor)
