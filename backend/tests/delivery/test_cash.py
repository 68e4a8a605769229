"""Cash at the door is a payment, noted once."""

import pytest
from django.contrib.auth.models import User

from oottam.delivery.domain.cash import more_than_due, take_cash
from oottam.handling.domain.changes import RefusedError
from oottam.handling.models import Facts, Payment
from oottam.schedule.models import Meal, Plan
from tests.delivery.carrying import NOON, Doors, route, run

pytestmark = pytest.mark.django_db


def take(plan: Plan, ravi: User, priya: User, *, paise: int = 500_00, key: str = "k1") -> Payment:
    ridden = run(route(f"Beach {key}", actor=priya), ravi, actor=priya)
    reference = plan.request.reference
    return take_cash(run=ridden, reference=reference, paise=paise, key=key, actor=ravi, now=NOON)


def test_cash_is_a_payment_of_that_day(doors: Doors, ravi: User, priya: User) -> None:
    payment = take(doors.add(), ravi, priya)
    assert (payment.paise, payment.method, str(payment.paid_on)) == (500_00, "cash", "2026-12-07")
    assert payment.by == ravi


def test_a_tap_that_comes_twice_is_one_payment(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add()
    ridden = run(route("Beach", actor=priya), ravi, actor=priya)
    for _ in range(2):
        take_cash(
            run=ridden, reference=plan.request.reference, paise=100, key="k", actor=ravi, now=NOON
        )
    assert Payment.objects.count() == 1


def test_more_than_is_due_is_never_refused_and_said(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add()
    Facts.objects.filter(request=plan.request).update(agreed_paise=500_00)
    assert more_than_due(take(plan, ravi, priya)) == ""
    again = take(plan, ravi, priya, paise=300_00, key="k2")
    said = f"₹300 more than is due for {plan.request.reference}. It is noted."
    assert more_than_due(again) == said


def test_nobody_pays_who_gets_nothing_by_this_run(doors: Doors, ravi: User, priya: User) -> None:
    plan = doors.add(meal=Meal.DINNER)
    with pytest.raises(RefusedError, match="Nobody of this run"):
        take(plan, ravi, priya)


@pytest.mark.parametrize("paise", [0, -100, 10**12])
def test_an_amount_that_cannot_be_is_refused(
    paise: int, doors: Doors, ravi: User, priya: User
) -> None:
    plan = doors.add()
    with pytest.raises(RefusedError):
        take(plan, ravi, priya, paise=paise)


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_tap_needs_a_key(key: str, doors: Doors, ravi: User, priya: User) -> None:
    ridden = run(route("Beach", actor=priya), ravi, actor=priya)
    plan = doors.add()
    with pytest.raises(RefusedError, match="key"):
        take_cash(
            run=ridden, reference=plan.request.reference, paise=1, key=key, actor=ravi, now=NOON
        )
