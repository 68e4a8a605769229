"""The outbox's table: entries are added by the API, leased to a worker, and settled by it.

A lease is nothing but a later `due_at`: when the worker dies, the entry is due again. The exact
moment at which a lease ends tells it from every other lease of that entry, so that a worker whose
lease has run out cannot settle what another one has taken over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, QuerySet

from oottam.core import request_context
from oottam.core.db.cursor import Cursor, write_rows
from oottam.outbox.models import OutboxEntry, Recipient, State

LEASE = timedelta(minutes=10)
MAX_BATCH = 20  # entries leased together


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that is to be written about: a request of a kind, known by its reference."""

    kind: str
    reference: str
    received_at: datetime
    acknowledged: bool = True  # whether the customer gets a mail about it
    http_request_id: str = ""  # of the call that it came with
    has_mailbox: bool = (
        True  # of the customer's; without one there is no mail to be withheld either
    )


def add(cursor: Cursor, notifications: Sequence[Notification]) -> None:
    """Entries for every recipient, due at once, in the transaction that `cursor` is in.

    Mails that customers are not to get are noted, too: staff see them, and may send them.

    The database fills in the columns that are not named.
    """
    in_its_form = connection.ops.adapt_datetimefield_value
    entries = [
        (
            notification.kind,
            notification.reference,
            recipient,
            state,
            received_at,
            received_at,
            notification.http_request_id,
        )
        for notification in notifications
        for received_at in [in_its_form(notification.received_at)]
        for recipient, state in _recipients(notification)
    ]
    write_rows(cursor, OutboxEntry._meta.db_table, _WRITTEN, entries)


def _recipients(notification: Notification) -> Sequence[tuple[str, str]]:
    if not notification.has_mailbox:
        return (_SHOP,)
    return _ALL_WAIT if notification.acknowledged else _SHOP_WAITS


_SHOP = (Recipient.SHOP.value, State.WAITING.value)
_ALL_WAIT = (_SHOP, (Recipient.CUSTOMER.value, State.WAITING.value))
_SHOP_WAITS = (_SHOP, (Recipient.CUSTOMER.value, State.WITHHELD.value))
_WRITTEN = (
    "kind",
    "reference",
    "recipient",
    "state",
    "created_at",
    "due_at",
    "http_request_id",
)


def add_message(
    *, kind: str, reference: str, message_id: int, now: datetime, due_at: datetime | None = None
) -> OutboxEntry:
    """An entry for what the desk wrote to the customer, due at once unless it is held until `due_at`."""
    return OutboxEntry.objects.create(
        kind=kind,
        reference=reference,
        recipient=Recipient.CUSTOMER,
        message_id=message_id,
        created_at=now,
        due_at=due_at or now,
        http_request_id=request_context.known(),
    )


def add_messages(
    messages: Sequence[tuple[str, str, int]], *, now: datetime, due_at: datetime
) -> None:
    """The same for several (kind, reference, message id), by one statement."""
    OutboxEntry.objects.bulk_create(
        OutboxEntry(
            kind=kind,
            reference=reference,
            recipient=Recipient.CUSTOMER,
            message_id=message_id,
            created_at=now,
            due_at=due_at,
            http_request_id=request_context.known(),
        )
        for kind, reference, message_id in messages
    )


def is_held(entry: OutboxEntry, until: datetime | None) -> bool:
    """Whether it waits until exactly that moment: a worker that has it moves that, and so does sending it now."""
    return entry.state == State.WAITING and entry.due_at == until


def withdraw(message_id: int, held_until: datetime) -> bool:
    """A message that waits until then is not sent; False where it does not wait any more."""
    return bool(_held(message_id, held_until).delete()[0])


def withdraw_all(held_until: Mapping[int, datetime | None]) -> list[int]:
    """Of these messages, those that were not sent yet, whose entries go unless a worker has them.

    A worker that has tried one before may have it: what it holds then must not be written any more
    (`mail_content.compose_message`).
    """
    with transaction.atomic():
        waiting = OutboxEntry.objects.select_for_update().filter(
            message_id__in=held_until, state=State.WAITING
        )
        found = {each.pk: each for each in waiting}
        held = [pk for pk, each in found.items() if is_held(each, held_until[each.message_id or 0])]
        OutboxEntry.objects.filter(pk__in=held).delete()
    return [each.message_id for each in found.values() if each.message_id is not None]


def send_now(message_id: int, held_until: datetime, now: datetime) -> bool:
    """A message that waits until then is due at once; False where it does not wait any more."""
    return bool(_held(message_id, held_until).update(due_at=now))


def any_due(now: datetime) -> bool:
    """Whether there is something to send; a plain read, which disturbs nobody."""
    return _due(now).exists()


def claim(now: datetime) -> list[OutboxEntry]:
    """Some of the entries that are due, longest waiting first, leased to the caller.

    No two workers get the same one: PostgreSQL skips what another has locked, and on SQLite the
    transaction is the only one that writes.
    """
    lease_end = now + LEASE
    with transaction.atomic():
        due = _due(now).select_for_update(skip_locked=True).order_by("due_at")
        entries = list(due[:MAX_BATCH])
        OutboxEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(due_at=lease_end)
    for entry in entries:
        entry.due_at = lease_end
    return entries


def release(entries: Sequence[OutboxEntry], now: datetime) -> None:
    """Give back untried entries: they are due at once."""
    for entry in entries:
        _leased(entry).update(due_at=now)


def settle_sent(entry: OutboxEntry, now: datetime) -> None:
    """The mail was handed over."""
    _leased(entry).update(
        state=State.SENT, sent_at=now, due_at=now, attempts=F("attempts") + 1, last_error=""
    )


def settle_delayed(entry: OutboxEntry, reason: str, due_at: datetime) -> None:
    """It did not work this time; `due_at` is when it is tried again."""
    _leased(entry).update(due_at=due_at, attempts=F("attempts") + 1, last_error=reason)


def settle_failed(entry: OutboxEntry, reason: str, now: datetime) -> None:
    """It will not work; staff see it, and may send it again."""
    _leased(entry).update(
        state=State.FAILED, due_at=now, attempts=F("attempts") + 1, last_error=reason
    )


def resend(entries: "QuerySet[OutboxEntry]", now: datetime) -> int:
    """Make entries that do not wait wait again, as new mails; how many there were."""
    return entries.exclude(state=State.WAITING).update(
        state=State.WAITING,
        due_at=now,
        attempts=0,
        last_error="",
        sent_at=None,
        resends=F("resends") + 1,
    )


def _due(now: datetime) -> "QuerySet[OutboxEntry]":
    return OutboxEntry.objects.filter(state=State.WAITING, due_at__lte=now)


def _held(message_id: int, until: datetime) -> "QuerySet[OutboxEntry]":
    return OutboxEntry.objects.filter(message_id=message_id, state=State.WAITING, due_at=until)


def _leased(entry: OutboxEntry) -> "QuerySet[OutboxEntry]":
    """The entry, if the lease that `entry` was claimed with still holds it."""
    return OutboxEntry.objects.filter(pk=entry.pk, due_at=entry.due_at)
