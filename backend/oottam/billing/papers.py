"""Issuing receipts, bills, what answers them, and vouchers of advances. Amounts are whole paise; days are India's.

A paper is stored with its number in the transaction that issues it, and never changed. A second press returns what the
first has issued.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.audit.log import record
from oottam.billing import tax
from oottam.billing.balances import AGREED
from oottam.billing.content import (
    NOBODY,
    BillLine,
    Buyer,
    agreed_paise,
    answered,
    bill_content,
    bill_lines,
    buyer_of,
    credit_content,
    default_supply,
    digest,
    payment_content,
)
from oottam.billing.models import Paper, PaperKind, TaxProfile
from oottam.billing.numbering import take_number
from oottam.billing.profiles import profile_on
from oottam.billing.tax import Supply
from oottam.core.errors import DomainError, NotFoundError
from oottam.core.money import short_rupees
from oottam.requests.models import Request, Status
from oottam.workflow.models import Payment, Refund
from oottam.workflow.services.editing import EditContext, RequestEdit, edit_request

BILLS = (PaperKind.BILL, PaperKind.SUPPLEMENTARY)
MAX_BUYER_NAME = 200  # characters
_PARTS = ("taxable", "cgst", "sgst")


def issue_receipt(
    *, payment: int, supply: Supply | None = None, **context: Unpack[EditContext]
) -> Paper:
    """Issue the receipt of a payment; with a regular profile and before the bill, its receipt voucher. Raises DomainError.

    `supply` is what the advance is for; None for what the kind of request usually is.
    """
    with transaction.atomic():
        request = _lock_request(context["reference"])
        if issued := Paper.objects.filter(request=request, payment_id=payment).first():
            return issued
        with edit_request(action=RequestAction.ISSUE_PAPER, **context) as edit:
            paid = edit.request.payments.filter(pk=payment).first()
            if paid is None:
                raise DomainError("This request has no such payment.")
            if paid.undone_at:
                raise DomainError("This payment was undone: there is nothing to receipt.")
            paper = _issue_receipt(edit, paid, supply)
            _log(edit, paper)
    return paper


def issue_bill(
    *, buyer: Buyer = NOBODY, supply: Supply | None = None, **context: Unpack[EditContext]
) -> Paper:
    """Issue the bill for what is agreed. Raises DomainError before confirming, and while no price is agreed.

    `buyer` is what the desk typed for a business customer.
    """
    with transaction.atomic():
        request = _lock_request(context["reference"])
        if issued := request.papers.filter(kind=PaperKind.BILL).first():
            return issued
        with edit_request(action=RequestAction.ISSUE_PAPER, **context) as edit:
            paper = _issue_bill(edit, buyer, supply)
            _log(edit, paper)
    return paper


def issue_supplementary(**context: Unpack[EditContext]) -> Paper:
    """Issue the supplementary bill for what was added since the last bill. Raises DomainError."""
    with edit_request(action=RequestAction.ISSUE_PAPER, **context) as edit:
        request = edit.request
        difference = unbilled_paise(request)
        bill = request.papers.filter(kind__in=BILLS).last()
        if bill is None:
            raise DomainError("There is no bill yet: issue that.")
        if difference <= 0:
            raise DomainError("Nothing was added since the last bill.")
        profile = _profile(edit.now)
        content = bill_content(
            request,
            profile,
            kind=PaperKind.SUPPLEMENTARY,
            supply=Supply(bill.content["tax"]["supply"]),
            buyer=bill.content["buyer"],
            lines=[BillLine("Added to what was agreed", difference)],
        )
        content["answers"] = [answered(bill)]
        paper = _store(edit, PaperKind.SUPPLEMENTARY, content, profile, answers=bill)
        _log(edit, paper)
    return paper


def issue_credit_notes(**context: Unpack[EditContext]) -> list[Paper]:
    """Issue credit notes for what was taken off since the last bill, one for each bill that they answer, latest first.

    Raises DomainError where nothing was.
    """
    with edit_request(action=RequestAction.ISSUE_PAPER, **context) as edit:
        request = edit.request
        to_credit = -unbilled_paise(request)
        if to_credit <= 0:
            raise DomainError("Nothing was taken off since the last bill.")
        is_off = request.status == Status.CANCELLED
        reason = "Cancelled" if is_off else "Taken off what was agreed"
        notes = []
        for bill in request.papers.filter(kind__in=BILLS).order_by("-pk"):
            left = uncredited(bill)
            paise = min(to_credit, sum(left.values()))
            if paise > 0:
                to_credit -= paise
                profile = bill.profile or _profile(edit.now)
                content = credit_content(bill, paise, left, reason)
                notes.append(_store(edit, PaperKind.CREDIT_NOTE, content, profile, answers=bill))
        _log(edit, *notes)
    return notes


def issue_refund_voucher(*, refund: int, **context: Unpack[EditContext]) -> Paper:
    """Issue the refund voucher of an advance that had a receipt voucher, and no bill. Raises DomainError."""
    with transaction.atomic():
        request = _lock_request(context["reference"])
        if issued := Paper.objects.filter(request=request, refund_id=refund).first():
            return issued
        with edit_request(action=RequestAction.ISSUE_PAPER, **context) as edit:
            given = edit.request.refunds.filter(pk=refund).first()
            if given is None or given.undone_at:
                raise DomainError("This request has no such refund.")
            paper = _issue_refund_voucher(edit, given)
            _log(edit, paper)
    return paper


def issue_with_payment(edit: RequestEdit, payment: int) -> None:
    """Issue what the owner wants with each payment: the bill with the first once it is agreed, and the receipt."""
    request = edit.request
    if not _profile(edit.now).with_payments:
        return
    papers = []
    may_bill = request.status in AGREED and agreed_paise(request) is not None
    if may_bill and not request.papers.filter(kind=PaperKind.BILL).exists():
        papers.append(_issue_bill(edit, NOBODY, None))
    paid = request.payments.get(pk=payment)
    papers.append(_issue_receipt(edit, paid, None))
    record(
        action=RequestAction.ISSUE_PAPER,
        actor=edit.actor,
        at=edit.now,
        reference=request.reference,
        data={"papers": [[paper.number, paper.paise] for paper in papers]},
    )


def cancel_undone(edit: RequestEdit, **moved: int) -> None:
    """Mark the paper of an undone payment (`payment_id`) or refund (`refund_id`) as cancelled; it keeps its number."""
    Paper.objects.filter(**moved, cancelled_at=None).update(cancelled_at=edit.now)


def unbilled_paise(request: Request) -> int:
    """Return what is agreed and not billed yet: less than 0 where more was billed; 0 while no price is agreed."""
    agreed = agreed_paise(request)
    if agreed is None:
        return 0
    papers = request.papers.all()
    billed = sum(paper.paise for paper in papers if paper.kind in BILLS)
    credited = sum(paper.paise for paper in papers if paper.kind == PaperKind.CREDIT_NOTE)
    return agreed - billed + credited


def uncredited(bill: Paper) -> dict[str, int]:
    """Return the parts of a bill (taxable, cgst, sgst) that no credit note has taken back."""
    notes = bill.answered_by.filter(kind=PaperKind.CREDIT_NOTE)
    taken = [note.content["tax"] for note in notes]
    return {part: bill.content["tax"][part] - sum(each[part] for each in taken) for part in _PARTS}


def unrefunded_vouchers(request: Request) -> tuple[list[Paper], int]:
    """Return the receipt vouchers of a request's advances, and what refund vouchers have left of their sum."""
    standing = [paper for paper in request.papers.all() if paper.cancelled_at is None]
    vouchers = [paper for paper in standing if paper.kind == PaperKind.RECEIPT_VOUCHER]
    refunded = [paper for paper in standing if paper.kind == PaperKind.REFUND_VOUCHER]
    return vouchers, sum(each.paise for each in vouchers) - sum(each.paise for each in refunded)


