"""The door for what does not come from the storefront: the same form, domain, price and writer as a customer's.

The desk takes orders by phone, and the sample shop is filled, by no other way: what is refused to a
customer is refused to them, but for an e-mail address that a caller does not have.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from oottam.api import validation
from oottam.api.endpoints import Endpoint
from oottam.api.writing import idempotency, writer
from oottam.api.writing.group_commit import MAX_WAIT_SECONDS, Job
from oottam.api.writing.transactions import NotWrittenError
from oottam.core.db.bulk_insert import Row
from oottam.core.responses import Reply


def submit(
    endpoint: Endpoint[Any],
    body: bytes,
    *,
    at: datetime,
    by: int | None = None,
    key: str | None = None,
    tells: bool = True,
    needs_email: bool = True,
    sender: str = "",
    beside: Callable[[UUID], Sequence[Row]] = lambda _: (),
) -> Reply:
    """Store a request whose call has this body, received `at`, entered by an account; its reply once it is stored.

    Shop and customer get their mails, unless it `tells` nobody. With a key the same body is stored once, however
    often it is entered. A customer's own comes from the internet address of its `sender`, which is counted. `beside`
    gives rows that are written with it, from its id. One that the staff take by phone does not need an e-mail address
    (`needs_email`). It waits, so it is for threads, not for the server's loop. Raises RequestRejectedError for what a
    customer would be refused, and NotWrittenError when the database does not take it.
    """
    named = idempotency.read_key(endpoint.kind, key, body)
    work = validation.read(
        endpoint,
        body,
        named,
        at,
        sender=sender,
        entered_by=by,
        tells=tells,
        needs_email=needs_email,
        beside=beside,
    )
    job = Job(work)
    writer.submit([job])
    try:
        return job.future.result(MAX_WAIT_SECONDS)
    except TimeoutError:
        raise NotWrittenError("The database does not answer.") from None
