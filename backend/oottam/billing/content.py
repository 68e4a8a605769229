"""The frozen content of papers: what a receipt or bill says, as JSON, with its digest. Amounts are whole paise.

CGST Rules 2017: rule 46 (tax invoice), 49 (bill of supply), 50 and 51 (vouchers of advances and their refund), 53
(credit notes). What of these the accountant confirms is in docs/bills.md. Pages and PDFs show this content alone, so
that a paper reads the same whatever becomes of the request.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oottam import catalogue
from oottam.billing import tax
from oottam.billing.balances import balance, retained
from oottam.billing.models import Paper, PaperKind, TaxProfile
from oottam.billing.tax import Rate, Supply, TaxKind
from oottam.orders.models import ComboOrder, Order
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Payment, PaymentMethod, Refund
from oottam.workflow.services.details import details_of, order_of

VERSION = 1  # of the JSON's keys
REQUEST_KINDS_OF_DOCTORS = (Kind.APPOINTMENT, Kind.NUTRITION)
_TITLES = {
    (PaperKind.BILL, TaxKind.NONE): "Bill",
    (PaperKind.BILL, TaxKind.COMPOSITION): "Bill of supply",
    (PaperKind.BILL, TaxKind.REGULAR): "Tax invoice",
    (PaperKind.SUPPLEMENTARY, TaxKind.NONE): "Supplementary bill",
    (PaperKind.SUPPLEMENTARY, TaxKind.COMPOSITION): "Supplementary bill of supply",
    (PaperKind.SUPPLEMENTARY, TaxKind.REGULAR): "Supplementary tax invoice",
}
NOT_REGISTERED = "The shop is not registered for GST: no tax is charged."
COMPOSITION = "Composition taxable person, not eligible to collect tax on supplies."  # rule 5(1)(f)
EXEMPT = "Exempt from GST."
NO_REVERSE_CHARGE = "Tax is not payable on reverse charge."


@dataclass(frozen=True, slots=True)
class Buyer:
    """What the desk typed for a business customer: the name for the bill, and a valid GSTIN. "" for neither."""

    name: str = ""
    gstin: str = ""


NOBODY = Buyer()


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of a bill before what is taken off."""

    text: str
    paise: int


def digest(content: dict[str, Any]) -> str:
    """Return the SHA-256 of a content, in hexadecimal digits; the order of keys does not count."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def is_intact(paper: Paper) -> bool:
    """Whether the content is the one that was issued."""
    return digest(paper.content) == paper.digest


def default_supply(request: Request) -> Supply:
    """Return what a kind of request usually is for tax; the desk may say that it is a contract."""
    return Supply.CONSULTATION if request.kind in REQUEST_KINDS_OF_DOCTORS else Supply.FOOD


def agreed_paise(request: Request) -> int | None:
    """Return what the customer owes in all by what is agreed now; None while no price is.

    0 before confirming; of a cancelled request what the shop retains.
    """
    if request.status == Status.CANCELLED:
        return retained(request)
    if request.status == Status.NEW:
        return 0
    money = balance(request)
    return None if money.is_on_request else money.due


def bill_lines(request: Request, total: int) -> tuple[list[BillLine], list[BillLine]]:
    """Return the lines of a request's bill, and what is taken off their sum, which leaves `total`."""
    ordered = order_of(request)
    reductions: list[BillLine] = []
    if request.status == Status.CANCELLED:
        return [BillLine("Kept after the cancellation", total)], reductions
    if isinstance(ordered, Order):
        lines = [BillLine(line.dish_name, line.charged_paise) for line in ordered.lines.all()]
    elif isinstance(ordered, ComboOrder):
        count = ordered.slots.count()
        meals = "meal" if count == 1 else "meals"
        lines = [BillLine(f"Combos, {count} {meals}", ordered.base_paise)]
        if ordered.discount_paise:
            reductions = [BillLine("Discount", ordered.discount_paise)]
    else:
        lines = [BillLine(_subject(request), balance(request).price or 0)]
    changed = total - sum(line.paise for line in lines) + sum(less.paise for less in reductions)
    if changed > 0:
        lines.append(BillLine("Agreed change", changed))
    elif changed < 0:
        reductions.append(BillLine("Agreed reduction", -changed))
    return lines, reductions


def bill_content(
    request: Request,
    profile: TaxProfile,
    *,
    kind: PaperKind,
    supply: Supply,
    buyer: dict[str, str],
    lines: Sequence[BillLine],
    reductions: Sequence[BillLine] = (),
) -> dict[str, Any]:
    """Return the content of a bill or supplementary bill, without its number."""
    rate = profile.rate(supply)
    total = sum(line.paise for line in lines) - sum(less.paise for less in reductions)
    title = _TITLES[kind, TaxKind(profile.kind)]
    if profile.kind == TaxKind.REGULAR and not rate.percent:  # CGST Act 2017, section 31(3)(c)
        title = title.replace("tax invoice", "bill of supply").replace(
            "Tax invoice", "Bill of supply"
        )
    return {
        **_common(request, kind, title, total),
        "seller": seller(profile),
        "buyer": buyer,
        "lines": taxed_lines(lines, total, rate.percent),
        "reductions": [{"text": less.text, "paise": less.paise} for less in reductions],
        "tax": tax_content(profile, supply, rate, total),
        "notes": _notes(profile, rate),
    }


