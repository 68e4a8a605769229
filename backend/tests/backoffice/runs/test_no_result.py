"""Boxes of earlier days without a result, on the pages that show and settle them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from oottam.accounts.roles import Role
from oottam.delivery.models import DeliveryOutcome
from oottam.schedule.models import Meal, MealPlan, ScheduleState, Serving, ServingState
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.deliveries import TUESDAY_NOON, DeliveryPlans, make_route
from tests.factories.kitchen import MONDAY, Boxes

pytestmark = pytest.mark.django_db
ADDRESS = "/backoffice/runs/no-result/"


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(TUESDAY_NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def plans(db: None) -> DeliveryPlans:
    return DeliveryPlans(Boxes())


@pytest.fixture
def owner(meena: User) -> Client:
    return logged_in(meena)


def page_text(client: Client, address: str = ADDRESS) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return text(response.content.decode())


def post(client: Client, action: str, **values: object) -> str:
    """Post, and return the page that follows."""
    response = client.post(ADDRESS + action, values, follow=True)
    assert response.status_code == 200
    return text(response.content.decode())


def numbers(*plans: MealPlan) -> str:
    return " ".join(
        str(each) for each in Serving.objects.filter(plan__in=plans).values_list("pk", flat=True)
    )


def state(plan: MealPlan) -> int:
    return Serving.objects.get(plan=plan).state


def test_today_names_them_and_all_are_settled_by_the_second_tap(
    owner: Client, plans: DeliveryPlans, meena: User
) -> None:
    make_route("Beach", "600090", actor=meena)
    asha, ravi = plans.add("Asha"), plans.add("Ravi", pin="600001")
    assert "2 boxes of earlier days without a result" in page_text(owner, "/backoffice/")
    page = page_text(owner)
    assert "Lunch, Mon 7 Dec" in page
    assert "Beach , no rider" in page
    assert "no route" in page
    page = post(owner, "delivered", token="t", servings=numbers(asha, ravi))
    assert "2 boxes recorded as delivered" in page
    assert (state(asha), state(ravi)) == (ServingState.DELIVERED, ServingState.DELIVERED)
    assert "without a result" not in page_text(owner, "/backoffice/")


def test_only_meals_of_several_boxes_are_settled_at_once(
    owner: Client, plans: DeliveryPlans
) -> None:
    for name, meal in (("Asha", Meal.LUNCH), ("Ravi", Meal.LUNCH), ("Mani", Meal.DINNER)):
        plans.add(name, meal=meal)
    page = page_text(owner)
    assert "All 2 delivered : Lunch, Mon 7 Dec" in page
    assert "delivered : Dinner" not in page.replace("Delivered", "delivered")


def test_one_that_was_not_delivered_needs_a_reason_and_waits_for_a_decision(
    owner: Client, plans: DeliveryPlans
) -> None:
    plan = plans.add("Asha")
    box = numbers(plan)
    assert "Please choose a reason." in post(owner, "failed", token="t", serving=box)
    page = post(owner, "failed", token="t", serving=box, reason="nobody-home")
    assert "Decide under Not delivered" in page
    assert state(plan) == ServingState.FAILED
    assert plan.request.reference in page_text(owner, "/backoffice/runs/failed/")
    assert "has a result by now" in post(
        owner, "failed", token="u", serving=box, reason="nobody-home"
    )


def test_results_are_undone_until_midnight(
    owner: Client, meena: User, plans: DeliveryPlans, clock: Any
) -> None:
    first, second = plans.add("Asha"), plans.add("Ravi")
    page = post(owner, "delivered", token="t", servings=numbers(first, second))
    assert "Undo all 2" in page
    recorded = list(DeliveryOutcome.objects.order_by("pk"))
    assert "Undone." in post(owner, "undo", outcomes=str(recorded[0].pk))
    assert (state(first), state(second)) == (ServingState.PLANNED, ServingState.DELIVERED)
    clock.move_to(TUESDAY_NOON + timedelta(hours=12))
    assert "nothing to undo" in post(logged_in(meena), "undo", outcomes=str(recorded[1].pk))


def test_page_without_any_says_so(owner: Client) -> None:
    assert "Every box of an earlier day has its result" in page_text(owner)
    assert "0 boxes recorded" in post(owner, "delivered", servings="x")


def test_plan_shows_it_as_a_state_of_its_own(owner: Client, plans: DeliveryPlans) -> None:
    plan = plans.add("Asha", days=2)
    page = page_text(owner, f"/backoffice/plans/{plan.request.reference}/")
    assert "box 1 of 2, no result yet" in page
    assert "1 box: delivered or not?" in page


def test_riders_cash_of_the_day_names_them_first(owner: Client, plans: DeliveryPlans) -> None:
    plans.add("Asha")
    assert "1 box of Mon 7 Dec has no result" in page_text(
        owner, f"/backoffice/money/cash/{MONDAY}/"
    )
    tuesday = MONDAY + timedelta(days=1)
    assert "no result" not in page_text(owner, f"/backoffice/money/cash/{tuesday}/")


def test_owner_of_a_shop_that_ran_before_is_asked_once(owner: Client, plans: DeliveryPlans) -> None:
    question = "Should boxes on a route wait, too?"
    assert question not in page_text(owner, "/backoffice/")
    ScheduleState.objects.update_or_create(pk=1, defaults={"counts_as_delivered": None})
    assert question in page_text(owner, "/backoffice/")
    priya = make_staff_account("priya", Role.DESK)
    assert question not in page_text(logged_in(priya), "/backoffice/")
    for invalid in ({}, {"counts": "perhaps"}):
        post(owner, "rule", **invalid)
        assert ScheduleState.objects.get().counts_as_delivered is None
    page = post(owner, "rule", counts="no")
    assert "wait in Today until someone says" in page
    assert question not in page
    assert ScheduleState.objects.get().counts_as_delivered is False
    assert "count as delivered the next day" in post(owner, "rule", counts="yes", routes="1")
    assert ScheduleState.objects.get().counts_as_delivered is True
