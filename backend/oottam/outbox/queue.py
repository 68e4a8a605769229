"""Queue operations on the outbox: the API adds entries; a worker leases and settles them.

A lease is a later `due_at`: if the worker dies, the entry becomes due again. The exact `due_at`
identifies the lease, so a worker whose lease expired cannot settle an entry that another worker
has claimed since.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, QuerySet

from oottam.core import request_context
from oottam.core.db.cursor import Cursor, write_rows
from oottam.outbox.models import EDITION, MENU, OutboxEntry, Recipient, State

LEASE = timedelta(minutes=10)
MAX_BATCH = 20  # entries leased together
RECENTLY = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Notification:
    """A new request for which mails are queued."""

    kind: str
    reference: str
    received_at: datetime
    is_acknowledged: bool = True  # False: the customer's mail is withheld
    http_request_id: str = ""  # of the HTTP request that created it
    has_mailbox: bool = True  # False: the customer has no address, and gets no entry


def add(cursor: Cursor, notifications: Sequence[Notification]) -> None:
    """Insert an entry for each recipient, due at once, in the transaction of `cursor`.

    Withheld mails get an entry as well: staff see them and can send them. Other columns have
    database defaults.
    """
    adapt = connection.ops.adapt_datetimefield_value
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
        for received_at in [adapt(notification.received_at)]
        for recipient, state in _recipients(notification)
    ]
    write_rows(cursor, OutboxEntry._meta.db_table, _COLUMNS, entries)


def _recipients(notification: Notification) -> Sequence[tuple[str, str]]:
    if not notification.has_mailbox:
        return (_SHOP,)
    return _BOTH if notification.is_acknowledged else _CUSTOMER_WITHHELD


_SHOP = (Recipient.SHOP.value, State.WAITING.value)
_BOTH = (_SHOP, (Recipient.CUSTOMER.value, State.WAITING.value))
_CUSTOMER_WITHHELD = (_SHOP, (Recipient.CUSTOMER.value, State.WITHHELD.value))
_COLUMNS = (
    "kind",
    "reference",
    "recipient",
    "state",
    "created_at",
    "due_at",
    "http_request_id",
)


def add_edition(number: int, now: datetime) -> None:
    """Queue a mail to every owner about an edition of the menu."""
    _entry(MENU, f"{EDITION}{number}", Recipient.SHOP, None, now=now, due_at=now).save()


def add_message(
    *, kind: str, reference: str, message_id: int, now: datetime, due_at: datetime | None = None
) -> OutboxEntry:
    """Queue a message from the desk to the customer, due at `due_at` or at once."""
    entry = _entry(kind, reference, Recipient.CUSTOMER, message_id, now=now, due_at=due_at or now)
    entry.save()
    return entry


def add_messages(
    messages: Sequence[tuple[str, str, int]], *, now: datetime, due_at: datetime
) -> None:
    """Queue several messages, given as (kind, reference, message id), in one statement."""
    OutboxEntry.objects.bulk_create(
        _entry(kind, reference, Recipient.CUSTOMER, message_id, now=now, due_at=due_at)
        for kind, reference, message_id in messages
    )


def _entry(
    kind: str,
    reference: str,
    recipient: Recipient,
    message_id: int | None,
    *,
    now: datetime,
    due_at: datetime,
) -> OutboxEntry:
    return OutboxEntry(
        kind=kind,
        reference=reference,
        recipient=recipient,
        message_id=message_id,
        created_at=now,
        due_at=due_at,
        http_request_id=request_context.current_request_id(),
    )


def is_held(entry: OutboxEntry, until: datetime | None) -> bool:
    """Whether the entry is still held until `until`; a claim or `send_now` changes its `due_at`."""
    return entry.state == State.WAITING and entry.due_at == until


def withdraw(message_id: int, held_until: datetime) -> bool:
    """Delete a held message's entry; return False if it is not held."""
    return bool(_held(message_id, held_until).delete()[0])


def withdraw_all(held_until: Mapping[int, datetime | None]) -> list[int]:
    """Delete the entries of held messages; return the ids of all messages not sent yet.

    `held_until` is by message id. The result includes messages that a worker may have claimed: the
    worker skips them when it finds no content (`mail_content.compose_message`).
    """
    with transaction.atomic():
        waiting = OutboxEntry.objects.select_for_update().filter(
            message_id__in=held_until, state=State.WAITING
        )
        unsent = {entry.pk: entry for entry in waiting}
        held_ids = [
            pk for pk, entry in unsent.items() if is_held(entry, held_until[entry.message_id or 0])
        ]
        OutboxEntry.objects.filter(pk__in=held_ids).delete()
    return [entry.message_id for entry in unsent.values() if entry.message_id is not None]


def send_now(message_id: int, held_until: datetime, now: datetime) -> bool:
    """Make a held message due at once; return False if it is not held."""
    return bool(_held(message_id, held_until).update(due_at=now))


def has_due(now: datetime) -> bool:
    """Whether an entry is due; takes no lock."""
    return _due(now).exists()


def is_growing(now: datetime) -> bool:
    """Whether an entry was added within a second; takes no lock."""
    newest = OutboxEntry.objects.order_by("-pk").values_list("created_at", flat=True).first()
    return newest is not None and newest > now - RECENTLY


def claim(now: datetime) -> list[OutboxEntry]:
    """Lease up to MAX_BATCH due entries to the caller, oldest first.

    No two workers claim the same entry: PostgreSQL skips locked rows, and SQLite has one writer at
    a time.
    """
    lease_end = now + LEASE
    with transaction.atomic():
        due = _due(now).select_for_update(skip_locked=True).order_by("due_at")
        entries = list(due[:MAX_BATCH])
        OutboxEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(due_at=lease_end)
    for entry in entries:
        entry.due_at = lease_end
    return entries


def release(entries: Collection[OutboxEntry], now: datetime) -> None:
    """Return untried entries to the queue, due at once."""
    _leased(*entries).update(due_at=now)


def settle_sent(entries: Sequence[OutboxEntry], now: datetime) -> None:
    """Record that these mails of one lease were sent."""
    _leased(*entries).update(
        state=State.SENT, sent_at=now, due_at=now, attempts=F("attempts") + 1, last_error=""
    )


def settle_delayed(entry: OutboxEntry, reason: str, due_at: datetime) -> None:
    """Record a temporary failure; the next attempt is at `due_at`."""
    _leased(entry).update(due_at=due_at, attempts=F("attempts") + 1, last_error=reason)


def settle_failed(entry: OutboxEntry, reason: str, now: datetime) -> None:
    """Record a permanent failure; staff see it and can resend it."""
    _leased(entry).update(
        state=State.FAILED, due_at=now, attempts=F("attempts") + 1, last_error=reason
    )


def resend(entries: "QuerySet[OutboxEntry]", now: datetime) -> int:
    """Queue entries that are not waiting again, each with a new Message-ID; return their number."""
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


def _leased(*entries: OutboxEntry) -> "QuerySet[OutboxEntry]":
    """Query entries of one lease; without those whose lease has been lost."""
    leases = {entry.due_at for entry in entries}
    return OutboxEntry.objects.filter(pk__in=[entry.pk for entry in entries], due_at__in=leases)