def taxed_lines(lines: Sequence[BillLine], total: int, percent: int) -> list[dict[str, Any]]:
    """Return lines with their amount, and their part of tax after what is taken off the whole."""
    nets = tax.apportion(total, [line.paise for line in lines])
    return [
        {
            "text": line.text,
            "paise": line.paise,
            "taxable": part.taxable,
            "cgst": part.cgst,
            "sgst": part.sgst,
        }
        for line, part in zip(lines, tax.split_lines(nets, percent), strict=True)
    ]


def tax_content(profile: TaxProfile, supply: Supply, rate: Rate, total: int) -> dict[str, Any]:
    """Return the parts of a total that includes tax; CGST and SGST are 0 where none is charged."""
    parts = tax.split(total, rate.percent)
    return {
        "kind": str(profile.kind),
        "supply": str(supply),
        "percent": rate.percent,
        "sac": rate.sac,
        "taxable": parts.taxable,
        "cgst": parts.cgst,
        "sgst": parts.sgst,
    }


def payment_content(
    request: Request,
    profile: TaxProfile,
    *,
    kind: PaperKind,
    supply: Supply,
    moved: Payment | Refund,
) -> dict[str, Any]:
    """Return the content of a receipt, a receipt voucher or a refund voucher, without its number."""
    is_voucher = kind in (PaperKind.RECEIPT_VOUCHER, PaperKind.REFUND_VOUCHER)
    rate = profile.rate(supply) if is_voucher else Rate(0, "")
    day = moved.paid_on if isinstance(moved, Payment) else moved.given_on
    content = {
        **_common(request, kind, str(kind.label), moved.paise),
        "seller": seller(profile),
        "buyer": buyer_of(request, NOBODY),
        "payment": {
            "paise": moved.paise,
            "method": str(PaymentMethod(moved.method).label),
            "day": day.isoformat(),
            "reference": moved.reference,
        },
        "notes": _notes(profile, rate) if is_voucher else [],
    }
    if is_voucher:
        content["tax"] = tax_content(profile, supply, rate, moved.paise)
    return content


def credit_content(bill: Paper, paise: int, left: dict[str, int], reason: str) -> dict[str, Any]:
    """Return the content of a credit note that takes `paise` back from a bill, at its rate and from its seller.

    `left` are the parts of the bill that no credit note has taken back yet: one that takes all of it takes these.
    """
    billed = bill.content["tax"]
    parts = tax.split(paise, billed["percent"])
    is_rest = paise == left["taxable"] + left["cgst"] + left["sgst"]
    if is_rest and min(left.values()) >= 0:
        parts = tax.Split(left["taxable"], left["cgst"], left["sgst"])
    amounts = {"taxable": parts.taxable, "cgst": parts.cgst, "sgst": parts.sgst}
    return {
        **_common(bill.request, PaperKind.CREDIT_NOTE, str(PaperKind.CREDIT_NOTE.label), paise),
        "seller": bill.content["seller"],
        "buyer": bill.content["buyer"],
        "lines": [{"text": reason, "paise": paise, **amounts}],
        "reductions": [],
        "tax": {**billed, **amounts},
        "notes": [],
        "answers": [answered(bill)],
    }


def answered(paper: Paper) -> dict[str, str]:
    """Return how a paper names another one."""
    content = paper.content
    return {"title": content["title"], "number": paper.number, "day": content["day"]}


def seller(profile: TaxProfile) -> dict[str, str]:
    """Return the shop as the profile names it, otherwise as its own details do."""
    site = catalogue.current().site
    return {
        "brand": site.brand.name,
        "name": profile.legal_name or site.legal.legal_name or site.brand.name,
        "address": profile.address or site.contact.location,
        "phone": site.contact.phone,
        "email": site.contact.email,
        "gstin": profile.gstin if profile.kind != TaxKind.NONE else "",
        "state": tax.place_of_supply(profile.state),
        "fssai": profile.fssai_number or site.legal.fssai_licence or "",
    }


def buyer_of(request: Request, typed: Buyer) -> dict[str, str]:
    """Return the customer with the delivery address; of an erased one what was typed alone."""
    is_erased = request.erased_at is not None
    return {
        "name": typed.name or ("" if is_erased else request.customer_name.strip()),
        "address": "" if is_erased else _address(request),
        "gstin": typed.gstin,
    }


def _address(request: Request) -> str:
    known = details_of(request).address
    if not known and request.kind == Kind.APPOINTMENT:
        known = request.appointment.address
    return " ".join(known.split())


def _common(request: Request, kind: PaperKind, title: str, total: int) -> dict[str, Any]:
    return {
        "version": VERSION,
        "kind": str(kind.value),
        "title": title,
        "reference": request.reference,
        "subject": _subject(request),
        "total": total,
    }


def _subject(request: Request) -> str:
    """Return "Veg meal, 12 days"."""
    ordered = order_of(request)
    days = f", {ordered.days} day{'s' if ordered.days != 1 else ''}" if ordered else ""
    return f"{Kind(request.kind).label.removesuffix(' enquiry')}{days}"


def _notes(profile: TaxProfile, rate: Rate) -> list[str]:
    if profile.kind == TaxKind.NONE:
        return [NOT_REGISTERED]
    if profile.kind == TaxKind.COMPOSITION:
        return [COMPOSITION]
    return [NO_REVERSE_CHARGE] if rate.percent else [EXEMPT]
