"""Stores one accepted request: all of its rows in one unit of work, and the reply that it gets."""

from django.db.backends.utils import CursorWrapper

from oottam.common import phone, replies
from oottam.common.replies import Reply
from oottam.intake import storage
from oottam.intake.calls import Accepted, Receipt
from oottam.intake.idempotency import Key
from oottam.intake.identity import new_reference
from oottam.intake.inserts import insert
from oottam.intake.models import Kind, Request, Status


def store(
    *,
    kind: Kind,
    accepted: Accepted,
    receipt: Receipt,
    body: str,
    extras: list[str],
    key: Key | None,
) -> Reply:
    """The reply to send, once everything is committed: the earlier one when `key` was used before.

    Raises RefusedError when the key belongs to another body, DatabaseError when nothing was stored.
    """

    def unit(cursor: CursorWrapper) -> Reply:
        earlier = key.earlier_reply(cursor) if key else None
        if earlier:
            return earlier
        request = _request(kind, accepted, receipt, body, extras)
        reply = replies.success(accepted.message(request.reference), request.reference)
        records = [key.record(request, reply)] if key else []
        insert(cursor, [request, *accepted.rows, *records])
        return reply

    return storage.save(unit)


def _request(
    kind: Kind, accepted: Accepted, receipt: Receipt, body: str, extras: list[str]
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
        flags=",".join(accepted.flags),
        extra_fields=extras,
    )
