"""Money that is given back: what is to be, what was, and what the shop keeps."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.billing.balances import balance, overpaid, owed
from oottam.billing.payments import record_payment, undo_payment
from oottam.billing.refunds import credit_totals, propose_refund, record_refund, undo_refund
from oottam.billing.revenue import booked, given_back, received
from oottam.core.errors import DomainError
from oottam.plans.models import Serving, ServingState
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Credit, PaymentMethod, Refund
from oottam.workflow.services.transitions import cancel, confirm, reopen
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import MONDAY, current, make_confirmable, make_request, read_again

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
UPI: dict[str, Any] = {"method": PaymentMethod.UPI, "given_on": TODAY, "bank_reference": "UTR 9"}
PRICE = 163800


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


@pytest.fixture
def priya() -> User:
    return make_staff_account("priya", Role.DESK)


def paid(send: Send, by: User, *, kind: Kind = Kind.VEG, paise: int = PRICE) -> Request:
    """Confirmed and paid."""
    request = make_confirmable(make_request(send, kind), by)
    confirm(**current(request, by))
    record_payment(
        **current(request, by), paise=paise, method=PaymentMethod.UPI, paid_on=TODAY, beyond=None
    )
    return read_again(request)


def to_give_back(request: Request) -> int:
    """As the request's own rows have it, and as the list does."""
    found = read_again(request)
    listed = Credit.objects.filter(request=request).values_list("paise", flat=True).first() or 0
    assert overpaid(found, balance(found)) == listed
    return listed


def refused(action: Any, **told: Any) -> str:
    with pytest.raises(DomainError) as error:
        action(**told)
    return str(error.value)


def test_what_was_paid_for_something_cancelled_is_to_be_given_back_until_it_is(
    send: Send, priya: User
) -> None:
    request = paid(send, priya)
    assert to_give_back(request) == 0
    cancel(**current(request, priya), reason="Moves away")
    assert to_give_back(request) == PRICE
    record_refund(**current(request, priya), paise=100000, **UPI)
    assert to_give_back(request) == PRICE - 100000
    record_refund(**current(request, priya), paise=PRICE - 100000, **UPI)
    assert to_give_back(request) == 0
    assert credit_totals().cancelled == 0


def test_what_was_cooked_is_kept_by_its_share_or_as_the_desk_agrees(
    send: Send, priya: User
) -> None:
    request = paid(send, priya)
    boxes = Serving.objects.filter(plan__request=request).order_by("seq")
    cooked = [box.pk for box in boxes[:2]]
    Serving.objects.filter(pk__in=cooked).update(state=ServingState.DELIVERED)
    found = propose_refund(read_again(request), MONDAY)
    assert (found.held, found.used, found.boxes) == (PRICE, 2, boxes.count())
    kept = PRICE * 2 // boxes.count()
    assert found.give_back == PRICE - kept
    cancel(**current(request, priya), reason="Moves away")
    assert to_give_back(request) == PRICE - kept
    # The books keep what the shop keeps.
    assert sum(row.paise for row in booked(TODAY, TODAY)) == kept
    reopen(**current(request, make_staff_account("owner")), reason="Stays")
    cancel(**current(request, priya), reason="Moves away", give_back=500)
    assert to_give_back(request) == 500


@pytest.mark.parametrize("give_back", [-1, PRICE + 1])
def test_no_more_is_to_be_given_back_than_was_paid(send: Send, priya: User, give_back: int) -> None:
    request = paid(send, priya)
    said = refused(cancel, **current(request, priya), reason="x", give_back=give_back)
    assert said == "Enter 0 to ₹1,638, the amount paid."


