"""Balances, price adjustments and payments, and who may change them."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from oottam.audit.models import AuditEntry
from oottam.billing.balances import Balance, balance
from oottam.billing.balances import owed as owed_of_many
from oottam.billing.payments import adjust, record_payment, undo_payment
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment, Payment, PaymentMethod
from oottam.workflow.services.details import save_details
from oottam.workflow.services.editing import ExcessError
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, current, make_request, read_again, refusal
from tests.hypothesis_profile import rolled_back, rule_settings

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
UPI: dict[str, Any] = {"method": PaymentMethod.UPI, "paid_on": TODAY}
PRICES = {Kind.VEG: 163800, Kind.NONVEG: 42000, Kind.TRAY: 237600, Kind.COMBO: 225000}


def owed(request: Request) -> int | None:
    """Return the balance's amount after comparing it with the list's query."""
    found = balance(read_again(request)).owed
    assert owed_of_many(Request.objects.filter(pk=request.pk)).get(request.reference) == found
    return found


@pytest.mark.parametrize("kind", Kind)
def test_order_has_the_servers_price_and_an_enquiry_none(send: Send, kind: Kind) -> None:
    price = PRICES.get(kind)
    found = balance(make_request(send, kind))
    assert found == Balance(price=price, adjusted=0, paid=0, is_order=kind in PRICES)
    assert (found.due, found.owed) == (price, price)


def test_claimed_total_is_ignored(send: Send) -> None:
    assert balance(make_request(send, finalAmount=1)).owed == 163800


def test_subscription_price_is_the_agreed_price(send: Send, priya: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, priya), agreed_paise=900000)
    assert owed(request) == 900000


def test_agreed_price_must_cover_earlier_discounts(send: Send, meena: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, meena), agreed_paise=100000)
    adjust(**current(request, meena), paise=-90000, reason="A friend")
    with pytest.raises(DomainError, match="900 was taken off"):
        save_details(**current(request, meena), agreed_paise=89999)
    save_details(**current(request, meena), agreed_paise=90000)
    assert balance(Request.objects.get(pk=request.pk)).due == 0


def test_agreed_price_does_not_change_an_orders_price(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), agreed_paise=1)
    assert owed(request) == 163800


def test_adjustments_and_payments_change_the_balance(send: Send, meena: User, priya: User) -> None:
    request = make_request(send)
    adjust(**current(request, priya), paise=-13800, reason="Regular")
    record_payment(**current(request, priya), **UPI, paise=100000)
    mistaken = record_payment(**current(request, priya), **UPI, paise=5000)
    assert owed(request) == 45000
    undo_payment(**current(request, meena), payment=mistaken.pk, reason="Typed twice")
    assert balance(read_again(request)) == Balance(price=163800, adjusted=-13800, paid=100000)
    assert owed(request) == 50000
    record_payment(**current(request, priya), **UPI, paise=60000, beyond=10000)
    assert owed(request) == -10000  # overpaid


@pytest.mark.parametrize("seen", [0, 9999, 10001])
def test_overpayment_requires_the_confirmed_excess(send: Send, priya: User, seen: int) -> None:
    request = make_request(send)
    paid = {**UPI, "paise": 173800}
    with pytest.raises(ExcessError) as raised:
        record_payment(**current(request, priya), **paid, beyond=seen)
    assert (raised.value.beyond, raised.value.field) == (10000, "beyond")
    assert not Payment.objects.exists()
    record_payment(**current(request, priya), **paid, beyond=10000)


def test_payment_is_accepted_without_a_price(send: Send, priya: User) -> None:
    request = make_request(send, Kind.EVENT)
    record_payment(**current(request, priya), **UPI, paise=50000)
    found = balance(read_again(request))
    assert (found.due, found.owed, found.paid) == (None, None, 50000)


amounts = st.integers(1, 500000)
actions = st.lists(
    st.one_of(
        st.tuples(st.just("adjust"), st.integers(-90000, 90000)),
        st.tuples(st.just("pay"), amounts),
        st.tuples(st.just("undo"), st.integers(0, 20)),
    ),
    max_size=12,
)


@rule_settings
@given(steps=actions)
@rolled_back()
def test_balance_is_price_plus_adjustments_minus_payments(
    send: Send, steps: list[tuple[str, int]]
) -> None:
    request = make_request(send)
    owner = make_staff_account("meena")
    price, adjusted, paid = 163800, list[int](), dict[int, int]()
    payment_ids: list[int] = []
    for action, number in steps:
        arguments = current(request, owner)
        try:
            if action == "adjust":
                adjust(**arguments, paise=number, reason="Agreed")
                adjusted.append(number)
            elif action == "pay":
                made = record_payment(**arguments, **UPI, paise=number)
                paid[made.pk] = number
                payment_ids.append(made.pk)
            elif payment_ids:
                undo_payment(**arguments, payment=payment_ids[number % len(payment_ids)], reason="")
                paid.pop(payment_ids[number % len(payment_ids)])
        except DomainError:
            assert read_again(request).version == arguments["version"]
        found = balance(read_again(request))
        assert found.owed == price + sum(adjusted) - sum(paid.values())
        assert found.due is not None
        assert found.due >= 0


def test_adjustment_is_stored_with_its_reason(send: Send, priya: User) -> None:
    request = make_request(send)
    made = adjust(**current(request, priya), paise=-5000, reason=" Late twice ")
    assert columns(made, "id") == {
        "request_id": request.pk,
        "paise": -5000,
        "reason": "Late twice",
        "by_id": priya.pk,
        "at": TEN_AM,
        "undoes_id": None,
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data, entry.reason) == (
        "price.adjust",
        {"paise": -5000},
        "Late twice",
    )


@pytest.mark.parametrize(
    ("paise", "reason", "expected"),
    [
        (0, "x", ("rupees", "Enter an amount in rupees, such as 250.")),
        (10**10 + 1, "x", ("rupees", "At most ₹10,00,00,000.00 at once.")),
        (-5000, " ", ("reason", "Please give a reason for the price change.")),
        (-163801, "x", ("rupees", "That is more than the price.")),
    ],
)
def test_invalid_adjustment_is_rejected(
    send: Send, meena: User, paise: int, reason: str, expected: tuple[str, str]
) -> None:
    request = make_request(send)
    arguments = current(request, meena)
    assert refusal(adjust, **arguments, paise=paise, reason=reason) == expected
    assert not Adjustment.objects.exists()


def test_adjustment_without_a_price_is_rejected(send: Send, meena: User) -> None:
    request = make_request(send, Kind.EVENT)
    assert refusal(adjust, **current(request, meena), paise=100, reason="x") == (
        "rupees",
        "It has no price yet.",
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_desk_adjustments_have_a_total_limit_and_the_owners_none(
    send: Send, meena: User, priya: User, sign: int
) -> None:
    request = make_request(send)
    adjust(**current(request, priya), paise=sign * 60000, reason="Agreed")
    adjust(**current(request, priya), paise=sign * 40000, reason="Agreed")
    beyond: dict[str, Any] = {"paise": sign * 1, "reason": "Agreed"}
    assert refusal(adjust, **current(request, priya), **beyond) == (
        "rupees",
        "For more than ₹1,000.00 in all, ask the owner.",
    )
    adjust(**current(request, meena), **beyond)
    assert balance(read_again(request)).adjusted == sign * 100001


def test_desk_may_adjust_towards_the_price(send: Send, meena: User, priya: User) -> None:
    request = make_request(send)
    adjust(**current(request, meena), paise=-150000, reason="A friend")
    adjust(**current(request, priya), paise=20000, reason="Not that good a friend")
    assert balance(read_again(request)).adjusted == -130000
    beyond = {"paise": 130000 + 100001, "reason": "Worse"}
    assert refusal(adjust, **current(request, priya), **beyond)[0] == "rupees"


def test_payment_is_stored(send: Send, priya: User) -> None:
    request = make_request(send)
    yesterday = TODAY - timedelta(days=1)
    made = record_payment(
        **current(request, priya),
        paise=100000,
        method=PaymentMethod.BANK,
        paid_on=yesterday,
        bank_reference=" N123 ",
    )
    assert columns(made, "id") == {
        "request_id": request.pk,
        "paise": 100000,
        "method": "bank",
        "paid_on": yesterday,
        "reference": "N123",
        "by_id": priya.pk,
        "at": TEN_AM,
        "undone_at": None,
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data) == (
        "payment.note",
        {"payment": made.pk, "paise": 100000, "method": "bank"},
    )


@pytest.mark.parametrize(
    ("invalid", "expected"),
    [
        ({"paise": 0}, ("rupees", "Enter an amount in rupees, such as 250.")),
        ({"paise": -1}, ("rupees", "Enter an amount in rupees, such as 250.")),
        ({"paise": 10**10 + 1}, ("rupees", "At most ₹10,00,00,000.00 at once.")),
        ({"paid_on": TODAY + timedelta(days=1)}, ("paid_on", "That day is in the future.")),
    ],
)
def test_invalid_payment_is_rejected(
    send: Send, priya: User, invalid: dict[str, Any], expected: tuple[str, str]
) -> None:
    request = make_request(send)
    paid = {"paise": 100, **UPI, **invalid}
    assert refusal(record_payment, **current(request, priya), **paid) == expected
    assert not Payment.objects.exists()


def test_payment_date_may_be_today_in_india(send: Send, priya: User) -> None:
    request = make_request(send)
    past_midnight = TEN_AM.replace(hour=0, minute=5)  # still Sunday in UTC
    record_payment(**current(request, priya, past_midnight), **UPI, paise=100)
    assert Payment.objects.get().paid_on == TODAY


def test_undone_payment_is_stored_and_not_counted(send: Send, meena: User) -> None:
    request = make_request(send)
    made = record_payment(**current(request, meena), **UPI, paise=100000)
    undo = partial(undo_payment, payment=made.pk, reason=" Typed twice ")
    undo(**current(request, meena))
    made.refresh_from_db()
    assert (made.undone_at, owed(request)) == (TEN_AM, 163800)
    assert (AuditEntry.objects.all()[0].action, AuditEntry.objects.all()[0].reason) == (
        "payment.undo",
        "Typed twice",
    )
    assert refusal(undo, **current(request, meena)) == (
        "",
        "This payment has already been undone.",
    )


def test_only_the_owner_undoes_payments_of_colleagues_or_earlier_days(
    send: Send, meena: User, priya: User
) -> None:
    request = make_request(send)
    made = record_payment(**current(request, meena), **UPI, paise=100000)
    arguments = {**current(request, priya), "payment": made.pk, "reason": ""}
    assert (
        refusal(undo_payment, **arguments)[1]
        == "Only the owner can undo what a colleague has recorded."
    )
    own = record_payment(**current(request, priya), **UPI, paise=100)
    late = current(request, priya, TEN_AM + timedelta(minutes=15))
    assert "ask the owner" in refusal(undo_payment, **late, payment=own.pk, reason="")[1]
    in_time = current(request, priya, TEN_AM + timedelta(minutes=14, seconds=59))
    undo_payment(**in_time, payment=own.pk, reason="")
    assert owed(request) == 63800


def test_payment_of_another_request_cannot_be_undone(send: Send, meena: User) -> None:
    first, second = make_request(send), make_request(send, name="Ravi")
    made = record_payment(**current(first, meena), **UPI, paise=100000)
    arguments = {**current(second, meena), "payment": made.pk, "reason": ""}
    assert refusal(undo_payment, **arguments) == ("", "This request has no such payment.")
    assert owed(first) == 63800


def test_balance_takes_few_queries(send: Send, priya: User, django_assert_num_queries: Any) -> None:
    request = make_request(send)
    for paise in (100, 200, 300):
        record_payment(**current(request, priya), **UPI, paise=paise)
        adjust(**current(request, priya), paise=paise, reason="Agreed")
    found = read_again(request)
    with django_assert_num_queries(4):
        balance(found)
