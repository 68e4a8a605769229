"""What cannot happen moves to the end of its track, and nothing else moves: the design's examples, and their edges."""

from datetime import date
from typing import Any

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.plans.domain.actions import Forfeit, Move, Pause, Replace, Resume, Skip
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.models import (
    BoxContents,
    BoxLine,
    Meal,
    MealPlan,
    PausePeriod,
    Serving,
    ServingState,
)
from oottam.plans.services import action_runner
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import Cancel, ChangeBox, ChangeDays, Undo
from oottam.requests.models import Kind
from tests.factories.plans import (
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


def refusal(planner: Planner, plan: MealPlan, action: action_runner.Action, **more: Any) -> str:
    with pytest.raises(DomainError) as refused:
        planner.do(plan, action, **more)
    return str(refused.value)


def days(*numbers: int) -> list[date]:
    return [day(number) for number in numbers]


def test_a_skipped_day_moves_to_the_end(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)
    planner.do(plan, Skip([day(9)], [LUNCH]))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14)  # 13 is a Sunday


def test_a_pause_without_end_holds_what_is_left_until_it_is_resumed(planner: Planner) -> None:
    plan = planner.lunches(15)
    assert dates(plan)[-1] == day(23)
    planner.do(plan, Pause(day(17), None, [LUNCH]))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 14, 15, 16)
    assert held(plan) == 6
    plan.refresh_from_db()
    assert plan.state == "paused"
    planner.do(plan, Resume(day(28)), at("20 10:00"))
    assert dates(plan)[9:] == [*days(28, 29, 30, 31), day(1, 1), day(2, 1)]
    plan.refresh_from_db()
    assert plan.state == "running"


def test_a_pause_until_a_day_moves_its_boxes_at_once(planner: Planner) -> None:
    plan = planner.lunches(15)
    planner.do(plan, Pause(day(17), day(26), [LUNCH]))
    assert dates(plan)[9:] == [*days(28, 29, 30, 31), day(1, 1), day(2, 1)]
    assert held(plan) == 0


def test_a_pause_in_the_middle_moves_what_lies_in_it_and_nothing_else(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(8), day(9), [LUNCH]))
    assert dates(plan) == days(7, 10, 11, 12, 14, 15)


def test_a_combo_keeps_its_dishes_when_it_moves(planner: Planner) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    assert dates(plan) == days(7, 10, 14)
    dishes = Serving.objects.get(pk=on(plan, 10)).box_contents_id
    planner.do(plan, Skip([day(10)], [LUNCH]))
    assert dates(plan) == days(7, 14, 17)  # a Thursday again
    assert Serving.objects.get(pk=on(plan, 17)).box_contents_id == dishes


def test_a_skip_of_several_days_keeps_their_order(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=6, sections=sections("lunch", "dinner"))
    planner.do(plan, Skip(days(8, 12), [LUNCH]))
    assert dates(plan) == days(7, 9, 10, 11, 14, 15)
    assert dates(plan, Meal.DINNER) == days(7, 8, 9, 10, 11, 12)
    assert Serving.objects.get(pk=on(plan, 14)).seq == 2


def test_on_a_skipped_day_nothing_comes_when_days_are_taken_away_and_added(
    planner: Planner,
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(12)], [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 5))
    assert dates(plan) == days(7, 8, 9, 10, 11)
    planner.do(plan, ChangeDays(LUNCH, 6))
    assert dates(plan) == days(7, 8, 9, 10, 11, 14)


def test_a_preview_keeps_nothing_and_says_what_would_move(planner: Planner) -> None:
    plan = planner.lunches(6)
    found = action_runner.preview(
        plan_id=plan.pk, version=plan.version, action=Skip([day(9)], [LUNCH]), now=planner.now
    )
    assert [(moved.from_date, moved.to_date) for moved in found.moved] == [(day(9), day(14))]
    assert (found.ends_before, found.ends) == ({LUNCH: day(12)}, {LUNCH: day(14)})
    assert dates(plan)[-1] == day(12)


