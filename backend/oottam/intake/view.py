"""The one view of all eight calls (specification, section 7).

origin, media type and size -> strict JSON -> form -> domain -> stored -> reply. Whatever happens, the reply
is JSON; nothing that a customer sent is ever logged.
"""

import logging
from typing import Any

from django.db import Error as AnyDatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam.common import strict_json
from oottam.common.replies import CONTENT_TYPE, Reply
from oottam.common.tracebacks import trace
from oottam.intake import idempotency, limits, origins, rate_limits, refusals
from oottam.intake.body import read_body
from oottam.intake.calls import Call, Receipt
from oottam.intake.forms import FormError
from oottam.intake.identity import new_id
from oottam.intake.refusals import RefusedError
from oottam.intake.store import store

logger = logging.getLogger(__name__)


def receive(request: HttpRequest, call: Call[Any]) -> HttpResponse:
    """Answer one call."""
    if request.method != "POST":
        return respond(refusals.wrong_method(), Allow="POST")
    try:
        return respond(_take(request, call))
    except RefusedError as refused:
        return respond(refused.reply, **refused.headers)
    except AnyDatabaseError as error:
        _log_failure(call, error)
        return respond(refusals.not_saved(call.noun), **{"Retry-After": "5"})
    except Exception as error:  # noqa: BLE001 - customers get a sentence, staff the log
        _log_failure(call, error)
        return respond(refusals.broken(call.noun))


def respond(reply: Reply, **headers: str) -> HttpResponse:
    """The reply as Django sends it; no cache may keep it."""
    return HttpResponse(
        reply.body,
        status=reply.status,
        content_type=CONTENT_TYPE,
        headers={
            "Cache-Control": "no-store",
            "Content-Length": str(len(reply.body)),
            **headers,
        },
    )


def _take(request: HttpRequest, call: Call[Any]) -> Reply:
    origins.require_known(request)
    raw = read_body(request)
    key = idempotency.read_key(call.kind, request.META.get("HTTP_IDEMPOTENCY_KEY"), raw)
    body = _parse(raw)
    try:
        form = call.form.read(body)
    except FormError as error:
        # The catalogue may have changed since the first attempt, which was taken all the same.
        earlier = idempotency.replay(key)
        if earlier:
            return earlier
        raise refusals.wrong_fields(error.errors) from None
    received_at = timezone.now()
    receipt = Receipt(new_id(received_at), received_at)
    accepted = call.accept(form, receipt)
    sender = request.META.get("REMOTE_ADDR", "")
    return store(
        kind=call.kind,
        accepted=accepted,
        receipt=receipt,
        body=raw.decode(),
        extras=_noted(call.form.extras(body)),
        key=key,
        arrival=rate_limits.arrival(sender, accepted.customer, received_at),
    )


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
