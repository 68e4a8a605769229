"""The status page opens with what comes today, as far as the kitchen and the run's taps know it."""

from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.delivery.models import DeliveryOutcome
from oottam.delivery.services.failures import forfeit, redeliver
from oottam.kitchen.services.choices import substitute
from oottam.requests.identity import token_of
from oottam.schedule.models import BoxLine, MealPlan, Serving, ServingState
from oottam.statuspage.today import meals_of_today
from oottam.workflow.models import LaterAddress
from tests.factories.accounts import make_cook, make_desk_account
from tests.factories.deliveries import (
    NOON,
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    make_route,
    make_run,
    record_event,
)
from tests.factories.kitchen import BEFORE, MONDAY, Boxes, make_dish, number
from tests.factories.plans import LUNCH, Planner, at, day, sections, skip
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db
MAX_PAGE_BYTES = 20_000


@pytest.fixture
def plans(ravi: User) -> list[MealPlan]:
    """Four stops of one run at Monday's lunch."""
    found = DeliveryPlans(Boxes())
    plans = [found.add(name) for name in ("Asha", "Bala", "Chitra", "Devi")]
    desk = make_desk_account()
    make_run(make_route("Beach", "600090", actor=desk), ravi, actor=desk)
    return plans


def note(plan: MealPlan, now: datetime = NOON) -> str:
    [meal] = meals_of_today(plan.request, now, {})
    assert meal.dishes == ("Rice",)
    return meal.note


def test_stops_before_are_counted_once_the_rider_has_begun(
    plans: list[MealPlan], ravi: User
) -> None:
    assert note(plans[3]) == "To your usual address."
    record_event(make_delivery_event(plans[0]), ravi)
    assert note(plans[0]) == "Delivered at 12:30 pm."
    assert note(plans[3]) == "To your usual address. The rider has 2 stops before you."
    assert note(plans[2]) == "To your usual address. The rider has 1 stop before you."
    assert note(plans[1]) == "To your usual address. You are the rider's next stop."


def test_box_that_was_not_delivered_says_that_we_call(plans: list[MealPlan], ravi: User) -> None:
    make_failed_delivery(plans[1], ravi)
    assert note(plans[1]) == "It could not be delivered (nobody was at home): we call you."


@pytest.mark.parametrize(
    ("day", "state", "instead"),
    [
        (date(2026, 12, 14), ServingState.PLANNED, "you get another one on Mon 14 Dec."),
        (None, ServingState.HELD, "you get another one."),
        (None, ServingState.CANCELLED, "we call you."),
    ],
)
def test_box_that_was_replaced_says_when_the_other_one_comes(
    plans: list[MealPlan], ravi: User, day: date | None, state: ServingState, instead: str
) -> None:
    make_failed_delivery(plans[1], ravi)
    failed = Serving.objects.get(plan=plans[1])
    Serving.objects.create(
        plan=failed.plan, meal=failed.meal, seq=99, date=day, state=state,
        box_contents=failed.box_contents, replacement_for=failed,
    )  # fmt: skip
    assert note(plans[1]) == f"It could not be delivered (nobody was at home): {instead}"


def test_box_that_is_charged_is_not_called_about(plans: list[MealPlan], ravi: User) -> None:
    make_failed_delivery(plans[1], ravi)
    outcome = DeliveryOutcome.objects.get(serving__plan=plans[1])
    forfeit(outcome_id=outcome.pk, actor=make_desk_account("asha"), now=NOON)
    assert (
        note(plans[1]) == "It could not be delivered (nobody was at home): it counts as delivered."
    )


def test_box_that_goes_out_again_says_so(plans: list[MealPlan], ravi: User) -> None:
    make_failed_delivery(plans[1], ravi)
    outcome = DeliveryOutcome.objects.get(serving__plan=plans[1])
    redeliver(outcome_id=outcome.pk, actor=make_desk_account("asha"), now=NOON)
    assert note(plans[1]).startswith("We try again today. To your usual address.")


