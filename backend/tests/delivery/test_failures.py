"""The desk resolves a failed delivery: redeliver today, replace or forfeit. The serving keeps its day."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.core.errors import DomainError, StaleError
from oottam.delivery.services import failures, outcomes
from oottam.delivery.services.failures import Failure, open_failures
from oottam.plans.services import action_runner
from oottam.plans.services.day_closing import settle
from oottam.plans.services.plan_actions import Undo
from oottam.requests.models import Request
from oottam.schedule.models import MealPlan, Serving, ServingState
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    TUESDAY_NOON,
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    record_event,
    seen,
    serving,
)
from tests.factories.kitchen import MONDAY

pytestmark = pytest.mark.django_db
AT: Any = {"day": MONDAY, "meal": LUNCH}


def only_failure() -> Failure:
    (found,) = open_failures()
    return found


def replace_serving(
    actor: User, now: object = NOON, version: int = 0
) -> action_runner.ActionResult:
    waiting = only_failure()
    return failures.replace(
        outcome_id=waiting.outcome_id,
        version=version or waiting.version,
        reason="",
        actor=actor,
        now=now,  # type: ignore[arg-type]
    )


def test_failed_delivery_is_listed_for_the_desk(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add("Asha")
    make_failed_delivery(plan, ravi)
    waiting = only_failure()
    assert (waiting.name, waiting.day, waiting.reason) == ("Asha", MONDAY, "Nobody at home")


def test_redelivered_serving_can_fail_again(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    make_failed_delivery(plan, ravi)
    failures.redeliver(outcome_id=only_failure().outcome_id, actor=priya, now=NOON)
    assert serving(plan).state == ServingState.PLANNED
    assert not open_failures()
    make_failed_delivery(plan, ravi)
    assert only_failure().plan_id == plan.pk
    record_event(make_delivery_event(plan), ravi)
    assert not open_failures()


def test_redelivery_is_rejected_on_another_day(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    make_failed_delivery(delivery_plans.add(), ravi)
    with pytest.raises(DomainError, match="replace it instead"):
        failures.redeliver(outcome_id=only_failure().outcome_id, actor=priya, now=TUESDAY_NOON)


def test_replacement_goes_to_the_end_and_the_failed_serving_keeps_its_day(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add(days=2)
    make_failed_delivery(plan, ravi)
    replace_serving(priya)
    assert serving(plan).state == ServingState.FAILED
    assert serving(plan).date == MONDAY
    (replacement,) = Serving.objects.filter(replacement_for=serving(plan))
    assert (replacement.date or MONDAY) > (serving(plan, 2).date or MONDAY)
    assert not open_failures()


def test_replacement_resumes_an_ended_plan(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    make_failed_delivery(plan, priya, TUESDAY_NOON)
    replace_serving(priya, TUESDAY_NOON)
    assert MealPlan.objects.get(pk=plan.pk).state == "running"
    assert Serving.objects.filter(plan=plan, state=ServingState.PLANNED).count() == 1


def test_replacement_on_a_stale_plan_is_rejected(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    make_failed_delivery(delivery_plans.add(), ravi)
    with pytest.raises(StaleError):
        replace_serving(priya, version=only_failure().version + 1)


def test_failure_with_a_replacement_cannot_be_undone_by_the_rider(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    tapped = make_failed_delivery(plan, ravi)
    replaced = replace_serving(priya)
    with pytest.raises(DomainError, match="replaced"):
        outcomes.undo(**AT, key=tapped.key, actor=ravi, now=NOON)
    assert record_event(make_delivery_event(plan), ravi).uncounted == "It has been replaced since."
    version = MealPlan.objects.get(pk=plan.pk).version
    assert replaced.change_id
    action_runner.execute(
        plan_id=plan.pk,
        version=version,
        action=Undo(replaced.change_id),
        reason="",
        actor=priya,
        now=NOON,
    )
    assert only_failure().plan_id == plan.pk


def test_failed_delivery_can_be_forfeited_and_reopened(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    tapped = make_failed_delivery(plan, ravi)
    number = only_failure().outcome_id
    failures.forfeit(outcome_id=number, actor=priya, now=NOON)
    assert not open_failures()
    assert serving(plan).state == ServingState.FAILED
    with pytest.raises(DomainError):
        outcomes.undo(**AT, key=tapped.key, actor=ravi, now=NOON)
    assert (
        record_event(make_delivery_event(plan), ravi).uncounted
        == "The desk has decided about this box since."
    )
    failures.reopen(outcome_id=number, actor=priya, now=NOON)
    assert only_failure().plan_id == plan.pk


def test_failed_delivery_is_resolved_only_once(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    make_failed_delivery(delivery_plans.add(), ravi)
    number = only_failure().outcome_id
    failures.forfeit(outcome_id=number, actor=priya, now=NOON)
    with pytest.raises(DomainError, match="has been dealt with"):
        failures.redeliver(outcome_id=number, actor=priya, now=NOON)
    with pytest.raises(DomainError, match="has been dealt with"):
        failures.forfeit(outcome_id=number, actor=priya, now=NOON)


def test_failed_delivery_counts_as_cooked(delivery_plans: DeliveryPlans, ravi: User) -> None:
    make_failed_delivery(delivery_plans.add(), ravi)
    assert len(seen().stops()) == 1


def test_request_is_completed_after_a_failed_last_serving(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    make_failed_delivery(plan, ravi)
    settle(TUESDAY_NOON)
    assert Request.objects.get(plan=plan).status == "completed"
    assert only_failure().plan_id == plan.pk
