"""The revenue ledger: changes of agreed prices write ledger entries, and revenue is their sum."""

from collections import Counter
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from oottam.billing.balances import AGREED, Outstanding, balance, outstanding, overpaid, retained
from oottam.billing.payments import adjust, record_payment, undo_payment
from oottam.billing.refunds import record_refund
from oottam.billing.revenue import Booked, ByMethod, booked, received
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Credit, LedgerEntry, Payment, PaymentMethod
from oottam.workflow.services.details import save_details
from oottam.workflow.services.duplicates import merge
from oottam.workflow.services.transitions import cancel, complete, confirm, reopen
from oottam.workflow.services.undo_transition import undo
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request
from tests.hypothesis_profile import rolled_back, rule_settings

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
TUESDAY, WEDNESDAY = TEN_AM + timedelta(days=1), TEN_AM + timedelta(days=2)
EVER = (date(2000, 1, 1), date(2099, 1, 1))
VEG = 163800


def rows(request: Request) -> list[tuple[str, int, date]]:
    return [(row.why, row.paise, row.day) for row in request.ledger_entries.all()]


def days_booked(first: datetime, last: datetime) -> int:
    return sum(row.paise for row in booked(first.date(), last.date()))


def booked_by_kind(first: date, last: date) -> dict[Kind, int]:
    sums = dict.fromkeys(Kind, 0)
    for row in booked(first, last):
        sums[row.kind] += row.paise
    return sums


def test_price_is_booked_on_the_day_of_confirmation(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    adjust(**current(request, meena), paise=-3800, reason="Regular")
    assert not LedgerEntry.objects.exists()
    confirm(**current(request, meena, TUESDAY))
    assert booked(*EVER) == [Booked(TUESDAY.date(), Kind.VEG, VEG - 3800, 0, 0)]


def test_price_change_is_booked_on_its_day(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena))
    adjust(**current(request, meena, TUESDAY), paise=5000, reason="A larger box")
    assert booked(*EVER) == [
        Booked(TODAY, Kind.VEG, VEG, 0, 0),
        Booked(TUESDAY.date(), Kind.VEG, 0, 5000, 0),
    ]


def test_subscription_price_change_is_booked_as_a_change(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send, Kind.SUBSCRIPTION), meena)
    confirm(**current(request, meena))
    save_details(**current(request, meena, TUESDAY), agreed_paise=800000)
    assert rows(request) == [
        ("confirmed", 900000, TODAY),
        ("changed", -100000, TUESDAY.date()),
    ]


def test_cancellation_is_booked_on_its_day(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena))
    cancel(**current(request, meena, WEDNESDAY), reason="Moved away")
    assert days_booked(TEN_AM, TEN_AM) == VEG
    assert days_booked(WEDNESDAY, WEDNESDAY) == -VEG
    assert booked_by_kind(*EVER) == dict.fromkeys(Kind, 0)


def test_reconfirmed_request_is_booked_again_and_counted_once(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena))
    cancel(**current(request, meena), reason="Mistaken")
    reopen(**current(request, meena, TUESDAY), reason="Is back")
    confirm(**current(request, meena, WEDNESDAY))
    assert rows(request) == [
        ("confirmed", VEG, TODAY),
        ("taken-off", -VEG, TODAY),
        ("confirmed", VEG, WEDNESDAY.date()),
    ]
    assert [row.is_first for row in request.ledger_entries.all()] == [True, False, False]


def test_reopening_a_completed_request_reverses_its_ledger_entry(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), meena)
    save_details(**current(request, meena), agreed_paise=50000)
    confirm(**current(request, meena))
    complete(**current(request, meena))
    reopen(**current(request, meena, TUESDAY), reason="Closed too early")
    assert rows(request)[1:] == [("taken-off", -50000, TUESDAY.date())]


