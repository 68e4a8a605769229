"""Months of random work, counted again by code that shares nothing with what issues papers."""

from datetime import date, timedelta
from random import Random

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from oottam.billing import papers
from oottam.billing.month import kind_sums, paper_rows
from oottam.billing.payments import adjust, undo_payment
from oottam.billing.refunds import record_refund
from oottam.billing.tax import Supply, TaxKind
from oottam.core.errors import DomainError
from oottam.requests.models import Request, Status
from oottam.workflow.models import PaymentMethod
from oottam.workflow.services import transitions
from tests.conftest import Send
from tests.factories.papers import TODAY, make_confirmed, make_profile, pay
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request, read_again
from tests.hypothesis_profile import rolled_back, rule_settings
from tests.oracle import papers as oracle

pytestmark = pytest.mark.django_db
STEPS = 30


def work(request: Request, owner: User, chance: Random) -> None:
    """Do one thing with the request, and issue what is offered, or not."""
    now = TEN_AM + timedelta(hours=chance.randrange(24 * 20))
    context = current(request, owner, now)
    request = read_again(request)
    amount = chance.randrange(1, 90000)
    match chance.randrange(7):
        case 0 | 1:
            pay(request, owner, amount)
        case 2:
            adjust(**context, paise=chance.choice((1, -1)) * amount, reason="Changed")
        case 3 if payment := request.payments.filter(undone_at=None).last():
            undo_payment(**context, payment=payment.pk, reason="Wrong")
        case 4 if request.status == Status.CONFIRMED and chance.random() < 0.3:
            transitions.cancel(**context, reason="Off")
        case 5:
            record_refund(**context, paise=amount, method=PaymentMethod.CASH, given_on=TODAY)
        case _:
            pass
    offers = papers.offers(read_again(request))
    if chance.random() < 0.4:
        return
    for each in offers.payments:
        papers.issue_receipt(**current(request, owner, now), payment=each.pk)
    if offers.bill:
        supply = chance.choice(list(Supply))
        papers.issue_bill(**current(request, owner, now), supply=supply)
    if offers.supplementary:
        papers.issue_supplementary(**current(request, owner, now))
    if offers.credit:
        papers.issue_credit_notes(**current(request, owner, now))
    for refund in offers.refunds:
        papers.issue_refund_voucher(**current(request, owner, now), refund=refund.pk)


@given(seed=st.integers(0, 10**6), kind=st.sampled_from(TaxKind))
@rule_settings
def test_random_month_is_counted_the_same(
    send: Send, meena: User, seed: int, kind: TaxKind
) -> None:
    chance = Random(seed)
    with rolled_back():
        make_profile(meena, kind=kind)
        phones = ("9840012345", "9840012346", "9840012347")
        requests = [make_confirmed(send, meena, phone=phone) for phone in phones]
        for _ in range(STEPS):
            try:
                work(chance.choice(requests), meena, chance)
            except DomainError:
                continue  # as the desk would read
        assert oracle.faults() == []
        for month, last in (("2026-11", 30), ("2026-12", 31)):
            first = date.fromisoformat(f"{month}-01")
            rows = paper_rows(papers.papers_between(first, first.replace(day=last)))
            counted = {
                str(each.kind.value): (each.count, each.taxable, each.cgst, each.sgst, each.total)
                for each in kind_sums(rows)
                if each.count
            }
            assert counted == oracle.sums(month)


def test_the_recount_notices_faults(send: Send, meena: User) -> None:
    make_profile(meena)
    request = make_confirmable(make_request(send), meena)
    paid = [pay(request, meena, 10000).pk for _ in range(3)]
    issued = [papers.issue_receipt(**current(request, meena), payment=each) for each in paid]
    assert oracle.faults() == []
    issued[1].delete()
    assert "has numbers [1, 3]" in oracle.faults()[0]
    issued[2].content["tax"]["cgst"] += 1
    issued[2].save()
    assert any("changed since" in fault for fault in oracle.faults())
    assert any("does not add up" in fault for fault in oracle.faults())
