"""What somebody has done by mistake, they take back themselves for a while; later the owner does.

Steps of a request are taken back by `undo_step.py`; the mails that follow from a step wait here until it cannot be
taken back any more.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser, User

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message
from oottam.workflow.services.editing import RequestEdit

Account = User | AnonymousUser
OWN_TIME = timedelta(minutes=15)
STEPS = ("request.confirm", "request.complete", "request.cancel")


def is_own(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Whether this person did it, at most a quarter of an hour ago."""
    return by == actor.pk and now < at + OWN_TIME


def may_undo(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Whether money that was noted can be undone by this person now."""
    return Permission.UNDO_PAYMENT in permissions_of(actor) or is_own(by, at, actor, now)


def require_may_undo(by: int | None, at: datetime, actor: User, now: datetime) -> None:
    """Raises DomainError."""
    if not may_undo(by, at, actor, now):
        if by == actor.pk:
            raise DomainError("The 15 minutes are over: ask the owner to undo it.")
        raise DomainError("Only the owner can undo what a colleague has recorded.")


def last_step(entries: Iterable[AuditEntry]) -> AuditEntry | None:
    """Of entries, newest first: the step that led to the present status, where it is one that people take back."""
    found = next((entry for entry in entries if "status" in entry.data), None)
    is_step = found is not None and found.action in STEPS and found.actor_id is not None
    return found if is_step else None


def may_undo_step(step: AuditEntry, actor: Account, now: datetime) -> bool:
    """Whether this person may, by who did it and when: for 15 minutes who did it and the owner."""
    is_owner = Permission.REOPEN in permissions_of(actor)
    return now < step.at + OWN_TIME and (is_owner or step.actor_id == actor.pk)


def undo_deadline(
    step: AuditEntry | None,
    messages: Iterable[Message],
    mails: Iterable[OutboxEntry],
    now: datetime,
) -> datetime | None:
    """Until when the step can be taken back by whoever may; None where that is over.

    It is over once its customer may have read something since: any message but mails that wait.
    """
    if step is None or now >= step.at + OWN_TIME:
        return None
    by_message = {mail.message_id: mail for mail in mails if mail.message_id is not None}
    written = [each for each in messages if each.at >= step.at and each.withdrawn_at is None]
    if not all(is_waiting(each, by_message.get(each.pk)) for each in written):
        return None
    return step.at + OWN_TIME


def is_waiting(message: Message, mail: OutboxEntry | None) -> bool:
    """Whether its mail waits because a step may be taken back, and can be sent now instead."""
    return mail is not None and queue.is_held(mail, message.held_until)


def held_until(request: Request, now: datetime) -> datetime | None:
    """When a mail to its customer is due, as long as what it may be about can be taken back; None: at once."""
    recent = AuditEntry.objects.filter(reference=request.reference, at__gt=now - OWN_TIME)
    mails = OutboxEntry.objects.filter(reference=request.reference)
    return undo_deadline(last_step(recent.order_by("-pk")), request.messages.all(), mails, now)


def withdraw_held(edit: RequestEdit) -> None:
    """No mail of the request that waits is sent: what it says is not so any more."""
    waiting = edit.request.messages.filter(
        channel=Channel.MAIL, held_until__gt=edit.now, withdrawn_at=None
    )
    withdrawn = [
        each.pk for each in waiting if each.held_until and queue.withdraw(each.pk, each.held_until)
    ]
    if withdrawn:
        Message.objects.filter(pk__in=withdrawn).update(withdrawn_at=edit.now)
        edit.data["withdrawn"] = withdrawn