def test_a_refund_is_told_from_a_payment_undone(send: Send, priya: User, meena: User) -> None:
    request = paid(send, priya, paise=PRICE + 5000)
    record_refund(**current(request, priya), paise=5000, **UPI)
    assert [row.paise for row in received(TODAY, TODAY)] == [PRICE + 5000]
    assert [(row.method, row.paise) for row in given_back(TODAY, TODAY)] == [
        (PaymentMethod.UPI, 5000)
    ]
    assert balance(read_again(request)).owed == 0
    assert owed(Request.objects.all()) == {request.reference: 0}
    made = Refund.objects.get()
    undo_refund(**current(request, meena), refund=made.pk, reason="Typed twice")
    assert given_back(TODAY, TODAY) == []
    assert to_give_back(request) == 5000
    assert "already been undone" in refused(
        undo_refund, **current(request, meena), refund=made.pk, reason=""
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"paise": 0}, "Enter an amount in rupees, such as 250."),
        ({"paise": 5001}, "Only ₹50 can be refunded: reduce the price first."),
        ({"paise": PRICE + 5001}, "Only ₹1,688 was paid."),
        ({"given_on": TODAY + timedelta(days=1)}, "That day is in the future."),
        ({"bank_reference": " "}, "Please enter the transfer reference."),
        ({"bank_reference": "x" * 101}, "A reference can have at most 100 characters."),
        ({"is_all": True}, "To keep the overpayment, adjust the price instead."),
    ],
)
def test_a_refund_that_cannot_be_is_refused(
    send: Send, priya: User, told: dict[str, Any], said: str
) -> None:
    request = paid(send, priya, paise=PRICE + 5000)
    given = {"paise": 5000, **UPI, **told}
    assert refused(record_refund, **current(request, priya), **given) == said
    assert not Refund.objects.exists()


def test_cash_needs_no_reference_and_an_advance_can_be_given_back(send: Send, priya: User) -> None:
    request = make_request(send, Kind.EVENT)
    record_payment(**current(request, priya), paise=700, method=PaymentMethod.CASH, paid_on=TODAY)
    record_refund(**current(request, priya), paise=700, method=PaymentMethod.CASH, given_on=TODAY)
    assert balance(read_again(request)).held == 0


def test_the_shop_may_keep_the_rest_and_give_more_than_was_said(send: Send, priya: User) -> None:
    request = paid(send, priya)
    cancel(**current(request, priya), reason="x", give_back=1000)
    record_refund(**current(request, priya), paise=1500, **UPI)  # more than was to be
    assert to_give_back(request) == 0
    other = paid(send, priya)
    cancel(**current(other, priya), reason="x")
    record_refund(**current(other, priya), paise=600, **UPI, is_all=True)
    assert to_give_back(other) == 0
    assert balance(read_again(other)).held == PRICE - 600


@pytest.mark.parametrize(("minutes", "seconds", "may"), [(14, 59, True), (15, 0, False)])
def test_a_refund_is_undone_by_who_noted_it_for_a_quarter_of_an_hour(
    send: Send, priya: User, minutes: int, seconds: int, may: bool
) -> None:
    request = paid(send, priya, paise=PRICE + 5000)
    made = record_refund(**current(request, priya), paise=5000, **UPI)
    assert made
    later: datetime = MONDAY + timedelta(minutes=minutes, seconds=seconds)
    colleague = make_staff_account("ravi", Role.DESK)
    told: dict[str, Any] = {"refund": made.pk, "reason": ""}
    assert "a colleague" in refused(undo_refund, **current(request, colleague, later), **told)
    if may:
        undo_refund(**current(request, priya, later), **told)
    else:
        assert "ask the owner" in refused(undo_refund, **current(request, priya, later), **told)


def test_a_payment_that_was_given_back_is_not_undone_before_the_refund_is(
    send: Send, priya: User
) -> None:
    request = paid(send, priya, paise=PRICE + 5000)
    made = record_refund(**current(request, priya), paise=5000, **UPI)
    assert made
    told: dict[str, Any] = {"payment": request.payments.get().pk, "reason": ""}
    said = refused(undo_payment, **current(request, priya), **told)
    assert "refunded" in said
    assert balance(read_again(request)).held == PRICE
    undo_refund(**current(request, priya), refund=made.pk, reason="")
    undo_payment(**current(request, priya), **told)
    assert balance(read_again(request)).held == 0
