"""Rows of a small shop: two requests of one customer, confirmed, paid, cooked and delivered."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User

from oottam.delivery.models import DeliveryOutcome, Outcome
from oottam.requests.identity import new_id, new_reference
from oottam.requests.models import Request
from oottam.schedule.models import (
    BoxContents,
    BoxLine,
    KitchenItem,
    MealPlan,
    Serving,
    ServingState,
)
from oottam.workflow.models import LedgerEntry, Payment, Refund
from tests.factories.accounts import make_staff_account
from tests.reporting.conftest import NOON

DAY = NOON.date()


@dataclass
class Days:
    """Rows that the tests change."""

    by: User
    requests: list[Request]
    ledger_entries: list[LedgerEntry]
    payment: Payment
    refund: Refund
    serving: Serving
    line: BoxLine
    other: KitchenItem
    result: DeliveryOutcome


def request_of(ahead: int, phone: str = "+919876543210", email: str = "") -> Request:
    """Create a request received `ahead` days after NOON."""
    received_at = NOON + timedelta(days=ahead)
    return Request.objects.create(
        id=new_id(received_at), kind="veg", reference=new_reference(), body="{}",
        received_at=received_at, customer_name="Asha", phone_normalised=phone, email=email,
    )  # fmt: skip


def ledger_entry_of(request: Request, ahead: int) -> LedgerEntry:
    """Create the request's first ledger entry, `ahead` days after NOON."""
    at = NOON + timedelta(days=ahead)
    return LedgerEntry.objects.create(
        request=request, why="confirmed", paise=100_00, at=at, day=at.date(), is_first=True,
        came_back=ahead > 0,
    )  # fmt: skip


def fill() -> Days:
    """Create two requests, the second two days after the first."""
    by = make_staff_account("priya")
    requests = [request_of(0), request_of(2)]
    ledger_entries = [
        ledger_entry_of(each, ahead) for each, ahead in zip(requests, (0, 2), strict=True)
    ]
    common = {"request": requests[0], "method": "upi", "by": by, "at": NOON}
    payment = Payment.objects.create(paise=100_00, paid_on=DAY, **common)
    refund = Refund.objects.create(paise=10_00, given_on=DAY, **common)
    plan = MealPlan.objects.create(request=requests[0], start_date=DAY)
    box_contents = BoxContents.objects.create(plan=plan)
    idli, dosa = (KitchenItem.objects.create(key=name, name=name) for name in ("Idli", "Dosa"))
    line = BoxLine.objects.create(
        box_contents=box_contents,
        position=1,
        item=idli,
        quantity=2,
        ordered_name="Idli",
        veg_only=True,
    )
    serving = Serving.objects.create(
        plan=plan, meal=2, seq=1, date=DAY, state=ServingState.FAILED, box_contents=box_contents
    )
    result = DeliveryOutcome.objects.create(
        serving=serving, key="tap", outcome=Outcome.FAILED, reason="refused", by=by, tapped_at=NOON,
        at=NOON,
    )  # fmt: skip
    return Days(by, requests, ledger_entries, payment, refund, serving, line, dosa, result)