def test_after_the_cut_off_a_box_is_not_moved(planner: Planner) -> None:
    """18:00 the day before: a second earlier it can be skipped."""
    plan = planner.lunches(6)
    skip = Skip([day(8)], [LUNCH])
    said = refusal(planner, plan, skip, now=at("7 18:00"))
    assert said == (
        "The cut-off for lunch on Tue 8 Dec has passed: it can be charged as delivered and replaced, but no "
        "longer moved."
    )
    planner.do(plan, skip, now=at("7 17:59"))
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)


def test_a_late_skip_is_forfeited_and_can_be_made_up(planner: Planner) -> None:
    plan = planner.lunches(6)
    tuesday = on(plan, 8)
    planner.do(plan, Forfeit(tuesday), now=at("8 07:10"))
    assert dates(plan) == days(7, 9, 10, 11, 12)
    assert Serving.objects.get(pk=tuesday).state == ServingState.FORFEITED
    planner.do(plan, Replace(tuesday), now=at("8 07:12"))
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)
    extra = Serving.objects.get(pk=on(plan, 14))
    assert (extra.replacement_for_id, extra.seq) == (tuesday, 7)
    assert refusal(planner, plan, Replace(tuesday)) == "It has already been replaced."


def test_before_the_cut_off_nothing_is_forfeited(planner: Planner) -> None:
    plan = planner.lunches(6)
    said = refusal(planner, plan, Forfeit(on(plan, 9)))
    assert said.endswith("has not passed: skip it instead, and it moves to the end.")


def test_a_box_is_moved_to_a_day_of_its_own(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Move(on(plan, 9), day(13)))
    assert dates(plan) == days(7, 8, 10, 11, 12, 13)
    assert Serving.objects.get(pk=on(plan, 13)).is_exception  # a Sunday
    said = refusal(planner, plan, Move(on(plan, 10), day(11)))
    assert said == "There is already a lunch on Fri 11 Dec."


def test_a_box_that_comes_on_a_skipped_day_after_all_is_an_exception(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(9)))
    assert Serving.objects.get(pk=on(plan, 9)).is_exception


def test_what_left_a_day_that_was_an_exception_comes_back_to_it(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(9)))
    left = planner.do(plan, Move(on(plan, 9), day(15)))
    assert left.change
    planner.do(plan, Undo(left.change))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)


def test_an_event_comes_on_a_closed_day_where_that_is_agreed(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    close_day(day=day(14), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    planner.do(plan, Move(on(plan, 12, Meal.EVENT), day(14)))
    assert dates(plan, Meal.EVENT) == days(14)


def test_what_is_cancelled_on_its_day_was_cooked_and_is_forfeited(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Cancel(), at("7 07:00"))
    assert Serving.objects.get(pk=on(plan, 7)).state == ServingState.FORFEITED


def test_box_moved_to_a_day_past_its_cut_off_needs_a_reason(
    planner: Planner,
) -> None:
    plan = planner.lunches(6, start=day(9))
    late = at("7 19:00")
    assert (
        refusal(planner, plan, Move(on(plan, 10), day(8)), now=late, reason=" ")
        == "Please choose a reason."
    )
    outcome = planner.do(plan, Move(on(plan, 10), day(8)), now=late, reason="Her sister visits")
    assert outcome.is_past_cutoff
    assert dates(plan)[0] == day(8)


def test_other_dishes_from_a_day_on(planner: Planner) -> None:
    plan = planner.lunches(6)
    before = Serving.objects.get(pk=on(plan, 7)).box_contents_id
    dishes = [OrderedDish("combo", "Curd Rice"), OrderedDish("combo", "Sundal", quantity=2)]
    planner.do(plan, ChangeBox(dishes, meal=LUNCH, since=day(10)))
    sets = [s.box_contents_id for s in Serving.objects.filter(plan=plan).order_by("date")]
    assert sets == [before] * 3 + [sets[-1]] * 3
    lines = BoxLine.objects.filter(box_contents=sets[-1])
    assert [(line.ordered_name, line.quantity) for line in lines] == [
        ("Curd Rice", 1),
        ("Sundal", 2),
    ]
    assert BoxContents.objects.count() == 2


def test_what_lay_in_a_box_of_yesterday_is_not_changed(planner: Planner) -> None:
    plan = planner.lunches(6)
    late = ChangeBox([OrderedDish("veg", "Curd Rice")], servings=[on(plan, 7)])
    assert refusal(planner, plan, late, now=at("8 00:00")) == "Mon 7 Dec has already passed."


def test_more_days_come_at_the_end_and_fewer_are_taken_from_it(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, ChangeDays(LUNCH, 8))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 14, 15)
    planner.do(plan, ChangeDays(LUNCH, 5))
    assert dates(plan) == days(7, 8, 9, 10, 11)
    said = refusal(planner, plan, ChangeDays(LUNCH, 1), now=at("8 19:00"))
    assert said.startswith("3 of its days are over or past the cut-off")


def test_another_meal_is_begun(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, ChangeDays(Meal.DINNER, 3))
    assert dates(plan, Meal.DINNER) == days(5, 7, 8)
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)


