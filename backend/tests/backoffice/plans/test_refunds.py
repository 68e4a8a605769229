"""Refunds after cancelling and shortening, listed until recorded."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.requests.models import Kind, Request
from oottam.schedule.models import Track
from tests.backoffice.plans.plan_page import post as post_plan
from tests.backoffice.plans.plan_page import saved
from tests.backoffice.request.request_page import (
    page,
    post_and_follow,
    refused,
    section,
    text,
    value,
)
from tests.conftest import Send
from tests.factories.plans import Planner
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
PAID = {"method": "upi", "paid_on": "2026-01-05", "bank_reference": "UTR 77"}
GIVEN = {"method": "upi", "refunded_on": "2026-01-06", "refund_reference": "UTR 99"}


def listed(client: Client, part: str) -> str:
    """Return the text of a part of the list."""
    answer = client.get("/backoffice/money/?list=refunds")
    assert answer.status_code == 200
    return section(answer.content.decode(), part)


@pytest.mark.both_databases
def test_cancelling_shows_the_refund_and_lists_it_until_recorded(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    post_and_follow(staff, request, "payment", rupees="1638", **PAID)
    shown = page(staff, request)
    assert value(shown, "cancel-give_back") == "1,638"
    assert "₹1,638 was paid. Suggested refund: ₹1,638." in section(shown, "manage")
    shown = post_and_follow(staff, request, "cancel", reason="x", give_back="1638")
    assert "Cancelled. The owner can reopen it. ₹1,638 is to be refunded." in text(shown)
    assert "To refund ₹1,638" in section(shown, "money")
    assert "₹1,638 to refund" in section(shown, "history")
    assert listed(staff, "cancelled").startswith("Cancelled: ₹1,638 to refund Asha Raman")
    assert "₹1,638 to refund for 1 cancelled request" in text(
        staff.get("/backoffice/").content.decode()
    )
    assert value(shown, "refund-rupees") == "1,638"
    shown = post_and_follow(staff, request, "refund", rupees="1638", **GIVEN)
    told = section(shown, "money")
    assert "Refunded by UPI on 6 Jan 2026 UTR 99 priya," in told
    assert "To refund" not in told
    assert "No refunds due" in text(staff.get("/backoffice/money/?list=refunds").content.decode())


def test_an_overpayment_is_listed(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    post_and_follow(staff, request, "payment", rupees="2000", beyond="36200", **PAID)
    assert listed(staff, "overpaid").startswith("Overpaid: ₹362 Asha Raman")
    home = text(staff.get("/backoffice/").content.decode())
    assert "₹362 overpaid on 1 request" in home
    shown = post_and_follow(staff, request, "refund", rupees="362", **GIVEN)
    assert "Paid in full" in section(shown, "money")
    assert not listed(staff, "overpaid")


def test_a_refund_without_a_reference_is_refused_beside_its_field(
    send: Send, staff: Client
) -> None:
    request = make_request_now(send)
    post_and_follow(staff, request, "payment", rupees="2000", beyond="36200", **PAID)
    shown = refused(staff, request, "refund", rupees="362", **{**GIVEN, "refund_reference": ""})
    assert "Transfer reference: Please enter the transfer reference." in text(shown)


def test_an_undone_refund_stays_struck_through(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    post_and_follow(staff, request, "payment", rupees="2000", beyond="36200", **PAID)
    post_and_follow(staff, request, "refund", rupees="362", **GIVEN)
    made = request.refunds.get()
    shown = post_and_follow(staff, request, "refund/undo", refund=made.pk, reason="Not sent")
    assert "<s>₹362</s>" in shown
    assert "Overpaid ₹362" in section(shown, "money")


def _pay_all(planner: Planner, staff: Client, kind: Kind) -> Any:
    plan = planner.plan(kind)
    request = Request.objects.get(pk=plan.request_id)
    rupees = value(page(staff, request), "payment-rupees")
    post_and_follow(staff, request, "payment", rupees=rupees, **PAID)
    return plan


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", [Kind.VEG, Kind.SUBSCRIPTION])
def test_shortening_a_paid_plan_lists_the_refund_until_recorded(
    planner: Planner, staff: Client, kind: Kind
) -> None:
    plan = _pay_all(planner, staff, kind)
    track = Track.objects.filter(plan=plan).first()
    assert track is not None
    sent = {"meal": str(track.meal), "days": str(track.servings - 1)}
    shown = post_plan(staff, plan, "days", do="preview", **sent).content.decode()
    assert "The price does not change until you adjust it. Then ₹" in text(shown)
    shown = saved(staff, plan, "days", **sent)
    assert "is to be refunded once the price is adjusted." in text(shown)
    lowered = listed(staff, "lowered")
    assert "Shortened: adjust the price first" in lowered
    request = Request.objects.get(pk=plan.request_id)
    change = plan.changes.first()
    proposed = page_at(staff, request, f"?adjust={change.pk}")
    rupees = value(proposed, "adjust-rupees")
    assert f"₹{rupees}" in lowered
    post_and_follow(
        staff, request, "adjust",
        way="less", rupees=rupees, reason=value(proposed, "adjust-reason"),
    )  # fmt: skip
    assert not listed(staff, "lowered")
    assert f"Overpaid: ₹{rupees}" in listed(staff, "overpaid")


def page_at(client: Client, request: Request, query: str) -> str:
    return client.get(f"/backoffice/requests/{request.reference}/{query}").content.decode()


def test_an_unpaid_order_leaves_nothing_to_refund(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="2", days="5")
    assert "No refunds due" in text(staff.get("/backoffice/money/?list=refunds").content.decode())


@pytest.mark.both_databases
def test_three_of_each_kind_take_no_more_queries_than_one(
    send: Send, planner: Planner, staff: Client
) -> None:
    counts = []
    for _ in range(2):
        plan = _pay_all(planner, staff, Kind.VEG)
        track = Track.objects.filter(plan=plan).first()
        assert track is not None
        saved(staff, plan, "days", meal=str(track.meal), days=str(track.servings - 1))
        for action in ("payment", "cancel"):
            request = make_request_now(send)
            post_and_follow(staff, request, "payment", rupees="2000", beyond="36200", **PAID)
            if action == "cancel":
                post_and_follow(staff, request, "cancel", reason="x")
        with CaptureQueriesContext(connection) as asked_for:
            staff.get("/backoffice/money/?list=refunds")
        counts.append(len(asked_for))
    assert counts[0] == counts[1] == 10


def test_money_opens_with_the_payments_due(planner: Planner, staff: Client) -> None:
    address = "/backoffice/money/"
    assert "No payments due" in text(staff.get(address).content.decode())
    planner.lunches(6)
    shown = staff.get(address).content.decode()
    assert 'aria-current="page">Payments due' in shown
    assert re.search(r"₹[0-9,]+ due from 1 request A reminder .* Asha Raman OT-", text(shown))
    with CaptureQueriesContext(connection) as few:
        staff.get(address)
    planner.lunches(6)
    planner.lunches(6)
    with CaptureQueriesContext(connection) as many:
        assert "due from 3 requests" in text(staff.get(address).content.decode())
    assert len(few) == len(many) == 6
