"""Which box goes by which run."""

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
from oottam.plans.models import Meal, Serving, ServingState
from oottam.workflow.models import EventDetails
from tests.factories.accounts import make_rider
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    Doors,
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
    """That person's stop is carried as the `to`-th."""
    ordering.move_stop(day=MONDAY, meal=LUNCH, stop=_stop(name), to=to, actor=actor, now=NOON)


def place(name: str, route_id: int, actor: User) -> None:
    """That person's stop goes by the route."""
    ordering.place_stop(
        day=MONDAY, meal=LUNCH, stop=_stop(name), route_id=route_id, actor=actor, now=NOON
    )


def _stop(name: str) -> int:
    return next(stop.number for stop in seen().stops() if stop.first.person.name == name)


def test_boxes_go_by_the_route_of_their_pin_code(doors: Doors, priya: User) -> None:
    doors.add("Asha", pin="600090")
    doors.add("Bala", pin="600001")
    make_route("Beach", "600 090", actor=priya)
    make_route("Fort", "600001", actor=priya)
    assert names(seen()) == {"": [], "Beach": ["Asha"], "Fort": ["Bala"]}


def test_a_stop_without_a_known_pin_code_waits_until_somebody_places_it(
    doors: Doors, priya: User
) -> None:
    doors.add("Asha", pin="")
    doors.add("Bala", pin="600099")
    beach = make_route("Beach", "600090", actor=priya)
    assert names(seen()) == {"": ["Bala", "Asha"], "Beach": []}
    place("Asha", beach.pk, priya)
    assert names(seen()) == {"": ["Bala"], "Beach": ["Asha"]}


def test_a_place_is_remembered_for_the_other_days_of_the_plan(doors: Doors, priya: User) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    plan = doors.add("Asha", days=2, pin="")
    doors.add("Bala", days=2)
    doors.add("Chitra", days=2)
    place("Asha", beach.pk, priya)
    move("Asha", 1, priya)
    tuesday = Serving.objects.get(plan=plan, seq=2).date
    assert tuesday
    assert names(runs_of(tuesday, LUNCH)) == {"": [], "Beach": ["Bala", "Asha", "Chitra"]}


def test_a_stop_may_go_by_another_route_than_its_pin_code_s(doors: Doors, priya: User) -> None:
    doors.add("Asha")
    make_route("Beach", "600090", actor=priya)
    fort = make_route("Fort", actor=priya)
    place("Asha", fort.pk, priya)
    assert names(seen()) == {"": [], "Beach": [], "Fort": ["Asha"]}


def test_all_boxes_of_a_stop_are_placed_together(doors: Doors, priya: User) -> None:
    for _ in range(2):
        doors.add("Asha", pin="", phone="+919840000001", address="12 Beach Road")
    beach = make_route("Beach", actor=priya)
    place("Asha", beach.pk, priya)
    (stop,) = seen().runs[0].stops
    assert len(stop.boxes) == 2