def test_merged_duplicate_has_no_revenue(send: Send, meena: User) -> None:
    request, target = make_confirmable(make_request(send), meena), make_request(send)
    confirm(**current(request, meena))
    cancel(**current(request, meena), reason="Mistaken")
    reopen(**current(request, meena), reason="Not mistaken")
    merge(**current(request, meena), into=target.reference)
    assert booked_by_kind(*EVER)[Kind.VEG] == 0


def test_unconfirmed_request_has_no_ledger_entry(send: Send, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, meena), reason="Does not answer")
    assert not LedgerEntry.objects.exists()


def test_request_without_a_price_is_counted_and_booked_once_priced(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), meena)
    confirm(**current(request, meena))
    assert booked(*EVER) == [Booked(TODAY, Kind.NUTRITION, 0, 0, 0)]
    save_details(**current(request, meena), agreed_paise=50000)
    assert booked_by_kind(*EVER)[Kind.NUTRITION] == 50000


def test_rejected_change_has_no_ledger_entry(send: Send, meena: User) -> None:
    request = make_request(send)
    with pytest.raises(DomainError):
        confirm(**current(request, meena))
    assert not LedgerEntry.objects.exists()


def test_ledger_entry_day_is_the_day_in_india(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena, TEN_AM.replace(hour=0, minute=5)))  # still Sunday in UTC
    assert LedgerEntry.objects.get().day == TODAY


def test_returning_customer_is_recognised(send: Send, meena: User) -> None:
    people: list[dict[str, Any]] = [
        {"phone": "98765 43210", "email": "a@example.com"},
        {"phone": "+91 9876543210", "email": "b@example.com", "name": "Asha R"},
        {"phone": "98765 43211", "email": "c@example.com"},
    ]
    for request in [make_confirmable(make_request(send, **person), meena) for person in people]:
        confirm(**current(request, meena))
    assert [row.came_back for row in LedgerEntry.objects.all()] == [False, True, False]