def test_whoever_saw_an_older_schedule_changes_nothing(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(9)], [LUNCH]))
    with pytest.raises(StaleError):
        action_runner.execute(
            plan_id=plan.pk,
            version=plan.version,
            action=Skip([day(10)], [LUNCH]),
            reason="Asked",
            actor=planner.actor,
            now=planner.now,
        )
    assert dates(plan)[-1] == day(14)


def test_a_change_is_recorded(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(9)], [LUNCH]), reason="Travels")
    entry = AuditEntry.objects.order_by("pk").last()
    assert entry is not None
    assert (entry.action, entry.reason, entry.reference) == (
        "schedule.skip",
        "Travels",
        plan.request.reference,
    )
    assert entry.data == {"moved": [[2, 3, "2026-12-09", "2026-12-14", 1]]}


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Skip([day(6)], [LUNCH]), "There are no boxes to skip on these days."),
        (Skip([day(9)], [Meal.DINNER]), "There are no boxes to skip on these days."),
        (Pause(day(9), day(8), [LUNCH]), "The last day off must come after the first."),
        (Pause(day(9), None, [Meal.DINNER]), "Choose a meal to pause."),
        (Resume(day(9)), "It is not paused."),
        (Move(0, day(9)), "The plan has no such box."),
        (ChangeDays(LUNCH, 6), "It already has 6 days."),
        (ChangeDays(LUNCH, 0), "Enter 1 to 366 days."),
        (ChangeDays(Meal.EVENT, 2), "The plan has no such meal."),
        (ChangeBox([], meal=LUNCH, since=day(7)), "A box needs at least one dish."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    planner: Planner, action: action_runner.Action, sentence: str
) -> None:
    assert refusal(planner, planner.lunches(6), action) == sentence


def test_an_event_is_neither_skipped_nor_paused(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    said = "An event has one day: move it, or cancel it."
    assert refusal(planner, plan, Skip([day(12)], [Meal.EVENT])) == said
    assert refusal(planner, plan, Pause(day(8), None, [Meal.EVENT])) == said


def test_skipped_box_goes_after_the_last_day_of_its_track_not_into_a_gap(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Move(on(plan, 12), day(22)))
    planner.do(plan, Skip([day(22)], [LUNCH]))
    assert dates(plan) == days(7, 8, 9, 10, 11, 23)


def test_nothing_comes_on_the_first_day_of_a_pause_that_it_ends_before(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(14), None, [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 7))
    assert (dates(plan)[-1], held(plan)) == (day(12), 1)


def test_a_pause_that_is_resumed_on_its_first_day_has_never_been(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    planner.do(plan, Resume(day(10)))
    assert PausePeriod.objects.get(plan=plan).undone_at == planner.now


def test_a_track_s_end_is_its_last_day_also_where_nobody_took_what_was_cooked(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    outcome = planner.do(plan, Forfeit(on(plan, 12)), now=at("12 07:10"))
    assert (outcome.ends_before, outcome.ends) == ({LUNCH: day(12)}, {LUNCH: day(12)})


def test_a_box_is_made_up_again_where_that_was_undone(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    tuesday = on(plan, 8)
    planner.do(plan, Forfeit(tuesday))
    made_up = planner.do(plan, Replace(tuesday)).change
    assert made_up
    planner.do(plan, Undo(made_up))
    planner.do(plan, Replace(tuesday))
    assert dates(plan)[-1] == day(14)
    with pytest.raises(DomainError, match="already been replaced"):
        planner.do(plan, Replace(tuesday))
