"""Actions move only the affected servings, to the end of their track: the design's examples and edge cases."""

from datetime import date
from typing import Any

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.plans.services import action_runner
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import Cancel, ChangeBox, ChangeDays, Undo
from oottam.plans.services.plan_preview import used_boxes
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import (
    Forfeit,
    Move,
    Pause,
    Replace,
    Resume,
    ShortenPause,
    Skip,
)
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import (
    BoxContents,
    BoxLine,
    Meal,
    MealPlan,
    PausePeriod,
    Serving,
    ServingState,
)
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
    skip,
)

pytestmark = pytest.mark.django_db


def refusal(planner: Planner, plan: MealPlan, action: action_runner.Action, **more: Any) -> str:
    with pytest.raises(DomainError) as refused:
        planner.do(plan, action, **more)
    return str(refused.value)


def days(*numbers: int) -> list[date]:
    return [day(number) for number in numbers]


def test_skipped_day_moves_to_the_end(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14)  # 13 is a Sunday


def test_open_ended_pause_holds_servings_until_resumed(planner: Planner) -> None:
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


def test_pause_with_an_end_moves_its_servings_immediately(planner: Planner) -> None:
    plan = planner.lunches(15)
    planner.do(plan, Pause(day(17), day(26), [LUNCH]))
    assert dates(plan)[9:] == [*days(28, 29, 30, 31), day(1, 1), day(2, 1)]
    assert held(plan) == 0


def period(plan: MealPlan) -> int:
    """The primary key of the plan's only pause."""
    return PausePeriod.objects.get(plan=plan, undone_at=None).pk


def test_shortened_pause_brings_back_the_last_boxes(planner: Planner) -> None:
    plan = planner.lunches(12)
    planner.do(plan, Pause(day(14), day(19), [LUNCH]))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25, 26)
    shortened = planner.do(plan, ShortenPause(period(plan), day(16)))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 16, 17, 18, 19, 21, 22)
    assert PausePeriod.objects.get(plan=plan).to_date == day(15)
    assert (shortened.ends_before, shortened.ends) == ({LUNCH: day(26)}, {LUNCH: day(22)})


def test_shortened_pause_leaves_no_gap_behind_a_later_skip(planner: Planner) -> None:
    plan = planner.lunches(12)
    planner.do(plan, Pause(day(14), day(19), [LUNCH]))
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    pause = PausePeriod.objects.get(plan=plan, from_date=day(14)).pk
    planner.do(plan, ShortenPause(pause, day(14)))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14, 15, 16, 17, 18, 19, 21)


def test_pause_that_ends_before_it_began_is_cancelled_and_can_be_undone(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(9), day(10), [LUNCH]))
    before = dates(plan)
    for begin, last in ((day(9), None), (day(10), day(9))):
        shortened = planner.do(plan, ShortenPause(period(plan), begin))
        found = PausePeriod.objects.filter(plan=plan, undone_at=None).values_list(
            "to_date", flat=True
        )
        assert list(found) == ([last] if last else [])
        assert shortened.change_id
        planner.do(plan, Undo(shortened.change_id))
        assert dates(plan) == before
        assert PausePeriod.objects.get(plan=plan, undone_at=None).to_date == day(10)


def test_closed_and_taken_days_of_a_shortened_pause_stay_free(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(9), day(11), [LUNCH]))
    planner.do(plan, Move(on(plan, 15), day(9)))  # on purpose
    close_day(day=day(10), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    pause = PausePeriod.objects.get(plan=plan).pk
    planner.do(plan, ShortenPause(pause, day(9)))
    assert dates(plan) == days(7, 8, 9, 11, 12, 14)


def test_pause_cannot_be_shortened_past_the_cut_off(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(9), day(10), [LUNCH]))
    shorten = ShortenPause(period(plan), day(9))
    message = refusal(planner, plan, shorten, now=at("8 18:00"))
    assert message.startswith("The cut-off for Wed 9 Dec has passed: it can resume from Thu 10 Dec")
    late = ShortenPause(period(plan), day(11))
    assert refusal(planner, plan, late) == "The pause ends on Thu 10 Dec."
    assert refusal(planner, plan, ShortenPause(0, day(9))) == "It is not paused."


def test_pause_moves_only_the_servings_within_it(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(8), day(9), [LUNCH]))
    assert dates(plan) == days(7, 10, 11, 12, 14, 15)


def test_combo_serving_keeps_its_dishes_when_moved(planner: Planner) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    assert dates(plan) == days(7, 10, 14)
    dishes = Serving.objects.get(pk=on(plan, 10)).box_contents_id
    planner.do(plan, skip(plan, [day(10)], [LUNCH]))
    assert dates(plan) == days(7, 14, 17)  # a Thursday again
    assert Serving.objects.get(pk=on(plan, 17)).box_contents_id == dishes


