"""Customers are told of a closed day, or that it is open after all: by mail all at once, by WhatsApp one by one.

Closing a day and opening it again are changes of all plans. Whom one of them concerns, and what their letters say, follows
from where its boxes stand now, whatever has moved them since.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.text import get_text_list

from oottam import catalogue
from oottam.api import endpoints
from oottam.api.mails import status_link
from oottam.audit.record import record_each
from oottam.core.clock import clock_time
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.locks import lock_schedules
from oottam.plans.models import (
    ActionType,
    ChangeNotice,
    Meal,
    PlanChange,
    ServingChange,
    ServingState,
)
from oottam.plans.models.choices import TO_COME
from oottam.plans.models.days import EVERY_MEAL
from oottam.plans.services.customer_text import describe_days
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services.message_templates import greeted, letter
from oottam.workflow.services.undo_window import OWN_TIME

MAX_AT_ONCE = 100  # customers whose mails are written in one transaction
CHANGED = "This customer's boxes have been changed since."
REOPENED = "That day is open again: nobody is told any more that it is closed."


class AlreadyOpenedError(DomainError):
    """A colleague has opened WhatsApp for this customer before."""


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
class Customer:
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
    def is_told(self) -> bool:
        """Whether some letter stands."""
        return any(notice.stands for notice in self.notices.values())

    @property
    def is_to_be_mailed(self) -> bool:
        """Whether there is something to tell by mail that nobody has told, nor tried to."""
        mailed = self.notices.get(Channel.MAIL)
        is_open = mailed is None or mailed.mail is None
        return bool(self.boxes and self.first.email) and is_open and not self.is_told


def find_change(number: int) -> PlanChange | None:
    """A closing of a day, or its opening, by its number."""
    found = PlanChange.objects.filter(
        pk=number, plan=None, action__in=(ActionType.CLOSE, ActionType.UNDO)
    )
    return found.filter(data__has_key="date").first()


def day_of(change: PlanChange) -> date:
    """The day that was closed or opened."""
    return date.fromisoformat(change.data["date"])


def customers_of(change: PlanChange, plans: Collection[int] | None = None) -> list[Customer]:
    """Whom it concerns, of these plans alone where they are named, by name. Three queries.

    Those who were told before and have nothing any more are among them.
    """
    notices = _notices(change, plans)
    found: dict[object, Customer] = {}
    rows = _servings(change).select_related("serving__plan__request")
    if plans is not None:
        rows = rows.filter(serving__plan__in=plans)
    boxes = [
        (row.serving.plan, Box(row.serving.meal, row.serving.date))
        for row in rows.defer(*_unread("serving__plan__"))
    ]
    for plan, box in [*boxes, *((notice.plan, None) for notice, _ in notices)]:
        request = plan.request
        if request.erased_at is None:
            customer = found.setdefault(_person(request, plan.pk), Customer())
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


def mail_all(*, change: PlanChange, actor: User, now: datetime) -> int:
    """Mail everybody who has an address and was not told yet; how many mails. Raises DomainError.

    They are sent when the closing cannot be undone as a mistake any more; opening the day before withdraws them. Done
    twice, or interrupted and done again, nobody gets two.
    """
    _require_standing(change)
    count = 0
    ahead = [each for each in customers_of(change) if each.is_to_be_mailed]
    for some in _parts(ahead):
        with transaction.atomic():
            lock_schedules()  # nobody opens or closes a day meanwhile
            _require_standing(change)
            again = customers_of(change, [plan for each in some for plan in each.requests])
            written = [each for each in again if each.is_to_be_mailed]
            _write_mails(change, written, actor, now)
        count += len(written)
    return count


def open_chat(
    *, change: PlanChange, plan: int, actor: User, now: datetime, again: bool = False
) -> Message:
    """The letter with which this person opens WhatsApp, noted once. Raises DomainError.

    Where a colleague has opened it before, that is an AlreadyOpenedError, unless it is wanted `again`.
    """
    found = next((each for each in customers_of(change) if plan in each.requests), Customer())
    with transaction.atomic():
        lock_schedules()
        _require_standing(change)
        customer = next(iter(customers_of(change, found.requests)), None)
        if customer is None:
            raise DomainError(CHANGED)
        before = customer.notices.get(Channel.WHATSAPP)
        if before:
            if before.message.by_id != actor.pk and not again:
                at = timezone.localtime(before.message.at)
                name = isolate(before.message.by.get_username())
                raise AlreadyOpenedError(f"{name} has opened it at {clock_time(at)}.")
            return before.message
        if not customer.boxes:
            raise DomainError(CHANGED)
        if not customer.first.phone_normalised:
            raise DomainError("There is no phone number that works with WhatsApp.")
        message = Message(
            request=customer.first, channel=Channel.WHATSAPP, by=actor, at=now,
            **_letter(change, customer),
        )  # fmt: skip
        message.subject = ""
        message.save()
        _note(change, [(customer, message)], actor, now)
    return message


def withdraw_unsent(change: PlanChange, now: datetime) -> int:
    """Its mails that were not sent yet are not sent; how many."""
    held = Message.objects.filter(
        notices__change=change, channel=Channel.MAIL, withdrawn_at=None
    ).values_list("pk", "held_until")
    withdrawn = queue.withdraw_all(dict(held))
    Message.objects.filter(pk__in=withdrawn).update(withdrawn_at=now)
    return len(withdrawn)


def mails_sent(change: PlanChange) -> int:
    """How many of its mails were sent."""
    messages = change.notices.filter(channel=Channel.MAIL).values("message")
    return OutboxEntry.objects.filter(state=State.SENT, message_id__in=messages).count()


def withdraw_openings(day: date, meal: int, now: datetime) -> int:
    """No mail is sent any more that says the day, or a meal of it, is open after all; how many."""
    openings = PlanChange.objects.filter(
        plan=None, action=ActionType.UNDO, data__date=day.isoformat(), notices__isnull=False
    ).distinct()
    return sum(
        withdraw_unsent(each, now)
        for each in openings
        if EVERY_MEAL in (meal, each.data["meal"]) or meal == each.data["meal"]
    )


def standing_closings(today: date) -> dict[tuple[date, int], int]:
    """The number of each closing of a day from today on that moved boxes, by day and meal."""
    moved = ServingChange.objects.filter(change=OuterRef("pk"))
    closings = PlanChange.objects.filter(
        Exists(moved), plan=None, action=ActionType.CLOSE, undone_at=None
    )
    found = {(day_of(each), each.data["meal"]): each.pk for each in reversed(closings)}
    return {key: pk for key, pk in found.items() if key[0] >= today}


def openings_to_tell(today: date) -> list[PlanChange]:
    """Openings of days from today on, after which somebody who was told that it is closed has boxes on that day."""
    openings = PlanChange.objects.filter(
        plan=None, action=ActionType.UNDO, data__date__gte=today.isoformat()
    ).order_by("-pk")
    closings = {each.data["undone"] for each in openings}
    notices = ChangeNotice.objects.filter(_ARRIVED, change__in=closings)
    told = set(notices.values_list("change", "plan"))
    back = ServingChange.objects.filter(
        change__in=[each.pk for each in openings],
        serving__plan__in={plan for _, plan in told},
        serving__state=ServingState.PLANNED,
        serving__date=F("date_after"),
    )
    plans: dict[int, set[int]] = {}
    for number, plan in back.values_list("change", "serving__plan"):
        plans.setdefault(number, set()).add(plan)
    return [
        each
        for each in openings
        if any((each.data["undone"], plan) in told for plan in plans.get(each.pk, ()))
    ]


# Of notices: what the customer may have read.
_ARRIVED = Q(channel=Channel.WHATSAPP) | Q(
    message__in=OutboxEntry.objects.filter(state=State.SENT).values("message_id")
)


def _unread(way: str) -> list[str]:
    """Long columns of the request to which this way leads."""
    return [f"{way}request__{name}" for name in ("body", "extra_fields")]


def _servings(change: PlanChange) -> Any:
    """What it did to boxes that are to come, as far as it still holds."""
    of_it = ServingChange.objects.filter(change=change).order_by("serving__plan", "serving__meal")
    if change.action == ActionType.CLOSE:
        there = of_it.filter(serving__state__in=TO_COME)
        return there.filter(Q(serving__date=None) | ~Q(serving__date=day_of(change)))
    told = ChangeNotice.objects.filter(_ARRIVED, change=change.data["undone"]).values("plan")
    back = of_it.filter(serving__state=ServingState.PLANNED, serving__date=day_of(change))
    return back.filter(serving__plan__in=told)


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
        for each in rows.defer("message__text", *_unread("plan__"))
    ]


def _person(request: Request, plan: int) -> object:
    """One number and one address are one customer; without either, each plan is one."""
    known = (request.phone_normalised, request.email.casefold())
    return known if any(known) else plan


def _require_standing(change: PlanChange) -> None:
    """Raises DomainError where the day was opened meanwhile."""
    change.refresh_from_db()
    if change.undone_at is not None:
        raise DomainError(REOPENED)


def _parts(customers: Sequence[Customer]) -> Iterator[Sequence[Customer]]:
    for start in range(0, len(customers), MAX_AT_ONCE):
        yield customers[start : start + MAX_AT_ONCE]


def _write_mails(
    change: PlanChange, customers: Sequence[Customer], actor: User, now: datetime
) -> None:
    due = now + OWN_TIME
    messages = Message.objects.bulk_create(
        Message(
            request=each.first, channel=Channel.MAIL, by=actor, at=now, held_until=due,
            **_letter(change, each),
        )
        for each in customers
    )  # fmt: skip
    queue.add_messages(
        [(each.request.kind, each.request.reference, each.pk) for each in messages],
        now=now,
        due_at=due,
    )
    _note(change, list(zip(customers, messages, strict=True)), actor, now)


def _note(
    change: PlanChange, written: Sequence[tuple[Customer, Message]], actor: User, now: datetime
) -> None:
    """In the place of letters that were withdrawn, and of all plans of each customer."""
    if not written:
        return
    channel = written[0][1].channel
    plans = [plan for customer, _ in written for plan in customer.boxes]
    ChangeNotice.objects.filter(change=change, channel=channel, plan__in=plans).delete()
    ChangeNotice.objects.bulk_create(
        ChangeNotice(change=change, plan_id=plan, channel=channel, message=message)
        for customer, message in written
        for plan in customer.boxes
    )
    record_each(
        action="message.send",
        actor=actor,
        at=now,
        references=[message.request.reference for _, message in written],
        data={"template": written[0][1].template, "channel": channel},
    )


def _letter(change: PlanChange, customer: Customer) -> dict[str, Any]:
    """What the customer is told: template, subject and text."""
    day, meal = describe_days(day_of(change)), change.data["meal"]
    is_closing = change.action == ActionType.CLOSE
    site = catalogue.current().site
    named = "" if meal == EVERY_MEAL else str(Meal(meal).label).lower()
    answer = (
        "If this does not suit you, just reply to this message, or call us on "
        f"{site.contact.phone}."
    )
    if is_closing:
        subject = f"no {named} on {day}" if named else f"we are closed on {day}"
        news = f"There is no {named} on {day}." if named else f"We are closed on {day}."
        rest = "No box is lost, and your other days stay as they are."
        comes = "on {day} instead"
    else:
        subject = f"{named} on {day} after all" if named else f"we are open on {day}"
        news = (
            f"There is {named} on {day} after all." if named else f"We are open on {day} after all."
        )
        rest = "Please ignore what we wrote about that day before."
        comes = "on that day as planned"
    return {
        "template": Template.CLOSED_DAY if is_closing else Template.OPEN_DAY,
        "subject": subject,
        "text": letter(
            greeted(customer.first),
            [
                news,
                "\n".join(_sentence(customer, plan, comes) for plan in customer.boxes),
                f"{rest} {answer}",
                "\n".join(_track(customer.requests[plan]) for plan in customer.boxes).strip(),
            ],
            f"{site.brand.name}, {site.contact.phone}",
        ),
    }


def _sentence(customer: Customer, plan: int, comes: str) -> str:
    request = customer.requests[plan]
    named = f"{endpoints.of_kind(request.kind).noun} {request.reference}"
    by_day: dict[date | None, list[str]] = {}
    for box in customer.boxes[plan]:
        by_day.setdefault(box.day, []).append(str(Meal(box.meal).label).lower())
    parts = [_of_a_day(day, meals, comes) for day, meals in _in_order(by_day)]
    return f"Your {get_text_list(parts, 'and')} ({named})."


def _in_order(by_day: Mapping[date | None, list[str]]) -> Iterable[tuple[date | None, list[str]]]:
    return sorted(by_day.items(), key=lambda each: each[0] or date.max)


def _of_a_day(day: date | None, meals: list[str], comes: str) -> str:
    is_one = len(meals) == 1
    named = get_text_list(meals, "and")
    if day is None:
        return f"{named} {'is' if is_one else 'are'} on hold with your paused meals"
    return f"{named} {'comes' if is_one else 'come'} {comes.format(day=describe_days(day))}"


def _track(request: Request) -> str:
    link = status_link(request)
    return f"{link.text} {request.reference}: {link.url}" if link else ""
