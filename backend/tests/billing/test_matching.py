"""Lines of a statement are stored once, proposed to whom they may belong, and booked by a person alone."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from oottam.audit.models import AuditEntry
from oottam.billing import matching
from oottam.billing.balances import balance
from oottam.billing.matching import TakenError
from oottam.billing.models import LineState, PaymentClaim, StatementLine
from oottam.billing.payments import RepeatedReferenceError, record_payment, undo_payment
from oottam.billing.statements.layouts import Entry
from oottam.core.errors import DomainError
from oottam.privacy.erasure import erase
from oottam.requests.models import Request
from oottam.workflow.models import Payment, PaymentMethod
from oottam.workflow.services.editing import ExcessError
from tests.conftest import Send
from tests.factories.plans import Planner
from tests.factories.requests import TEN_AM, at_once, current, make_request, read_again
from tests.hypothesis_profile import rolled_back, rule_settings

pytestmark = pytest.mark.django_db
UTR = "612345678901"
DAY = date(2026, 11, 20)
TOTAL = 1_638_00  # of the order that `make_request` sends


def entry(**values: Any) -> Entry:
    given: dict[str, Any] = {
        "row": 2, "paid_on": DAY, "paise": TOTAL, "reference": UTR, "digest": "", "payer": "",
        "note": "UPI", "looks_settled": False,
    }  # fmt: skip
    return Entry(**{**given, **values})


def put_in(actor: User, *entries: Entry, lumps: bool = False) -> tuple[int, int]:
    done = matching.import_entries(entries, source="bank.csv", lumps=lumps, actor=actor, now=TEN_AM)
    return done.new, done.known


def only_line() -> StatementLine:
    return StatementLine.objects.get()


def book(
    actor: User, request: Request, paise: int, line: StatementLine | None = None, **more: Any
) -> Payment:
    return matching.book(
        line_id=(line or only_line()).pk,
        reference=request.reference,
        paise=paise,
        actor=actor,
        now=TEN_AM,
        **more,
    )


def suggested() -> list[tuple[str, bool]]:
    """Return why and whether it is sure, of each suggestion of the only open line."""
    [found] = matching.open_lines()
    return [(each.why, each.is_sure) for each in found.suggestions]


def test_each_line_is_stored_once_however_often_it_comes(meena: User) -> None:
    first, second = entry(), entry(reference="", digest="cash 1", paise=500_00)
    assert put_in(meena, first, second, first) == (2, 1)
    assert put_in(
        meena, second, entry(row=90, note="another list"), entry(reference="612345678902")
    ) == (1, 2)
    assert StatementLine.objects.count() == 3
    assert AuditEntry.objects.filter(action="statement.import").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_import_at_once_store_each_line_once(meena: User) -> None:
    entries = [entry(reference=f"6123456789{at:02}") for at in range(40)]
    at_once(*[lambda: put_in(meena, *entries)] * 2)
    assert StatementLine.objects.count() == 40


@pytest.mark.parametrize("note", ["UPI/{}/pay", "upi {lower}", "for {spaced} thanks", "{plain}"])
def test_our_reference_with_the_exact_amount_is_sure(send: Send, meena: User, note: str) -> None:
    request = make_request(send)
    reference = request.reference
    forms = {
        "lower": reference.lower(),
        "spaced": reference.replace("-", " "),
        "plain": reference.replace("-", ""),
    }
    put_in(meena, entry(note=note.format(reference, **forms)))
    assert suggested() == [("reference", True)]


def test_our_reference_with_another_amount_is_proposed_but_not_sure(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    put_in(meena, entry(note=request.reference, paise=2_000_00))
    [found] = matching.open_lines()
    assert [(each.paise, each.excess, each.is_sure) for each in found.suggestions] == [
        (2_000_00, 362_00, False)
    ]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"payer": "ASHA RAMAN"}, "amount and name"),
        ({"payer": "RAMAN K"}, "amount and part of the name"),
        ({"payer": "ASHA R"}, "amount and part of the name"),
        ({"note": "UPI-9840012345@upi"}, "amount and phone number"),
        ({"payer": "BALA K"}, ""),
        ({"payer": "ASHA R", "paise": TOTAL - 1}, ""),
    ],
)
def test_amount_with_a_name_or_phone_is_never_sure(planner: Planner, values: Any, why: str) -> None:
    plan = planner.plan()
    owed = balance(plan.request).owed
    put_in(planner.actor, entry(**{"paise": owed, **values}))
    assert suggested() == ([(why, False)] if why else [])


def test_whole_name_is_likely_unless_two_have_it(planner: Planner) -> None:
    owed = balance(planner.plan().request).owed
    put_in(planner.actor, entry(paise=owed, payer="ASHA RAMAN"))
    [found] = matching.open_lines()
    assert (found.is_sure, found.is_likely) == (False, True)
    put_in(planner.actor, entry(paise=owed, payer="ASHA RAMAN", reference="612345678902"))
    assert [each.is_likely for each in matching.open_lines()] == [False, False]  # of the same day
    planner.plan()
    assert [each.has_twin for each in matching.open_lines()] == [True, True]


def test_claimed_utr_is_sure(send: Send, meena: User) -> None:
    request = make_request(send)
    PaymentClaim.objects.create(request=request, utr=UTR, at=TEN_AM)
    put_in(meena, entry())
    assert suggested() == [("the customer's UTR", True)]


def test_second_line_for_the_same_order_is_not_sure(send: Send, meena: User) -> None:
    request = make_request(send)
    put_in(meena, *(entry(reference=f"61234567890{at}", note=request.reference) for at in (1, 2)))
    assert [each.is_sure for each in matching.open_lines()] == [True, False]


def test_booked_line_is_matched_and_opens_again_with_the_undone_payment(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    put_in(meena, entry(note=request.reference))
    payment = book(meena, request, TOTAL)
    assert (payment.method, payment.reference, payment.paid_on) == (PaymentMethod.UPI, UTR, DAY)
    assert only_line().state == LineState.MATCHED
    assert matching.open_lines() == []
    undo_payment(payment=payment.pk, reason="", **current(read_again(request), meena))
    assert only_line().state == LineState.OPEN
    assert suggested() == [("reference", True)]


def test_one_line_pays_two_orders_up_to_its_amount(send: Send, meena: User) -> None:
    first, second = make_request(send), make_request(send)
    put_in(meena, entry(paise=2 * TOTAL))
    book(meena, first, TOTAL)
    assert only_line().state == LineState.OPEN
    with pytest.raises(TakenError, match="Only ₹1,638 of this line is left"):
        book(meena, second, TOTAL + 1, beyond=None)
    book(meena, second, TOTAL)
    assert only_line().state == LineState.MATCHED
    with pytest.raises(TakenError, match="dealt with"):
        book(meena, second, 1)


def test_overpayment_is_asked_about(send: Send, meena: User) -> None:
    request = make_request(send)
    put_in(meena, entry(paise=2 * TOTAL))
    with pytest.raises(ExcessError, match="more than is due"):
        book(meena, request, 2 * TOTAL)
    assert not Payment.objects.exists()
    book(meena, request, 2 * TOTAL, beyond=TOTAL)


@pytest.mark.django_db(transaction=True)
def test_line_is_booked_once_by_two_who_press_at_once(send: Send, meena: User) -> None:
    request = make_request(send)
    put_in(meena, entry(note=request.reference))
    at_once(*[lambda: book(meena, request, TOTAL, beyond=None)] * 2)
    assert Payment.objects.count() == 1


def test_payment_that_was_booked_by_hand_is_attached(send: Send, meena: User) -> None:
    request = make_request(send)
    record_payment(
        paise=TOTAL,
        method=PaymentMethod.UPI,
        paid_on=DAY,
        bank_reference=UTR,
        **current(request, meena),
    )
    put_in(meena, entry())
    assert suggested() == [("booked already", True)]
    payment = Payment.objects.get()
    matching.attach(line_id=only_line().pk, payment_id=payment.pk, actor=meena, now=TEN_AM)
    assert only_line().state == LineState.MATCHED
    with pytest.raises(TakenError):
        matching.attach(line_id=only_line().pk, payment_id=payment.pk, actor=meena, now=TEN_AM)


def test_reference_that_is_booked_already_is_asked_about(send: Send, meena: User) -> None:
    first, second = make_request(send), make_request(send)
    given: dict[str, Any] = {
        "paise": 100_00,
        "method": PaymentMethod.UPI,
        "paid_on": DAY,
        "bank_reference": UTR,
    }
    record_payment(**given, **current(first, meena))
    with pytest.raises(
        RepeatedReferenceError, match=f"₹100 for {first.reference} has this reference"
    ):
        record_payment(**given, **current(second, meena))
    record_payment(**given, may_repeat=True, **current(second, meena))
    assert Payment.objects.count() == 2


def test_settlement_is_kept_apart_where_the_id_settles_in_lumps(meena: User) -> None:
    put_in(meena, entry(looks_settled=True), lumps=True)
    assert only_line().state == LineState.SETTLEMENT
    matching.set_state(
        line_id=only_line().pk,
        was=LineState.SETTLEMENT,
        state=LineState.OPEN,
        actor=meena,
        now=TEN_AM,
    )
    assert only_line().state == LineState.OPEN


def test_line_that_no_customer_paid_leaves_the_list_until_it_is_put_back(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    put_in(meena, entry())
    for was, state in ((LineState.OPEN, LineState.IGNORED), (LineState.IGNORED, LineState.OPEN)):
        matching.set_state(line_id=only_line().pk, was=was, state=state, actor=meena, now=TEN_AM)
        with pytest.raises(TakenError):  # of another tab
            matching.set_state(
                line_id=only_line().pk, was=was, state=LineState.SETTLEMENT, actor=meena, now=TEN_AM
            )
        assert len(matching.open_lines()) == (state == LineState.OPEN)
    book(meena, request, 100_00)
    with pytest.raises(DomainError, match="undo that first"):
        matching.set_state(
            line_id=only_line().pk,
            was=LineState.OPEN,
            state=LineState.IGNORED,
            actor=meena,
            now=TEN_AM,
        )


def test_erased_person_s_line_is_emptied_and_the_old_list_does_not_book_again(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    line = entry(note=request.reference, payer="Asha Raman")
    put_in(meena, line)
    book(meena, request, TOTAL)
    erase(
        references=[request.reference],
        actor=meena,
        now=TEN_AM + timedelta(days=1),
        reason="x",
        cancel=True,
    )
    stored = only_line()
    assert (stored.reference, stored.payer, stored.note) == ("", "", "")
    assert put_in(meena, line) == (0, 1)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (UTR, 1),
        ("1638", 1),
        ("₹1,638.00", 1),
        ("20/11/2026", 1),
        ("2026-11-20", 1),
        ("1639", 0),
        ("99/99/2026", 0),
        ("Asha", 0),
        ("", 0),
    ],
)
def test_payments_are_found_by_utr_amount_and_day(
    send: Send, meena: User, text: str, count: int
) -> None:
    request = make_request(send)
    put_in(meena, entry())
    book(meena, request, TOTAL)
    assert len(matching.find_payments(text, 10)) == count


@rule_settings
@given(
    st.lists(st.lists(st.integers(0, 30), max_size=12), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
)
def test_overlapping_lists_in_any_order_store_each_payment_once(
    meena: User, lists: list[list[int]], random: Random
) -> None:
    known = [entry(reference=f"6123456789{at:02}", paise=100 + at) for at in range(31)]
    new = 0
    with rolled_back():
        for at in (*range(len(lists)), *random.sample(range(len(lists)), len(lists))):
            some = random.sample([known[each] for each in lists[at]], len(lists[at]))
            new += put_in(meena, *some)[0]
        stored = dict(StatementLine.objects.values_list("reference", "paise"))
    seen = {each for some in lists for each in some}
    assert stored == {known[each].reference: known[each].paise for each in seen}
    assert new == len(seen)
