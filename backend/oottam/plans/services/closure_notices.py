"""Notify customers of a closed or reopened day: by mail in batches, by WhatsApp one by one.

Recipients and texts depend on the boxes' present days, including moves after the closing.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import get_text_list

from oottam import catalogue
from oottam.api import endpoints
from oottam.api.mails import status_link
from oottam.audit.log import record_many
from oottam.core.clock import clock_time
from oottam.core.days import WHOLE_DAY
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services.closure_recipients import Recipient, day_of, recipients_of
from oottam.requests.models import Request
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import ActionType, ChangeNotice, Meal, PlanChange
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services.agreement import describe_agreement
from oottam.workflow.services.message_templates import greeting_name, letter
from oottam.workflow.services.undo_window import OWN_TIME

MAX_AT_ONCE = 100  # customers per transaction
CHANGED = "This customer's boxes have been changed since."
REOPENED = "That day is open again: nobody is told any more that it is closed."


class AlreadyOpenedError(DomainError):
    """A colleague has already opened WhatsApp for this customer."""


def mail_all(*, change: PlanChange, actor: User, now: datetime) -> int:
    """Mail every customer with an address who was not notified yet; return the number of mails. Raises DomainError.

    Mails are sent once the time to undo the closing is over; reopening the day before withdraws them. Safe to repeat:
    no customer gets two.
    """
    _require_standing(change)
    count = 0
    ahead = [recipient for recipient in recipients_of(change) if recipient.needs_mail]
    for start in range(0, len(ahead), MAX_AT_ONCE):
        some = ahead[start : start + MAX_AT_ONCE]
        with transaction.atomic():
            lock_schedules()  # no day opens or closes meanwhile
            _require_standing(change)
            again = recipients_of(change, [plan for each in some for plan in each.requests])
            written = [recipient for recipient in again if recipient.needs_mail]
            _write_mails(change, written, actor, now)
        count += len(written)
    return count


def open_chat(
    *, change: PlanChange, plan_id: int, actor: User, now: datetime, again: bool = False
) -> Message:
    """Store the message with which this person opens WhatsApp, once. Raises DomainError.

    Raises AlreadyOpenedError where a colleague opened it before, unless `again`.
    """
    recipient = next(
        (each for each in recipients_of(change) if plan_id in each.requests), Recipient()
    )
    with transaction.atomic():
        lock_schedules()
        _require_standing(change)
        customer = next(iter(recipients_of(change, recipient.requests)), None)
        if customer is None:
            raise DomainError(CHANGED)
        before = customer.notices.get(Channel.WHATSAPP)
        if before:
            author = before.message.by
            if author and author != actor and not again:
                at = timezone.localtime(before.message.at)
                name = isolate(author.get_username())
                raise AlreadyOpenedError(f"{name} has opened it at {clock_time(at)}.")
            return before.message
        if not customer.boxes:
            raise DomainError(CHANGED)
        if not customer.first.phone_normalised:
            raise DomainError("There is no phone number that works with WhatsApp.")
        message = Message(
            request=customer.first, channel=Channel.WHATSAPP, by=actor, at=now,
            **_compose(change, customer),
        )  # fmt: skip
        message.subject = ""
        message.save()
        _record_notices(change, [(customer, message)], actor, now)
    return message


def withdraw_unsent(change: PlanChange, now: datetime) -> int:
    """Withdraw the change's unsent mails; return how many."""
    held = Message.objects.filter(
        notices__change=change, channel=Channel.MAIL, withdrawn_at=None
    ).values_list("pk", "held_until")
    withdrawn = queue.withdraw_all(dict(held))
    Message.objects.filter(pk__in=withdrawn).update(withdrawn_at=now)
    return len(withdrawn)


def count_sent_mails(change: PlanChange) -> int:
    messages = change.notices.filter(channel=Channel.MAIL).values("message")
    return OutboxEntry.objects.filter(state=State.SENT, message_id__in=messages).count()


def withdraw_openings(day: date, meal: int, now: datetime) -> None:
    """Withdraw unsent mails that announce this day, or a meal of it, as open."""
    openings = PlanChange.objects.filter(
        plan=None, action=ActionType.UNDO, data__date=day.isoformat(), notices__isnull=False
    ).distinct()
    for opening in openings:
        if WHOLE_DAY in (meal, opening.data["meal"]) or meal == opening.data["meal"]:
            withdraw_unsent(opening, now)


def _require_standing(change: PlanChange) -> None:
    """Raise DomainError if the day was reopened since."""
    change.refresh_from_db()
    if change.undone_at is not None:
        raise DomainError(REOPENED)


def _write_mails(
    change: PlanChange, customers: Sequence[Recipient], actor: User, now: datetime
) -> None:
    due = now + OWN_TIME
    messages = Message.objects.bulk_create(
        Message(
            request=customer.first, channel=Channel.MAIL, by=actor, at=now, held_until=due,
            **_compose(change, customer),
        )
        for customer in customers
    )  # fmt: skip
    queue.add_messages(
        [(message.request.kind, message.request.reference, message.pk) for message in messages],
        now=now,
        due_at=due,
    )
    _record_notices(change, list(zip(customers, messages, strict=True)), actor, now)


def _record_notices(
    change: PlanChange, written: Sequence[tuple[Recipient, Message]], actor: User, now: datetime
) -> None:
    """Store notices for all plans of each recipient, in place of those whose mails were withdrawn."""
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
    record_many(
        action="message.send",
        actor=actor,
        at=now,
        references=[message.request.reference for _, message in written],
        data={"template": written[0][1].template, "channel": channel},
    )


def _compose(change: PlanChange, customer: Recipient) -> dict[str, Any]:
    """Compose template, subject and text of a recipient's message."""
    day, meal = describe_agreement(day_of(change)), change.data["meal"]
    is_closing = change.action == ActionType.CLOSE
    site = catalogue.current().site
    named = "" if meal == WHOLE_DAY else str(Meal(meal).label).lower()
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
            greeting_name(customer.first),
            [
                news,
                "\n".join(_sentence(customer, plan, comes) for plan in customer.boxes),
                f"{rest} {answer}",
                "\n".join(_track(customer.requests[plan]) for plan in customer.boxes).strip(),
            ],
            f"{site.brand.name}, {site.contact.phone}",
        ),
    }


def _sentence(customer: Recipient, plan_id: int, comes: str) -> str:
    request = customer.requests[plan_id]
    named = f"{endpoints.of_kind(request.kind).noun} {request.reference}"
    by_day: dict[date | None, list[str]] = {}
    for box in customer.boxes[plan_id]:
        by_day.setdefault(box.day, []).append(str(Meal(box.meal).label).lower())
    days = sorted(by_day, key=lambda day: day or date.max)
    parts = [_describe_meals(day, by_day[day], comes) for day in days]
    return f"Your {get_text_list(parts, 'and')} ({named})."


def _describe_meals(day: date | None, meals: list[str], comes: str) -> str:
    is_one = len(meals) == 1
    named = get_text_list(meals, "and")
    if day is None:
        return f"{named} {'is' if is_one else 'are'} on hold with your paused meals"
    return f"{named} {'comes' if is_one else 'come'} {comes.format(day=describe_agreement(day))}"


def _track(request: Request) -> str:
    link = status_link(request)
    return f"{link.text} {request.reference}: {link.url}" if link else ""
