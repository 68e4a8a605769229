"""A paper's frozen content as texts, for its PDF and the customer's page. Amounts become rupees, days Indian ones."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import formats, timezone

from oottam.billing.models import Paper, PaperKind
from oottam.core.money import format_rupees


class Row(NamedTuple):
    """A text with an amount, such as "CGST 2.5 %" and "₹39.00"."""

    text: str
    amount: str


class Line(NamedTuple):
    """A line with its amount, and the part of it that is taxed; "" where no tax is charged."""

    text: str
    amount: str
    taxable: str


@dataclass(frozen=True, slots=True)
class PaperView:
    """What a paper says, in the order in which it is read. Empty texts and lists are left out."""

    title: str
    number: str
    day: str
    cancelled: str
    seller: str
    seller_facts: list[str]
    buyer: str
    buyer_facts: list[str]
    facts: list[tuple[str, str]]  # label and text
    lines: list[Line]
    reductions: list[Row]
    total_label: str
    total: str
    taxes: list[Row]
    advances: list[Row]
    notes: list[str]

    @property
    def is_taxed(self) -> bool:
        """Whether tax is charged."""
        return bool(self.taxes)


def paper_view(paper: Paper) -> PaperView:
    """Return a paper as texts: its content, and whether it was cancelled since."""
    content = paper.content
    seller, buyer = content["seller"], content["buyer"]
    taxes = _taxes(content)
    return PaperView(
        title=content["title"],
        number=content["number"],
        day=format_day(content["day"]),
        cancelled=_cancelled(paper),
        seller=seller["name"],
        seller_facts=_some(
            seller["brand"] if seller["brand"] != seller["name"] else "",
            seller["address"],
            _join(seller["phone"], seller["email"]),
            _labelled("GSTIN", seller["gstin"]),
            _labelled("FSSAI", seller["fssai"]),
        ),
        buyer=buyer["name"],
        buyer_facts=_some(buyer["address"], _labelled("GSTIN", buyer["gstin"])),
        facts=_facts(content, is_taxed=bool(taxes)),
        lines=_lines(content, is_taxed=bool(taxes)),
        reductions=[
            Row(less["text"], f"−{format_rupees(less['paise'])}")
            for less in content.get("reductions", ())
        ],
        total_label=_TOTALS[PaperKind(content["kind"])],
        total=format_rupees(content["total"]),
        taxes=taxes,
        advances=[
            Row(f"{each['title']} {each['number']}", format_rupees(each["paise"]))
            for each in content.get("advances", ())
        ],
        notes=list(content["notes"]),
    )


_TOTALS = {
    PaperKind.RECEIPT: "Received",
    PaperKind.RECEIPT_VOUCHER: "Received in advance",
    PaperKind.REFUND_VOUCHER: "Refunded",
    PaperKind.CREDIT_NOTE: "Credited",
    PaperKind.BILL: "Total",
    PaperKind.SUPPLEMENTARY: "Total",
}


def format_day(day: str) -> str:
    """Format an ISO day as "23 November 2026"."""
    return formats.date_format(date.fromisoformat(day), "j F Y")


def half_rate(percent: int) -> str:
    """Return CGST's or SGST's half of a rate: "2.5 %"."""
    return f"{percent / 2:g} %"


def _cancelled(paper: Paper) -> str:
    if paper.cancelled_at is None:
        return ""
    what = "refund" if paper.kind == PaperKind.REFUND_VOUCHER else "payment"
    at: datetime = timezone.localtime(paper.cancelled_at)
    return f"Cancelled on {format_day(at.date().isoformat())}: the {what} was undone."


def _facts(content: dict[str, Any], *, is_taxed: bool) -> list[tuple[str, str]]:
    paid = content.get("payment")
    answers = ", ".join(
        f"{each['number']} of {format_day(each['day'])}" for each in content.get("answers", ())
    )
    facts = [("For", f"{content['subject']}, {content['reference']}"), ("Answers", answers)]
    if paid:
        facts += [
            ("Method", paid["method"]),
            ("Reference", paid["reference"]),
            ("Day", format_day(paid["day"])),
        ]
    if is_taxed:
        facts.append(("Place of supply", content["seller"]["state"]))
    return [fact for fact in facts if fact[1]]


def _lines(content: dict[str, Any], *, is_taxed: bool) -> list[Line]:
    return [
        Line(
            line["text"],
            format_rupees(line["paise"]),
            format_rupees(line["taxable"]) if is_taxed else "",
        )
        for line in content.get("lines", ())
    ]


def _taxes(content: dict[str, Any]) -> list[Row]:
    """Return the parts of the total where tax is charged, or would be: not of a total of nothing."""
    tax = content.get("tax")
    if not tax or not tax["percent"]:
        return []
    half = half_rate(tax["percent"])
    return [
        Row(f"taxable value, SAC {tax['sac']}", format_rupees(tax["taxable"])),
        Row(f"CGST {half}", format_rupees(tax["cgst"])),
        Row(f"SGST {half}", format_rupees(tax["sgst"])),
    ]


def _labelled(label: str, text: str) -> str:
    return f"{label} {text}" if text else ""


def _join(*texts: str) -> str:
    return ", ".join(_some(*texts))


def _some(*texts: str) -> list[str]:
    return [text for text in texts if text]
