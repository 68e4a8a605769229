"""HTTP responses of the endpoints, with CORS headers: always JSON, never cached."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import Error as AnyDatabaseError

from oottam.api import errors
from oottam.api.endpoints import Endpoint
from oottam.api.errors import RequestRejectedError
from oottam.api.writing.batch import Outcome
from oottam.core.responses import CONTENT_TYPE, Reply
from oottam.core.tracebacks import trace

logger = logging.getLogger(__name__)
Environ = Mapping[str, Any]  # of WSGI
ONE_DAY = 86_400  # seconds
ALLOWED_REQUEST_HEADERS = "Content-Type, Idempotency-Key, Menu-Edition"
EXPOSED_HEADERS = "Retry-After, X-Request-ID"


@dataclass(frozen=True, slots=True)
class Response:
    """Status, headers without Content-Length, and the JSON body."""

    status: int
    headers: dict[str, str]
    body: bytes


def for_outcome(endpoint: Endpoint[Any], environ: Environ, outcome: Outcome) -> Response:
    """Respond to a stored or rejected request."""
    match outcome:
        case Reply():
            return _build(environ, outcome)
        case RequestRejectedError():
            return _build(environ, outcome.reply, outcome.headers)
        case AnyDatabaseError():
            _log_failure(endpoint, outcome)
            return _build(environ, errors.not_saved(endpoint.noun), {"Retry-After": "5"})
        case _:
            _log_failure(endpoint, outcome)
            return _build(environ, errors.server_error(endpoint.noun))


def for_other_methods(environ: Environ) -> Response:
    """Respond to methods other than POST: a CORS preflight, or a 405."""
    if preflight_headers := _preflight(environ):
        return Response(204, preflight_headers, b"")
    return _build(environ, errors.wrong_method(), {"Allow": "POST"})


def unknown_endpoint(environ: Environ) -> Response:
    """Respond to a POST to a path without an endpoint."""
    return _build(environ, errors.unknown_endpoint())


def _build(environ: Environ, reply: Reply, headers: Mapping[str, str] | None = None) -> Response:
    common = {"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"}
    cors = _cors_headers(environ)
    return Response(reply.status, {**common, **(headers or {}), **cors}, reply.body)


def _log_failure(endpoint: Endpoint[Any], error: Exception) -> None:
    logger.error("%s failed: %s", endpoint.kind.value, trace(error))


def _preflight(environ: Environ) -> dict[str, str]:
    """Return the headers for an allowed storefront's CORS preflight; empty otherwise."""
    is_preflight = (
        environ["REQUEST_METHOD"] == "OPTIONS"
        and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
        and environ.get("HTTP_ORIGIN") in settings.ALLOWED_ORIGINS
    )
    if not is_preflight:
        return {}
    return {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": ALLOWED_REQUEST_HEADERS,
        "Access-Control-Max-Age": str(ONE_DAY),
        **_cors_headers(environ),
    }


def _cors_headers(environ: Environ) -> dict[str, str]:
    """Return the CORS headers that let an allowed storefront read the response."""
    if not settings.ALLOWED_ORIGINS:
        return {}
    origin = environ.get("HTTP_ORIGIN")
    if origin not in settings.ALLOWED_ORIGINS:
        return {"Vary": "Origin"}
    return {
        "Vary": "Origin",
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": EXPOSED_HEADERS,
    }
