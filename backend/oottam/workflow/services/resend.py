"""Resending mails, and sending waiting ones immediately."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.outbox import queue
from oottam.outbox.models import MENU, OutboxEntry, State
from oottam.workflow.models import Message


@dataclass(frozen=True, slots=True)
class Resent:
    """How many mails are sent again, and how many are still waiting to be sent."""

    again: int
    waiting: int


def resend(*, mails: Sequence[int], actor: User, now: datetime) -> Resent:
    """Queue mails again that were sent, failed or withheld; waiting ones are left to the worker."""
    with transaction.atomic():
        entries = list(OutboxEntry.objects.select_for_update().filter(pk__in=mails))
        settled = [mail for mail in entries if mail.state != State.WAITING]
        queue.resend(OutboxEntry.objects.filter(pk__in=[mail.pk for mail in settled]), now)
        for mail in settled:
            data = {"recipient": mail.recipient, "was": mail.state}
            reference = "" if mail.kind == MENU else mail.reference
            record(action="mail.again", actor=actor, at=now, reference=reference, data=data)
    return Resent(len(settled), len(entries) - len(settled))


def send_now(*, reference: str, message: int, actor: User, now: datetime) -> bool:
    """Send a waiting mail immediately, which ends the time to undo its transition.

    Returns False if it is not waiting.
    """
    with transaction.atomic():
        message_row = Message.objects.filter(request__reference=reference, pk=message).first()
        if message_row is None or message_row.held_until is None or message_row.held_until <= now:
            return False
        if not queue.send_now(message_row.pk, message_row.held_until, now):
            return False
        record(
            action="mail.now",
            actor=actor,
            at=now,
            reference=reference,
            data={"message": message_row.pk},
        )
    return True
