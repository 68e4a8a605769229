"""Content of the status page.

Shows agreed details and menu texts only. The requested items come from the acknowledgement mail, which repeats no
free text.
"""

from collections.abc import Mapping
from datetime import time
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from oottam.api import endpoints
from oottam.api.mail_details import MailDetails
from oottam.billing.balances import AGREED, Balance, balance, overpaid, upi_payment
from oottam.billing.models import PaymentClaim
from oottam.core.money import format_rupees
from oottam.outbox.mail_content import Fact
from oottam.plans.services.customer_text import PAUSED
from oottam.requests.models import Kind, Request, Status
from oottam.statuspage.ask import ACCEPT, YES
from oottam.statuspage.links import (
    ask_path,
    chat_url,
    paid_path,
    plan_path,
    reorder_path,
    start_path,
)
from oottam.statuspage.papers import paper_links
from oottam.statuspage.today import meals_of_today, next_meal
from oottam.workflow.models import Template
from oottam.workflow.services.agreement import agreed_facts, agreed_noun, describe_agreement
from oottam.workflow.services.customer_answers import accepts_answers, answered_names, unanswered
from oottam.workflow.services.details import MEAL_KINDS, ORDERS, details_of
from oottam.workflow.services.meal_times import meal_times
from oottam.workflow.services.reorder import offered_to_customer

# Follows "Your veg meal order".
_STATUS_TEXTS: Mapping[Status, str] = {
    Status.NEW: "has been received",
    Status.CONFIRMED: "is confirmed",
    Status.ACTIVE: "is under way",
    Status.COMPLETED: "is complete",
    Status.CANCELLED: "has been cancelled",
}
_CALL_US = " If anything changes, please call us."  # left out above the page that takes changes
_SENTENCES: Mapping[Status, str] = {
    Status.CONFIRMED: f"We have agreed on everything with you.{_CALL_US}",
    Status.ACTIVE: f"Your meals arrive on the days we agreed on.{_CALL_US}",
    Status.COMPLETED: "Thank you! We hope to cook for you again.",
    Status.CANCELLED: "There is nothing to pay. If you did not expect this, please call us.",
}
# Overrides by kind.
_STATUS_TEXTS_BY_KIND: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {Status.CONFIRMED: "is being answered", Status.COMPLETED: "has been answered"},
}
_SENTENCES_BY_KIND: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {
        Status.CONFIRMED: "We will reply to you by email.",
        Status.COMPLETED: "Thank you for asking us.",
    },
    Kind.APPOINTMENT: {Status.COMPLETED: "Thank you for your visit."},
}
ANSWERED = "Thank you, we have your answers. We will write or call to confirm it."
ACCEPTED = "Thank you, we have your yes. We will write or call to confirm it."
OFFERED = "We have sent you our price. Shall we confirm it?"
_STEPS = ("Received", "Confirmed", "Under way", "Complete")
_STEPS_BY_KIND: Mapping[Kind, tuple[str, ...]] = {
    Kind.EVENT: ("Received", "Confirmed", "Complete"),
    Kind.APPOINTMENT: ("Received", "Confirmed", "Complete"),
    Kind.NUTRITION: ("Received", "Being answered", "Answered"),
}


def headline(request: Request, noun: str) -> str:
    """Format as "Your veg meal order is confirmed."."""
    if request.merged_into is not None:
        return f"We received your {noun} twice."
    kind, status = Kind(request.kind), Status(request.status)
    return f"Your {agreed_noun(request, noun)} {_STATUS_TEXTS_BY_KIND.get(kind, _STATUS_TEXTS).get(status, _STATUS_TEXTS[status])}."


def sentence(request: Request, next_step: str, *, is_paused: bool = False) -> str:
    """Explain the status; `next_step` is the acknowledgement's sentence for a new request."""
    if request.merged_into is not None:
        return f"We are continuing with {request.merged_into.reference}. This one is closed."
    kind, status = Kind(request.kind), Status(request.status)
    if status == Status.NEW:
        return next_step
    if is_paused:
        return "Your paused meals start again on the day that you choose."
    if kind == Kind.NUTRITION and status == Status.CONFIRMED and not request.email:
        return "We will call you."  # the desk entered it without an email
    return _SENTENCES_BY_KIND.get(kind, _SENTENCES).get(status, _SENTENCES[status])


