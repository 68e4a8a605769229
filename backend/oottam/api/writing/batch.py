"""Writes a batch of validated requests: their rows, and the reply to each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.db import Error as AnyDatabaseError

from oottam.api.endpoints import AcceptedRequest, Arrival, status_path
from oottam.api.errors import RequestRejectedError
from oottam.api.writing.idempotency import Key, ReplyCache
from oottam.api.writing.rate_limits import RateLimiter
from oottam.core import responses
from oottam.core.db.bulk_insert import Row, insert
from oottam.core.db.cursor import Cursor
from oottam.core.responses import Reply
from oottam.outbox import queue
from oottam.outbox.queue import Notification
from oottam.requests.identity import new_reference
from oottam.requests.models import NO_NAME, Kind, Request, RequestFlag, Source, Status
from oottam.requests.search_keys import SearchKeys


@dataclass(frozen=True, slots=True, eq=False)
class PendingRequest:
    """A valid request that is not yet stored."""

    kind: Kind
    accepted: AcceptedRequest
    arrival: Arrival
    body: str
    extras: list[str]
    key: Key | None
    rate_limit_entry: Row
    search_keys: SearchKeys
    address_key: str = ""
    menu_edition: int = 0  # that it was priced by
    entered_by: int | None = None  # id of the account that entered it
    sends_mails: bool = True  # whether shop and customer get mails
    http_request_id: str = ""  # as in the access log


@dataclass(frozen=True, slots=True, eq=False)
class InvalidRequest:
    """An invalid request whose Idempotency-Key may have been stored with a valid one."""

    key: Key
    refused: RequestRejectedError


WriteJob = PendingRequest | InvalidRequest
Outcome = Reply | Exception


class NotWrittenError(DatabaseError):
    """The request was not stored; the client may retry."""


def write_batch(cursor: Cursor, batch: Sequence[WriteJob]) -> list[Reply | Exception]:
    """Write a batch; return each request's reply, to be sent after the commit, or its exception.

    A repeated key gets the earlier reply and stores nothing. A failing request stores nothing: RequestRejectedError
    if its key belongs to another body, or the sender's address has reached its cap. Raises any DatabaseError.
    """
    reply_cache = ReplyCache(cursor, [work.key for work in batch if work.key])
    rate_limiter = RateLimiter(
        cursor, [work.rate_limit_entry for work in batch if isinstance(work, PendingRequest)]
    )
    rows: list[Row] = []
    notifications: list[Notification] = []
    outcomes: list[Reply | Exception] = []
    for work in batch:
        try:
            if isinstance(work, InvalidRequest):
                outcomes.append(reply_cache.get(work.key) or work.refused)
            else:
                outcomes.append(_accept(work, reply_cache, rate_limiter, rows, notifications))
        except AnyDatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - this request's own outcome
            outcomes.append(error)
    insert(cursor, rows)
    queue.add(cursor, notifications)
    return outcomes


def _accept(
    pending: PendingRequest,
    reply_cache: ReplyCache,
    rate_limiter: RateLimiter,
    rows: list[Row],
    notifications: list[Notification],
) -> Reply:
    """Return the reply; appends to `rows` and `notifications` only after all steps that can fail."""
    key, accepted, arrival = pending.key, pending.accepted, pending.arrival
    earlier = reply_cache.get(key) if key else None
    if earlier:
        return earlier
    admission = rate_limiter.check(pending.rate_limit_entry)
    reference = new_reference()
    reply = responses.success(
        accepted.message(reference), reference, status_path(arrival.request_id)
    )
    rows += [_request(pending, reference), *accepted.rows, pending.rate_limit_entry]
    rows += [
        Row(RequestFlag, request_id=arrival.request_id, flag=flag.value)
        for flag in (*accepted.flags, *admission.flags)
    ]
    if pending.sends_mails:
        notifications.append(
            Notification(
                pending.kind.value,
                reference,
                arrival.received_at,
                admission.acknowledged,
                pending.http_request_id,
                has_mailbox=bool(accepted.customer.email),
            )
        )
    if key:
        rows.append(key.record(arrival.request_id, reply))
        reply_cache.put(key, reply)
    return reply


def _request(pending: PendingRequest, reference: str) -> Row:
    customer = pending.accepted.customer
    keys = pending.search_keys
    optional: dict[str, Any] = {}  # columns that most requests leave to the database
    if keys.search_key:
        optional["search_key"] = keys.search_key
    if pending.address_key:
        optional["address_key"] = pending.address_key
    if pending.entered_by is not None:
        optional |= {"source": Source.STAFF.value, "entered_by_id": pending.entered_by}
    if pending.menu_edition:
        optional["menu_edition"] = pending.menu_edition
    return Row(
        Request,
        id=pending.arrival.request_id,
        kind=pending.kind.value,
        reference=reference,
        received_at=pending.arrival.received_at,
        status=Status.NEW.value,
        customer_name=customer.name or NO_NAME,
        phone=customer.phone,
        phone_normalised=keys.phone_normalised,
        email=customer.email,
        body=pending.body,
        extra_fields=pending.extras,
        **optional,
    )
