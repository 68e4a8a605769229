"""The customers whom a closed day concerns, and what each has been notified of."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from oottam.outbox.models import OutboxEntry, State
from oottam.plans.models import (
    ActionType,
    ChangeNotice,
    PlanChange,
    ServingChange,
    ServingState,
)
from oottam.plans.models.choices import TO_COME
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message


@dataclass(frozen=True, slots=True)
class Box:
    """A box that is concerned, and the day on which it comes now; None while it is on hold."""

    meal: int
    day: date | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A letter that was written, with its mail; None by WhatsApp, or where that was withdrawn."""

    channel: str
    message: Message
    mail: OutboxEntry | None

    @property
    def stands(self) -> bool:
        """Whether it has reached the customer, or will."""
        if self.channel == Channel.WHATSAPP:
            return True
        waits = self.mail is not None and self.mail.state == State.WAITING
        return self.has_arrived or (waits and self.message.withdrawn_at is None)

    @property
    def has_arrived(self) -> bool:
        """Whether the customer may have read it."""
        return self.channel == Channel.WHATSAPP or (
            self.mail is not None and self.mail.state == State.SENT
        )


@dataclass(slots=True)
class Recipient:
    """Whoever has one number and one address: all their plans that are concerned, by the plan's number."""

    requests: dict[int, Request] = field(default_factory=dict)
    boxes: dict[int, list[Box]] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)  # by channel

    @property
    def first(self) -> Request:
        """The request that keeps the letters."""
        return next(iter(self.requests.values()))

    @property
    def plan(self) -> int:
        """The number of its plan."""
        return next(iter(self.requests))

    @property
    def is_notified(self) -> bool:
        """Whether some letter stands."""
        return any(notice.stands for notice in self.notices.values())

    @property
    def needs_mail(self) -> bool:
        """Whether there is something to tell by mail that nobody has told, nor tried to."""
        mailed = self.notices.get(Channel.MAIL)
        is_open = mailed is None or mailed.mail is None
        return bool(self.boxes and self.first.email) and is_open and not self.is_notified


def find_change(number: int) -> PlanChange | None:
    """A closing of a day, or its opening, by its number."""
    found = PlanChange.objects.filter(
        pk=number, plan=None, action__in=(ActionType.CLOSE, ActionType.UNDO)
    )
    return found.filter(data__has_key="date").first()


def day_of(change: PlanChange) -> date:
    """The day that was closed or opened."""
    return date.fromisoformat(change.data["date"])


def recipients_of(change: PlanChange, plans: Collection[int] | None = None) -> list[Recipient]:
    """Whom it concerns, of these plans alone where they are named, by name. Three queries.

    Those who were told before and have nothing any more are among them.
    """
    notices = _notices(change, plans)
    found: dict[object, Recipient] = {}
    rows = _servings(change).select_related("serving__plan__request")
    if plans is not None:
        rows = rows.filter(serving__plan__in=plans)
    boxes = [
        (row.serving.plan, Box(row.serving.meal, row.serving.date))
        for row in rows.defer(*_long_columns("serving__plan__"))
    ]
    for plan, box in [*boxes, *((notice.plan, None) for notice, _ in notices)]:
        request = plan.request
        if request.erased_at is None:
            customer = found.setdefault(_recipient_key(request, plan.pk), Recipient())
            customer.requests.setdefault(plan.pk, request)
            if box:
                customer.boxes.setdefault(plan.pk, []).append(box)
    people = {plan: each for each in found.values() for plan in each.requests}
    for notice, mail in notices:
        if notice.plan_id in people:
            letters = people[notice.plan_id].notices
            letters[notice.channel] = Notice(notice.channel, notice.message, mail)
    return sorted(
        found.values(), key=lambda each: (each.first.customer_name.casefold(), each.first.reference)
    )


def standing_closings(today: date) -> dict[tuple[date, int], int]:
    """The number of each closing of a day from today on that moved boxes, by day and meal."""
    moved = ServingChange.objects.filter(change=OuterRef("pk"))
    closings = PlanChange.objects.filter(
        Exists(moved), plan=None, action=ActionType.CLOSE, undone_at=None
    )
    found = {(day_of(each), each.data["meal"]): each.pk for each in reversed(closings)}
    return {key: pk for key, pk in found.items() if key[0] >= today}


def openings_to_notify(today: date) -> list[PlanChange]:
    """Openings of days from today on, after which somebody who was told that it is closed has boxes on that day."""
    openings = PlanChange.objects.filter(
        plan=None, action=ActionType.UNDO, data__date__gte=today.isoformat()
    ).order_by("-pk")
    closings = {each.data["undone"] for each in openings}
    notices = ChangeNotice.objects.filter(_ARRIVED, change__in=closings)
    notified = set(notices.values_list("change", "plan"))
    back = ServingChange.objects.filter(
        change__in=[each.pk for each in openings],
        serving__plan__in={plan for _, plan in notified},
        serving__state=ServingState.PLANNED,
        serving__date=F("date_after"),
    )
    plans: dict[int, set[int]] = {}
    for number, plan in back.values_list("change", "serving__plan"):
        plans.setdefault(number, set()).add(plan)
    return [
        each
        for each in openings
        if any((each.data["undone"], plan) in notified for plan in plans.get(each.pk, ()))
    ]


# Of notices: what the customer may have read.
_ARRIVED = Q(channel=Channel.WHATSAPP) | Q(
    message__in=OutboxEntry.objects.filter(state=State.SENT).values("message_id")
)


def _long_columns(way: str) -> list[str]:
    """Long columns of the request to which this way leads."""
    return [f"{way}request__{name}" for name in ("body", "extra_fields")]


def _servings(change: PlanChange) -> Any:
    """What it did to boxes that are to come, as far as it still holds."""
    of_it = ServingChange.objects.filter(change=change).order_by("serving__plan", "serving__meal")
    if change.action == ActionType.CLOSE:
        there = of_it.filter(serving__state__in=TO_COME)
        return there.filter(Q(serving__date=None) | ~Q(serving__date=day_of(change)))
    notified = ChangeNotice.objects.filter(_ARRIVED, change=change.data["undone"]).values("plan")
    back = of_it.filter(serving__state=ServingState.PLANNED, serving__date=day_of(change))
    return back.filter(serving__plan__in=notified)


def _notices(
    change: PlanChange, plans: Collection[int] | None
) -> list[tuple[ChangeNotice, OutboxEntry | None]]:
    notices = ChangeNotice.objects.filter(change=change)
    if plans is not None:
        notices = notices.filter(plan__in=plans)
    mails = OutboxEntry.objects.filter(message_id__in=notices.values("message"))
    by_message = {mail.message_id: mail for mail in mails}
    rows = notices.select_related("message__by", "plan__request")
    return [
        (each, by_message.get(each.message_id))
        for each in rows.defer("message__text", *_long_columns("plan__"))
    ]


def _recipient_key(request: Request, plan: int) -> object:
    """One number and one address are one customer; without either, each plan is one."""
    known = (request.phone_normalised, request.email.casefold())
    return known if any(known) else plan