def progress_steps(request: Request) -> list[tuple[str, str]]:
    """Return (step, state) pairs, the state "done", "here" or "ahead"; [] if cancelled."""
    steps = _STEPS_BY_KIND.get(Kind(request.kind), _STEPS)
    current = {
        Status.NEW: 0,
        Status.CONFIRMED: 1,
        Status.ACTIVE: len(steps) - 2,
        Status.COMPLETED: len(steps) - 1,
    }.get(Status(request.status))
    if current is None:
        return []
    states = [
        "done" if at < current else "here" if at == current else "ahead" for at in range(len(steps))
    ]
    return list(zip(steps, states, strict=True))


def load_status(requests: QuerySet[Request]) -> dict[str, Any] | None:
    """Return the status page's content of the selected request; None if none is."""
    claims = PaymentClaim.objects.filter(request=OuterRef("pk")).order_by("-pk")
    known = requests.select_related("merged_into", "fulfilment").prefetch_related("meal_times")
    request = known.annotate(claimed_at=Subquery(claims.values("at")[:1])).first()
    if request is None:
        return None
    claimed = request.claimed_at and timezone.localtime(request.claimed_at)
    details = endpoints.of_kind(request.kind).describe(request)
    answered = answered_names(request.customer_answers.all()) if accepts_answers(request) else set()
    has_questions = bool(unanswered(request, answered))
    is_offered = request.status == Status.NEW and _is_offered(request)
    has_accepted = is_offered and request.tickets.filter(text=str(YES)).exists()
    is_agreed = request.status in AGREED
    facts = agreed_facts(request) if is_agreed else []
    money = balance(request)
    noun = agreed_noun(request, details.noun)
    matter = f"my {noun} {request.reference}"
    is_plan = request.kind in MEAL_KINDS and request.status in (Status.CONFIRMED, Status.ACTIVE)
    now = timezone.now()
    today = timezone.localdate(now)
    has_begun = is_plan and (details_of(request).start_date or today) <= today
    meals = meals_of_today(request, now, _times(request)) if has_begun else []
    return {
        "reference": request.reference,
        "noun": noun,
        "headline": headline(request, details.noun),
        "sentence": sentence(
            request,
            ACCEPTED
            if has_accepted
            else OFFERED
            if is_offered
            else ANSWERED
            if answered and not has_questions
            else details.next_step,
            is_paused=any(fact.label == PAUSED for fact in facts),
        ).removesuffix(_CALL_US if is_plan else ""),
        "steps": progress_steps(request),
        "agreed_facts": facts,
        "accept_url": f"{ask_path(request)}?{ACCEPT}" if is_offered and not has_accepted else "",
        "request_facts": [
            Fact("Received", describe_agreement(timezone.localdate(request.received_at))),
            *details.facts,
        ],
        "lines": details.lines,
        "sums": _sums(
            request, money, details, is_offered=is_offered
        ),  # the last one is the amount due
        "papers": paper_links(request),
        "payment": upi_payment(request, money) if is_agreed else None,
        "paid_url": paid_path(request) if is_agreed and (money.owed or 0) > 0 else "",
        "claimed_on": describe_agreement(claimed.date())
        if claimed and is_agreed and (money.owed or 0) > 0
        else "",
        "riders_collect": is_plan and (money.owed or 0) > 0,
        "has_menu_price": request.kind in ORDERS,  # whether a reorder shows today's price
        "reorder_url": reorder_path(request) if offered_to_customer(request) else "",
        "start_url": start_path(request) if has_questions else "",
        "plan_url": plan_path(request) if is_plan else "",
        "today": meals,
        "next_meal": next_meal(request, now) if has_begun and not meals else "",
        "ask_url": ask_path(request),
        "where_url": chat_url(matter, f"Where is my food for {describe_agreement(today)}?")
        if meals
        else "",
    }


def _times(request: Request) -> dict[int, time | None]:
    return {each.meal: each.time for each in meal_times(details_of(request))}


def _is_offered(request: Request) -> bool:
    """Return whether the desk has sent a price that waits for the customer's word."""
    return request.messages.filter(template=Template.QUOTE, withdrawn_at=None).exists()


def _sums(
    request: Request, account: Balance, details: MailDetails, *, is_offered: bool
) -> list[Fact]:
    """Price, then adjustments and the amount due once agreed; payments and refunds in any status.

    Nothing is due of a cancelled request; what was paid is given back but for the amount that the desk retained.
    """
    is_agreed = request.status in AGREED
    sums = list(details.sums)
    if (is_agreed or is_offered) and account.price is not None and not sums:
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
