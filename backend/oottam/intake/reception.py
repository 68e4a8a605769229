"""What every call goes through before and after it is stored (specification, section 7).

origin, media type and size -> strict JSON -> form -> domain -> pending -> (stored) -> answer. Whatever
happens, the answer is JSON; nothing that a customer sent is ever logged. Nothing here waits for
anything or asks the database, so that the server may do it wherever it likes.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.db import Error as AnyDatabaseError
from django.utils import timezone

from oottam.common import strict_json
from oottam.common.replies import CONTENT_TYPE, Reply
from oottam.common.tracebacks import trace
from oottam.intake import idempotency, limits, origins, rate_limits, refusals
from oottam.intake.body import read_body
from oottam.intake.calls import Call, Receipt
from oottam.intake.forms import FormError
from oottam.intake.group_commit import Outcome
from oottam.intake.idempotency import Key
from oottam.intake.identity import new_id
from oottam.intake.refusals import RefusedError
from oottam.intake.store import Pending

logger = logging.getLogger(__name__)
Environ = Mapping[str, Any]


class UnfitFormError(RefusedError):
    """The form is not in order now. With a key it may have been, once: see `idempotency.replay`."""

    def __init__(self, refused: RefusedError, key: Key | None) -> None:
        super().__init__(refused.reply, **refused.headers)
        self.key = key


class Answer(msgspec.Struct, frozen=True):
    """What is sent back: an HTTP status, headers (without the body's length) and the JSON body."""

    status: int
    headers: dict[str, str]
    body: bytes


def prepare(call: Call[Any], environ: Environ, read: Callable[[int], bytes]) -> Pending:
    """The request, ready to be stored; `environ` is that of WSGI, `read` reads so much of the body.

    Raises RefusedError.
    """
    origins.require_known(environ)
    raw = read_body(environ, read)
    key = idempotency.read_key(call.kind, environ.get("HTTP_IDEMPOTENCY_KEY"), raw)
    body = _parse(raw)
    try:
        form = call.form.read(body)
    except FormError as error:
        raise UnfitFormError(refusals.wrong_fields(error.errors), key) from None
    received_at = timezone.now()
    receipt = Receipt(new_id(received_at), received_at)
    accepted = call.accept(form, receipt)
    sender = environ.get("REMOTE_ADDR", "")
    return Pending(
        kind=call.kind,
        accepted=accepted,
        receipt=receipt,
        body=raw.decode(),
        extras=_noted(call.form.extras(body)),
        key=key,
        arrival=rate_limits.arrival(sender, accepted.customer, received_at),
    )


def answer(call: Call[Any], environ: Environ, outcome: Outcome) -> Answer:
    """What to send when this became of a call."""
    match outcome:
        case Reply():
            return _answer(environ, outcome)
        case RefusedError():
            return _answer(environ, outcome.reply, outcome.headers)
        case AnyDatabaseError():
            _log_failure(call, outcome)
            return _answer(environ, refusals.not_saved(call.noun), {"Retry-After": "5"})
        case _:
            _log_failure(call, outcome)
            return _answer(environ, refusals.broken(call.noun))


def wrong_method(environ: Environ) -> Answer:
    """A call was fetched, not sent."""
    return _answer(environ, refusals.wrong_method(), {"Allow": "POST"})


def unknown_call(environ: Environ) -> Answer:
    """Something was sent to an address that takes nothing."""
    return _answer(environ, refusals.unknown_call())


def _answer(environ: Environ, reply: Reply, headers: Mapping[str, str] | None = None) -> Answer:
    """No cache may keep it."""
    common = {"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"}
    shared = origins.sharing(environ)
    return Answer(reply.status, {**common, **(headers or {}), **shared}, reply.body)


def _parse(raw: bytes) -> Any:
    try:
        return strict_json.parse(
            raw, deepest=limits.DEEPEST_NESTING, longest_number=limits.LONGEST_NUMBER
        )
    except strict_json.BadJsonError as error:
        raise refusals.bad_request(str(error)) from None


def _noted(extras: list[str]) -> list[str]:
    return [name[: limits.LONGEST_NOTED_EXTRA] for name in extras[: limits.MOST_NOTED_EXTRAS]]


def _log_failure(call: Call[Any], error: Exception) -> None:
    logger.error("%s failed: %s", call.kind.value, trace(error))
