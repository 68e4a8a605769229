"""The customer's page of a receipt or bill, and its link from the amounts."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from oottam.billing import papers
from oottam.billing.models import Paper
from oottam.billing.payments import undo_payment
from oottam.privacy import erasure
from oottam.requests.models import Request
from oottam.statuspage.links import page_path
from tests.conftest import Send
from tests.factories.papers import make_confirmed, make_profile, pay
from tests.factories.requests import TEN_AM, current, make_request
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def billed(send: Send, priya: User, meena: User) -> tuple[Request, Paper]:
    make_profile(meena)
    request = make_confirmed(send, priya)
    return request, papers.issue_bill(**current(request, priya))


def address(request: Request, paper: Paper) -> str:
    return f"{page_path(request)}/papers/{paper.number}"


def test_bill_is_linked_and_shows_what_is_frozen(billed: tuple[Request, Paper]) -> None:
    request, paper = billed
    assert address(request, paper) in Client().get(page_path(request)).content.decode()
    answer = Client().get(address(request, paper))
    shown = visible_text(answer.content.decode())
    assert answer["Cache-Control"] == "no-store"
    for text in ("Tax invoice", "OT/26-27/000001", "23 November 2026", "Oottam Foods LLP", "GSTIN"):
        assert text in shown
    assert "of which CGST 2.5 % ₹39.00" in shown
    assert "Total ₹1,638.00" in shown


def test_cancelled_receipt_says_so(send: Send, priya: User) -> None:
    request = make_request(send)
    paid = pay(request, priya, 5000)
    paper = papers.issue_receipt(**current(request, priya), payment=paid.pk)
    undo_payment(**current(request, priya), payment=paid.pk, reason="Typed twice")
    assert "cancelled" in Client().get(page_path(request)).content.decode()
    answer = Client().get(address(request, paper)).content.decode()
    assert "Cancelled on 23 November 2026: the payment was undone." in answer


def test_paper_is_shown_with_its_own_requests_link_only(
    billed: tuple[Request, Paper], send: Send, priya: User
) -> None:
    request, paper = billed
    other = make_confirmed(send, priya, phone="9840012345")
    assert Client().get(address(other, paper)).status_code == 404
    assert Client().get(f"{address(request, paper)}).").status_code == 200  # as a chat links it
    for number in ("OT/26-27/000002", "%00", "x" * 300, "OT"):
        assert Client().get(f"{page_path(request)}/papers/{number}").status_code == 404
    assert Client().post(address(request, paper)).status_code == 405


def test_erased_customers_papers_are_not_shown(billed: tuple[Request, Paper], priya: User) -> None:
    request, paper = billed
    erasure.erase(
        references=[request.reference], actor=priya, now=TEN_AM, reason="Asked", cancel=True
    )
    assert Client().get(address(request, paper)).status_code == 404
