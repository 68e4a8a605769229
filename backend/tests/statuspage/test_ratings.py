"""A customer says how a delivered meal was, in one tap; the cook reads it by week and dish, without her name."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.plans.services.ratings import ratings_by_dish
from oottam.requests.identity import token_of
from oottam.schedule.models import MealPlan, MealRating, Serving, ServingState
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import Planner, at, day, on
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at("8 15:00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def plan(planner: Planner) -> MealPlan:
    """Lunches from Mon 7 Dec on, of which Monday's was delivered, and Tuesday's not."""
    plan = planner.lunches(6)
    Serving.objects.filter(pk=on(plan, 7)).update(state=ServingState.DELIVERED)
    Serving.objects.filter(pk=on(plan, 8)).update(state=ServingState.FAILED)
    return plan


def address(plan: MealPlan) -> str:
    return f"/status/{token_of(plan.request_id)}/plan/"


def rate(plan: MealPlan, box: Any, score: Any = 1, **sent: Any) -> Any:
    return Client(enforce_csrf_checks=True).post(
        address(plan), {"rate": f"{box}-{score}", **sent}, REMOTE_ADDR="192.0.2.7"
    )


def test_only_delivered_meals_have_faces(plan: MealPlan, clock: Any) -> None:
    html = Client().get(address(plan)).content.decode()
    assert set(re.findall(r'name="rate" value="(\d+)-\d"', html)) == {str(on(plan, 7))}
    assert "How was the lunch of Mon 7 Dec?" in html
    clock.move_to(at("22 15:00"))
    assert 'name="rate"' not in Client().get(address(plan)).content.decode()


def test_one_tap_is_thanked_for_and_the_last_one_counts(plan: MealPlan) -> None:
    box = on(plan, 7)
    response = rate(plan, box, 1)
    assert response.status_code == 303
    shown = visible_text(Client().get(response["Location"]).content.decode())
    assert "Thank you, the cook will read it Not good" in shown
    rate(plan, box, 3, words="  less \n salt ")
    rate(plan, box, 2)
    [rating] = MealRating.objects.all()
    assert (rating.score, rating.words) == (2, "less salt")


def test_words_keep_what_a_database_can_store(plan: MealPlan) -> None:
    assert rate(plan, on(plan, 7), 3, words="less\0 salt" + "\0" * 300).status_code == 303
    assert MealRating.objects.get().words == "less salt"


@pytest.mark.parametrize(("number", "score"), [(8, 1), (9, 1), (7, 4), (7, 0), (7, "x"), (7, "")])
def test_other_meals_and_scores_are_refused(plan: MealPlan, number: int, score: Any) -> None:
    response = rate(plan, on(plan, number), score)
    assert response.status_code == 409
    assert not MealRating.objects.exists()


@pytest.mark.parametrize("sent", ["", "-", "x-1", "999999-1", "9" * 40 + "-1", "1-1-1"])
def test_bad_input_is_refused(plan: MealPlan, sent: str) -> None:
    response = Client().post(address(plan), {"rate": sent})
    assert response.status_code == 409


def test_meal_of_another_plan_is_refused(plan: MealPlan, planner: Planner) -> None:
    other = planner.lunches(6)
    assert rate(other, on(plan, 7)).status_code == 409
    foreign = Client().get(address(other) + f"?rated={on(plan, 7)}").content.decode()
    assert "Thank you" not in foreign


def test_cook_reads_it_by_week_and_dish_without_names(plan: MealPlan) -> None:
    rate(plan, on(plan, 7), 1, words="Too much <salt>")
    cook = logged_in(make_staff_account("mani", Role.KITCHEN))
    html = cook.get("/backoffice/kitchen/ratings/").content.decode()
    shown = text(html)
    assert "Week of Mon 7 Dec" in shown
    assert "Dry Fruit Smoothie 0 good, 0 all right, 1 not good “Too much <salt>”" in shown
    assert plan.request.customer_name not in shown
    assert "<salt>" not in html
    assert "What customers said" in text(cook.get("/backoffice/kitchen/items/").content.decode())


def test_ratings_of_many_meals_are_read_by_one_query(plan: MealPlan) -> None:
    Serving.objects.filter(plan=plan).update(state=ServingState.DELIVERED)
    for serving in Serving.objects.filter(plan=plan):
        MealRating.objects.create(serving=serving, score=3, at=at("14 10:00"))
    with CaptureQueriesContext(connection) as queries:
        [found] = ratings_by_dish(day(1))
    assert (found.counts, len(queries)) == ({1: 0, 2: 0, 3: 6}, 1)


def test_nothing_said_is_said(plan: MealPlan) -> None:
    cook = logged_in(make_staff_account("mani", Role.KITCHEN))
    assert "Nobody has said anything" in text(
        cook.get("/backoffice/kitchen/ratings/").content.decode()
    )