def test_skip_of_several_days_keeps_their_order(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=6, sections=sections("lunch", "dinner"))
    planner.do(plan, skip(plan, days(8, 12), [LUNCH]))
    assert dates(plan) == days(7, 9, 10, 11, 14, 15)
    assert dates(plan, Meal.DINNER) == days(7, 8, 9, 10, 11, 12)
    assert Serving.objects.get(pk=on(plan, 14)).seq == 2


def test_changing_the_number_of_days_leaves_a_skipped_day_free(
    planner: Planner,
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(12)], [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 5))
    assert dates(plan) == days(7, 8, 9, 10, 11)
    planner.do(plan, ChangeDays(LUNCH, 6))
    assert dates(plan) == days(7, 8, 9, 10, 11, 14)


def test_preview_lists_moves_and_stores_nothing(planner: Planner) -> None:
    plan = planner.lunches(6)
    found = action_runner.preview(
        plan_id=plan.pk, version=plan.version, action=skip(plan, [day(9)], [LUNCH]), now=planner.now
    )
    assert [(moved.from_date, moved.to_date) for moved in found.moved] == [(day(9), day(14))]
    assert (found.ends_before, found.ends) == ({LUNCH: day(12)}, {LUNCH: day(14)})
    assert dates(plan)[-1] == day(12)


def test_serving_cannot_be_skipped_after_its_cut_off(planner: Planner) -> None:
    """The cut-off is 18:00 the day before; a minute earlier the day can be skipped."""
    plan = planner.lunches(6)
    skipped = skip(plan, [day(8)], [LUNCH])
    message = refusal(planner, plan, skipped, now=at("7 18:00"))
    assert message == (
        "The cut-off for lunch on Tue 8 Dec has passed: it can be charged as delivered and replaced, but no "
        "longer moved."
    )
    planner.do(plan, skipped, now=at("7 17:59"))
    assert dates(plan) == days(7, 9, 10, 11, 12, 14)


def test_forfeited_serving_can_be_replaced(planner: Planner) -> None:
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


def test_serving_cannot_be_forfeited_before_its_cut_off(planner: Planner) -> None:
    plan = planner.lunches(6)
    message = refusal(planner, plan, Forfeit(on(plan, 9)))
    assert message.endswith("has not passed: skip it instead, and it moves to the end.")


def test_serving_can_be_moved_to_a_free_day(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Move(on(plan, 9), day(13)))
    assert dates(plan) == days(7, 8, 10, 11, 12, 13)
    assert Serving.objects.get(pk=on(plan, 13)).is_exception  # a Sunday
    message = refusal(planner, plan, Move(on(plan, 10), day(11)))
    assert message == "There is already a lunch on Fri 11 Dec."


def test_serving_moved_to_a_skipped_day_is_an_exception(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(9)))
    assert Serving.objects.get(pk=on(plan, 9)).is_exception


def test_undo_restores_the_original_day_after_an_exception(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 14), day(9)))
    left = planner.do(plan, Move(on(plan, 9), day(15)))
    assert left.change_id
    planner.do(plan, Undo(left.change_id))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)


def test_event_can_be_moved_to_a_closed_day(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    close_day(day=day(14), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    planner.do(plan, Move(on(plan, 12, Meal.EVENT), day(14)))
    assert dates(plan, Meal.EVENT) == days(14)


def test_cancelling_on_the_day_forfeits_the_cooked_serving(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Cancel(), at("7 07:00"))
    assert Serving.objects.get(pk=on(plan, 7)).state == ServingState.FORFEITED


def test_moving_to_a_day_past_its_cut_off_requires_a_reason(
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


def test_dishes_can_be_changed_from_a_day_on(planner: Planner) -> None:
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


def test_dishes_of_a_past_day_cannot_be_changed(planner: Planner) -> None:
    plan = planner.lunches(6)
    late = ChangeBox([OrderedDish("veg", "Curd Rice")], serving_ids=[on(plan, 7)])
    message = "The box of Mon 7 Dec has no result yet"
    assert refusal(planner, plan, late, now=at("8 00:00")).startswith(message)


def test_days_are_added_and_removed_at_the_end(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, ChangeDays(LUNCH, 8))
    assert dates(plan) == days(7, 8, 9, 10, 11, 12, 14, 15)
    planner.do(plan, ChangeDays(LUNCH, 5))
    assert dates(plan) == days(7, 8, 9, 10, 11)
    message = refusal(planner, plan, ChangeDays(LUNCH, 1), now=at("8 19:00"))
    assert message.startswith("3 of its days are over or past the cut-off")


def test_changing_days_can_start_another_meal(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, ChangeDays(Meal.DINNER, 3))
    assert dates(plan, Meal.DINNER) == days(5, 7, 8)
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)


def test_action_on_a_stale_schedule_is_rejected(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    with pytest.raises(StaleError):
        action_runner.execute(
            plan_id=plan.pk,
            version=plan.version,
            action=skip(plan, [day(10)], [LUNCH]),
            reason="Asked",
            actor=planner.actor,
            now=planner.now,
        )
    assert dates(plan)[-1] == day(14)


def test_change_is_in_the_audit_log(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]), reason="Travels")
    entry = AuditEntry.objects.order_by("pk").last()
    assert entry is not None
    assert (entry.action, entry.reason, entry.reference) == (
        "schedule.skip",
        "Travels",
        plan.request.reference,
    )
    assert entry.data == {"moved": [[2, 3, "2026-12-09", "2026-12-14", 1]]}


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Skip([]), "There are no boxes to skip on these days."),
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
def test_invalid_action_is_rejected_with_a_message(
    planner: Planner, action: action_runner.Action, message: str
) -> None:
    assert refusal(planner, planner.lunches(6), action) == message


