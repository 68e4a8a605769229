"""The customer's text about the days of a plan."""

from collections.abc import Sequence

import pytest

from oottam.core.days import EVERY_DAY
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.customer_text import describe_meal_days
from oottam.schedule.domain.actions import Forfeit, Pause, Replace
from oottam.schedule.domain.calendar import MONDAY_TO_SATURDAY
from oottam.schedule.models import MealPlan, Serving, Track
from oottam.workflow.services.agreement import agreed_facts
from tests.factories.plans import DINNER, LUNCH, Planner, at, day, on, sections, skip


def fact_texts(plan: MealPlan) -> dict[str, str]:
    return {fact.label: fact.text for fact in agreed_facts(plan.request)}


@pytest.mark.parametrize(
    ("days", "weekdays", "text"),
    [
        ([7], MONDAY_TO_SATURDAY, "1 day: 7 Dec"),
        ([7, 8, 9, 10, 11, 12], MONDAY_TO_SATURDAY, "6 days, Monday to Saturday: 7 to 12 Dec"),
        ([11, 12, 14, 15], MONDAY_TO_SATURDAY, "4 days, Monday to Saturday: 11 to 15 Dec"),
        (
            [7, 8, 10, 11, 12, 14],
            MONDAY_TO_SATURDAY,
            "6 days, Monday to Saturday: 7 to 14 Dec, except 9 Dec",
        ),
        ([7, 10, 14], 0b0001001, "3 days, Mon, Thu: 7 to 14 Dec"),
        ([7, 9, 15, 17], 0b0001111, "4 days: 7 Dec, 9 Dec, 15 Dec, 17 Dec"),
        ([11, 12, 13], EVERY_DAY, "3 days, every day: 11 to 13 Dec"),
        (
            [7, 8, 9, 11, 12, 13],  # moved to a Sunday
            MONDAY_TO_SATURDAY,
            "6 days, Monday to Saturday: 7 to 12 Dec, and 13 Dec, except 10 Dec",
        ),
        ([13], MONDAY_TO_SATURDAY, "1 day: 13 Dec"),
    ],
)
def test_days_of_a_meal_are_described(days: Sequence[int], weekdays: int, text: str) -> None:
    assert describe_meal_days([day(number) for number in days], weekdays) == text


def test_closed_days_are_listed_without_their_reason(planner: Planner) -> None:
    plan = planner.lunches(15)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    close_day(day=day(11), meal=0, reason="Feast", actor=planner.actor, now=planner.now)
    close_day(day=day(12), meal=DINNER, reason="No gas", actor=planner.actor, now=planner.now)
    found = fact_texts(plan)
    assert found["Lunch"] == "15 days, Monday to Saturday: 7 to 25 Dec, except 9 Dec, 11 Dec"
    assert found["We are closed"] == "Friday, 11 December 2026"
    assert "Feast" not in "".join(found.values())


def test_free_days_are_listed_by_their_current_dates(planner: Planner) -> None:
    plan = planner.plan(date=15, sections=sections("lunch", "dinner"))
    assert fact_texts(plan)["Free days"] == "23 Dec"
    planner.do(plan, skip(plan, [day(9), day(23)], [LUNCH]))
    assert fact_texts(plan)["Free days"] == "Lunch: 25 Dec; Dinner: 23 Dec"
    planner.do(plan, Pause(day(21), None, [LUNCH, DINNER]))
    assert fact_texts(plan)["Free days"] == "1 paused for now"


def test_paid_day_that_moved_behind_the_free_one_is_told_apart(planner: Planner) -> None:
    plan = planner.plan(date=15, sections=sections("lunch", "dinner"))
    close_day(day=day(9), meal=LUNCH, reason="Feast", actor=planner.actor, now=planner.now)
    found = fact_texts(plan)
    assert found["Last day"] == "Thursday, 24 December 2026"
    assert found["Free days"] == "23 Dec; moved paid days until 24 Dec"


def test_paused_plan_asks_for_the_day_to_resume(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    planner.do(plan, Pause(day(9), None, [LUNCH, DINNER]))
    found = fact_texts(plan)
    assert next(iter(found.items())) == (
        "Paused",
        "8 meals are waiting: tell us which day to start again",
    )
    assert found["Lunch"] == "2 days: 7 to 8 Dec; 4 more, paused for now"
    assert "Last day" not in found


def test_described_days_count_ordered_days_after_forfeit_and_replacement(
    planner: Planner,
) -> None:
    plan = planner.lunches(24)
    planner.do(plan, Forfeit(on(plan, 8)), at("7 20:00"))
    lunches = "24 days, Monday to Saturday: 7 Dec to 2 Jan"
    assert Track.objects.get(plan=plan, meal=LUNCH).servings == 24
    assert fact_texts(plan)["Lunch"] == lunches
    assert fact_texts(plan)["Charged as delivered"] == "8 Dec"
    planner.do(plan, Replace(on(plan, 8)), at("8 10:00"))
    assert fact_texts(plan)["Lunch"] == (
        "24 days, Monday to Saturday: 7 Dec to 4 Jan, except 8 Dec"
    )
    assert "Charged as delivered" not in fact_texts(plan)


def test_failed_serving_is_described_on_the_day_of_its_replacement(
    planner: Planner,
) -> None:
    plan = planner.lunches(6)
    Serving.objects.filter(pk=on(plan, 8)).update(state=3)
    planner.do(plan, Replace(on(plan, 8)), at("8 20:00"))
    assert fact_texts(plan)["Lunch"] == "6 days, Monday to Saturday: 7 to 14 Dec, except 8 Dec"