def test_box_that_counts_as_delivered_has_no_time(plans: list[MealPlan]) -> None:
    Serving.objects.filter(plan=plans[0]).update(state=ServingState.DELIVERED)
    assert note(plans[0]) == "Delivered."


def test_later_address_is_called_the_other_one(plans: list[MealPlan]) -> None:
    LaterAddress.objects.create(
        request=plans[0].request, from_date=MONDAY, meals=7, weekdays=1,
        address="4 Tidel Park", pin="600090", locality="",
    )  # fmt: skip
    assert note(plans[0]) == "To your other address."


def test_box_without_a_route_says_nothing_of_its_way() -> None:
    assert note(DeliveryPlans(Boxes()).add("Esha", pin="600999")) == "To your usual address."


def test_dish_that_the_kitchen_replaced_or_chose_is_named(plans: list[MealPlan]) -> None:
    cook = make_cook()
    rice, other = number("Rice"), make_dish("Mochai Curry").pk
    named: dict[str, Any] = {
        "day": MONDAY,
        "meal": LUNCH,
        "item": rice,
        "actor": cook,
        "now": BEFORE,
    }
    substitute(**named, instead=other, reason="")
    [meal] = meals_of_today(plans[0].request, NOON, {})
    assert meal.dishes == ("Mochai Curry",)
    make_dish("Mochai Curry", "nonveg")
    BoxLine.objects.update(veg_only=True)
    [meal] = meals_of_today(plans[0].request, NOON, {})
    assert meal.dishes == ("Rice",)


def test_other_days_and_cancelled_boxes_are_left_out(plans: list[MealPlan]) -> None:
    assert meals_of_today(plans[0].request, at("8 12:30"), {}) == []
    Serving.objects.filter(plan=plans[0]).update(state=ServingState.CANCELLED)
    assert meals_of_today(plans[0].request, NOON, {}) == []


def test_page_opens_with_today(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    address = f"/status/{token_of(plan.request_id)}"
    with time_machine.travel(at("6 23:59"), tick=False):
        assert 'id="today"' not in Client().get(address).content.decode()
    with time_machine.travel(at("7 00:01"), tick=False):
        html = Client().get(address).content.decode()
    text = visible_text(html)
    assert "Today Lunch, about 12:30 pm : Dry Fruit Smoothie To your usual address. Dinner," in text
    assert html.index('id="today"') < html.index('id="plan"')
    for private in ("Beach Road", plan.request.phone_normalised):
        assert private not in text


def test_day_without_a_meal_says_when_the_next_one_comes(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))
    address = f"/status/{token_of(plan.request_id)}"
    with time_machine.travel(at("8 12:00"), tick=False):
        text = visible_text(Client().get(address).content.decode())
    assert "Today Nothing comes today. Next: lunch on Wed 9 Dec." in text
    with time_machine.travel(at("14 12:00"), tick=False):
        assert "Today Lunch" in visible_text(Client().get(address).content.decode())
    Serving.objects.filter(plan=plan).update(state=ServingState.DELIVERED)
    with time_machine.travel(at("15 12:00"), tick=False):
        assert "Nothing comes today" not in Client().get(address).content.decode()


@pytest.mark.parametrize("days", [6, 40])
def test_page_asks_little_of_the_database_while_the_food_is_on_its_way(
    planner: Planner, days: int
) -> None:
    plan = planner.plan(date=days, sections=sections("breakfast", "lunch", "dinner"))
    address = f"/status/{token_of(plan.request_id)}"
    with (
        time_machine.travel(at("7 12:15"), tick=False),
        CaptureQueriesContext(connection) as queries,
    ):
        html = Client().get(address).content
    assert b'id="today"' in html
    assert sum("SELECT" in each["sql"] for each in queries) <= 15
    assert len(html) <= MAX_PAGE_BYTES


def test_numbers_of_queries_is_bounded(plans: list[MealPlan], ravi: User) -> None:
    record_event(make_delivery_event(plans[0]), ravi)
    with CaptureQueriesContext(connection) as queries:
        note(plans[3])
    assert len(queries) == 5
