"""Issuing on the request's page, PDFs, the month with its CSV, and the tax profile's form."""

import csv
import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.billing import papers
from oottam.billing.models import Paper, TaxProfile
from oottam.billing.payments import adjust, undo_payment
from oottam.privacy import erasure
from oottam.requests.models import Request
from tests.backoffice.request.request_page import page, post, text
from tests.conftest import Send
from tests.factories.accounts import logged_in
from tests.factories.papers import GSTIN, make_confirmed, make_profile, pay
from tests.factories.requests import TEN_AM, current, make_request

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PROFILE: dict[str, Any] = {
    "kind": "regular", "gstin": GSTIN, "state": "33", "legal_name": "Oottam Foods LLP", "address": "",
    "fssai_number": "12426008000123", "number_prefix": "OT", "food_percent": "5", "food_sac": "996331",
    "contract_percent": "18", "contract_sac": "996337", "consultation_sac": "999312",
}  # fmt: skip


@pytest.fixture
def desk(priya: User) -> Client:
    return logged_in(priya)


@pytest.fixture
def owner(meena: User) -> Client:
    return logged_in(meena)


def test_a_press_issues_a_receipt_and_the_bill(send: Send, priya: User, desk: Client) -> None:
    request = make_confirmed(send, priya)
    paid = pay(request, priya, 50000)
    assert "Receipt for ₹500" in text(page(desk, request))
    answer = post(desk, request, "papers/receipt", payment=paid.pk)
    assert answer["Location"].endswith("#papers")
    post(desk, request, "papers/bill", supply="food", buyer_name="Acme", buyer_gstin=GSTIN)
    shown = text(page(desk, request))
    receipt, bill = Paper.objects.all()
    for said in (f"Receipt {receipt.number}", f"Bill {bill.number}", "issued a receipt or bill"):
        assert said in shown
    assert "Issue a receipt or bill" not in shown
    assert bill.content["buyer"]["name"] == "Acme"


def test_wrong_gstin_is_told_at_its_field(send: Send, priya: User, desk: Client) -> None:
    request = make_confirmed(send, priya)
    answer = post(desk, request, "papers/bill", supply="food", buyer_gstin=f"{GSTIN[:-1]}3")
    assert answer.status_code == 422
    assert "The last character does not match" in text(answer.content.decode())
    assert not Paper.objects.exists()


def test_new_request_offers_no_bill(send: Send, desk: Client) -> None:
    request = make_request(send)
    assert "Issue the bill" not in page(desk, request)
    answer = post(desk, request, "papers/bill", supply="food")
    assert answer.status_code == 422
    assert "Confirm the request first" in text(answer.content.decode())


def test_changes_since_the_bill_are_offered(
    send: Send, priya: User, meena: User, desk: Client
) -> None:
    request = make_confirmed(send, priya)
    papers.issue_bill(**current(request, priya))
    adjust(**current(request, meena), paise=5000, reason="More")
    assert "Supplementary bill for ₹50 more" in text(page(desk, request))
    post(desk, request, "papers/supplementary")
    adjust(**current(request, meena), paise=-7000, reason="Less")
    assert "Credit note for ₹70 less" in text(page(desk, request))
    post(desk, request, "papers/credit-note")
    assert [paper.paise for paper in Paper.objects.filter(kind="credit-note")] == [5000, 2000]


def test_cancelled_receipt_is_struck_through(send: Send, priya: User, desk: Client) -> None:
    request = make_request(send)
    paid = pay(request, priya, 5000)
    papers.issue_receipt(**current(request, priya), payment=paid.pk)
    undo_payment(**current(request, priya), payment=paid.pk, reason="Typed twice")
    assert "<s>Receipt OT/26-27/R00001</s>" in page(desk, request)


