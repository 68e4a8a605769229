"""What is agreed is booked as it changes, and revenue is what was booked."""

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
from oottam.billing.revenue import Booked, Received, booked, received
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Booking, Credit, Payment, PaymentMethod
from oottam.workflow.services.details import save_details
from oottam.workflow.services.duplicates import merge
from oottam.workflow.services.transitions import cancel, complete, confirm, reopen
from oottam.workflow.services.undo_transition import undo
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import MONDAY, current, make_confirmable, make_request
from tests.hypothesis_profile import rolled_back, rule_settings

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)
TUESDAY, WEDNESDAY = MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)
EVER = (date(2000, 1, 1), date(2099, 1, 1))
VEG = 163800


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


def rows(request: Request) -> list[tuple[str, int, date]]:
    return [(row.why, row.paise, row.day) for row in request.bookings.all()]


def days_booked(first: datetime, last: datetime) -> int:
    return sum(row.paise for row in booked(first.date(), last.date()))


def booked_by_kind(first: date, last: date) -> dict[Kind, int]:
    sums = dict.fromkeys(Kind, 0)
    for row in booked(first, last):
        sums[row.kind] += row.paise
    return sums


def test_what_a_request_costs_is_booked_on_the_day_it_is_confirmed(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    adjust(**current(request, meena), paise=-3800, reason="Regular")
    assert not Booking.objects.exists()
    confirm(**current(request, meena, TUESDAY))
    assert booked(*EVER) == [Booked(TUESDAY.date(), Kind.VEG, VEG - 3800, 0, 0)]


def test_a_new_price_is_booked_on_the_day_it_is_agreed(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena))
    adjust(**current(request, meena, TUESDAY), paise=5000, reason="A larger box")
    assert booked(*EVER) == [
        Booked(TODAY, Kind.VEG, VEG, 0, 0),
        Booked(TUESDAY.date(), Kind.VEG, 0, 5000, 0),
    ]


def test_another_price_of_a_subscription_is_booked_as_a_change(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send, Kind.SUBSCRIPTION), meena)
    confirm(**current(request, meena))
    save_details(**current(request, meena, TUESDAY), agreed_paise=800000)
    assert rows(request) == [
        ("confirmed", 900000, TODAY),
        ("changed", -100000, TUESDAY.date()),
    ]


def test_what_is_cancelled_is_taken_off_on_that_day_and_days_gone_by_stay(
    send: Send, meena: User
) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena))
    cancel(**current(request, meena, WEDNESDAY), reason="Moved away")
    assert days_booked(MONDAY, MONDAY) == VEG
    assert days_booked(WEDNESDAY, WEDNESDAY) == -VEG
    assert booked_by_kind(*EVER) == dict.fromkeys(Kind, 0)


def test_a_request_that_is_confirmed_again_is_booked_again_and_counted_once(
    send: Send, meena: User
) -> None:
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
    assert [row.is_first for row in request.bookings.all()] == [True, False, False]


def test_what_was_completed_and_is_opened_again_waits_to_be_agreed_again(
    send: Send, meena: User
) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), meena)
    save_details(**current(request, meena), agreed_paise=50000)
    confirm(**current(request, meena))
    complete(**current(request, meena))
    reopen(**current(request, meena, TUESDAY), reason="Closed too early")
    assert rows(request)[1:] == [("taken-off", -50000, TUESDAY.date())]


def test_a_double_that_had_been_confirmed_is_booked_no_more(send: Send, meena: User) -> None:
    request, kept = make_confirmable(make_request(send), meena), make_request(send)
    confirm(**current(request, meena))
    cancel(**current(request, meena), reason="Mistaken")
    reopen(**current(request, meena), reason="Not mistaken")
    merge(**current(request, meena), into=kept.reference)
    assert booked_by_kind(*EVER)[Kind.VEG] == 0


def test_a_request_that_is_never_confirmed_books_nothing(send: Send, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, meena), reason="Does not answer")
    assert not Booking.objects.exists()


def test_one_without_a_price_is_counted_and_books_nothing_until_it_has_one(
    send: Send, meena: User
) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), meena)
    confirm(**current(request, meena))
    assert booked(*EVER) == [Booked(TODAY, Kind.NUTRITION, 0, 0, 0)]
    save_details(**current(request, meena), agreed_paise=50000)
    assert booked_by_kind(*EVER)[Kind.NUTRITION] == 50000


def test_a_refused_change_books_nothing(send: Send, meena: User) -> None:
    request = make_request(send)
    with pytest.raises(DomainError):
        confirm(**current(request, meena))
    assert not Booking.objects.exists()


