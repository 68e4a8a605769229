"""Runs: assignment of servings to routes, stops and riders."""

from collections import Counter
from datetime import time

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.backoffice.kitchen.labels.queries import boxes_of
from oottam.core.errors import DomainError
from oottam.delivery.runs import runs_of
from oottam.delivery.services import ordering, routes
from oottam.kitchen.day import day_view
from oottam.schedule.models import Meal, Serving, ServingState
from oottam.workflow.models import EventDetails
from tests.factories.accounts import make_rider
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    DeliveryPlans,
    make_delivery_event,
    make_route,
    make_run,
    names,
    record_event,
    seen,
)
from tests.factories.kitchen import MONDAY

pytestmark = pytest.mark.django_db


def move(name: str, to: int, actor: User) -> None:
    """Move the customer's stop to position `to`."""
    ordering.move_stop(
        day=MONDAY, meal=LUNCH, stop=_stop_number(name), to=to, actor=actor, now=NOON
    )


def place(name: str, route_id: int, actor: User) -> None:
    """Assign the customer's stop to the route."""
    ordering.place_stop(
        day=MONDAY, meal=LUNCH, stop=_stop_number(name), route_id=route_id, actor=actor, now=NOON
    )


def _stop_number(name: str) -> int:
    return next(stop.number for stop in seen().stops() if stop.first.person.name == name)


def test_stops_use_the_route_of_their_pin_code(delivery_plans: DeliveryPlans, priya: User) -> None:
    delivery_plans.add("Asha", pin="600090")
    delivery_plans.add("Bala", pin="600001")
    make_route("Beach", "600 090", actor=priya)
    make_route("Fort", "600001", actor=priya)
    assert names(seen()) == {"": [], "Beach": ["Asha"], "Fort": ["Bala"]}


