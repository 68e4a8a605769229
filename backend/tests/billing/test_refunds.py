"""Refunds: credits due, refunds paid, and amounts retained by the shop."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.billing.balances import balance, overpaid, owed
from oottam.billing.payments import record_payment, undo_payment
from oottam.billing.refunds import credit_totals, propose_refund, record_refund, undo_refund
from oottam.billing.revenue import booked, received, refunded
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.schedule.models import Serving, ServingState
from oottam.workflow.models import Credit, PaymentMethod, Refund
from oottam.workflow.services.transitions import cancel, confirm, reopen
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request, read_again

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
UPI: dict[str, Any] = {"method": PaymentMethod.UPI, "given_on": TODAY, "bank_reference": "UTR 9"}
PRICE = 163800


def make_paid_request(
    send: Send, by: User, *, kind: Kind = Kind.VEG, paise: int = PRICE
) -> Request:
    """Return a confirmed and paid request."""
    request = make_confirmable(make_request(send, kind), by)
    confirm(**current(request, by))
    record_payment(
        **current(request, by), paise=paise, method=PaymentMethod.UPI, paid_on=TODAY, beyond=None
    )
    return read_again(request)


def credit_of(request: Request) -> int:
    """Return the credit in paise after comparing the request's rows with the list."""
    found = read_again(request)
    listed = Credit.objects.filter(request=request).values_list("paise", flat=True).first() or 0
    assert overpaid(found, balance(found)) == listed
    return listed


