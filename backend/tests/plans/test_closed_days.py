"""Closing a day moves the servings of every plan; reopening moves them back."""

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.plans.services.closed_days import close_day, preview_closing
from oottam.plans.services.plan_actions import ChangeDays
from oottam.plans.services.reopening import open_day
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Move, Pause
from oottam.schedule.models import (
    ClosedDay,
    Meal,
    MealPlan,
    PlanChange,
    Serving,
    ServingChange,
    ServingState,
)
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


def close(planner: Planner, number: int = 10, meal: int = 0) -> None:
    close_day(day=day(number), meal=meal, reason="Holiday", actor=planner.actor, now=planner.now)


def test_closing_a_day_moves_its_servings_to_the_end_of_their_tracks(planner: Planner) -> None:
    six, fifteen = planner.lunches(6), planner.lunches(15)
    of_the_menu = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    found = preview_closing(day=day(10), meal=0, now=planner.now)
    # The combo has a dinner on that day, too.
    assert (found.servings, found.plans, found.last_end, found.events) == (4, 3, day(24), ())
    assert dates(six)[-1] == day(12)
    close(planner)
    assert dates(six) == [day(number) for number in (7, 8, 9, 11, 12, 14)]
    assert dates(fifteen)[-1] == day(24)
    assert dates(of_the_menu) == [day(7), day(14), day(17)]
    assert not Serving.objects.filter(date=day(10)).exists()


def test_single_meal_of_a_day_can_be_closed(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    close(planner, meal=DINNER)
    assert day(10) in dates(plan)
    assert day(10) not in dates(plan, DINNER)


def test_closing_keeps_events_and_names_them(planner: Planner) -> None:
    event = planner.plan(Kind.EVENT)
    found = preview_closing(day=day(12), meal=0, now=planner.now)
    assert (found.servings, found.events) == (0, (event.request.reference,))
    close(planner, 12)
    assert dates(event, Meal.EVENT) == [day(12)]


def test_closing_skips_paused_and_other_closed_days(planner: Planner) -> None:
    plan = planner.lunches(7)
    close(planner, 15)
    planner.do(plan, Pause(day(14), day(14), [LUNCH]))
    assert dates(plan)[-1] == day(16)
    close(planner, 10)
    assert dates(plan)[-2:] == [day(16), day(17)]


def test_serving_without_a_day_before_a_pause_is_held(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(12), None, [LUNCH]))
    close(planner)
    assert dates(plan) == [day(number) for number in (7, 8, 9, 11)]
    assert held(plan) == 2


def test_closing_makes_earlier_plan_pages_stale(planner: Planner) -> None:
    plan = planner.lunches(6)
    close(planner)
    assert MealPlan.objects.get(pk=plan.pk).version == plan.version + 1


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ("9 18:00", "The cut-off for Thu 10 Dec has passed."),
        ("12 09:00", "The cut-off for Thu 10 Dec has passed."),
    ],
)
def test_day_after_its_cut_off_cannot_be_closed(planner: Planner, now: str, message: str) -> None:
    planner.lunches(6)
    planner.now = at(now)
    with pytest.raises(DomainError) as refused:
        close(planner)
    assert str(refused.value) == message


def test_day_can_be_closed_only_once(planner: Planner) -> None:
    close(planner, meal=LUNCH)
    for meal in (LUNCH, 0):
        with pytest.raises(DomainError, match="is already closed"):
            close(planner, meal=meal)
    close(planner, meal=DINNER)
    assert ClosedDay.objects.count() == 2


def test_closing_requires_a_reason(planner: Planner) -> None:
    with pytest.raises(DomainError, match="Please give a reason"):
        close_day(day=day(10), meal=0, reason=" ", actor=planner.actor, now=planner.now)


def test_reopened_day_gets_its_servings_back(planner: Planner) -> None:
    plan, other = planner.lunches(6), planner.lunches(15)
    before = dates(plan), dates(other)
    close(planner)
    assert open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now).stay == 0
    assert (dates(plan), dates(other)) == before
    assert not ClosedDay.objects.exists()
    with pytest.raises(DomainError, match="That day is not closed"):
        open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now)


