"""What a call goes through before it is stored (specification, section 7).

origin, media type -> strict JSON -> form -> domain -> pending. Nothing here waits for anything or
asks the database, so that the server may do it wherever it likes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from oottam import catalogue
from oottam.api import errors, limits, media_types, origins
from oottam.api.endpoints import Endpoint, Receipt
from oottam.api.forms.form import FormError
from oottam.api.writing import idempotency, rate_limits
from oottam.api.writing.batch import InvalidRequest, PendingRequest
from oottam.core import request_context, strict_json
from oottam.core.db.bulk_insert import Row
from oottam.requests.identity import new_id

Environ = Mapping[str, Any]  # of WSGI


def prepare(
    endpoint: Endpoint[Any], environ: Environ, raw: bytes
) -> PendingRequest | InvalidRequest:
    """What the writer is to do with a call whose body is `raw`. Raises RequestRejectedError.

    A form that is not in order now may have been, once: with a key, the writer looks it up.
    """
    origins.require_known(environ)
    media_types.require_json(environ)
    key = idempotency.read_key(endpoint.kind, environ.get("HTTP_IDEMPOTENCY_KEY"), raw)
    return read(endpoint, raw, key, timezone.now(), sender=environ.get("REMOTE_ADDR", ""))


def read(
    endpoint: Endpoint[Any],
    raw: bytes,
    key: idempotency.Key | None,
    received_at: datetime,
    *,
    sender: str = "",
    entered_by: int | None = None,
    tells: bool = True,
    needs_email: bool = True,
    beside: Callable[[UUID], Sequence[Row]] = lambda _: (),
) -> PendingRequest | InvalidRequest:
    """The same of a body alone, whoever sent it: from an internet address, or entered by one of the staff.

    `beside` gives rows of other apps that are written with it, from the new request's id. What does not need an
    e-mail address may have none; one that is given has to be right.
    """
    body = _parse(raw)
    # One for the whole call: what is checked by one menu is not priced by another.
    known = catalogue.current()
    try:
        form = (endpoint.form if needs_email else endpoint.form.without_email()).read(body, known)
    except FormError as error:
        refused = errors.wrong_fields(error.errors)
        if key is None:
            raise refused from None
        return InvalidRequest(key, refused)
    receipt = Receipt(new_id(received_at), received_at)
    accepted = endpoint.accept(form, receipt, known)
    if more := beside(receipt.request_id):
        accepted = replace(accepted, rows=[*accepted.rows, *more])
    return PendingRequest(
        kind=endpoint.kind,
        accepted=accepted,
        receipt=receipt,
        body=raw.decode(),
        extras=[
            name[: limits.MAX_NOTED_EXTRA_LENGTH]
            for name in endpoint.form.extras(body, limits.MAX_NOTED_EXTRAS)
        ],
        key=key,
        rate_limit_entry=rate_limits.entry(sender, accepted.customer, received_at),
        entered_by=entered_by,
        tells=tells,
        http_request_id=request_context.known(),
    )


def _parse(raw: bytes) -> Any:
    try:
        return strict_json.parse(
            raw, deepest=limits.MAX_NESTING, longest_number=limits.MAX_NUMBER_LENGTH
        )
    except strict_json.BadJsonError as error:
        raise errors.bad_request(str(error)) from None