def refusal(action: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as error:
        action(**arguments)
    return str(error.value)


def test_cancelled_request_has_a_credit_until_refunded(send: Send, priya: User) -> None:
    request = make_paid_request(send, priya)
    assert credit_of(request) == 0
    cancel(**current(request, priya), reason="Moves away")
    assert credit_of(request) == PRICE
    record_refund(**current(request, priya), paise=100000, **UPI)
    assert credit_of(request) == PRICE - 100000
    record_refund(**current(request, priya), paise=PRICE - 100000, **UPI)
    assert credit_of(request) == 0
    assert credit_totals().cancelled_count == 0


def test_cancellation_retains_the_cooked_share_or_the_agreed_amount(
    send: Send, priya: User
) -> None:
    request = make_paid_request(send, priya)
    boxes = Serving.objects.filter(plan__request=request).order_by("seq")
    cooked = [box.pk for box in boxes[:2]]
    Serving.objects.filter(pk__in=cooked).update(state=ServingState.DELIVERED)
    found = propose_refund(read_again(request), TEN_AM)
    assert (found.net_paid, found.used, found.boxes) == (PRICE, 2, boxes.count())
    retained = PRICE * 2 // boxes.count()
    assert found.give_back == PRICE - retained
    cancel(**current(request, priya), reason="Moves away")
    assert credit_of(request) == PRICE - retained
    # The revenue ledger has the retained amount.
    assert sum(row.paise for row in booked(TODAY, TODAY)) == retained
    reopen(**current(request, make_staff_account("owner")), reason="Stays")
    cancel(**current(request, priya), reason="Moves away", give_back=500)
    assert credit_of(request) == 500


@pytest.mark.parametrize("give_back", [-1, PRICE + 1])
def test_credit_is_limited_to_the_amount_paid(send: Send, priya: User, give_back: int) -> None:
    request = make_paid_request(send, priya)
    message = refusal(cancel, **current(request, priya), reason="x", give_back=give_back)
    assert message == "Enter 0 to ₹1,638, the amount paid."


def test_refund_is_separate_from_an_undone_payment(send: Send, priya: User, meena: User) -> None:
    request = make_paid_request(send, priya, paise=PRICE + 5000)
    record_refund(**current(request, priya), paise=5000, **UPI)
    assert [row.paise for row in received(TODAY, TODAY)] == [PRICE + 5000]
    assert [(row.method, row.paise) for row in refunded(TODAY, TODAY)] == [
        (PaymentMethod.UPI, 5000)
    ]
    assert balance(read_again(request)).owed == 0
    assert owed(Request.objects.all()) == {request.reference: 0}
    made = Refund.objects.get()
    undo_refund(**current(request, meena), refund=made.pk, reason="Typed twice")
    assert refunded(TODAY, TODAY) == []
    assert credit_of(request) == 5000
    assert "already been undone" in refusal(
        undo_refund, **current(request, meena), refund=made.pk, reason=""
    )


@pytest.mark.parametrize(
    ("invalid", "message"),
    [
        ({"paise": 0}, "Enter an amount in rupees, such as 250."),
        ({"paise": 5001}, "Only ₹50 can be refunded: reduce the price first."),
        ({"paise": PRICE + 5001}, "Only ₹1,688 was paid."),
        ({"given_on": TODAY + timedelta(days=1)}, "That day is in the future."),
        ({"bank_reference": " "}, "Please enter the transfer reference."),
        ({"is_all": True}, "To keep the overpayment, adjust the price instead."),
    ],
)
def test_invalid_refund_is_rejected(
    send: Send, priya: User, invalid: dict[str, Any], message: str
) -> None:
    request = make_paid_request(send, priya, paise=PRICE + 5000)
    given = {"paise": 5000, **UPI, **invalid}
    assert refusal(record_refund, **current(request, priya), **given) == message
    assert not Refund.objects.exists()


def test_cash_refund_of_an_advance_needs_no_reference(send: Send, priya: User) -> None:
    request = make_request(send, Kind.EVENT)
    record_payment(**current(request, priya), paise=700, method=PaymentMethod.CASH, paid_on=TODAY)
    record_refund(**current(request, priya), paise=700, method=PaymentMethod.CASH, given_on=TODAY)
    assert balance(read_again(request)).net_paid == 0


def test_refund_may_exceed_the_credit_or_settle_it(send: Send, priya: User) -> None:
    request = make_paid_request(send, priya)
    cancel(**current(request, priya), reason="x", give_back=1000)
    record_refund(**current(request, priya), paise=1500, **UPI)  # more than the credit
    assert credit_of(request) == 0
    other = make_paid_request(send, priya)
    cancel(**current(other, priya), reason="x")
    record_refund(**current(other, priya), paise=600, **UPI, is_all=True)
    assert credit_of(other) == 0
    assert balance(read_again(other)).net_paid == PRICE - 600


@pytest.mark.parametrize(("minutes", "seconds", "is_allowed"), [(14, 59, True), (15, 0, False)])
def test_refund_can_be_undone_by_its_actor_for_15_minutes(
    send: Send, priya: User, minutes: int, seconds: int, is_allowed: bool
) -> None:
    request = make_paid_request(send, priya, paise=PRICE + 5000)
    made = record_refund(**current(request, priya), paise=5000, **UPI)
    assert made
    later: datetime = TEN_AM + timedelta(minutes=minutes, seconds=seconds)
    colleague = make_staff_account("ravi", Role.DESK)
    arguments: dict[str, Any] = {"refund": made.pk, "reason": ""}
    assert "a colleague" in refusal(undo_refund, **current(request, colleague, later), **arguments)
    if is_allowed:
        undo_refund(**current(request, priya, later), **arguments)
    else:
        assert "ask the owner" in refusal(
            undo_refund, **current(request, priya, later), **arguments
        )


def test_refunded_payment_is_undone_only_after_its_refund(send: Send, priya: User) -> None:
    request = make_paid_request(send, priya, paise=PRICE + 5000)
    made = record_refund(**current(request, priya), paise=5000, **UPI)
    assert made
    arguments: dict[str, Any] = {"payment": request.payments.get().pk, "reason": ""}
    message = refusal(undo_payment, **current(request, priya), **arguments)
    assert "refunded" in message
    assert balance(read_again(request)).net_paid == PRICE
    undo_refund(**current(request, priya), refund=made.pk, reason="")
    undo_payment(**current(request, priya), **arguments)
    assert balance(read_again(request)).net_paid == 0
