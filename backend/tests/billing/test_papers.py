"""What is issued when: receipts, bills, supplementary bills, credit notes and vouchers; and that nothing of them changes."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.migrations import Migration

from oottam.audit.models import AuditEntry
from oottam.billing import content, papers
from oottam.billing.content import Buyer
from oottam.billing.models import Paper, PaperKind, PaperSeries
from oottam.billing.payments import adjust, undo_payment
from oottam.billing.profiles import profile_on
from oottam.billing.refunds import record_refund, undo_refund
from oottam.billing.tax import Supply, TaxKind
from oottam.core.errors import DomainError, StaleError
from oottam.maintenance.pruning import prune_all
from oottam.maintenance.reversal import describe_hidden
from oottam.privacy import erasure
from oottam.requests.models import Kind, Request
from oottam.workflow.models import PaymentMethod
from oottam.workflow.services import transitions
from oottam.workflow.services.details import save_details
from tests.conftest import Send
from tests.factories.papers import GSTIN, TODAY, make_confirmed, make_profile, pay
from tests.factories.requests import (
    TEN_AM,
    at_once,
    current,
    make_confirmable,
    make_request,
    read_again,
    refusal,
)

pytestmark = pytest.mark.django_db
PRICE = 163800


def bill(request: Request, actor: User, now: datetime = TEN_AM, **more: Any) -> Paper:
    return papers.issue_bill(**current(request, actor, now), **more)


def receipt(request: Request, actor: User, payment: int, now: datetime = TEN_AM) -> Paper:
    return papers.issue_receipt(**current(request, actor, now), payment=payment)


def reduce(request: Request, owner: User, paise: int) -> None:
    adjust(**current(request, owner), paise=-paise, reason="Shortened")


def parts(paper: Paper) -> tuple[int, int, int]:
    tax = paper.content["tax"]
    return tax["taxable"], tax["cgst"], tax["sgst"]


def check(issued: Iterable[Paper]) -> None:
    """Every paper is intact, and its lines and taxes add up to its amount."""
    for paper in issued:
        frozen = paper.content
        assert content.is_intact(paper)
        assert (frozen["number"], frozen["total"]) == (paper.number, paper.paise)
        if "tax" in frozen:
            assert sum(parts(paper)) == paper.paise
        if "lines" in frozen:
            gross = sum(line["paise"] for line in frozen["lines"])
            assert gross - sum(less["paise"] for less in frozen["reductions"]) == paper.paise
            for at, name in enumerate(("taxable", "cgst", "sgst")):
                assert sum(line[name] for line in frozen["lines"]) == parts(paper)[at]


def test_receipt_needs_no_profile(send: Send, priya: User) -> None:
    request = make_request(send)
    paid = pay(request, priya, 50000)
    paper = receipt(request, priya, paid.pk)
    assert (paper.number, paper.kind, paper.paise) == ("OT/26-27/R00001", "receipt", 50000)
    assert paper.content["payment"] == {
        "paise": 50000, "method": "UPI", "day": "2026-11-23", "reference": "433012345678"
    }  # fmt: skip
    assert paper.content["seller"]["name"] == "Oottam"
    assert paper.profile is None
    check([paper])


def test_second_press_returns_the_same_paper(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya)
    paid = pay(request, priya, 50000)
    context = current(request, priya)
    first = papers.issue_receipt(**context, payment=paid.pk)
    assert papers.issue_receipt(**context, payment=paid.pk) == first
    assert bill(request, priya) == bill(request, priya)
    assert Paper.objects.count() == 2


def test_issuing_is_logged_and_counts_as_a_change(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya)
    context = current(request, priya)
    bill(request, priya)
    entry = AuditEntry.objects.get(action="paper.issue")
    assert (entry.actor, entry.reference) == (priya, request.reference)
    assert entry.data == {"papers": [["OT/26-27/000001", PRICE]]}
    with pytest.raises(StaleError):
        papers.issue_receipt(**context, payment=pay(request, priya, 100).pk)


def test_bill_is_refused_before_confirming(send: Send, priya: User) -> None:
    request = make_request(send)
    assert "Confirm the request first" in refusal(bill, request=request, actor=priya)[1]
    assert not Paper.objects.exists()
    assert not PaperSeries.objects.exists()


def test_bill_is_refused_without_an_agreed_price(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya, Kind.APPOINTMENT)
    assert "No price is agreed" in refusal(bill, request=request, actor=priya)[1]


def test_order_priced_on_request_gets_no_bill_until_an_amount_is_agreed(
    send: Send, priya: User
) -> None:
    request = make_confirmed(send, priya)
    request.order.lines.update(charged_paise=0, unit_price_paise=0)
    type(request.order).objects.filter(pk=request.pk).update(total_paise=0)
    assert "No price is agreed" in refusal(bill, request=request, actor=priya)[1]
    adjust(**current(request, priya), paise=90000, reason="As agreed")
    paper = bill(request, priya)
    assert [line["paise"] for line in paper.content["lines"]][-1] == 90000
    check([paper])


def test_free_request_gets_a_bill_of_nothing(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya, Kind.SUBSCRIPTION)
    save_details(**current(request, meena), agreed_paise=0)
    paper = bill(request, priya)
    assert (paper.paise, parts(paper)) == (0, (0, 0, 0))
    check([paper])


@pytest.mark.parametrize(
    ("kind", "title", "note"),
    [
        (TaxKind.NONE, "Bill", content.NOT_REGISTERED),
        (TaxKind.COMPOSITION, "Bill of supply", content.COMPOSITION),
        (TaxKind.REGULAR, "Tax invoice", content.NO_REVERSE_CHARGE),
    ],
)
def test_profile_names_the_bill(
    send: Send, priya: User, meena: User, kind: TaxKind, title: str, note: str
) -> None:
    make_profile(meena, kind=kind)
    paper = bill(make_confirmed(send, priya), priya)
    assert (paper.content["title"], paper.content["notes"]) == (title, [note])
    assert parts(paper) == ((156000, 3900, 3900) if kind == TaxKind.REGULAR else (PRICE, 0, 0))
    assert paper.content["seller"]["gstin"] == ("" if kind == TaxKind.NONE else GSTIN)
    check([paper])


def test_contract_is_taxed_by_its_own_rate(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    paper = bill(make_confirmed(send, priya), priya, supply=Supply.CONTRACT)
    assert (paper.content["tax"]["percent"], paper.content["tax"]["sac"]) == (18, "996337")
    assert parts(paper) == (138814, 12493, 12493)


def test_doctors_fee_is_exempt(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya, Kind.APPOINTMENT)
    save_details(**current(request, priya), agreed_paise=80000)
    paper = bill(request, priya)
    assert (paper.content["title"], paper.content["notes"]) == ("Bill of supply", [content.EXEMPT])
    assert parts(paper) == (80000, 0, 0)
    paid = pay(request, priya, 80000)
    assert receipt(request, priya, paid.pk).kind == PaperKind.RECEIPT


@pytest.mark.parametrize("kind", [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.EVENT])
def test_lines_of_every_kind_add_up(send: Send, priya: User, meena: User, kind: Kind) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya, kind)
    reduce(request, meena, 777)
    paper = bill(request, priya)
    assert paper.content["reductions"][-1] == {"text": "Agreed reduction", "paise": 777}
    check([paper])


def test_business_customer_is_named_with_a_checked_gstin(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya)
    wrong = Buyer("Acme Pvt Ltd", f"{GSTIN[:-1]}3")
    field, sentence = refusal(bill, request=request, actor=priya, buyer=wrong)
    assert (field, "does not match" in sentence) == ("buyer_gstin", True)
    paper = bill(request, priya, buyer=Buyer(" Acme  Pvt Ltd", GSTIN.lower()))
    assert paper.content["buyer"]["name"] == "Acme Pvt Ltd"
    assert paper.content["buyer"]["gstin"] == GSTIN


def test_increase_gets_a_supplementary_bill(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya)
    supplementary = papers.issue_supplementary
    assert "no bill yet" in refusal(supplementary, **current(request, priya))[1]
    first = bill(request, priya)
    assert "Nothing was added" in refusal(supplementary, **current(request, priya))[1]
    adjust(**current(request, priya), paise=20000, reason="Two more days")
    second = supplementary(**current(request, priya))
    assert (second.number, second.paise, second.answers) == ("OT/26-27/S00001", 20000, first)
    assert second.content["title"] == "Supplementary tax invoice"
    assert second.content["answers"] == [
        {"title": "Tax invoice", "number": first.number, "day": "2026-11-23"}
    ]
    assert papers.unbilled_paise(read_again(request)) == 0
    check([first, second])


def test_credit_notes_answer_the_latest_bills_first(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya)
    credit = papers.issue_credit_notes
    first = bill(request, priya)
    assert "Nothing was taken off" in refusal(credit, **current(request, priya))[1]
    adjust(**current(request, priya), paise=20000, reason="Two more days")
    second = papers.issue_supplementary(**current(request, priya))
    reduce(request, meena, 30017)
    notes = credit(**current(request, priya))
    assert [(note.answers, note.paise) for note in notes] == [(second, 20000), (first, 10017)]
    assert parts(notes[0]) == parts(second)
    transitions.cancel(**current(request, meena), reason="Moved away")
    [rest] = credit(**current(request, priya))
    assert (rest.number, rest.paise) == ("OT/26-27/C00003", PRICE - 10017)
    total = [sum(each) for each in zip(parts(notes[1]), parts(rest), strict=True)]
    assert tuple(total) == parts(first)  # nothing of the bill is left
    assert papers.unbilled_paise(read_again(request)) == 0
    check([first, second, *notes, rest])


def test_cancelled_request_is_billed_for_what_the_shop_keeps(
    send: Send, priya: User, meena: User
) -> None:
    request = make_confirmed(send, priya)
    assert (
        "nothing"
        in refusal(
            lambda: (
                transitions.cancel(**current(request, priya), reason="No"),
                bill(request, priya),
            )
        )[1]
    )
    other = make_confirmed(send, priya, phone="9840012345")
    pay(other, priya, PRICE)
    transitions.cancel(**current(other, priya), reason="Moved away", give_back=100000)
    paper = bill(other, priya)
    assert (paper.paise, paper.content["lines"][0]["text"]) == (
        PRICE - 100000,
        "Kept after the cancellation",
    )


def test_advance_before_the_bill_gets_a_receipt_voucher(
    send: Send, priya: User, meena: User
) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya)
    advance, rest = pay(request, priya, 105000), pay(request, priya, 58800)
    voucher = receipt(request, priya, advance.pk)
    assert (voucher.kind, voucher.number) == ("receipt-voucher", "OT/26-27/A00001")
    assert parts(voucher) == (100000, 2500, 2500)
    billed = bill(request, priya)
    assert [each["number"] for each in billed.content["advances"]] == [voucher.number]
    assert receipt(request, priya, rest.pk).kind == PaperKind.RECEIPT
    check([voucher, billed])


def test_refunded_advance_gets_a_refund_voucher(send: Send, priya: User, meena: User) -> None:
    make_profile(meena)
    request = make_confirmed(send, priya)
    paid = pay(request, priya, 105000)
    voucher = receipt(request, priya, paid.pk)
    transitions.cancel(**current(request, priya), reason="Moved away", give_back=105000)
    refund = record_refund(
        **current(request, priya), paise=105000, method=PaymentMethod.CASH, given_on=TODAY
    )
    assert refund
    back = papers.issue_refund_voucher(**current(request, priya), refund=refund.pk)
    assert (back.number, back.answers, parts(back)) == ("OT/26-27/F00001", voucher, parts(voucher))
    assert papers.unrefunded_vouchers(request)[1] == 0
    undo_refund(**current(request, priya), refund=refund.pk, reason="")
    back.refresh_from_db()
    assert back.cancelled_at == TEN_AM
    assert papers.unrefunded_vouchers(request)[1] == 105000
    check([voucher, back])


def test_refund_voucher_needs_a_receipt_voucher_and_no_bill(send: Send, priya: User) -> None:
    request = make_request(send)
    pay(request, priya, 5000)
    transitions.cancel(**current(request, priya), reason="No", give_back=5000)
    refund = record_refund(
        **current(request, priya), paise=5000, method=PaymentMethod.CASH, given_on=TODAY
    )
    assert refund
    context = current(request, priya)
    issue = papers.issue_refund_voucher
    assert "there is none" in refusal(issue, **context, refund=refund.pk)[1]


def test_receipt_of_an_undone_payment_is_cancelled_and_keeps_its_number(
    send: Send, priya: User
) -> None:
    request = make_request(send)
    paid, wrong = pay(request, priya, 50000), pay(request, priya, 7)
    paper = receipt(request, priya, paid.pk)
    before = (paper.number, paper.content, paper.digest)
    for payment in (paid, wrong):
        undo_payment(**current(request, priya), payment=payment.pk, reason="Typed twice")
    paper.refresh_from_db()
    assert paper.cancelled_at == TEN_AM
    assert (paper.number, paper.content, paper.digest) == before
    again = pay(request, priya, 50000)
    assert receipt(request, priya, again.pk).number == "OT/26-27/R00002"
    arguments = {"request": request, "actor": priya, "payment": wrong.pk}
    assert "was undone" in refusal(receipt, **arguments)[1]


def test_owner_may_have_papers_issued_with_payments(send: Send, priya: User, meena: User) -> None:
    make_profile(meena, with_payments=True)
    request = make_request(send)
    pay(request, priya, 10000)
    transitions.confirm(**current(make_confirmable(request, priya), priya))
    pay(request, priya, 20000)
    pay(request, priya, 30000)
    numbers = list(request.papers.values_list("number", flat=True))
    assert numbers == [
        "OT/26-27/A00001", "OT/26-27/000001", "OT/26-27/R00001", "OT/26-27/R00002"
    ]  # fmt: skip
    assert AuditEntry.objects.filter(action="paper.issue").count() == 3


def test_year_of_a_paper_changes_at_midnight_in_india(send: Send, priya: User) -> None:
    request = make_request(send)
    last_second = datetime.fromisoformat("2027-03-31T23:59:59+05:30")
    first, second = (pay(request, priya, 100).pk for _ in range(2))
    assert receipt(request, priya, first, last_second).number == "OT/26-27/R00001"
    midnight = last_second + timedelta(seconds=1)
    paper = receipt(request, priya, second, midnight)
    assert (paper.number, paper.content["day"]) == ("OT/27-28/R00001", "2027-04-01")
    assert [each.number for each in papers.papers_between(date(2027, 4, 1), date(2027, 4, 30))] == [
        "OT/27-28/R00001"
    ]


def test_profile_changed_within_a_year_applies_from_its_day(
    send: Send, priya: User, meena: User
) -> None:
    request, later = make_confirmed(send, priya), TEN_AM + timedelta(days=10)
    plain = bill(request, priya)
    refused, sentence = refusal(make_profile, owner=meena, valid_from=TODAY)
    assert (refused, "choose a later day" in sentence) == ("valid_from", True)
    make_profile(meena, valid_from=date(2026, 12, 1))
    assert profile_on(date(2026, 11, 30)).kind == TaxKind.NONE
    other = make_confirmed(send, priya, phone="9840012345")
    taxed = bill(other, priya, later)
    assert [paper.content["title"] for paper in (plain, taxed)] == ["Bill", "Tax invoice"]
    assert taxed.number == "OT/26-27/000002"  # the series goes on
    reduce(request, meena, 1000)
    [note] = papers.issue_credit_notes(**current(request, priya, later))
    assert parts(note) == (1000, 0, 0)  # as the bill that it answers


def test_unused_profile_is_replaced_and_a_used_one_is_not(
    send: Send, priya: User, meena: User
) -> None:
    first = make_profile(meena, valid_from=TODAY)
    assert make_profile(meena, valid_from=TODAY, prefix="OTM").pk == first.pk
    paper = bill(make_confirmed(send, priya), priya)
    assert (paper.number, paper.profile) == ("OTM/26-27/000001", first)
    assert refusal(make_profile, owner=meena, valid_from=TODAY)[0] == "valid_from"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"gstin": f"{GSTIN[:-1]}3"}, "gstin"),
        ({"gstin": ""}, "gstin"),
        ({"prefix": "OTTM"}, "prefix"),
        ({"state": "00"}, "state"),
        ({"state": "29"}, "state"),
        ({"fssai_number": "123"}, "fssai_number"),
        ({"food_percent": 41}, "food_percent"),
        ({"food_sac": "99633"}, "food_sac"),
    ],
)
def test_wrong_profile_is_refused_at_its_field(
    meena: User, changes: dict[str, Any], field: str
) -> None:
    assert refusal(make_profile, owner=meena, **changes)[0] == field


def test_erasure_keeps_papers_until_their_retention_is_over(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya)
    paid = pay(request, priya, PRICE)
    paper = bill(request, priya)
    name = paper.content["buyer"]["name"]
    erasure.erase(
        references=[request.reference], actor=priya, now=TEN_AM, reason="Asked", cancel=True
    )
    paper.refresh_from_db()
    assert (paper.content["buyer"]["name"], content.is_intact(paper)) == (name, True)
    later = receipt(request, priya, paid.pk)
    assert later.content["buyer"] == {"name": "", "address": "", "gstin": ""}
    [note] = papers.issue_credit_notes(**current(request, priya))
    assert note.content["buyer"]["name"] == name  # the law wants it on the answer, too
    prune_all(TEN_AM + timedelta(days=365 * 8 - 10), pause=lambda _: None)
    assert Paper.objects.count() == 3
    prune_all(TEN_AM + timedelta(days=365 * 8 + 10), pause=lambda _: None)
    assert not Paper.objects.exists()
    assert PaperSeries.objects.count() == 3  # their numbers are not given again


def test_failure_after_the_number_leaves_no_gap(
    send: Send, priya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_confirmed(send, priya)

    def fail(_: Any) -> str:
        raise ImproperlyConfigured

    with monkeypatch.context() as patch:
        patch.setattr(papers, "digest", fail)
        with pytest.raises(ImproperlyConfigured), transaction.atomic():
            bill(request, priya)
    assert bill(request, priya).number == "OT/26-27/000001"


@pytest.mark.django_db(transaction=True)
def test_64_presses_at_once_issue_each_receipt_once(send: Send, priya: User) -> None:
    request = make_confirmed(send, priya)
    payments = [pay(request, priya, 100 + number).pk for number in range(16)]

    def issue(payment: int) -> Paper:
        """Press again where a colleague was faster."""
        while True:
            try:
                return receipt(request, priya, payment)
            except StaleError:
                continue

    presses = [lambda each=each: issue(each) for each in payments * 4]
    issued = at_once(*presses)
    numbers = {paper.number for paper in issued if isinstance(paper, Paper)}
    assert sorted(numbers) == [f"OT/26-27/R{number:05}" for number in range(1, 17)]
    assert len(issued) == 64
    assert Paper.objects.count() == 16


def test_papers_are_listed_before_a_release_without_them(
    send: Send, priya: User, meena: User
) -> None:
    """`migrate_back` deletes them; their numbers are with customers."""
    make_profile(meena)
    bill(make_confirmed(send, priya), priya)
    lines = list(describe_hidden([Migration("0001_papers", "billing")]))
    assert [line.split("  ")[-1] for line in lines[1::2]] == [
        "OT/26-27/000001: ₹1,638.00 on 2026-11-23",
        "Regular 33AAPFU0939F1Z2 OT from 2026-04-01",
    ]


def test_request_with_papers_cannot_be_deleted(send: Send, priya: User) -> None:
    """Nothing deletes requests; a paper would be lost with one."""
    request = make_confirmed(send, priya)
    bill(request, priya)
    with pytest.raises(Exception, match="protected"):
        Request.objects.filter(pk=request.pk).delete()


def test_refused_paper_raises_a_sentence(send: Send, priya: User) -> None:
    request = make_request(send)
    with pytest.raises(DomainError, match="no such payment"):
        receipt(request, priya, 999)
