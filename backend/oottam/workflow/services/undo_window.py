"""Who may undo what, and for how long: the actor for OWN_TIME, later the owner.

Transitions are undone by `undo_transition`; mails of a transition wait until its undo window is over.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser, User

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Channel, Message
from oottam.workflow.services.editing import RequestEdit

Account = User | AnonymousUser
OWN_TIME = timedelta(minutes=15)
STEPS = (RequestAction.CONFIRM, RequestAction.COMPLETE, RequestAction.CANCEL)


def is_own(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Return whether the actor did it, within OWN_TIME."""
    return by == actor.pk and now < at + OWN_TIME


def may_undo(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Return whether the actor may undo a recorded payment now."""
    return Permission.UNDO_PAYMENT in permissions_of(actor) or is_own(by, at, actor, now)


def require_may_undo(by: int | None, at: datetime, actor: User, now: datetime) -> None:
    """Raise DomainError where the actor may not undo it."""
    if not may_undo(by, at, actor, now):
        if by == actor.pk:
            raise DomainError("The 15 minutes are over: ask the owner to undo it.")
        raise DomainError("Only the owner can undo what a colleague has recorded.")


def last_step(entries: Iterable[AuditEntry]) -> AuditEntry | None:
    """Return, of entries newest first, the transition to the present status, where people can undo it."""
    step = next((entry for entry in entries if "status" in entry.data), None)
    is_step = step is not None and step.action in STEPS and step.actor_id is not None
    return step if is_step else None


def may_undo_step(step: AuditEntry, actor: Account, now: datetime) -> bool:
    """Return whether the actor may undo the transition now."""
    is_owner = Permission.REOPEN in permissions_of(actor)
    return now < step.at + OWN_TIME and (is_owner or step.actor_id == actor.pk)


def undo_deadline(
    step: AuditEntry | None,
    messages: Iterable[Message],
    mails: Iterable[OutboxEntry],
    now: datetime,
) -> datetime | None:
    """Return until when the transition can be undone; None where it cannot.

    It cannot once the customer may have read a message that a person has written since; waiting mails do not count.
    """
    if step is None or now >= step.at + OWN_TIME:
        return None
    by_message = {mail.message_id: mail for mail in mails if mail.message_id is not None}
    written = [
        message
        for message in messages
        if message.at >= step.at and message.withdrawn_at is None and message.by_id is not None
    ]
    if not all(is_waiting(each, by_message.get(each.pk)) for each in written):
        return None
    return step.at + OWN_TIME


def is_waiting(message: Message, mail: OutboxEntry | None) -> bool:
    """Return whether the mail waits for the undo window, and can be sent immediately instead."""
    return mail is not None and queue.is_held(mail, message.held_until)


def held_until(request: Request, now: datetime) -> datetime | None:
    """Return when a mail to the customer is due while the last transition can be undone; None: immediately."""
    recent = AuditEntry.objects.filter(reference=request.reference, at__gt=now - OWN_TIME)
    mails = OutboxEntry.objects.filter(reference=request.reference)
    return undo_deadline(last_step(recent.order_by("-pk")), request.messages.all(), mails, now)


def withdraw_held(edit: RequestEdit) -> None:
    """Withdraw the request's waiting mails, whose content is outdated."""
    waiting = edit.request.messages.filter(
        channel=Channel.MAIL, held_until__gt=edit.now, withdrawn_at=None
    )
    withdrawn = [
        each.pk for each in waiting if each.held_until and queue.withdraw(each.pk, each.held_until)
    ]
    if withdrawn:
        Message.objects.filter(pk__in=withdrawn).update(withdrawn_at=edit.now)
        edit.data["withdrawn"] = withdrawn
