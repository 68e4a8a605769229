"""About a box that did not arrive the desk decides: again today, made up, forfeited. It never moves."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.core.errors import DomainError, StaleError
from oottam.delivery.services import failures, outcomes
from oottam.delivery.services.failures import Failure, open_failures
from oottam.plans.models import MealPlan, Serving, ServingState
from oottam.plans.services import action_runner
from oottam.plans.services.day_closing import settle
from oottam.plans.services.plan_actions import Undo
from oottam.requests.models import Request
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    TUESDAY_NOON,
    Doors,
    make_delivery_event,
    make_failed_delivery,
    record_event,
    seen,
    serving,
)
from tests.factories.kitchen import MONDAY

pytestmark = pytest.mark.django_db
AT: Any = {"day": MONDAY, "meal": LUNCH}


def only() -> Failure:
    (found,) = open_failures()
    return found


def make_up(actor: User, now: object = NOON, version: int = 0) -> action_runner.ActionResult:
    waiting = only()
    return failures.replace(
        result_id=waiting.result,
        version=version or waiting.version,
        reason="",
        actor=actor,
        now=now,  # type: ignore[arg-type]
    )


def test_a_box_that_did_not_arrive_waits_for_the_desk(doors: Doors, ravi: User) -> None:
    plan = doors.add("Asha")
    make_failed_delivery(plan, ravi)
    waiting = only()
    assert (waiting.name, waiting.day, waiting.reason) == ("Asha", MONDAY, "Nobody at home")


def test_it_goes_out_again_and_may_fail_again(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add()
    make_failed_delivery(plan, ravi)
    failures.redeliver(result_id=only().result, actor=priya, now=NOON)
    assert serving(plan).state == ServingState.PLANNED
    assert not open_failures()
    make_failed_delivery(plan, ravi)
    assert only().plan == plan.pk
    record_event(make_delivery_event(plan), ravi)
    assert not open_failures()


def test_it_does_not_go_out_again_on_another_day(doors: Doors, ravi: User, priya: User) -> None:
    make_failed_delivery(doors.add(), ravi)
    with pytest.raises(DomainError, match="replace it instead"):
        failures.redeliver(result_id=only().result, actor=priya, now=TUESDAY_NOON)


def test_it_is_made_up_at_the_end_of_its_track_and_stays_where_it_failed(
    doors: Doors, ravi: User, priya: User
) -> None:
    plan = doors.add(days=2)
    make_failed_delivery(plan, ravi)
    make_up(priya)
    assert serving(plan).state == ServingState.FAILED
    assert serving(plan).date == MONDAY
    (more,) = Serving.objects.filter(replacement_for=serving(plan))
    assert (more.date or MONDAY) > (serving(plan, 2).date or MONDAY)
    assert not open_failures()


def test_a_plan_that_has_ended_goes_on_for_what_is_made_up(
    doors: Doors, ravi: User, priya: User
) -> None:
    plan = doors.add()
    settle(TUESDAY_NOON)
    make_failed_delivery(plan, priya, TUESDAY_NOON)
    make_up(priya, TUESDAY_NOON)
    assert MealPlan.objects.get(pk=plan.pk).state == "running"
    assert Serving.objects.filter(plan=plan, state=ServingState.PLANNED).count() == 1


def test_a_plan_that_was_looked_at_before_somebody_changed_it_is_not_made_up(
    doors: Doors, ravi: User, priya: User
) -> None:
    make_failed_delivery(doors.add(), ravi)
    with pytest.raises(StaleError):
        make_up(priya, version=only().version + 1)


def test_what_is_made_up_is_not_undone_at_the_door(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add()
    tapped = make_failed_delivery(plan, ravi)
    done = make_up(priya)
    with pytest.raises(DomainError, match="replaced"):
        outcomes.undo(**AT, key=tapped.key, actor=ravi, now=NOON)
    assert record_event(make_delivery_event(plan), ravi).uncounted == "It has been replaced since."
    version = MealPlan.objects.get(pk=plan.pk).version
    assert done.change
    action_runner.execute(
        plan_id=plan.pk, version=version, action=Undo(done.change), reason="", actor=priya, now=NOON
    )
    assert only().plan == plan.pk


def test_it_is_forfeited_and_that_can_be_taken_back(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add()
    tapped = make_failed_delivery(plan, ravi)
    number = only().result
    failures.forfeit(result_id=number, actor=priya, now=NOON)
    assert not open_failures()
    assert serving(plan).state == ServingState.FAILED
    with pytest.raises(DomainError):
        outcomes.undo(**AT, key=tapped.key, actor=ravi, now=NOON)
    assert (
        record_event(make_delivery_event(plan), ravi).uncounted
        == "The desk has decided about this box since."
    )
    failures.reopen(result_id=number, actor=priya, now=NOON)
    assert only().plan == plan.pk


def test_nobody_decides_twice(doors: Doors, ravi: User, priya: User) -> None:
    make_failed_delivery(doors.add(), ravi)
    number = only().result
    failures.forfeit(result_id=number, actor=priya, now=NOON)
    with pytest.raises(DomainError, match="has been dealt with"):
        failures.redeliver(result_id=number, actor=priya, now=NOON)
    with pytest.raises(DomainError, match="has been dealt with"):
        failures.forfeit(result_id=number, actor=priya, now=NOON)


def test_a_box_that_did_not_arrive_still_counts_as_cooked(doors: Doors, ravi: User) -> None:
    make_failed_delivery(doors.add(), ravi)
    assert len(seen().stops()) == 1


def test_the_request_is_completed_whatever_became_of_its_last_box(doors: Doors, ravi: User) -> None:
    plan = doors.add()
    make_failed_delivery(plan, ravi)
    settle(TUESDAY_NOON)
    assert Request.objects.get(plan=plan).status == "completed"
    assert only().plan == plan.pk