def test_stop_without_a_known_pin_code_is_unplaced_until_assigned(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    delivery_plans.add("Asha", pin="")
    delivery_plans.add("Bala", pin="600099")
    beach = make_route("Beach", "600090", actor=priya)
    assert names(seen()) == {"": ["Bala", "Asha"], "Beach": []}
    place("Asha", beach.pk, priya)
    assert names(seen()) == {"": ["Bala"], "Beach": ["Asha"]}


def test_placement_applies_to_the_plans_other_days(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    plan = delivery_plans.add("Asha", days=2, pin="")
    delivery_plans.add("Bala", days=2)
    delivery_plans.add("Chitra", days=2)
    place("Asha", beach.pk, priya)
    move("Asha", 1, priya)
    tuesday = Serving.objects.get(plan=plan, seq=2).date
    assert tuesday
    assert names(runs_of(tuesday, LUNCH)) == {"": [], "Beach": ["Bala", "Asha", "Chitra"]}


def test_stop_can_be_assigned_to_another_route(delivery_plans: DeliveryPlans, priya: User) -> None:
    delivery_plans.add("Asha")
    make_route("Beach", "600090", actor=priya)
    fort = make_route("Fort", actor=priya)
    place("Asha", fort.pk, priya)
    assert names(seen()) == {"": [], "Beach": [], "Fort": ["Asha"]}


def test_all_servings_of_a_stop_are_placed_together(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    for _ in range(2):
        delivery_plans.add("Asha", pin="", phone="+919840000001", address="12 Beach Road")
    beach = make_route("Beach", actor=priya)
    place("Asha", beach.pk, priya)
    (stop,) = seen().runs[0].stops
    assert len(stop.boxes) == 2


def test_many_moves_between_the_same_two_neighbours_keep_the_order(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala", "Chitra", "Devi"):
        delivery_plans.add(name)
    for turn in range(120):
        move("Chitra" if turn % 2 else "Devi", 1, priya)
    assert names(seen())["Beach"] == ["Asha", "Chitra", "Devi", "Bala"]


def test_closing_a_route_unplaces_its_stops(delivery_plans: DeliveryPlans, priya: User) -> None:
    delivery_plans.add("Asha")
    delivery_plans.add("Bala", pin="")
    beach = make_route("Beach", "600090", actor=priya)
    place("Bala", beach.pk, priya)
    routes.close_route(route_id=beach.pk, actor=priya, now=NOON)
    assert names(seen()) == {"": ["Asha", "Bala"]}


def test_closed_route_with_a_run_is_still_listed(
    delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    make_run(beach, ravi, actor=priya)
    routes.close_route(route_id=beach.pk, actor=priya, now=NOON)
    assert [(each.name, each.rider) for each in seen().runs] == [("Beach", "ravi")]


def test_moving_a_pin_code_discards_positions_on_the_old_route(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala"):
        delivery_plans.add(name)
    move("Bala", 0, priya)
    make_route("Fort", "600090", actor=priya)
    assert names(seen()) == {"": [], "Beach": [], "Fort": ["Asha", "Bala"]}


def test_event_is_delivered_to_its_venue(delivery_plans: DeliveryPlans) -> None:
    plan = delivery_plans.add("Asha", meal=Meal.EVENT)
    EventDetails.objects.create(
        request=plan.request, date=MONDAY, time=time(19), guests=40, venue="Town Hall"
    )
    (stop,) = runs_of(MONDAY, Meal.EVENT).unplaced
    assert (stop.first.address, stop.delivery_time) == ("Town Hall", time(19))


def test_sheet_labels_and_runs_have_the_same_servings(
    delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    make_run(beach, ravi, actor=priya)
    plans = [delivery_plans.add(f"P{at}", pin=("600090", "600001", "")[at % 3]) for at in range(12)]
    delivery_plans.add("Same", phone="+1", address="1")
    delivery_plans.add("Same", phone="+1", address="1")
    for plan, state in zip(plans, ServingState, strict=False):
        day = None if state == ServingState.HELD else MONDAY
        Serving.objects.filter(plan=plan).update(state=state, date=day)
    record_event(make_delivery_event(plans[-1]), ravi)
    delivery_plans.add("Dinner", meal=Meal.DINNER)
    for meal in (Meal.LUNCH, Meal.DINNER):
        sheet = day_view(MONDAY).meal(meal)
        assert sheet
        labels = [box.serving_id for box in boxes_of(MONDAY) if box.meal == meal]
        carried = [box.serving_id for stop in runs_of(MONDAY, meal).stops() for box in stop.boxes]
        assert sheet.boxes == len(labels)
        assert Counter(labels) == Counter(carried)


def test_run_takes_five_queries_for_any_number_of_stops(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    for expected in (1, 3):
        while len(seen().stops()) < expected:
            delivery_plans.add()
        with CaptureQueriesContext(connection) as queries:
            runs_of(MONDAY, LUNCH)
        statements = [each["sql"] for each in queries if "SELECT" in each["sql"]]
        assert len(statements) == 5


def test_moving_a_missing_stop_is_rejected(delivery_plans: DeliveryPlans, priya: User) -> None:
    with pytest.raises(DomainError, match="no longer exists"):
        ordering.move_stop(day=MONDAY, meal=LUNCH, stop=1, to=0, actor=priya, now=NOON)


def test_hint_is_shown_at_the_stop(delivery_plans: DeliveryPlans, priya: User) -> None:
    delivery_plans.add("Asha")
    ordering.set_hint(
        day=MONDAY,
        meal=LUNCH,
        stop=_stop_number("Asha"),
        hint=" Ring  twice ",
        actor=priya,
        now=NOON,
    )
    assert seen().stops()[0].hint == "Ring twice"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "beach"])
def test_route_requires_a_unique_name(name: str, priya: User) -> None:
    make_route("Beach", actor=priya)
    with pytest.raises(DomainError):
        routes.add_route(name=name, actor=priya, now=NOON)


def test_pin_code_requires_six_digits(priya: User) -> None:
    with pytest.raises(DomainError, match="six digits"):
        make_route("Beach", "60009", actor=priya)


def test_routes_keep_their_chosen_order(priya: User) -> None:
    made = [make_route(name, actor=priya) for name in ("A", "B", "C")]
    routes.move_route(route_id=made[2].pk, up=True, actor=priya, now=NOON)
    routes.move_route(route_id=made[0].pk, up=True, actor=priya, now=NOON)
    assert [each.name for each in seen().runs] == ["A", "C", "B"]


def test_only_riders_can_be_assigned_to_a_run(priya: User) -> None:
    from tests.factories.accounts import make_cook

    beach = make_route("Beach", actor=priya)
    with pytest.raises(DomainError, match="is not a rider"):
        make_run(beach, make_cook(), actor=priya)


def test_run_names_its_current_rider(priya: User, ravi: User) -> None:
    beach = make_route("Beach", actor=priya)
    make_run(beach, ravi, actor=priya)
    make_run(beach, make_rider("sita"), actor=priya)
    (found,) = seen().runs
    assert found.rider == "sita"