def test_many_moves_between_the_same_two_neighbours_keep_the_order(
    doors: Doors, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala", "Chitra", "Devi"):
        doors.add(name)
    for turn in range(120):
        move("Chitra" if turn % 2 else "Devi", 1, priya)
    assert names(seen())["Beach"] == ["Asha", "Chitra", "Devi", "Bala"]


def test_a_closed_route_leaves_its_stops_to_be_placed(doors: Doors, priya: User) -> None:
    doors.add("Asha")
    doors.add("Bala", pin="")
    beach = make_route("Beach", "600090", actor=priya)
    place("Bala", beach.pk, priya)
    routes.close_route(route_id=beach.pk, actor=priya, now=NOON)
    assert names(seen()) == {"": ["Asha", "Bala"]}


def test_a_route_that_was_ridden_that_day_still_shows_after_it_was_closed(
    doors: Doors, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    make_run(beach, ravi, actor=priya)
    routes.close_route(route_id=beach.pk, actor=priya, now=NOON)
    assert [(each.name, each.rider) for each in seen().runs] == [("Beach", "ravi")]


def test_places_on_another_route_are_forgotten_with_its_pin_code(doors: Doors, priya: User) -> None:
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala"):
        doors.add(name)
    move("Bala", 0, priya)
    make_route("Fort", "600090", actor=priya)
    assert names(seen()) == {"": [], "Beach": [], "Fort": ["Asha", "Bala"]}


def test_an_event_is_carried_to_where_it_takes_place(doors: Doors) -> None:
    plan = doors.add("Asha", meal=Meal.EVENT)
    EventDetails.objects.create(
        request=plan.request, date=MONDAY, time=time(19), guests=40, venue="Town Hall"
    )
    (stop,) = runs_of(MONDAY, Meal.EVENT).unplaced
    assert (stop.first.address, stop.delivery_time) == ("Town Hall", time(19))


def test_boxes_on_the_sheet_are_those_with_labels_and_those_on_runs(
    doors: Doors, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    make_run(beach, ravi, actor=priya)
    plans = [doors.add(f"P{at}", pin=("600090", "600001", "")[at % 3]) for at in range(12)]
    doors.add("Same", phone="+1", address="1")
    doors.add("Same", phone="+1", address="1")
    for plan, state in zip(plans, ServingState, strict=False):
        day = None if state == ServingState.HELD else MONDAY
        Serving.objects.filter(plan=plan).update(state=state, date=day)
    record_event(make_delivery_event(plans[-1]), ravi)
    doors.add("Dinner", meal=Meal.DINNER)
    for meal in (Meal.LUNCH, Meal.DINNER):
        sheet = day_view(MONDAY).meal(meal)
        assert sheet
        labels = [box.serving for box in boxes_of(MONDAY) if box.meal == meal]
        carried = [box.serving for stop in runs_of(MONDAY, meal).stops() for box in stop.boxes]
        assert sheet.boxes == len(labels)
        assert Counter(labels) == Counter(carried)


def test_a_run_asks_twice_however_many_stops_it_has(doors: Doors, priya: User) -> None:
    make_route("Beach", "600090", actor=priya)
    for expected in (1, 3):
        while len(seen().stops()) < expected:
            doors.add()
        with CaptureQueriesContext(connection) as asked:
            runs_of(MONDAY, LUNCH)
        statements = [each["sql"] for each in asked if "SELECT" in each["sql"]]
        assert len(statements) == 2


def test_nobody_moves_a_stop_that_has_gone(doors: Doors, priya: User) -> None:
    with pytest.raises(DomainError, match="no longer exists"):
        ordering.move_stop(day=MONDAY, meal=LUNCH, stop=1, to=0, actor=priya, now=NOON)


def test_a_hint_stands_at_the_door(doors: Doors, priya: User) -> None:
    doors.add("Asha")
    ordering.set_hint(
        day=MONDAY, meal=LUNCH, stop=_stop("Asha"), hint=" Ring  twice ", actor=priya, now=NOON
    )
    assert seen().stops()[0].hint == "Ring twice"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "beach"])
def test_a_route_needs_a_name_of_its_own(name: str, priya: User) -> None:
    make_route("Beach", actor=priya)
    with pytest.raises(DomainError):
        routes.add_route(name=name, actor=priya, now=NOON)


def test_a_pin_code_has_six_digits(priya: User) -> None:
    with pytest.raises(DomainError, match="six digits"):
        make_route("Beach", "60009", actor=priya)


def test_routes_keep_the_order_that_somebody_gave_them(priya: User) -> None:
    made = [make_route(name, actor=priya) for name in ("A", "B", "C")]
    routes.move_route(route_id=made[2].pk, up=True, actor=priya, now=NOON)
    routes.move_route(route_id=made[0].pk, up=True, actor=priya, now=NOON)
    assert [each.name for each in seen().runs] == ["A", "C", "B"]


def test_only_those_who_carry_boxes_can_be_given_a_run(priya: User) -> None:
    from tests.factories.accounts import make_cook

    beach = make_route("Beach", actor=priya)
    with pytest.raises(DomainError, match="is not a rider"):
        make_run(beach, make_cook(), actor=priya)


def test_a_run_tells_who_carries_it(priya: User, ravi: User) -> None:
    beach = make_route("Beach", actor=priya)
    make_run(beach, ravi, actor=priya)
    make_run(beach, make_rider("sita"), actor=priya)
    (found,) = seen().runs
    assert found.rider == "sita"
