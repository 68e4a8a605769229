"""View model of the status page.

Shows agreed details and menu texts only. The requested items come from the acknowledgement mail, which repeats no
free text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from oottam.api import endpoints
from oottam.api.mail_details import MailDetails
from oottam.billing.balances import Balance, balance, overpaid, upi_payment
from oottam.core.money import format_rupees
from oottam.core.payment_link import UpiPayment
from oottam.outbox.mail_content import Fact, Line
from oottam.plans.services.customer_text import PAUSED
from oottam.plans.services.planning import has_boxes_to_come
from oottam.requests.models import Request, Status
from oottam.requests.status_tokens import token_of
from oottam.statuspage import text
from oottam.statuspage.links import chat_url, start_path
from oottam.workflow.services.agreement import agreed_facts, describe_agreement
from oottam.workflow.services.customer_answers import (
    accepts_answers,
    answered_names,
    unanswered,
)
from oottam.workflow.services.details import MEAL_KINDS, ORDERS, details_of
from oottam.workflow.services.reorder import offered_to_customer

AGREED_STATUSES = (Status.CONFIRMED, Status.ACTIVE, Status.COMPLETED)


@dataclass(frozen=True, slots=True)
class StatusView:
    """Content of the status page. The last of `sums` is the amount due."""

    reference: str
    noun: str  # "veg meal order"
    headline: str
    sentence: str
    steps: Sequence[tuple[str, str]]  # as `text.progress_steps`
    agreed_facts: Sequence[Fact]
    request_facts: Sequence[Fact]
    lines: Sequence[Line]
    sums: Sequence[Fact]
    payment: UpiPayment | None
    has_menu_price: bool  # whether a reorder shows today's price
    reorder_url: str  # "" if it cannot be reordered
    start_url: str  # form for missing details; "" if none are missing
    skip_day_url: str  # chat; "" while there are no days to skip
    where_url: str  # chat; "" before the first day


def load_status(request_id: UUID) -> StatusView | None:
    """Return None if the request was deleted or its customer's data erased."""
    requests = Request.objects.filter(pk=request_id, erased_at=None)
    request = requests.select_related("merged_into").first()
    if request is None:
        return None
    details = endpoints.of_kind(request.kind).describe(request)
    is_agreed = request.status in AGREED_STATUSES
    facts = agreed_facts(request) if is_agreed else []
    money = balance(request)
    noun = text.agreed_noun(request, details.noun)
    matter = f"my {noun} {request.reference}"
    is_plan = request.kind in MEAL_KINDS and request.status in (Status.CONFIRMED, Status.ACTIVE)
    today = timezone.localdate()
    has_begun = is_plan and (details_of(request).start_date or today) <= today
    return StatusView(
        reference=request.reference,
        noun=noun,
        headline=text.headline(request, details.noun),
        sentence=text.sentence(
            request, details.next_step, is_paused=any(fact.label == PAUSED for fact in facts)
        ),
        steps=text.progress_steps(request),
        agreed_facts=facts,
        request_facts=[
            Fact("Received", describe_agreement(timezone.localdate(request.received_at))),
            *details.facts,
        ],
        lines=details.lines,
        sums=_sums(request, money, details),
        payment=upi_payment(request, money) if is_agreed else None,
        has_menu_price=request.kind in ORDERS,
        reorder_url=reorder_url(request) if offered_to_customer(request) else "",
        start_url=start_path(request.pk) if _has_open_questions(request) else "",
        skip_day_url=chat_url(matter, "Please skip a day. Which day: ")
        if is_plan and has_boxes_to_come(request, today)
        else "",
        where_url=chat_url(matter, f"Where is my food for {describe_agreement(today)}?")
        if has_begun
        else "",
    )


def _has_open_questions(request: Request) -> bool:
    if not accepts_answers(request):
        return False
    return bool(unanswered(request, answered_names(request.customer_answers.all())))


def reorder_url(request: Request) -> str:
    return reverse("status-again", args=[token_of(request.pk)])


def _sums(request: Request, account: Balance, details: MailDetails) -> list[Fact]:
    """Price, then adjustments and the amount due once agreed; payments and refunds in any status.

    Nothing is due of a cancelled request; what was paid is given back but for the amount that the desk retained.
    """
    is_agreed = request.status in AGREED_STATUSES
    sums = list(details.sums)
    if is_agreed and account.price is not None and not sums:
        sums = [Fact("Price", "free" if account.is_free else format_rupees(account.price))]
    if is_agreed and account.adjusted:
        sums.append(Fact("Agreed change", format_rupees(account.adjusted)))
    if account.paid:
        sums.append(Fact("Paid", format_rupees(account.paid)))
    if account.refunded:
        sums.append(Fact("Given back", format_rupees(account.refunded)))
    if is_agreed and account.owed is not None and not account.is_on_request:
        sums.append(_still_to_pay(account.owed))
    if request.status == Status.CANCELLED and sums:
        if to_give_back := overpaid(request, account):
            sums.append(Fact("To be given back", format_rupees(to_give_back)))
        sums.append(_still_to_pay(0))
    return sums


def _still_to_pay(owed: int) -> Fact:
    if owed < 0:
        return Fact("Overpaid", format_rupees(-owed))
    return Fact("Still to pay", format_rupees(owed) if owed else "nothing")
