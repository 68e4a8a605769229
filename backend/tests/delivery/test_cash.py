"""Cash collected at the door is recorded as one payment."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.delivery.services.cash import (
    RiderDay,
    overpayment_message,
    record_cash,
    record_handover,
    rider_days,
    undo_handover,
)
from oottam.schedule.models import Meal, MealPlan
from oottam.workflow.models import FulfilmentDetails, Payment, PaymentMethod
from tests.factories.accounts import make_staff_account
from tests.factories.deliveries import NOON, TUESDAY_NOON, DeliveryPlans, make_route, make_run

pytestmark = pytest.mark.django_db


def collect_cash(
    plan: MealPlan, ravi: User, priya: User, *, paise: int = 500_00, key: str = "k1"
) -> Payment:
    run = make_run(make_route(f"Beach {key}", actor=priya), ravi, actor=priya)
    reference = plan.request.reference
    return record_cash(run=run, reference=reference, paise=paise, key=key, actor=ravi, now=NOON)


def test_cash_is_a_payment_of_its_day(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    payment = collect_cash(delivery_plans.add(), ravi, priya)
    assert (payment.paise, payment.method, str(payment.paid_on)) == (500_00, "cash", "2026-12-07")
    assert payment.by == ravi


def test_repeated_tap_is_one_payment(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    run = make_run(make_route("Beach", actor=priya), ravi, actor=priya)
    for _ in range(2):
        record_cash(
            run=run, reference=plan.request.reference, paise=100, key="k", actor=ravi, now=NOON
        )
    assert Payment.objects.count() == 1


def test_overpayment_is_accepted_and_reported(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    FulfilmentDetails.objects.filter(request=plan.request).update(agreed_paise=500_00)
    assert overpayment_message(collect_cash(plan, ravi, priya)) == ""
    again = collect_cash(plan, ravi, priya, paise=300_00, key="k2")
    message = f"₹300 more than is due for {plan.request.reference}. It is recorded."
    assert overpayment_message(again) == message


def test_customer_without_a_stop_on_the_run_cannot_pay(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add(meal=Meal.DINNER)
    with pytest.raises(DomainError, match="no stop with this reference"):
        collect_cash(plan, ravi, priya)


@pytest.mark.parametrize("paise", [0, -100, 10**12])
def test_invalid_amount_is_rejected(
    paise: int, delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    with pytest.raises(DomainError):
        collect_cash(plan, ravi, priya, paise=paise)


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_tap_requires_a_key(
    key: str, delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    run = make_run(make_route("Beach", actor=priya), ravi, actor=priya)
    plan = delivery_plans.add()
    with pytest.raises(DomainError, match="key"):
        record_cash(
            run=run, reference=plan.request.reference, paise=1, key=key, actor=ravi, now=NOON
        )


def test_upi_at_the_door_is_recorded_as_upi(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan, run = delivery_plans.add(), make_run(make_route("Beach", actor=priya), ravi, actor=priya)
    arguments: dict[str, Any] = {"run": run, "reference": plan.request.reference, "paise": 100}
    made = record_cash(**arguments, key="u", actor=ravi, now=NOON, method=PaymentMethod.UPI)
    assert made.method == "upi"
    with pytest.raises(DomainError, match="cash or UPI"):
        record_cash(**arguments, key="c", actor=ravi, now=NOON, method=PaymentMethod.CARD)


def test_collected_cash_is_handed_over_or_missing(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    owner = make_staff_account("meena")
    run = make_run(make_route("Beach", actor=priya), ravi, actor=priya)
    for at, method in enumerate((PaymentMethod.CASH, PaymentMethod.CASH, PaymentMethod.UPI)):
        reference = delivery_plans.add().request.reference
        record_cash(
            run=run, reference=reference, paise=500_00, key=f"k{at}", actor=ravi, now=NOON,
            method=method,
        )  # fmt: skip
    day = NOON.date()
    assert rider_days(day, day) == [RiderDay(ravi, day, 1000_00, 500_00, 0)]
    made = record_handover(rider=ravi, day=day, paise=900_00, actor=priya, now=NOON)
    [found] = rider_days(day, day, rider=ravi)
    assert (found.missing, found.excess) == (100_00, 0)
    more: dict[str, Any] = {"rider": ravi, "day": day, "paise": 200_00, "actor": priya, "now": NOON}
    for beyond in (0, 200_00):
        with pytest.raises(DomainError, match="₹100 more than is missing"):
            record_handover(**more, beyond=beyond)
    record_handover(**more, beyond=100_00)
    assert rider_days(day, day)[0].excess == 100_00
    # An undone payment does not count as collected.
    Payment.objects.filter(cash_collection__key="k0").update(undone_at=NOON)
    assert rider_days(day, day)[0].cash == 500_00
    late = NOON + timedelta(minutes=15)
    with pytest.raises(DomainError, match="ask the owner"):
        undo_handover(handover_id=made.pk, actor=priya, now=late)
    undo_handover(handover_id=made.pk, actor=owner, now=late)
    assert rider_days(day, day)[0].handed_over == 200_00
    with pytest.raises(DomainError, match="nothing to undo"):
        undo_handover(handover_id=made.pk, actor=owner, now=late)
    actions = list(
        AuditEntry.objects.filter(action__startswith="cash.").values_list("action", flat=True)
    )
    assert actions == ["cash.undo", "cash.hand-over", "cash.hand-over"]


@pytest.mark.parametrize("paise", [0, -1, 10**12])
def test_invalid_handover_is_rejected(paise: int, ravi: User, priya: User) -> None:
    with pytest.raises(DomainError):
        record_handover(rider=ravi, day=NOON.date(), paise=paise, actor=priya, now=NOON)
    with pytest.raises(DomainError, match="in the future"):
        record_handover(rider=ravi, day=TUESDAY_NOON.date(), paise=1, actor=priya, now=NOON)
