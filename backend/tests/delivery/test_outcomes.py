"""Delivery outcomes count once, also when they arrive late, and can be undone until midnight."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.delivery.models import DeliveryOutcome, Outcome, Reason, StopPosition
from oottam.delivery.services import ordering, outcomes
from oottam.plans.services import action_runner
from oottam.plans.services.day_closing import settle
from oottam.requests.models import Request
from oottam.schedule.domain import actions
from oottam.schedule.models import MealPlan, Serving, ServingState
from oottam.workflow.services.editing import ERASED
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
MIDNIGHT = NOON.replace(hour=23, minute=59) + timedelta(minutes=1)


def state(plan: MealPlan, seq: int = 1) -> ServingState:
    return ServingState(serving(plan, seq).state)


@pytest.mark.parametrize(
    ("outcome", "expected"), [(Outcome.DELIVERED, 2), (Outcome.FAILED, 3)], ids=str
)
def test_outcome_sets_the_servings_state(
    outcome: Outcome, expected: int, delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    assert record_event(make_delivery_event(plan, outcome), ravi).state == expected
    assert state(plan) == expected
    (result,) = seen().results.values()
    assert (result.outcome, result.by) == (outcome, "ravi")


def test_resent_taps_count_once(delivery_plans: DeliveryPlans, ravi: User) -> None:
    taps = [make_delivery_event(delivery_plans.add()) for _ in range(20)]
    for _ in range(2):
        answers = outcomes.record_outcomes(
            events=taps, day=MONDAY, meal=LUNCH, actor=ravi, now=NOON
        )
        assert {answer.state for answer in answers.values() if not isinstance(answer, str)} == {2}
        assert len(answers) == 20
    assert DeliveryOutcome.objects.count() == 20
    assert AuditEntry.objects.filter(action="delivery.delivered").count() == 20


def test_resent_tap_does_not_override_a_later_one(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    first = make_delivery_event(plan, Outcome.FAILED)
    record_event(first, ravi)
    record_event(make_delivery_event(plan), ravi)
    assert record_event(first, ravi).state == ServingState.DELIVERED
    assert state(plan) == ServingState.DELIVERED


def test_resent_tap_stays_undone(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    first = make_delivery_event(plan)
    record_event(first, ravi)
    for _ in range(2):
        assert (
            outcomes.undo(**AT, key=first.key, actor=ravi, now=NOON).state == ServingState.PLANNED
        )
    assert record_event(first, ravi).state == ServingState.PLANNED
    assert state(plan) == ServingState.PLANNED


def test_later_outcome_replaces_the_earlier_one(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    make_failed_delivery(plan, ravi)
    record_event(make_delivery_event(plan), ravi)
    assert state(plan) == ServingState.DELIVERED
    assert [result.outcome for result in seen().results.values()] == ["delivered"]


def test_same_outcome_from_two_riders_counts_for_the_first(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    record_event(make_delivery_event(plan), ravi)
    assert (
        record_event(make_delivery_event(plan), priya).uncounted
        == "ravi had already recorded this."
    )
    assert DeliveryOutcome.objects.filter(stands=True).get().by == ravi


def test_same_outcome_from_one_rider_gives_no_warning(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    asha = delivery_plans.add("Asha")
    record_event(make_delivery_event(asha), ravi)
    repeated = make_delivery_event(asha)
    assert [record_event(repeated, ravi).uncounted, record_event(repeated, ravi).uncounted] == [
        "",
        "",
    ]
    assert DeliveryOutcome.objects.filter(stands=True).count() == 1


@pytest.mark.parametrize("gone", [ServingState.FORFEITED, ServingState.CANCELLED])
def test_outcome_of_a_forfeited_or_cancelled_serving_is_not_counted(
    gone: ServingState, delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    Serving.objects.filter(plan=plan).update(state=gone)
    assert (
        "The desk had taken this box off the run"
        in record_event(make_delivery_event(plan), ravi).uncounted
    )
    assert state(plan) == gone
    assert DeliveryOutcome.objects.get().uncounted


def test_outcome_of_a_moved_serving_is_not_counted(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    Serving.objects.filter(plan=plan).update(date=MONDAY + timedelta(days=1))
    assert (
        record_event(make_delivery_event(plan), ravi).uncounted
        == "The desk had moved this box to another day."
    )
    assert state(plan) == ServingState.PLANNED


def test_serving_of_another_meal_is_rejected(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add(meal=1)
    with pytest.raises(DomainError, match="is not on this run"):
        record_event(make_delivery_event(plan), ravi)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": "no-such"}, "reason"),
        ({"reason": Reason.OTHER}, "words"),
        ({"reason": Reason.OTHER, "words": "  "}, "words"),
        ({"words": "x" * 201}, "words"),
    ],
)
def test_failure_requires_a_reason(
    more: dict[str, Any], field: str, delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    with pytest.raises(DomainError) as refused:
        record_event(replace(make_delivery_event(plan, Outcome.FAILED), **more), ravi)
    assert refused.value.field == field
    assert not DeliveryOutcome.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_tap_requires_a_key(key: str, delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    with pytest.raises(DomainError, match="key"):
        record_event(replace(make_delivery_event(plan), key=key), ravi)


def test_rejected_tap_does_not_block_others(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    taps = [replace(make_delivery_event(plan), serving_id=10**9), make_delivery_event(plan)]
    bad, good = outcomes.record_outcomes(
        events=taps, day=MONDAY, meal=LUNCH, actor=ravi, now=NOON
    ).values()
    assert bad == "There is no such box."
    assert not isinstance(good, str)
    assert good.state == ServingState.DELIVERED


@pytest.mark.parametrize(
    ("tapped_at", "stored"),
    [
        (NOON - timedelta(hours=1), NOON - timedelta(hours=1)),
        (NOON + timedelta(hours=1), NOON),  # the phone's clock is fast
        (NOON - timedelta(days=1), NOON),  # or on another day
    ],
)
def test_implausible_tap_time_is_replaced_by_the_servers(
    tapped_at: object, stored: object, delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    record_event(make_delivery_event(plan, tapped_at=tapped_at), ravi)
    assert DeliveryOutcome.objects.get().tapped_at == stored


def test_late_tap_counts_for_its_day(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add(days=2)
    settle(TUESDAY_NOON)
    record_event(make_delivery_event(plan, Outcome.FAILED), ravi, TUESDAY_NOON)
    assert state(plan) == ServingState.FAILED
    assert DeliveryOutcome.objects.get().tapped_at == NOON


@pytest.mark.parametrize("days", [-1, 8])
def test_outcome_of_a_future_or_old_day_is_rejected(
    days: int, delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    Serving.objects.filter(plan=plan).update(state=ServingState.FAILED)  # it has a result
    with pytest.raises(DomainError, match="over, or still to come"):
        record_event(make_delivery_event(plan), ravi, NOON + timedelta(days=days))


def test_undo_ends_at_midnight(delivery_plans: DeliveryPlans, ravi: User) -> None:
    first, second = (
        make_delivery_event(delivery_plans.add()),
        make_delivery_event(delivery_plans.add()),
    )
    for each in (first, second):
        record_event(each, ravi)
    outcomes.undo(**AT, key=first.key, actor=ravi, now=MIDNIGHT - timedelta(seconds=1))
    with pytest.raises(DomainError, match="too late"):
        outcomes.undo(**AT, key=second.key, actor=ravi, now=MIDNIGHT)


def test_undo_for_a_closed_day_leaves_no_result(delivery_plans: DeliveryPlans, priya: User) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    tapped = make_failed_delivery(plan, priya, TUESDAY_NOON)
    assert outcomes.undo(**AT, key=tapped.key, actor=priya, now=TUESDAY_NOON).state == 1
    assert state(plan) == ServingState.PLANNED


def test_replaced_outcome_cannot_be_undone(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    first = make_failed_delivery(plan, ravi)
    record_event(make_delivery_event(plan), ravi)
    with pytest.raises(DomainError, match="has been dealt with"):
        outcomes.undo(**AT, key=first.key, actor=ravi, now=NOON)


def test_undo_of_an_unknown_key_is_rejected(db: None, ravi: User) -> None:
    with pytest.raises(DomainError, match="nothing to undo"):
        outcomes.undo(**AT, key="?", actor=ravi, now=NOON)


def test_outcome_increments_the_plans_version(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    record_event(make_delivery_event(plan), ravi)
    assert MealPlan.objects.get(pk=plan.pk).version == plan.version + 1


def test_outcome_of_an_erased_request_stores_no_text(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    Request.objects.update(erased_at=NOON)
    record_event(
        make_delivery_event(plan, Outcome.FAILED, reason=Reason.OTHER, words="Asha has moved"), ravi
    )
    assert state(plan) == ServingState.FAILED
    assert DeliveryOutcome.objects.get().words == ""


def test_stop_of_an_erased_request_accepts_no_hint(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    delivery_plans.add()
    Request.objects.update(erased_at=NOON)
    [stop] = seen().stops()
    with pytest.raises(DomainError, match=re.escape(ERASED)):
        ordering.set_hint(**AT, stop=stop.number, hint="Ring twice", actor=ravi, now=NOON)
    assert not StopPosition.objects.exclude(hint="").exists()


def test_plan_of_an_erased_request_cannot_be_changed(
    delivery_plans: DeliveryPlans, ravi: User
) -> None:
    plan = delivery_plans.add()
    Request.objects.update(erased_at=NOON)
    with pytest.raises(DomainError, match=re.escape(ERASED)):
        action_runner.execute(
            plan_id=plan.pk,
            version=plan.version,
            action=actions.Skip([serving(plan).pk]),
            reason="Asha travels",
            actor=ravi,
            now=NOON,
        )
