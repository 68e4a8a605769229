"""What a customer may see of a request: what our menus and lists say of it, and what was agreed.

The words of the acknowledgement, which repeat nothing that was typed, are taken for what was asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from oottam.api import endpoints
from oottam.api.mail_details import MailDetails
from oottam.billing.balances import Balance, balance, upi_payment
from oottam.core.money import format_rupees
from oottam.core.payment_link import UpiPayment
from oottam.outbox.mail_content import Fact, Line
from oottam.plans.services.customer_text import PAUSED
from oottam.requests.models import Request, Status
from oottam.requests.status_tokens import token_of
from oottam.statuspage import text
from oottam.statuspage.links import start_path
from oottam.workflow.services.agreement import agreed_facts, describe_agreement
from oottam.workflow.services.customer_answers import (
    accepts_answers,
    answered_names,
    unanswered,
)
from oottam.workflow.services.details import ORDERS
from oottam.workflow.services.reorder import offered_to_customer

AGREED = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)


@dataclass(frozen=True, slots=True)
class StatusView:
    """All that the page says. The last of `sums` is the amount that counts."""

    reference: str
    headline: str
    sentence: str
    way: Sequence[tuple[str, str]]
    agreed: Sequence[Fact]
    asked: Sequence[Fact]
    lines: Sequence[Line]
    sums: Sequence[Fact]
    payment: UpiPayment | None
    has_menu_price: bool  # whether asking for it once more shows what it costs today
    again: str  # the address at which the same can be asked for once more; "" where it cannot
    start: str  # the address of the page that asks for what is missing; "" where nothing is


def find(request_id: UUID) -> StatusView | None:
    """None when there is no such request any more, or its person has been erased."""
    kept = Request.objects.filter(pk=request_id, erased_at=None)
    request = kept.select_related("merged_into").first()
    if request is None:
        return None
    details = endpoints.of_kind(request.kind).describe(request)
    is_agreed = request.status in AGREED
    facts = agreed_facts(request) if is_agreed else []
    money = balance(request)
    return StatusView(
        reference=request.reference,
        headline=text.headline(request, details.noun),
        sentence=text.sentence(
            request, details.next_step, is_paused=any(fact.label == PAUSED for fact in facts)
        ),
        way=text.way(request),
        agreed=facts,
        asked=[
            Fact("Received", describe_agreement(timezone.localdate(request.received_at))),
            *details.facts,
        ],
        lines=details.lines,
        sums=_sums(money, details, is_agreed=is_agreed),
        payment=upi_payment(request, money) if is_agreed else None,
        has_menu_price=request.kind in ORDERS,
        again=reorder_address(request) if offered_to_customer(request) else "",
        start=start_path(request.pk) if _has_questions(request) else "",
    )


def _has_questions(request: Request) -> bool:
    if not accepts_answers(request):
        return False
    return bool(unanswered(request, answered_names(request.customer_answers.all())))


def reorder_address(request: Request) -> str:
    """Where the same is asked for once more."""
    return reverse("status-again", args=[token_of(request.pk)])


def _sums(found: Balance, details: MailDetails, *, is_agreed: bool) -> list[Fact]:
    """What it costs; once that is agreed, or money came, what was paid, and what is still to pay."""
    sums = list(details.sums)
    if is_agreed and found.price is not None and not sums:
        sums = [Fact("Price", "free" if found.is_free else format_rupees(found.price))]
    if is_agreed and found.adjusted:
        sums.append(Fact("Agreed change", format_rupees(found.adjusted)))
    if found.paid:
        sums.append(Fact("Paid", format_rupees(found.paid)))
    if found.refunded:
        sums.append(Fact("Given back", format_rupees(found.refunded)))
    if is_agreed and found.owed is not None and not found.is_on_request:
        sums.append(_still_to_pay(found.owed))
    return sums


def _still_to_pay(owed: int) -> Fact:
    if owed < 0:
        return Fact("Overpaid", format_rupees(-owed))
    return Fact("Still to pay", format_rupees(owed) if owed else "nothing")
