"""What a customer sees before the same is asked for again: what it is today, beside what it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from oottam.api import endpoints
from oottam.api.reorder import Thing
from oottam.core.money import format_rupees
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request, Status
from oottam.requests.status_tokens import token_of
from oottam.workflow.services.agreement import describe_agreement
from oottam.workflow.services.details import ORDERS
from oottam.workflow.services.reorder import (
    Preview,
    offered_to_customer,
    preview,
    reorders_of,
)

CHANGED = "This has changed since you opened the page. Nothing was sent: please check it again."
WAITING = (
    "We have received it and will call you. Once it is confirmed, you can ask for it again here."
)
ON_REQUEST = "on request"


@dataclass(frozen=True, slots=True)
class Line:
    """A dish or meal as it is today; `before` is what it cost, where that is another amount."""

    title: str
    detail: str
    remark: str
    amount: str
    before: str


@dataclass(frozen=True, slots=True)
class Made:
    """What was asked for from this page before."""

    reference: str
    day: str
    address: str


@dataclass(frozen=True, slots=True)
class ReorderView:
    """All that the page says; with `why_not`, it has nothing to send."""

    reference: str
    noun: str
    message: str
    why_not: str
    facts: Sequence[Fact]
    lines: Sequence[Line]
    left_out: Sequence[str]
    sums: Sequence[Fact]
    notes: Sequence[str]
    made: Sequence[Made]
    has_menu_price: bool
    has_address: bool
    has_email: bool
    seen: str
    count: int
    back: str


def one(request_id: UUID) -> Request | None:
    """The request with what is repeated of it; None when it is gone, or its person erased."""
    kept = Request.objects.filter(pk=request_id, erased_at=None)
    together = ("merged_into", "order", "combo", "subscription", "event", "fulfilment")
    return kept.select_related(*together).first()


def is_offered(request: Request) -> bool:
    """Whether the page has a button."""
    return offered_to_customer(request)


def shown(request: Request, message: str) -> ReorderView:
    """What it would be today."""
    found = preview(request)
    again = found.reorder
    why_not = WAITING if request.status == Status.NEW else found.why_not
    return ReorderView(
        reference=request.reference,
        noun=endpoints.of_kind(request.kind).noun,
        message="" if why_not else message,
        why_not=why_not,
        facts=again.facts,
        lines=[_line(thing) for thing in again.things],
        left_out=[_named(thing) for thing in again.left_out],
        sums=_sums(found),
        notes=again.notes,
        made=[
            Made(
                each.reference,
                describe_agreement(timezone.localdate(each.received_at)),
                reverse("status", args=[token_of(each.pk)]),
            )
            for each in reorders_of(request)
            if each.erased_at is None
        ],
        has_menu_price=request.kind in ORDERS,
        has_address="address" in again.body,
        has_email=bool(request.email),
        seen=found.seen,
        count=found.count,
        back=reverse("status", args=[token_of(request.pk)]),
    )


def _line(thing: Thing) -> Line:
    has_price = thing.now is not None or thing.then is not None
    amount = format_rupees(thing.now) if thing.now is not None else ON_REQUEST
    differs = thing.then is not None and thing.then != thing.now
    return Line(
        thing.title,
        thing.detail,
        thing.remark,
        amount if has_price else "",
        format_rupees(thing.then or 0) if differs else "",
    )


def _named(thing: Thing) -> str:
    return f"{thing.title} ({thing.detail})" if thing.detail else thing.title


def _sums(found: Preview) -> list[Fact]:
    """Last time, the difference in words, and today's total, which counts."""
    sums = []
    if found.then:
        sums.append(Fact("Last time", format_rupees(found.then)))
    if found.difference is not None:
        sums.append(Fact("Difference", _difference(found.difference)))
    if found.reorder.now is not None:
        sums.append(Fact("Today", format_rupees(found.reorder.now)))
    elif found.then is not None:
        sums.append(Fact("Today", "to be agreed"))
    return sums


def _difference(paise: int) -> str:
    if not paise:
        return "none"
    return f"{format_rupees(abs(paise))} {'more' if paise > 0 else 'less'}"
