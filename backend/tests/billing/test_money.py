"""What is owed, by one formula; what changes it, and who may."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.billing.balances import Balance, balance
from oottam.billing.balances import owed as owed_of_many
from oottam.billing.payments import adjust, record_payment, undo_payment
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment, Payment, PaymentMethod
from oottam.workflow.services.details import save_details
from oottam.workflow.services.editing import BeyondError
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import MONDAY, current, make_request, read_again
from tests.hypothesis_profile import rolled_back, rule_settings

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
UPI: dict[str, Any] = {"method": PaymentMethod.UPI, "paid_on": TODAY}
PRICES = {Kind.VEG: 163800, Kind.NONVEG: 42000, Kind.TRAY: 237600, Kind.COMBO: 225000}


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


@pytest.fixture
def priya() -> User:
    return make_staff_account("priya", Role.DESK)


def owed(request: Request) -> int | None:
    """As its own page counts it, and as the one statement for many does."""
    found = balance(read_again(request)).owed
    assert owed_of_many(Request.objects.filter(pk=request.pk)).get(request.reference) == found
    return found


def refusal(action: Any, **told: Any) -> tuple[str, str]:
    """The field and the sentence."""
    with pytest.raises(DomainError) as refused:
        action(**told)
    return refused.value.field, str(refused.value)


@pytest.mark.parametrize("kind", Kind)
def test_an_order_costs_what_the_server_priced_and_an_enquiry_nothing_yet(
    send: Send, kind: Kind
) -> None:
    price = PRICES.get(kind)
    found = balance(make_request(send, kind))
    assert found == Balance(price=price, adjusted=0, paid=0, is_order=kind in PRICES)
    assert (found.due, found.owed) == (price, price)


def test_a_claimed_total_is_never_owed(send: Send) -> None:
    assert balance(make_request(send, finalAmount=1)).owed == 163800


def test_a_subscription_costs_what_was_agreed(send: Send, priya: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, priya), agreed_paise=900000)
    assert owed(request) == 900000


def test_a_price_is_not_agreed_below_what_was_taken_off(send: Send, meena: User) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    save_details(**current(request, meena), agreed_paise=100000)
    adjust(**current(request, meena), paise=-90000, reason="A friend")
    with pytest.raises(DomainError, match="900 was taken off"):
        save_details(**current(request, meena), agreed_paise=89999)
    save_details(**current(request, meena), agreed_paise=90000)
    assert balance(Request.objects.get(pk=request.pk)).due == 0


def test_an_order_costs_its_price_whatever_was_agreed_beside_it(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), agreed_paise=1)
    assert owed(request) == 163800


def test_adjustments_and_payments_change_what_is_owed_in_turn(
    send: Send, meena: User, priya: User
) -> None:
    request = make_request(send)
    adjust(**current(request, priya), paise=-13800, reason="Regular")
    record_payment(**current(request, priya), **UPI, paise=100000)
    mistaken = record_payment(**current(request, priya), **UPI, paise=5000)
    assert owed(request) == 45000
    undo_payment(**current(request, meena), payment=mistaken.pk, reason="Typed twice")
    assert balance(read_again(request)) == Balance(price=163800, adjusted=-13800, paid=100000)
    assert owed(request) == 50000
    record_payment(**current(request, priya), **UPI, paise=60000, beyond=10000)
    assert owed(request) == -10000  # too much came


@pytest.mark.parametrize("seen", [0, 9999, 10001])
def test_more_than_is_due_is_noted_by_whoever_has_seen_how_much(
    send: Send, priya: User, seen: int
) -> None:
    request = make_request(send)
    paid = {**UPI, "paise": 173800}
    with pytest.raises(BeyondError) as asks:
        record_payment(**current(request, priya), **paid, beyond=seen)
    assert (asks.value.beyond, asks.value.field) == (10000, "beyond")
    assert not Payment.objects.exists()
    record_payment(**current(request, priya), **paid, beyond=10000)


def test_money_can_come_before_there_is_a_price(send: Send, priya: User) -> None:
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
@given(asked_for=actions)
@rolled_back()
def test_what_is_owed_is_price_and_adjustments_less_payments(
    send: Send, asked_for: list[tuple[str, int]]
) -> None:
    request = make_request(send)
    owner = make_staff_account("meena")
    price, adjusted, paid = 163800, list[int](), dict[int, int]()
    noted: list[int] = []
    for action, number in asked_for:
        told = current(request, owner)
        try:
            if action == "adjust":
                adjust(**told, paise=number, reason="Agreed")
                adjusted.append(number)
            elif action == "pay":
                made = record_payment(**told, **UPI, paise=number)
                paid[made.pk] = number
                noted.append(made.pk)
            elif noted:
                undo_payment(**told, payment=noted[number % len(noted)], reason="")
                paid.pop(noted[number % len(noted)])
        except DomainError:
            assert read_again(request).version == told["version"]
        found = balance(read_again(request))
        assert found.owed == price + sum(adjusted) - sum(paid.values())
        assert found.due is not None
        assert found.due >= 0


def test_an_adjustment_is_kept_with_its_reason(send: Send, priya: User) -> None:
    request = make_request(send)
    made = adjust(**current(request, priya), paise=-5000, reason=" Late twice ")
    assert columns(made, "id") == {
        "request_id": request.pk,
        "paise": -5000,
        "reason": "Late twice",
        "by_id": priya.pk,
        "at": MONDAY,
        "undoes_id": None,
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data, entry.reason) == (
        "price.adjust",
        {"paise": -5000},
        "Late twice",
    )


@pytest.mark.parametrize(
    ("paise", "reason", "refused"),
    [
        (0, "x", ("rupees", "Enter an amount in rupees, such as 250.")),
        (10**10 + 1, "x", ("rupees", "At most ₹10,00,00,000.00 at once.")),
        (-5000, " ", ("reason", "Please give a reason for the price change.")),
        (-5000, "x" * 501, ("reason", "A reason can have at most 500 characters.")),
        (-163801, "x", ("rupees", "That is more than the price.")),
    ],
)
def test_an_adjustment_that_cannot_be_is_refused(
    send: Send, meena: User, paise: int, reason: str, refused: tuple[str, str]
) -> None:
    request = make_request(send)
    told = current(request, meena)
    assert refusal(adjust, **told, paise=paise, reason=reason) == refused
    assert not Adjustment.objects.exists()


def test_without_a_price_there_is_nothing_to_adjust(send: Send, meena: User) -> None:
    request = make_request(send, Kind.EVENT)
    assert refusal(adjust, **current(request, meena), paise=100, reason="x") == (
        "rupees",
        "It has no price yet.",
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_the_desk_adjusts_up_to_a_limit_in_all_and_the_owner_beyond(
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


def test_the_desk_may_come_back_towards_the_price(send: Send, meena: User, priya: User) -> None:
    request = make_request(send)
    adjust(**current(request, meena), paise=-150000, reason="A friend")
    adjust(**current(request, priya), paise=20000, reason="Not that good a friend")
    assert balance(read_again(request)).adjusted == -130000
    beyond = {"paise": 130000 + 100001, "reason": "Worse"}
    assert refusal(adjust, **current(request, priya), **beyond)[0] == "rupees"


def test_a_payment_is_kept_as_it_came(send: Send, priya: User) -> None:
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
        "at": MONDAY,
        "undone_at": None,
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data) == (
        "payment.note",
        {"payment": made.pk, "paise": 100000, "method": "bank"},
    )


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ({"paise": 0}, ("rupees", "Enter an amount in rupees, such as 250.")),
        ({"paise": -1}, ("rupees", "Enter an amount in rupees, such as 250.")),
        ({"paise": 10**10 + 1}, ("rupees", "At most ₹10,00,00,000.00 at once.")),
        ({"paid_on": TODAY + timedelta(days=1)}, ("paid_on", "That day is in the future.")),
        (
            {"bank_reference": "x" * 101},
            ("bank_reference", "A reference can have at most 100 characters."),
        ),
    ],
)
def test_a_payment_that_cannot_be_is_refused(
    send: Send, priya: User, told: dict[str, Any], refused: tuple[str, str]
) -> None:
    request = make_request(send)
    paid = {"paise": 100, **UPI, **told}
    assert refusal(record_payment, **current(request, priya), **paid) == refused
    assert not Payment.objects.exists()


def test_a_payment_of_today_is_taken_after_midnight_in_india(send: Send, priya: User) -> None:
    request = make_request(send)
    past_midnight = MONDAY.replace(hour=0, minute=5)  # still Sunday in UTC
    record_payment(**current(request, priya, past_midnight), **UPI, paise=100)
    assert Payment.objects.get().paid_on == TODAY


def test_an_undone_payment_stays_and_counts_no_more(send: Send, meena: User) -> None:
    request = make_request(send)
    made = record_payment(**current(request, meena), **UPI, paise=100000)
    undo = partial(undo_payment, payment=made.pk, reason=" Typed twice ")
    undo(**current(request, meena))
    made.refresh_from_db()
    assert (made.undone_at, owed(request)) == (MONDAY, 163800)
    assert (AuditEntry.objects.all()[0].action, AuditEntry.objects.all()[0].reason) == (
        "payment.undo",
        "Typed twice",
    )
    assert refusal(undo, **current(request, meena)) == (
        "",
        "This payment has already been undone.",
    )


def test_only_the_owner_undoes_a_payment_of_a_colleague_or_of_before(
    send: Send, meena: User, priya: User
) -> None:
    request = make_request(send)
    made = record_payment(**current(request, meena), **UPI, paise=100000)
    told = {**current(request, priya), "payment": made.pk, "reason": ""}
    assert (
        refusal(undo_payment, **told)[1] == "Only the owner can undo what a colleague has recorded."
    )
    own = record_payment(**current(request, priya), **UPI, paise=100)
    late = current(request, priya, MONDAY + timedelta(minutes=15))
    assert "ask the owner" in refusal(undo_payment, **late, payment=own.pk, reason="")[1]
    in_time = current(request, priya, MONDAY + timedelta(minutes=14, seconds=59))
    undo_payment(**in_time, payment=own.pk, reason="")
    assert owed(request) == 63800


def test_a_payment_of_another_request_is_not_undone(send: Send, meena: User) -> None:
    first, second = make_request(send), make_request(send, name="Ravi")
    made = record_payment(**current(first, meena), **UPI, paise=100000)
    told = {**current(second, meena), "payment": made.pk, "reason": ""}
    assert refusal(undo_payment, **told) == ("", "This request has no such payment.")
    assert owed(first) == 63800


def test_a_balance_takes_few_queries(
    send: Send, priya: User, django_assert_num_queries: Any
) -> None:
    request = make_request(send)
    for paise in (100, 200, 300):
        record_payment(**current(request, priya), **UPI, paise=paise)
        adjust(**current(request, priya), paise=paise, reason="Agreed")
    found = read_again(request)
    with django_assert_num_queries(4):
        balance(found)
