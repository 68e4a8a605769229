"""The customers whom a closed day concerns, and what each has been notified of."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from oottam.outbox.models import OutboxEntry, State
from oottam.requests.models import Request
from oottam.schedule.choices import TO_COME
from oottam.schedule.models import ActionType, ChangeNotice, PlanChange, ServingChange, ServingState
from oottam.workflow.models import Channel, Message


@dataclass(frozen=True, slots=True)
class ServingDay:
    """A serving that the change concerns, with its present day; None while it is on hold."""

    meal: int
    day: date | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A message about the change with its outbox entry; None by WhatsApp, or where it was withdrawn."""

    message: Message
    mail: OutboxEntry | None

    @property
    def stands(self) -> bool:
        """Whether it reached the customer, or will."""
        waits = self.mail is not None and self.mail.state == State.WAITING
        return self.has_arrived or (waits and self.message.withdrawn_at is None)

    @property
    def has_arrived(self) -> bool:
        """Whether the customer may have read it."""
        return self.message.channel == Channel.WHATSAPP or (
            self.mail is not None and self.mail.state == State.SENT
        )


@dataclass(slots=True)
class Recipient:
    """A customer, identified by phone number and e-mail address, with all their plans that are concerned, by plan id."""

    requests: dict[int, Request] = field(default_factory=dict)
    boxes: dict[int, list[ServingDay]] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)  # by channel

    @property
    def first(self) -> Request:
        """The request that holds the messages."""
        return next(iter(self.requests.values()))

    @property
    def plan_id(self) -> int:
        """The id of that request's plan."""
        return next(iter(self.requests))

    @property
    def is_notified(self) -> bool:
        """Whether a notice stands."""
        return any(notice.stands for notice in self.notices.values())

    @property
    def needs_mail(self) -> bool:
        """Whether there is something to notify by mail, and no notice or attempt yet."""
        mailed = self.notices.get(Channel.MAIL)
        is_open = mailed is None or mailed.mail is None
        return bool(self.boxes and self.first.email) and is_open and not self.is_notified


def find_change(number: int) -> PlanChange | None:
    """Find a closing or reopening of a day by its id."""
    queryset = PlanChange.objects.filter(
        pk=number, plan=None, action__in=(ActionType.CLOSE, ActionType.UNDO)
    )
    return queryset.filter(data__has_key="date").first()


def day_of(change: PlanChange) -> date:
    """The day that was closed or reopened."""
    return date.fromisoformat(change.data["date"])


def recipients_of(change: PlanChange, plans: Collection[int] | None = None) -> list[Recipient]:
    """Return the customers whom a change concerns, by name, restricted to `plans` where given. Three queries.

    Customers who were notified before and whose boxes have moved since are included.
    """
    notices = _notices(change, plans)
    result: dict[object, Recipient] = {}
    rows = _servings(change).select_related("serving__plan__request")
    if plans is not None:
        rows = rows.filter(serving__plan__in=plans)
    boxes = [
        (row.serving.plan, ServingDay(row.serving.meal, row.serving.date))
        for row in rows.defer(*_long_columns("serving__plan__"))
    ]
    for plan, box in [*boxes, *((notice.plan, None) for notice, _ in notices)]:
        request = plan.request
        if request.erased_at is None:
            customer = result.setdefault(_recipient_key(request, plan.pk), Recipient())
            customer.requests.setdefault(plan.pk, request)
            if box:
                customer.boxes.setdefault(plan.pk, []).append(box)
    people = {plan: recipient for recipient in result.values() for plan in recipient.requests}
    for notice, mail in notices:
        if notice.plan_id in people:
            people[notice.plan_id].notices[notice.channel] = Notice(notice.message, mail)
    return sorted(
        result.values(),
        key=lambda recipient: (recipient.first.customer_name.casefold(), recipient.first.reference),
    )


def standing_closings(today: date) -> dict[tuple[date, int], int]:
    """Map (day, meal) of each closing from today on that moved boxes to its change's id."""
    moved = ServingChange.objects.filter(change=OuterRef("pk"))
    closings = PlanChange.objects.filter(
        Exists(moved), plan=None, action=ActionType.CLOSE, undone_at=None
    )
    result = {(day_of(closing), closing.data["meal"]): closing.pk for closing in reversed(closings)}
    return {key: pk for key, pk in result.items() if key[0] >= today}


def openings_to_notify(today: date) -> list[PlanChange]:
    """Return reopenings from today on where a notified customer has boxes on the day again."""
    openings = PlanChange.objects.filter(
        plan=None, action=ActionType.UNDO, data__date__gte=today.isoformat()
    ).order_by("-pk")
    closings = {opening.data["undone"] for opening in openings}
    notices = ChangeNotice.objects.filter(_ARRIVED, change__in=closings)
    notified = set(notices.values_list("change", "plan"))
    back = ServingChange.objects.filter(
        change__in=[opening.pk for opening in openings],
        serving__plan__in={plan for _, plan in notified},
        serving__state=ServingState.PLANNED,
        serving__date=F("date_after"),
    )
    plans: dict[int, set[int]] = {}
    for number, plan in back.values_list("change", "serving__plan"):
        plans.setdefault(number, set()).add(plan)
    return [
        opening
        for opening in openings
        if any((opening.data["undone"], plan) in notified for plan in plans.get(opening.pk, ()))
    ]


# Notices that the customer may have read.
_ARRIVED = Q(channel=Channel.WHATSAPP) | Q(
    message__in=OutboxEntry.objects.filter(state=State.SENT).values("message_id")
)


def _long_columns(way: str) -> list[str]:
    """Name the request's long columns, which the query defers."""
    return [f"{way}request__{name}" for name in ("body", "extra_fields")]


def _servings(change: PlanChange) -> Any:
    """Servings that the change moved and that are still where it put them."""
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
        (row, by_message.get(row.message_id))
        for row in rows.defer("message__text", *_long_columns("plan__"))
    ]


def _recipient_key(request: Request, plan_id: int) -> object:
    """The pair of number and address; the plan's id where a request has neither."""
    contact = (request.phone_normalised, request.email.casefold())
    return contact if any(contact) else plan_id
