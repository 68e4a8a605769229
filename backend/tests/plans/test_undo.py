"""Whatever was done to a plan is put back: at once, later, in any order; and what cannot go back says why."""

from datetime import date
from typing import Any

import pytest

from oottam.core.errors import DomainError
from oottam.plans.domain.actions import Forfeit, Move, Pause, Replace, Resume, Skip
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.models import Meal, MealPlan, PausePeriod, PlanChange, Serving, ServingState
from oottam.plans.services import action_runner
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeBox, ChangeDays, Undo
from oottam.requests.models import Kind
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


def done(planner: Planner, plan: MealPlan, action: action_runner.Action, **more: Any) -> int:
    """The number of the change that it was."""
    change = planner.do(plan, action, **more).change
    assert change is not None
    return change


def undo(planner: Planner, plan: MealPlan, change: int, **more: Any) -> int:
    """How many boxes stay where they are."""
    return planner.do(plan, Undo(change), reason="", **more).stuck


def refusal(planner: Planner, plan: MealPlan, change: int, **more: Any) -> str:
    before = schedule(plan)
    with pytest.raises(DomainError) as refused:
        undo(planner, plan, change, **more)
    assert schedule(plan) == before
    return str(refused.value)


def schedule(plan: MealPlan) -> list[tuple[Any, ...]]:
    """All that an action could have changed, but for what was cancelled."""
    rows = Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED)
    kept: list[tuple[Any, ...]] = [
        *rows.order_by("pk").values_list("pk", "date", "state", "box_contents", "is_exception"),
        *PausePeriod.objects.filter(plan=plan, undone_at=None).values_list(
            "meals", "from_date", "to_date"
        ),
        *plan.tracks.filter(servings__gt=0).values_list("meal", "servings", "weekdays"),
        *MealPlan.objects.filter(pk=plan.pk).values_list("state", "free_days"),
    ]
    return kept


@pytest.mark.parametrize(
    "action",
    [
        Skip([day(9)], [LUNCH]),
        Skip(days(7, 12), [LUNCH, DINNER]),
        Pause(day(9), None, [LUNCH]),
        Pause(day(9), day(10), [LUNCH, DINNER]),
        ChangeBox(CURD_RICE, meal=LUNCH, since=day(10)),
        ChangeDays(LUNCH, 8),
        ChangeDays(LUNCH, 4),
        ChangeDays(LUNCH, 15),  # one of them free
        ChangeDays(Meal.BREAKFAST, 3),
    ],
)
def test_what_is_undone_at_once_is_as_it_was(
    planner: Planner, action: action_runner.Action
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    before = schedule(plan)
    change = done(planner, plan, action)
    assert schedule(plan) != before
    assert undo(planner, plan, change) == 0
    assert schedule(plan) == before


def test_a_moved_box_goes_back(planner: Planner) -> None:
    plan = planner.lunches()
    before = schedule(plan)
    change = done(planner, plan, Move(on(plan, 9), day(13)))
    assert undo(planner, plan, change) == 0
    assert schedule(plan) == before


def test_a_combo_s_box_goes_back_with_its_dishes(planner: Planner) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    before = schedule(plan)
    undo(planner, plan, done(planner, plan, Skip([day(10)], [LUNCH])))
    assert schedule(plan) == before


def test_a_forfeited_box_comes_after_all_and_is_not_made_up(planner: Planner) -> None:
    plan = planner.lunches()
    before = schedule(plan)
    planner.now = at("8 07:10")
    change = done(planner, plan, Forfeit(on(plan, 8), replace_box=True))
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)
    undo(planner, plan, change)
    assert schedule(plan) == before


def test_what_was_resumed_is_paused_again(planner: Planner) -> None:
    plan = planner.lunches(15)
    planner.do(plan, Pause(day(17), None, [LUNCH]))
    paused = schedule(plan)
    change = done(planner, plan, Resume(day(28)), now=at("20 10:00"))
    undo(planner, plan, change, now=at("20 10:05"))
    assert schedule(plan) == paused
    planner.do(plan, Resume(day(29)), now=at("20 10:10"))
    assert dates(plan)[9:] == [*days(29, 30, 31), day(1, 1), day(2, 1), day(4, 1)]