@dataclass(frozen=True, slots=True)
class Offers:
    """What may be issued for a request now; paise, 0 for nothing."""

    has_bill: bool
    bill: bool
    supplementary: int
    credit: int
    payments: list[Payment]
    refunds: list[Refund]

    @property
    def is_any(self) -> bool:
        """Whether anything may be issued."""
        return bool(self.bill or self.supplementary or self.credit or self.payments or self.refunds)


def offers(request: Request) -> Offers:
    """Return what may be issued now; one query, none where papers, payments and refunds are prefetched."""
    issued = list(request.papers.all())
    has_bill = any(paper.kind == PaperKind.BILL for paper in issued)
    agreed = agreed_paise(request)
    unbilled = unbilled_paise(request) if has_bill else 0
    vouchers, left = unrefunded_vouchers(request)
    receipted = {paper.payment_id for paper in issued}
    refunded = {paper.refund_id for paper in issued}
    return Offers(
        has_bill=has_bill,
        bill=not has_bill and _is_billable(request, agreed),
        supplementary=max(0, unbilled),
        credit=max(0, -unbilled),
        payments=[
            each
            for each in request.payments.all()
            if each.undone_at is None and each.pk not in receipted
        ],
        refunds=[
            each
            for each in request.refunds.all()
            if each.undone_at is None and each.pk not in refunded and each.paise <= left
        ]
        if vouchers and not has_bill
        else [],
    )


def _is_billable(request: Request, agreed: int | None) -> bool:
    if request.status == Status.CANCELLED:
        return bool(agreed)
    return request.status in AGREED and agreed is not None


