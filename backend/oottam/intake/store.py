"""Stores one accepted request: all of its rows in one unit of work, and the reply that it gets."""

from django.db.backends.utils import CursorWrapper

from oottam.common import phone, replies
from oottam.common.replies import Reply
from oottam.intake import rate_limits, storage
from oottam.intake.calls import Accepted, Receipt
from oottam.intake.idempotency import Key
from oottam.intake.identity import new_reference
from oottam.intake.inserts import insert
from oottam.intake.models import Arrival, Flag, Kind, Request, Status
from oottam.notify import outbox


def store(
    *,
    kind: Kind,
    accepted: Accepted,
    receipt: Receipt,
    body: str,
    extras: list[str],
    key: Key | None,
    arrival: Arrival,
) -> Reply:
    """The reply to send, once everything is committed: the earlier one when `key` was used before.

    Raises RefusedError when the key belongs to another body or the sender has reached a cap,
    DatabaseError when nothing was stored.
    """

    def unit(cursor: CursorWrapper) -> Reply:
        earlier = key.earlier_reply(cursor) if key else None
        if earlier:
            return earlier
        flags = [*accepted.flags, *rate_limits.check(cursor, arrival)]
        request = _request(kind, accepted, receipt, body, extras, flags=flags)
        reply = replies.success(accepted.message(request.reference), request.reference)
        records = [key.record(request, reply)] if key else []
        insert(cursor, [request, *accepted.rows, *records, arrival])
        outbox.add(
            cursor,
            kind=kind.value,
            reference=request.reference,
            received_at=receipt.received_at,
        )
        return reply

    return storage.save(unit)


def _request(
    kind: Kind,
    accepted: Accepted,
    receipt: Receipt,
    body: str,
    extras: list[str],
    *,
    flags: list[Flag],
) -> Request:
    customer = accepted.customer
    return Request(
        id=receipt.request_id,
        kind=kind.value,
        reference=new_reference(),
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