def test_event_cannot_be_skipped_or_paused(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    message = "An event has one day: move it, or cancel it."
    assert refusal(planner, plan, skip(plan, [day(12)], [Meal.EVENT])) == message
    assert refusal(planner, plan, Pause(day(8), None, [Meal.EVENT])) == message


def test_skipped_serving_goes_after_the_last_day_not_into_a_gap(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    planner.do(plan, Move(on(plan, 12), day(22)))
    planner.do(plan, skip(plan, [day(22)], [LUNCH]))
    assert dates(plan) == days(7, 8, 9, 10, 11, 23)


def test_added_day_is_held_when_the_pause_follows_the_last_day(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(14), None, [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 7))
    assert (dates(plan)[-1], held(plan)) == (day(12), 1)


def test_pause_resumed_on_its_first_day_is_undone(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    planner.do(plan, Resume(day(10)))
    assert PausePeriod.objects.get(plan=plan).undone_at == planner.now


def test_track_ends_on_a_forfeited_last_day(
    planner: Planner,
) -> None:
    plan = planner.lunches()
    outcome = planner.do(plan, Forfeit(on(plan, 12)), now=at("12 07:10"))
    assert (outcome.ends_before, outcome.ends) == ({LUNCH: day(12)}, {LUNCH: day(12)})


def test_serving_can_be_replaced_again_after_undo(planner: Planner) -> None:
    plan = planner.lunches()
    planner.now = at("8 07:10")
    tuesday = on(plan, 8)
    planner.do(plan, Forfeit(tuesday))
    made_up = planner.do(plan, Replace(tuesday)).change_id
    assert made_up
    planner.do(plan, Undo(made_up))
    planner.do(plan, Replace(tuesday))
    assert dates(plan)[-1] == day(14)
    with pytest.raises(DomainError, match="already been replaced"):
        planner.do(plan, Replace(tuesday))


def test_the_boxes_that_are_left_are_charged_whatever_their_numbers(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))  # number 2 becomes the last day
    planner.do(plan, ChangeDays(LUNCH, 5))  # and goes
    Serving.objects.filter(plan=plan, seq__lte=5, state=ServingState.PLANNED).update(
        state=ServingState.DELIVERED
    )
    assert used_boxes(plan.request, planner.now) == (4, 5)


def test_free_boxes_are_the_last_that_are_left(planner: Planner) -> None:
    plan = planner.lunches(15)
    assert (plan.free_days, used_boxes(plan.request, planner.now)) == (1, (0, 14))
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))
    Serving.objects.filter(plan=plan, seq=15).update(state=ServingState.DELIVERED)
    assert used_boxes(plan.request, planner.now) == (0, 14)


@pytest.mark.parametrize(
    ("lost", "state", "used"),
    [
        (ServingState.FAILED, ServingState.HELD, 0),
        (ServingState.FAILED, ServingState.DELIVERED, 1),
        (ServingState.FAILED, ServingState.CANCELLED, 1),
        (ServingState.FORFEITED, ServingState.HELD, 1),
    ],
)
def test_failed_box_is_not_used_while_its_replacement_is_to_come(
    planner: Planner, lost: ServingState, state: ServingState, used: int
) -> None:
    plan = planner.lunches(6)
    serving = Serving.objects.filter(plan=plan).order_by("seq")[0]
    Serving.objects.filter(pk=serving.pk).update(state=lost)
    again = Serving.objects.create(
        plan=plan, meal=serving.meal, seq=7, state=state, box_contents=serving.box_contents,
        replacement_for=serving, date=None if state == ServingState.HELD else day(21),
    )  # fmt: skip
    assert used_boxes(plan.request, planner.now) == (used, 6)
    if state == ServingState.HELD and not used:  # it fails, too, and is replaced again
        Serving.objects.filter(pk=again.pk).update(state=ServingState.FAILED, date=day(21))
        assert used_boxes(plan.request, planner.now) == (1, 6)
        Serving.objects.create(
            plan=plan, meal=serving.meal, seq=8, state=state, box_contents=serving.box_contents,
            replacement_for=again,
        )  # fmt: skip
        assert used_boxes(plan.request, planner.now) == (0, 6)