def test_a_pause_that_had_not_begun_when_it_was_ended_is_there_again(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    paused = schedule(plan)
    change = done(planner, plan, Resume(day(9)))
    undo(planner, plan, change)
    assert schedule(plan) == paused
    plan.refresh_from_db()
    assert (plan.state, held(plan)) == ("paused", 3)


def test_what_came_to_a_pause_that_is_in_force_again_is_held_with_the_others(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    change = done(planner, plan, Resume(day(10)))
    planner.do(plan, ChangeDays(LUNCH, 7))
    assert dates(plan)[-1] == day(14)
    undo(planner, plan, change)
    assert (dates(plan), held(plan)) == (days(7, 8, 9), 4)


def test_a_box_of_which_the_kitchen_was_told_comes_while_the_rest_is_paused_again(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    change = done(planner, plan, Resume(day(10)))
    assert undo(planner, plan, change, now=at("9 18:00")) == 1
    assert (dates(plan), held(plan)) == (days(7, 8, 9, 10), 2)
    assert Serving.objects.get(pk=on(plan, 10)).is_exception


def test_what_a_pause_held_since_comes_when_it_has_never_been(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Pause(day(10), None, [LUNCH]))
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
            done(planner, plan, Skip([day(8)], [LUNCH])),
            done(planner, plan, Pause(day(10), day(11), [LUNCH])),
            done(planner, plan, ChangeBox(CURD_RICE, servings=[on(plan, 9)])),
        ]
        for change in changes[::order]:
            assert undo(planner, plan, change) == 0
        assert schedule(plan) == before


def test_more_days_and_fewer_are_undone_each_by_itself(planner: Planner) -> None:
    plan = planner.lunches()
    fewer = done(planner, plan, ChangeDays(LUNCH, 5))
    more = done(planner, plan, ChangeDays(LUNCH, 7))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 14)
    undo(planner, plan, fewer)
    assert plan.tracks.get(meal=LUNCH).servings == 8
    assert len(dates(plan)) == 8
    undo(planner, plan, more)
    assert len(dates(plan)) == plan.tracks.get(meal=LUNCH).servings == 6


def test_a_meal_that_was_taken_away_again_is_begun_anew(planner: Planner) -> None:
    plan = planner.lunches()
    undo(planner, plan, done(planner, plan, ChangeDays(DINNER, 3)))
    assert dates(plan, DINNER) == []
    planner.do(plan, ChangeDays(DINNER, 2))
    assert dates(plan, DINNER) == days(5, 7)


def test_what_was_moved_on_since_stays_there(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip(days(8, 9), [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(16)))
    assert undo(planner, plan, change) == 1
    assert dates(plan) == days(7, 9, 10, 11, 12, 16)


def test_a_box_whose_old_day_is_taken_stays(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip([day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 12), day(9)))
    said = STAYS.format("Mon 14 Dec", "there is a lunch on Wed 9 Dec now")
    assert refusal(planner, plan, change) == said
    assert dates(plan) == days(7, 8, 9, 10, 11, 14)


def test_a_box_whose_old_day_is_closed_by_now_stays(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip([day(9)], [LUNCH]))
    close_day(day=day(9), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    said = STAYS.format("Mon 14 Dec", "the kitchen is closed on Wed 9 Dec")
    assert refusal(planner, plan, change) == said


def test_a_box_whose_old_day_is_not_wanted_by_now_stays(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip([day(9)], [LUNCH]))
    planner.do(plan, Pause(day(8), day(10), [LUNCH]))
    said = STAYS.format("Mon 14 Dec", "Wed 9 Dec is now skipped or paused")
    assert refusal(planner, plan, change) == said


def test_after_the_cut_off_of_its_old_day_a_box_stays_on_its_new_one(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip(days(8, 10), [LUNCH]))
    assert undo(planner, plan, change, now=at("7 18:00")) == 1
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        ("9 18:00", TOLD.format("Thu 10 Dec")),
        ("11 09:00", PASSED.format("Thu 10 Dec")),
    ],
)
def test_what_the_kitchen_counts_on_does_not_go_back(
    planner: Planner, now: str, sentence: str
) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Move(on(plan, 12), day(13)))
    undo(planner, plan, change)
    planner.do(plan, Skip([day(10)], [LUNCH]))
    change = done(planner, plan, Move(on(plan, 12), day(10)))
    assert refusal(planner, plan, change, now=at(now)) == sentence


def test_a_box_that_came_to_today_needs_no_undoing_tomorrow(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    change = done(planner, plan, Forfeit(on(plan, 8)))
    assert refusal(planner, plan, change, now=at("9 00:00")) == PASSED.format("Tue 8 Dec")
    undo(planner, plan, change, now=at("8 23:59"))
    assert dates(plan) == days(*WEEK)


def test_a_forfeited_box_that_was_made_up_since_does_not_come_too(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    tuesday = on(plan, 8)
    lost = done(planner, plan, Forfeit(tuesday))
    made_up = done(planner, plan, Replace(tuesday))
    said = "It has been replaced since: undo that first."
    assert refusal(planner, plan, lost) == said
    undo(planner, plan, made_up)
    undo(planner, plan, lost)
    assert dates(plan) == days(*WEEK)


def test_what_makes_no_sense_by_halves_is_undone_whole_or_not_at_all(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, ChangeDays(LUNCH, 8))
    planner.do(plan, Skip([day(14)], [LUNCH]))
    assert refusal(planner, plan, change) == CHANGED.format("Wed 16 Dec")


def test_what_was_changed_again_while_it_waits_for_a_day_says_so(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Pause(day(12), None, [LUNCH]))
    planner.do(plan, ChangeBox(CURD_RICE, meal=LUNCH, since=day(12)))
    said = "It has changed again since: undo that first."
    assert refusal(planner, plan, change) == said


def test_nothing_is_undone_twice_and_no_undoing_is_undone(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip([day(9)], [LUNCH]))
    undone = done(planner, plan, Undo(change))
    assert refusal(planner, plan, change) == "There is nothing left to undo."
    assert refusal(planner, plan, undone) == "This cannot be undone."


def test_planning_and_cancelling_are_not_undone(planner: Planner) -> None:
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
    said = "It is cancelled: it can no longer be changed."
    assert refusal(planner, plan, planned.pk) == said


def test_another_plan_s_change_is_not_undone_here(planner: Planner) -> None:
    plan, other = planner.lunches(), planner.lunches()
    change = done(planner, other, Skip([day(9)], [LUNCH]))
    assert refusal(planner, plan, change) == "There is nothing left to undo."


def test_an_event_goes_back_to_its_day(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    undo(planner, plan, done(planner, plan, Move(on(plan, 12, Meal.EVENT), day(14))))
    assert dates(plan, Meal.EVENT) == [day(12)]


def test_who_undid_it_and_when_is_kept(planner: Planner) -> None:
    plan = planner.lunches()
    change = done(planner, plan, Skip([day(9)], [LUNCH]))
    undo(planner, plan, change)
    kept = PlanChange.objects.get(pk=change)
    assert (kept.undone_at, kept.undone_by) == (planner.now, planner.actor)