def papers_between(first: date, last: date) -> "QuerySet[Paper]":
    """Select the papers that were issued on these days in India, both included, in the order of issue."""
    zone = timezone.get_default_timezone()
    begins = datetime.combine(first, datetime.min.time(), zone)
    ends = datetime.combine(last, datetime.max.time(), zone)
    return Paper.objects.filter(issued_at__range=(begins, ends)).order_by("pk")


def _issue_receipt(edit: RequestEdit, paid: Payment, supply: Supply | None) -> Paper:
    request, profile = edit.request, _profile(edit.now)
    supply = supply or default_supply(request)
    has_bill = request.papers.filter(kind=PaperKind.BILL).exists()
    is_advance = not has_bill and profile.rate(supply).percent > 0  # rule 50: of a taxable supply
    kind = PaperKind.RECEIPT_VOUCHER if is_advance else PaperKind.RECEIPT
    content = payment_content(request, profile, kind=kind, supply=supply, moved=paid)
    return _store(edit, kind, content, profile, payment=paid)


def _issue_bill(edit: RequestEdit, buyer: Buyer, supply: Supply | None) -> Paper:
    request = edit.request
    agreed = agreed_paise(request)
    if request.status == Status.NEW:
        raise DomainError("Confirm the request first: a bill is for what was agreed.")
    if agreed is None:
        raise DomainError("No price is agreed yet: agree on one first.")
    if request.status == Status.CANCELLED and not agreed:
        raise DomainError("It is cancelled, and nothing is kept: there is nothing to bill.")
    if agreed < 0:
        raise DomainError("The price is below 0: correct the price changes first.")
    profile = _profile(edit.now)
    lines, reductions = bill_lines(request, agreed)
    content = bill_content(
        request,
        profile,
        kind=PaperKind.BILL,
        supply=supply or default_supply(request),
        buyer=buyer_of(request, clean_buyer(buyer)),
        lines=lines,
        reductions=reductions,
    )
    vouchers, _ = unrefunded_vouchers(request)
    content["advances"] = [{**answered(each), "paise": each.paise} for each in vouchers]
    return _store(edit, PaperKind.BILL, content, profile)


def _issue_refund_voucher(edit: RequestEdit, given: Refund) -> Paper:
    request = edit.request
    if request.papers.filter(kind=PaperKind.BILL).exists():
        raise DomainError("There is a bill: a credit note takes it back.")
    vouchers, left = unrefunded_vouchers(request)
    if not vouchers:
        raise DomainError("A refund voucher answers a receipt voucher, and there is none.")
    if given.paise > left:
        raise DomainError(
            f"The receipt vouchers leave {short_rupees(left)}: issue those of the other payments first."
        )
    last = vouchers[-1]
    profile = last.profile or _profile(edit.now)
    supply = Supply(last.content["tax"]["supply"])
    kind = PaperKind.REFUND_VOUCHER
    content = payment_content(request, profile, kind=kind, supply=supply, moved=given)
    content["answers"] = [answered(voucher) for voucher in vouchers]
    return _store(edit, kind, content, profile, refund=given, answers=last)


def clean_buyer(buyer: Buyer) -> Buyer:
    """Return what was typed of a business customer without spaces around it. Raises DomainError for a wrong GSTIN."""
    name = " ".join(buyer.name.split())
    if len(name) > MAX_BUYER_NAME:
        raise DomainError(f"A name has at most {MAX_BUYER_NAME} characters.", "buyer_name")
    try:
        return Buyer(name, tax.clean_gstin(buyer.gstin))
    except ValueError as error:
        raise DomainError(str(error), "buyer_gstin") from error


def _store(
    edit: RequestEdit,
    kind: PaperKind,
    content: dict[str, Any],
    profile: TaxProfile,
    **about: Any,
) -> Paper:
    """Number and store a paper, within the transaction of its request's edit."""
    now = edit.now
    day = timezone.localdate(now)
    number = take_number(kind, profile_on(day).prefix, day)
    content = {
        **content,
        "number": number.text,
        "day": day.isoformat(),
        "issued_at": now.isoformat(timespec="seconds"),
    }
    return Paper.objects.create(
        request=edit.request,
        kind=kind,
        series=number.series,
        sequence=number.sequence,
        number=number.text,
        issued_at=now,
        by=edit.actor,
        profile=profile if profile.pk else None,
        paise=content["total"],
        content=content,
        digest=digest(content),
        **about,
    )


def _log(edit: RequestEdit, *papers: Paper) -> None:
    edit.data["papers"] = [[paper.number, paper.paise] for paper in papers]


def _profile(now: datetime) -> TaxProfile:
    return profile_on(timezone.localdate(now))


def _lock_request(reference: str) -> Request:
    request = Request.objects.select_for_update().filter(reference=reference).first()
    if request is None:
        raise NotFoundError(reference)
    return request