def test_received_sums_payments_by_day_and_method_without_undone_ones(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    on: dict[str, Any] = {"paid_on": TODAY}
    record_payment(**current(request, meena), **on, paise=100, method=PaymentMethod.UPI)
    record_payment(**current(request, meena), **on, paise=50, method=PaymentMethod.UPI)
    record_payment(**current(request, meena), **on, paise=7, method=PaymentMethod.CASH)
    undone = record_payment(**current(request, meena), **on, paise=9000, method=PaymentMethod.CARD)
    undo_payment(**current(request, meena), payment=undone.pk, reason="Typed twice")
    assert received(TODAY, TODAY) == [
        ByMethod(TODAY, PaymentMethod.CASH, 7),
        ByMethod(TODAY, PaymentMethod.UPI, 150),
    ]
    assert received(TODAY + timedelta(days=1), EVER[1]) == []


def test_outstanding_counts_only_confirmed_requests(send: Send, meena: User) -> None:
    agreed, off, new = (
        make_confirmable(make_request(send), meena),
        make_confirmable(make_request(send), meena),
        make_request(send),
    )
    for request in (agreed, off):
        confirm(**current(request, meena))
    record_payment(**current(agreed, meena), paise=800, method=PaymentMethod.UPI, paid_on=TODAY)
    cancel(**current(off, meena), reason="Moved away")
    assert balance(new).owed == VEG
    assert outstanding() == Outstanding(VEG - 800, 1)


def test_overpayment_does_not_reduce_other_requests_balances(send: Send, meena: User) -> None:
    paid, owing = (
        make_confirmable(make_request(send), meena),
        make_confirmable(make_request(send), meena),
    )
    for request in (paid, owing):
        confirm(**current(request, meena))
    record_payment(
        **current(paid, meena), paise=VEG + 5, method=PaymentMethod.UPI, paid_on=TODAY, beyond=5
    )
    assert outstanding() == Outstanding(VEG, 1)


STEPS = (
    "confirm",
    "cancel",
    "reopen",
    "complete",
    "adjust",
    "agree",
    "pay",
    "refund",
    "undo",
    "take back",
)
steps = st.lists(
    st.tuples(
        st.sampled_from(STEPS), st.integers(0, 2), st.integers(-90000, 90000), st.integers(0, 2)
    ),
    max_size=25,
)


@rule_settings
@given(chosen_steps=steps)
@rolled_back()
def test_ledger_equals_a_recount_of_the_requests(
    send: Send, chosen_steps: list[tuple[str, int, int, int]]
) -> None:
    """The ledger equals the change of agreed prices per step, by the day of the step."""
    owner, kinds = make_staff_account("meena"), (Kind.VEG, Kind.SUBSCRIPTION, Kind.NUTRITION)
    requests = [make_confirmable(make_request(send, kind), owner) for kind in kinds]
    now, by_day = TEN_AM, dict[date, Counter[Kind]]()
    for step, which, number, later in chosen_steps:
        now += timedelta(hours=13 * later)
        before = _agreed_by_kind()
        with suppress(DomainError):
            _run_step(step, current(requests[which], owner, now), number)
        after, day = _agreed_by_kind(), by_day.setdefault(timezone.localdate(now), Counter())
        for kind in kinds:
            day[kind] += after[kind] - before[kind]
    for on, sums in by_day.items():
        assert booked_by_kind(on, on) == {kind: sums[kind] for kind in Kind}
    assert booked_by_kind(*EVER) == {kind: _agreed_by_kind()[kind] for kind in Kind}
    paid = Counter[tuple[date, PaymentMethod]]()
    for payment in Payment.objects.all():
        if payment.undone_at is None:
            paid[payment.paid_on, PaymentMethod(payment.method)] += payment.paise
    assert {(row.day, row.method): row.paise for row in received(*EVER)} == dict(paid)
    overpayments = {each.pk: overpaid(each, balance(each)) for each in Request.objects.all()}
    listed = dict(Credit.objects.values_list("request_id", "paise"))
    assert listed == {number: paise for number, paise in overpayments.items() if paise}
    owed = [balance(request).owed or 0 for request in Request.objects.filter(status__in=AGREED)]
    assert outstanding().paise == sum(paise for paise in owed if paise > 0)


def _agreed_by_kind() -> Counter[Kind]:
    """Return the agreed paise by kind, computed request by request."""
    sums = Counter[Kind]()
    counted = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)
    for request in Request.objects.filter(status__in=counted):
        sums[Kind(request.kind)] += balance(request).due or 0
    # Amounts retained from requests that were never confirmed are no revenue.
    for request in Request.objects.filter(status=Status.CANCELLED, ledger_entries__is_first=True):
        sums[Kind(request.kind)] += retained(request)
    return sums


def _run_step(step: str, arguments: dict[str, Any], number: int) -> None:
    if step == "confirm":
        confirm(**arguments)
    elif step == "cancel":
        cancel(**arguments, reason="x")
    elif step == "reopen":
        reopen(**arguments, reason="x")
    elif step == "complete":
        complete(**arguments)
    elif step == "adjust":
        adjust(**arguments, paise=number, reason="x")
    elif step == "agree":
        save_details(**arguments, agreed_paise=abs(number))
    elif step == "pay":
        today = timezone.localdate(arguments["now"])
        record_payment(
            **arguments, paise=abs(number), method=PaymentMethod.UPI, paid_on=today, beyond=None
        )
    elif step == "refund":
        today = timezone.localdate(arguments["now"])
        given: dict[str, Any] = {
            "method": PaymentMethod.CASH,
            "given_on": today,
            "is_all": number < 0,
        }
        record_refund(**arguments, paise=abs(number) // 2, **given)
    elif step == "take back":
        undo(**arguments)
    elif step == "undo":
        payment = Payment.objects.filter(request__reference=arguments["reference"]).first()
        undo_payment(**arguments, payment=payment.pk if payment else 0, reason="x")