def test_history_shows_closing_and_reopening(planner: Planner) -> None:
    plan = planner.lunches(6)
    close(planner)
    open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now)
    steps = ServingChange.objects.filter(change__plan=None).order_by("pk")
    assert list(steps.values_list("change__action", "date_before", "date_after")) == [
        ("close", day(10), day(14)),
        ("undo", day(14), day(10)),
    ]
    closing, opening = PlanChange.objects.filter(plan=None).order_by("pk")
    assert (closing.undone_at, closing.undone_by) == (planner.now, planner.actor)
    assert opening.data == {"date": "2026-12-10", "meal": 0, "undone": closing.pk}
    plan.refresh_from_db()
    assert plan.version == 3  # a page from before is stale


def test_serving_moved_back_is_an_exception_again(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Move(on(plan, 12), day(13)))  # a Sunday
    close(planner, 13)
    moved = Serving.objects.get(pk=on(plan, 14))
    assert not moved.is_exception
    open_day(day=day(13), meal=0, actor=planner.actor, now=planner.now)
    moved.refresh_from_db()
    assert (moved.date, moved.is_exception) == (day(13), True)


def test_held_serving_returns_to_the_reopened_day_during_a_pause(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(12), None, [LUNCH]))
    close(planner)
    assert open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now).stay == 0
    assert dates(plan) == [day(number) for number in (7, 8, 9, 10, 11)]
    assert held(plan) == 1


def test_reopening_leaves_servings_skipped_since_on_their_new_day(planner: Planner) -> None:
    plan = planner.lunches(7)
    close(planner)
    planner.do(plan, Pause(day(9), day(11), [LUNCH]))
    assert open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now).stay == 1
    assert day(10) not in dates(plan)


def test_reopening_leaves_servings_moved_since(planner: Planner) -> None:
    plan, other = planner.lunches(6), planner.lunches(6)
    close(planner)
    planner.do(plan, Move(on(plan, 14), day(15)))
    planner.do(other, skip(other, [day(14)], [LUNCH]))
    assert open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now).stay == 2
    assert day(10) not in dates(plan) + dates(other)


def test_closing_and_reopening_are_in_the_audit_log(planner: Planner) -> None:
    planner.lunches(6)
    close(planner)
    open_day(day=day(10), meal=0, actor=planner.actor, now=planner.now)
    entries = AuditEntry.objects.filter(day=day(10)).order_by("pk")
    assert [entry.action for entry in entries] == ["schedule.close", "schedule.open"]
    assert entries[0].data == {"meal": 0, "servings": 1, "plans": 1}
    assert entries[0].reason == "Holiday"


def test_closing_stores_its_day_and_moved_servings(planner: Planner) -> None:
    planner.lunches(6)
    close(planner)
    change = PlanChange.objects.get(plan=None)
    assert change.servings.get().state_after == ServingState.PLANNED
    assert change.data == {"date": "2026-12-10", "meal": 0}


def test_closing_does_not_move_servings_into_skipped_days(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(12), day(15), [LUNCH]))
    planner.do(plan, ChangeDays(LUNCH, 5))
    assert dates(plan) == [day(number) for number in (7, 8, 9, 10, 11)]
    close(planner)
    assert dates(plan) == [day(number) for number in (7, 8, 9, 11, 16)]


@pytest.mark.parametrize("state", [ServingState.FAILED, ServingState.DELIVERED])
def test_closing_leaves_delivered_and_failed_servings(
    planner: Planner, state: ServingState
) -> None:
    plan = planner.lunches(6)
    Serving.objects.filter(pk=on(plan, 10)).update(state=state)
    assert preview_closing(day=day(10), meal=0, now=planner.now).servings == 0
    close(planner)
    assert day(10) in dates(plan)
