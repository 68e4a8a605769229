"""Customers are told once that a box was not delivered, 15 minutes after the tap, unless it was undone."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.delivery.models import DeliveryOutcome
from oottam.delivery.services import failure_notices, failures, outcomes
from oottam.delivery.services.failures import open_failures
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.schedule.models import CustomerRules, MealPlan, Serving, ServingState
from oottam.workflow.models import Message, Template
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    record_event,
)
from tests.factories.kitchen import MONDAY
from tests.factories.requests import at_once

pytestmark = pytest.mark.django_db
QUARTER = timedelta(minutes=15)


@pytest.fixture
def plan(delivery_plans: DeliveryPlans) -> MealPlan:
    return with_address(delivery_plans.add("Asha"))


def with_address(plan: MealPlan) -> MealPlan:
    Request.objects.filter(pk=plan.request_id).update(email="asha@example.com")
    return plan


def notify(after: timedelta = QUARTER) -> list[str]:
    """Queue what is due; return the subjects of the new mails."""
    before = set(Message.objects.values_list("pk", flat=True))
    count = failure_notices.notify(NOON + after)
    new = Message.objects.filter(template=Template.FAILED_BOX).exclude(pk__in=before)
    assert len(new) == count
    return [message.subject for message in new.order_by("pk")]


SUBJECT = "we could not deliver your lunch of Mon 7 Dec"


def test_failure_is_told_after_15_minutes(plan: MealPlan, ravi: User) -> None:
    make_failed_delivery(plan, ravi)
    assert notify(QUARTER - timedelta(seconds=1)) == []
    assert notify() == [SUBJECT]
    message = Message.objects.get()
    assert message.text == (
        "Hello Asha,\n\n"
        f"We are sorry: we could not deliver your lunch of Mon 7 Dec (order {plan.request.reference}).\n\n"
        "Nobody was at home.\n\n"
        "We call you about it. You can also reply to this mail, or call us on +91 44 0000 0000.\n\n"
        "Oottam, +91 44 0000 0000"
    )
    assert (message.by, OutboxEntry.objects.filter(message_id=message.pk).count()) == (None, 1)
    assert notify(2 * QUARTER) == []


@pytest.mark.parametrize("is_told", [False, True])
def test_box_that_is_charged_is_told_as_such(plan: MealPlan, ravi: User, is_told: bool) -> None:
    make_failed_delivery(plan, ravi)
    if is_told:  # that we call
        assert notify() == [SUBJECT]
    outcome = DeliveryOutcome.objects.get()
    failures.forfeit(outcome_id=outcome.pk, actor=ravi, now=NOON + QUARTER)
    assert notify(2 * QUARTER) == [SUBJECT]
    text = Message.objects.order_by("-pk")[0].text
    assert "It counts as delivered. If that is not right, reply to this mail" in text
    assert "We call you" not in text
    assert notify(3 * QUARTER) == []


def test_tap_that_is_undone_is_not_told(plan: MealPlan, ravi: User) -> None:
    tapped = make_failed_delivery(plan, ravi)
    outcomes.undo(key=tapped.key, day=MONDAY, meal=LUNCH, actor=ravi, now=NOON + QUARTER / 2)
    assert notify() == []


def test_box_that_is_delivered_after_all_is_not_told(
    plan: MealPlan, ravi: User, priya: User
) -> None:
    make_failed_delivery(plan, ravi)
    [failure] = open_failures()
    failures.redeliver(outcome_id=failure.outcome_id, actor=priya, now=NOON)
    assert notify() == []
    record_event(make_delivery_event(plan), ravi)
    assert notify(2 * QUARTER) == []


def test_box_that_fails_twice_is_told_of_each(plan: MealPlan, ravi: User, priya: User) -> None:
    make_failed_delivery(plan, ravi)
    assert notify() == [SUBJECT]
    [failure] = open_failures()
    failures.redeliver(outcome_id=failure.outcome_id, actor=priya, now=NOON + QUARTER)
    make_failed_delivery(plan, ravi, NOON + 2 * QUARTER)
    assert notify(3 * QUARTER) == [SUBJECT]


def test_decision_of_the_desk_does_not_keep_it_back(
    plan: MealPlan, ravi: User, priya: User
) -> None:
    make_failed_delivery(plan, ravi)
    [failure] = open_failures()
    failures.forfeit(outcome_id=failure.outcome_id, actor=priya, now=NOON)
    assert notify() == [SUBJECT]


@pytest.mark.parametrize("is_today", [True, False])
def test_box_that_comes_again_is_not_told(
    plan: MealPlan, ravi: User, priya: User, is_today: bool
) -> None:
    make_failed_delivery(plan, ravi)
    [failure] = open_failures()
    decided: dict[str, Any] = {"outcome_id": failure.outcome_id, "actor": priya, "now": NOON}
    if is_today:
        failures.redeliver(**decided)
    else:
        plan.refresh_from_db()
        failures.replace(**decided, version=plan.version, reason="Rider fell ill")
    assert notify() == []


def test_box_whose_replacement_was_undone_is_told(plan: MealPlan, ravi: User, priya: User) -> None:
    make_failed_delivery(plan, ravi)
    [failure] = open_failures()
    plan.refresh_from_db()
    failures.replace(
        outcome_id=failure.outcome_id, version=plan.version, reason="", actor=priya, now=NOON
    )
    Serving.objects.exclude(replacement_for=None).update(state=ServingState.CANCELLED, date=None)
    assert notify() == [SUBJECT]


def test_late_tap_of_an_earlier_day_is_not_told(plan: MealPlan, ravi: User) -> None:
    make_failed_delivery(plan, ravi, NOON + timedelta(days=3))
    assert notify(timedelta(days=3, minutes=15)) == []


def test_failure_of_the_evening_is_told_although_reminders_are_not(
    plan: MealPlan, ravi: User
) -> None:
    make_failed_delivery(plan, ravi, NOON + timedelta(hours=9))
    assert notify(timedelta(hours=9, minutes=15)) == [SUBJECT]


@pytest.mark.parametrize("is_erased", [True, False])
def test_customer_who_cannot_be_reached_gets_none(
    plan: MealPlan, ravi: User, is_erased: bool
) -> None:
    changed: dict[str, Any] = {"erased_at": NOON} if is_erased else {"email": ""}
    make_failed_delivery(plan, ravi)
    Request.objects.filter(pk=plan.request_id).update(**changed)
    assert notify() == []
    assert DeliveryOutcome.objects.get().told_at == NOON + QUARTER


def test_what_happens_while_it_is_off_is_never_told(plan: MealPlan, ravi: User) -> None:
    CustomerRules.objects.create(mails_failed_box=False)
    make_failed_delivery(plan, ravi)
    assert notify() == []
    CustomerRules.objects.update(mails_failed_box=True)
    assert notify(2 * QUARTER) == []


def test_each_request_gets_its_own_mail(delivery_plans: DeliveryPlans, ravi: User) -> None:
    for name in ("Asha", "Bala"):
        make_failed_delivery(with_address(delivery_plans.add(name)), ravi)
    assert notify() == [SUBJECT, SUBJECT]


@pytest.mark.django_db(transaction=True)
def test_two_servers_tell_once(plan: MealPlan, ravi: User) -> None:
    make_failed_delivery(plan, ravi)
    counted: list[Any] = at_once(*[lambda: failure_notices.notify(NOON + QUARTER)] * 2)
    assert sorted(counted) == [0, 1]
