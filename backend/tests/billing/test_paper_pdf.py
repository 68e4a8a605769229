"""PDFs of papers: all that is frozen can be read; any name and any number of lines are set."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.contrib.auth.models import User

from oottam.background.jobs import find
from oottam.backoffice import jobs
from oottam.backoffice.papers.document import draw
from oottam.billing import papers
from oottam.billing.content import Buyer
from oottam.billing.models import Paper
from oottam.billing.payments import adjust, undo_payment
from oottam.billing.presentation import paper_view
from oottam.billing.refunds import record_refund
from oottam.workflow.models import PaymentMethod
from oottam.workflow.services import transitions
from tests.conftest import Send
from tests.factories.papers import GSTIN, TODAY, make_confirmed, make_profile, pay
from tests.factories.requests import current

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PICTURES = os.environ.get("PAPER_PICTURES")  # a folder: pictures to look at are written there


def pdf(paper: Paper) -> bytes:
    return draw(asdict(paper_view(paper)))


def pages(content: bytes) -> list[str]:
    with pypdfium2.PdfDocument(content) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def keep_pictures(paper: Paper, name: str) -> None:
    """Write a picture of each page for people to look at, where a folder is named."""
    if not PICTURES:
        return
    with pypdfium2.PdfDocument(pdf(paper)) as document:
        for number, page in enumerate(document):
            page.render(scale=1.6).to_pil().save(Path(PICTURES) / f"{name}-{number}.png")


@pytest.fixture
def six(send: Send, priya: User, meena: User) -> dict[str, Paper]:
    """One paper of each kind of a shop with a regular profile; the receipt's payment is undone."""
    make_profile(meena)
    request = make_confirmed(send, priya, name="கவிதா Raman")
    advance = pay(request, priya, 105000)
    issued = {
        "receipt-voucher": papers.issue_receipt(**current(request, priya), payment=advance.pk)
    }
    issued["bill"] = papers.issue_bill(
        **current(request, priya), buyer=Buyer("Acme Software Pvt Ltd", GSTIN)
    )
    rest = pay(request, priya, 58800)
    issued["receipt"] = papers.issue_receipt(**current(request, priya), payment=rest.pk)
    undo_payment(**current(request, priya), payment=rest.pk, reason="Typed twice")
    issued["receipt"].refresh_from_db()
    adjust(**current(request, priya), paise=20000, reason="Two more days")
    issued["supplementary"] = papers.issue_supplementary(**current(request, priya))
    adjust(**current(request, meena), paise=-30000, reason="Shortened")
    issued["credit-note"] = papers.issue_credit_notes(**current(request, priya))[1]
    other = make_confirmed(send, priya, phone="9840012345")
    paid = pay(other, priya, 105000)
    papers.issue_receipt(**current(other, priya), payment=paid.pk)
    transitions.cancel(**current(other, priya), reason="Moved away", give_back=105000)
    refund = record_refund(
        **current(other, priya), paise=105000, method=PaymentMethod.CASH, given_on=TODAY
    )
    assert refund
    issued["refund-voucher"] = papers.issue_refund_voucher(
        **current(other, priya), refund=refund.pk
    )
    return issued


def test_each_paper_says_what_is_frozen(six: dict[str, Paper]) -> None:
    assert len(six) == 6
    for kind, paper in six.items():
        keep_pictures(paper, kind)
        [text] = pages(pdf(paper))
        view = paper_view(paper)
        amounts = [line.amount for line in view.lines]
        amounts += [row.amount for row in (*view.reductions, *view.taxes)]
        said = [view.title, view.number, view.day, view.total, view.cancelled, *amounts]
        said += [view.seller, *view.seller_facts, *view.notes, *(text for _, text in view.facts)]
        plain = " ".join(text.split())
        assert [each for each in said if each not in plain] == [], kind
    assert "Cancelled on 23 November 2026" in pages(pdf(six["receipt"]))[0]


def test_equal_papers_are_equal_bytes(six: dict[str, Paper]) -> None:
    assert pdf(six["bill"]) == pdf(six["bill"])


def test_many_lines_go_on_further_pages_with_their_head(six: dict[str, Paper]) -> None:
    bill = six["bill"]
    bill.content["lines"] *= 60
    keep_pictures(bill, "long")
    found = pages(pdf(bill))
    assert len(found) > 2
    assert all("Taxable value" in page for page in found[:-1])
    assert f"Page 1 of {len(found)}" in found[0]


@pytest.mark.parametrize(
    "name",
    ["#let x = 1", "*a* $x^2$", "כהן", "ஊட்டம் சாப்பாடு", "w" * 400, "🥗 Asha", "", "Zoë \u202e evil"],
)
def test_any_name_is_set(six: dict[str, Paper], name: str) -> None:
    bill = six["bill"]
    bill.content["buyer"] |= {"name": name, "address": name * 3}
    bill.content["lines"][0]["text"] = name
    assert "Total" in "".join(pages(pdf(bill)))


def test_job_makes_the_pdf_and_refuses_a_missing_paper(six: dict[str, Paper]) -> None:
    def make(number: int) -> bytes:
        arguments: dict[str, Any] = {"paper": number}
        return b"".join(find(jobs.PAPER).make(arguments, lambda done, total: None))

    assert make(six["bill"].pk) == pdf(six["bill"])
    with pytest.raises(Exception, match="does not exist any more"):
        make(0)
