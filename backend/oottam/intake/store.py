"""Stores accepted requests, many in one transaction: all of their rows, and the replies they get."""

from collections.abc import Sequence

import msgspec
from django.db import Error as AnyDatabaseError

from oottam.common import phone, replies
from oottam.common.plain_sql import Cursor
from oottam.common.replies import Reply
from oottam.intake.calls import Accepted, Receipt
from oottam.intake.idempotency import Key, Replies
from oottam.intake.identity import new_reference
from oottam.intake.inserts import Row, insert
from oottam.intake.models import Flag, Kind, Request, Status
from oottam.intake.rate_limits import Senders
from oottam.intake.refusals import RefusedError
from oottam.notify import outbox
from oottam.notify.outbox import Occasion


class Pending(msgspec.Struct, frozen=True, eq=False):
    """A request that was found to be in order, and waits to be stored."""

    kind: Kind
    accepted: Accepted
    receipt: Receipt
    body: str
    extras: list[str]
    key: Key | None
    arrival: Row


class Unfit(msgspec.Struct, frozen=True, eq=False):
    """A request that is not in order now, and may have been taken when its key was first sent."""

    key: Key
    refused: RefusedError


Work = Pending | Unfit


def store(cursor: Cursor, batch: Sequence[Work]) -> list[Reply | Exception]:
    """Write a batch; for each request the reply to send, once everything is committed.

    A request whose key was used before gets the earlier reply and is not stored again. It gets an
    exception, and leaves nothing behind, when it fails by itself: RefusedError when the key belongs
    to another body or the sender's address has reached its cap. Raises any DatabaseError.
    """
    replied = Replies(cursor, [work.key for work in batch if work.key])
    senders = Senders(cursor, [work.arrival for work in batch if isinstance(work, Pending)])
    rows: list[Row] = []
    occasions: list[Occasion] = []
    outcomes: list[Reply | Exception] = []
    for work in batch:
        try:
            if isinstance(work, Unfit):
                outcomes.append(replied.earlier(work.key) or work.refused)
            else:
                outcomes.append(_take(work, replied, senders, rows, occasions))
        except AnyDatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - handed to whoever sent this one
            outcomes.append(error)
    insert(cursor, rows)
    outbox.add(cursor, occasions)
    return outcomes


def _take(
    pending: Pending,
    replied: Replies,
    senders: Senders,
    rows: list[Row],
    occasions: list[Occasion],
) -> Reply:
    """The reply; what is to be written comes to `rows` and `occasions`, when nothing can fail now."""
    key, accepted, receipt = pending.key, pending.accepted, pending.receipt
    earlier = replied.earlier(key) if key else None
    if earlier:
        return earlier
    admission = senders.admit(pending.arrival)
    flags = [*accepted.flags, *admission.flags]
    reference = new_reference()
    reply = replies.success(accepted.message(reference), reference)
    rows += [_request(pending, reference, flags), *accepted.rows, pending.arrival]
    occasions.append(
        Occasion(pending.kind.value, reference, receipt.received_at, admission.acknowledged)
    )
    if key:
        rows.append(key.record(receipt.request_id, reply))
        replied.note(key, reply)
    return reply


def _request(pending: Pending, reference: str, flags: list[Flag]) -> Row:
    customer = pending.accepted.customer
    return Row(
        Request,
        id=pending.receipt.request_id,
        kind=pending.kind.value,
        reference=reference,
        received_at=pending.receipt.received_at,
        status=Status.NEW.value,
        customer_name=customer.name,
        phone=customer.phone,
        phone_normalised=phone.normalise(customer.phone),
        email=customer.email,
        body=pending.body,
        flags=",".join(flags),
        extra_fields=pending.extras,
    )
