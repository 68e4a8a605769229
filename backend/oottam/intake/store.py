"""Stores one accepted request: all of its rows in one unit of work, and the reply that it gets."""

from oottam.common import phone, replies
from oottam.common.plain_sql import Cursor
from oottam.common.replies import Reply
from oottam.intake import rate_limits, storage
from oottam.intake.calls import Accepted, Receipt
from oottam.intake.idempotency import Key
from oottam.intake.identity import new_reference
from oottam.intake.inserts import Row, insert
from oottam.intake.models import Flag, Kind, Request, Status
from oottam.notify import outbox


def store(
    *,
    kind: Kind,
    accepted: Accepted,
    receipt: Receipt,
    body: str,
    extras: list[str],
    key: Key | None,
    arrival: Row,
) -> Reply:
    """The reply to send, once everything is committed: the earlier one when `key` was used before.

    Raises RefusedError when the key belongs to another body or the sender has reached a cap,
    DatabaseError when nothing was stored.
    """

    def unit(cursor: Cursor) -> Reply:
        earlier = key.earlier_reply(cursor) if key else None
        if earlier:
            return earlier
        flags = [*accepted.flags, *rate_limits.check(cursor, arrival)]
        reference = new_reference()
        request = _request(
            accepted, receipt, kind=kind, reference=reference, body=body, extras=extras, flags=flags
        )
        reply = replies.success(accepted.message(reference), reference)
        records = [key.record(receipt.request_id, reply)] if key else []
        insert(cursor, [request, *accepted.rows, *records, arrival])
        outbox.add(
            cursor,
            kind=kind.value,
            reference=reference,
            received_at=receipt.received_at,
        )
        return reply

    return storage.save(unit)


def _request(
    accepted: Accepted,
    receipt: Receipt,
    *,
    kind: Kind,
    reference: str,
    body: str,
    extras: list[str],
    flags: list[Flag],
) -> Row:
    customer = accepted.customer
    return Row(
        Request,
        id=receipt.request_id,
        kind=kind.value,
        reference=reference,
        received_at=receipt.received_at,
        status=Status.NEW.value,
        customer_name=customer.name,
        phone=customer.phone,
        phone_normalised=phone.normalise(customer.phone),
        email=customer.email,
        body=body,
        flags=",".join(flags),
        extra_fields=extras,
    )