def test_pdf_is_made_for_the_desk(send: Send, priya: User, desk: Client) -> None:
    request = make_confirmed(send, priya)
    paper = papers.issue_bill(**current(request, priya))
    answer: Any = desk.get(f"/backoffice/money/papers/{paper.pk}/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert 'filename="OT-26-27-000001.pdf"' in answer["Content-Disposition"]
    assert b"".join(answer.streaming_content).startswith(b"%PDF")
    assert desk.get(f"/backoffice/money/papers/{paper.pk + 1}/").status_code == 404


@pytest.fixture
def month(send: Send, priya: User, meena: User) -> list[Paper]:
    """Four papers of November 2026, one of them cancelled, and one of December."""
    make_profile(meena)
    request = make_confirmed(send, priya, name="=1+1")
    advance = pay(request, priya, 105000)
    issued = [papers.issue_receipt(**current(request, priya), payment=advance.pk)]
    issued.append(papers.issue_bill(**current(request, priya)))
    adjust(**current(request, meena), paise=-10500, reason="Less")
    issued += papers.issue_credit_notes(**current(request, priya))
    wrong = pay(request, priya, 100)
    issued.append(papers.issue_receipt(**current(request, priya), payment=wrong.pk))
    undo_payment(**current(request, priya), payment=wrong.pk, reason="Typed twice")
    later = pay(request, priya, 200)
    december = TEN_AM + timedelta(days=10)
    papers.issue_receipt(**current(request, priya, december), payment=later.pk)
    return issued


def test_month_lists_its_papers_with_sums(month: list[Paper], owner: Client) -> None:
    shown = text(owner.get("/backoffice/money/papers/?month=2026-11").content.decode())
    for paper in month:
        assert paper.number in shown
    assert "1 bill ₹1,560 ₹39 ₹39 ₹1,638" in shown
    assert "0 receipts and 1 cancelled" in shown
    assert "R00002" not in shown
    for wrong in ("2026-13", "x", "1999-01"):
        assert owner.get(f"/backoffice/money/papers/?month={wrong}").status_code == 404
    assert "None in January 2027" in text(
        owner.get("/backoffice/money/papers/?month=2027-01").content.decode()
    )


def test_csv_has_a_line_for_each_paper_and_is_logged(month: list[Paper], owner: Client) -> None:
    answer: Any = owner.post("/backoffice/money/papers/export", {"month": "2026-11"})
    content = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [row["Number"] for row in rows] == [paper.number for paper in month]
    voucher, bill, note, receipt = rows
    assert bill["Customer"].startswith("'=1+1")
    assert (bill["Taxable value (₹)"], bill["CGST (₹)"], bill["Total (₹)"]) == (
        "1560",
        "39",
        "1638",
    )
    assert (voucher["Method"], voucher["Bank reference"]) == ("UPI", "433012345678")
    assert note["Answers"] == bill["Number"]
    assert receipt["Cancelled"] == "cancelled"
    entry = AuditEntry.objects.get(action="list.export")
    assert (entry.data["of"], entry.data["count"]) == ("papers", 4)


def test_owner_sets_the_profile_once_its_faults_are_corrected(owner: Client) -> None:
    today = timezone.localdate()
    sent = {**PROFILE, "valid_from": today.isoformat()}
    for field, typed, sentence in (
        ("gstin", f"{GSTIN[:-1]}3", "The last character does not match"),
        ("number_prefix", "OTTAM", "A prefix has at most 3 characters"),
        ("state", "29", "The GSTIN is of Tamil Nadu (33)"),
    ):
        answer = owner.post("/backoffice/money/tax/", {**sent, field: typed})
        assert answer.status_code == 422, field
        assert sentence in text(answer.content.decode())
    assert not TaxProfile.objects.exists()
    answer = owner.post("/backoffice/money/tax/", sent, follow=True)
    assert "Regular, GSTIN 33AAPFU0939F1Z2, numbers OT/…" in text(answer.content.decode())
    assert TaxProfile.objects.get().valid_from == today
    entry = AuditEntry.objects.get(action="tax.profile")
    assert (entry.data["gstin"], entry.data["prefix"]) == (GSTIN, "OT")


def test_form_begins_after_the_last_paper(send: Send, priya: User, owner: Client) -> None:
    request = make_request(send)
    paid = pay(request, priya, 5000)
    now = timezone.now()
    papers.issue_receipt(**current(request, priya, now), payment=paid.pk)
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    shown = owner.get("/backoffice/money/tax/").content.decode()
    assert f'value="{tomorrow.isoformat()}"' in shown
    today = {**PROFILE, "valid_from": timezone.localdate(now).isoformat()}
    answer = owner.post("/backoffice/money/tax/", today)
    assert "choose a later day" in text(answer.content.decode())


def test_desk_issues_and_does_not_set_the_profile(desk: Client) -> None:
    assert desk.get("/backoffice/money/tax/").status_code == 403
    assert desk.get("/backoffice/money/papers/").status_code == 403


def test_issuing_is_offered_for_an_erased_customer(
    send: Send, priya: User, meena: User, desk: Client
) -> None:
    request = make_confirmed(send, priya)
    paid = pay(request, priya, 5000)
    erasure.erase(
        references=[request.reference], actor=meena, now=TEN_AM, reason="Asked", cancel=True
    )
    post(desk, Request.objects.get(pk=request.pk), "papers/receipt", payment=paid.pk)
    assert Paper.objects.get().content["buyer"]["name"] == ""


def test_month_of_today_is_shown_first(owner: Client) -> None:
    today: date = timezone.localdate()
    assert f"{today:%B %Y}" in owner.get("/backoffice/money/papers/").content.decode()