def test_days_are_those_of_india(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    confirm(**current(request, meena, MONDAY.replace(hour=0, minute=5)))  # still Sunday in UTC
    assert Booking.objects.get().day == TODAY


def test_whoever_had_something_confirmed_before_has_come_back(send: Send, meena: User) -> None:
    people: list[dict[str, Any]] = [
        {"phone": "98765 43210", "email": "a@example.com"},
        {"phone": "+91 9876543210", "email": "b@example.com", "name": "Asha R"},
        {"phone": "98765 43211", "email": "c@example.com"},
    ]
    for request in [make_confirmable(make_request(send, **told), meena) for told in people]:
        confirm(**current(request, meena))
    assert [row.came_back for row in Booking.objects.all()] == [False, True, False]


def test_received_is_what_was_paid_on_the_day_by_method_without_what_was_undone(
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
        Received(TODAY, PaymentMethod.CASH, 7),
        Received(TODAY, PaymentMethod.UPI, 150),
    ]
    assert received(TODAY + timedelta(days=1), EVER[1]) == []


def test_outstanding_is_what_is_owed_on_what_is_agreed(send: Send, meena: User) -> None:
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


def test_too_much_from_one_pays_for_no_other(send: Send, meena: User) -> None:
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
doings = st.lists(
    st.tuples(
        st.sampled_from(STEPS), st.integers(0, 2), st.integers(-90000, 90000), st.integers(0, 2)
    ),
    max_size=25,
)


@rule_settings
@given(asked_for=doings)
@rolled_back()
def test_revenue_is_what_a_recount_from_the_requests_finds_after_every_day(
    send: Send, asked_for: list[tuple[str, int, int, int]]
) -> None:
    """What is agreed after each step, less what was before it, by the day of the step."""
    owner, kinds = make_staff_account("meena"), (Kind.VEG, Kind.SUBSCRIPTION, Kind.NUTRITION)
    requests = [make_confirmable(make_request(send, kind), owner) for kind in kinds]
    now, by_day = MONDAY, dict[date, Counter[Kind]]()
    for step, which, number, later in asked_for:
        now += timedelta(hours=13 * later)
        before = _agreed()
        with suppress(DomainError):
            _do(step, current(requests[which], owner, now), number)
        after, day = _agreed(), by_day.setdefault(timezone.localdate(now), Counter())
        for kind in kinds:
            day[kind] += after[kind] - before[kind]
    for on, sums in by_day.items():
        assert booked_by_kind(on, on) == {kind: sums[kind] for kind in Kind}
    assert booked_by_kind(*EVER) == {kind: _agreed()[kind] for kind in Kind}
    paid = Counter[tuple[date, PaymentMethod]]()
    for payment in Payment.objects.all():
        if payment.undone_at is None:
            paid[payment.paid_on, PaymentMethod(payment.method)] += payment.paise
    assert {(row.day, row.method): row.paise for row in received(*EVER)} == dict(paid)
    too_much = {each.pk: overpaid(each, balance(each)) for each in Request.objects.all()}
    listed = dict(Credit.objects.values_list("request_id", "paise"))
    assert listed == {number: paise for number, paise in too_much.items() if paise}
    owed = [balance(request).owed or 0 for request in Request.objects.filter(status__in=AGREED)]
    assert outstanding().paise == sum(paise for paise in owed if paise > 0)


def _agreed() -> Counter[Kind]:
    """One by one, from the rows."""
    sums = Counter[Kind]()
    counted = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)
    for request in Request.objects.filter(status__in=counted):
        sums[Kind(request.kind)] += balance(request).due or 0
    # What was never confirmed is no revenue, whatever the shop keeps of it.
    for request in Request.objects.filter(status=Status.CANCELLED, bookings__is_first=True):
        sums[Kind(request.kind)] += retained(request)
    return sums


def _do(step: str, told: dict[str, Any], number: int) -> None:
    if step == "confirm":
        confirm(**told)
    elif step == "cancel":
        cancel(**told, reason="x")
    elif step == "reopen":
        reopen(**told, reason="x")
    elif step == "complete":
        complete(**told)
    elif step == "adjust":
        adjust(**told, paise=number, reason="x")
    elif step == "agree":
        save_details(**told, agreed_paise=abs(number))
    elif step == "pay":
        today = timezone.localdate(told["now"])
        record_payment(
            **told, paise=abs(number), method=PaymentMethod.UPI, paid_on=today, beyond=None
        )
    elif step == "refund":
        today = timezone.localdate(told["now"])
        given: dict[str, Any] = {
            "method": PaymentMethod.CASH,
            "given_on": today,
            "is_all": number < 0,
        }
        record_refund(**told, paise=abs(number) // 2, **given)
    elif step == "take back":
        undo(**told)
    elif step == "undo":
        payment = Payment.objects.filter(request__reference=told["reference"]).first()
        undo_payment(**told, payment=payment.pk if payment else 0, reason="x")
