"""The papers of some days as rows for the shop's accountant. Amounts are whole paise."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from oottam.billing.models import Paper, PaperKind


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One paper with its parts, as its frozen content states them; a cancelled one counts in no sum."""

    number: str
    kind: PaperKind
    title: str
    day: str  # ISO, in India
    reference: str
    buyer: str
    buyer_gstin: str
    place_of_supply: str
    sac: str
    percent: int
    taxable: int
    cgst: int
    sgst: int
    total: int
    answers: str
    method: str
    bank_reference: str
    is_cancelled: bool


@dataclass(slots=True)
class KindSum:
    """The standing papers of one kind, added up."""

    kind: PaperKind
    count: int = 0
    taxable: int = 0
    cgst: int = 0
    sgst: int = 0
    total: int = 0
    cancelled: int = 0


def paper_row(paper: Paper) -> PaperRow:
    """Return a paper's row; a receipt without tax has 0 in its parts."""
    content: dict[str, Any] = paper.content
    tax = content.get("tax") or {"sac": "", "percent": 0, "taxable": 0, "cgst": 0, "sgst": 0}
    paid = content.get("payment") or {"method": "", "reference": ""}
    return PaperRow(
        number=paper.number,
        kind=PaperKind(paper.kind),
        title=content["title"],
        day=content["day"],
        reference=content["reference"],
        buyer=content["buyer"]["name"],
        buyer_gstin=content["buyer"]["gstin"],
        place_of_supply=content["seller"]["state"],
        sac=tax["sac"],
        percent=tax["percent"],
        taxable=tax["taxable"],
        cgst=tax["cgst"],
        sgst=tax["sgst"],
        total=content["total"],
        answers=", ".join(each["number"] for each in content.get("answers", ())),
        method=paid["method"],
        bank_reference=paid["reference"],
        is_cancelled=paper.cancelled_at is not None,
    )


def paper_rows(papers: Iterable[Paper]) -> Iterator[PaperRow]:
    """Yield the rows of papers in their order."""
    return map(paper_row, papers)


def kind_sums(rows: Iterable[PaperRow]) -> list[KindSum]:
    """Add rows up by kind, in the order of the kinds; kinds without papers are left out."""
    sums = {kind: KindSum(kind) for kind in PaperKind}
    for row in rows:
        each = sums[row.kind]
        if row.is_cancelled:
            each.cancelled += 1
            continue
        each.count += 1
        each.taxable += row.taxable
        each.cgst += row.cgst
        each.sgst += row.sgst
        each.total += row.total
    return [each for each in sums.values() if each.count or each.cancelled]
