"""The days of the week on which a confirmed plan's meals come."""

import pytest

from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.plans.services.plan_actions import ChangeDays, ChangeWeekdays, Undo
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Move, Pause
from oottam.schedule.models import PlanChange, Track
from tests.factories.plans import DINNER, LUNCH, Planner, at, dates, day, held, on, sections

MON_WED_FRI = 0b0010101


def test_boxes_are_placed_anew_on_fewer_days(planner: Planner) -> None:
    plan = planner.lunches(6)  # Mon 7 to Sat 12
    planner.do(plan, ChangeWeekdays([LUNCH], MON_WED_FRI, day(9)))
    assert dates(plan) == [day(7), day(8), day(9), day(11), day(14), day(16)]
    planner.do(plan, ChangeDays(LUNCH, 7))
    assert dates(plan)[-1] == day(18)


def test_boxes_come_earlier_on_more_days(planner: Planner) -> None:
    plan = planner.lunches(8)  # to Tue 15, without Sunday
    planner.do(plan, ChangeWeekdays([LUNCH], EVERY_DAY, day(7)))
    assert dates(plan) == [day(number) for number in range(7, 15)]


def test_only_the_chosen_meals_change(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    planner.do(plan, ChangeWeekdays([DINNER], MON_WED_FRI, day(7)))
    assert dates(plan) == [day(number) for number in range(7, 13)]
    assert dates(plan, DINNER) == [day(number) for number in (7, 9, 11, 14, 16, 18)]
    stored = dict(Track.objects.filter(plan=plan).values_list("meal", "weekdays"))
    assert stored[DINNER] == MON_WED_FRI != stored[LUNCH]


def test_box_that_was_moved_on_purpose_stays(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Move(on(plan, 12), day(13)))  # a Sunday
    planner.do(plan, ChangeWeekdays([LUNCH], MON_WED_FRI, day(7)))
    assert dates(plan) == [day(number) for number in (7, 9, 11, 13, 14, 16)]


def test_boxes_behind_an_open_pause_are_held(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(11), None, [LUNCH]))
    planner.do(plan, ChangeWeekdays([LUNCH], MON_WED_FRI, day(7)))
    assert (dates(plan), held(plan)) == ([day(7), day(9)], 4)


def test_undo_restores_boxes_and_days(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, ChangeWeekdays([LUNCH], MON_WED_FRI, day(7)))
    change = PlanChange.objects.get(plan=plan, action="weekdays")
    planner.do(plan, Undo(change.pk))
    assert dates(plan) == [day(number) for number in range(7, 13)]
    assert Track.objects.get(plan=plan).weekdays == 0b0111111


@pytest.mark.parametrize(
    ("meals", "weekdays", "since", "refusal"),
    [
        ([], MON_WED_FRI, day(9), "Choose a meal."),
        ([LUNCH], 0b0111111, day(9), "They come on these days already."),
        ([LUNCH], MON_WED_FRI, day(7), "they can change from Tue 8 Dec"),
    ],
)
def test_impossible_change_is_refused(
    planner: Planner, meals: list[int], weekdays: int, since: object, refusal: str
) -> None:
    plan = planner.lunches(6)
    with pytest.raises(DomainError, match=refusal):
        planner.do(plan, ChangeWeekdays(meals, weekdays, since), at("6 20:00"))  # type: ignore[arg-type]


def test_event_has_no_meal_days(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    with pytest.raises(DomainError, match="An event has one day"):
        planner.do(plan, ChangeWeekdays([4], MON_WED_FRI, day(9)))
