"""One line per request: method, pattern of the address, status, milliseconds, bytes, and its id.

Never the address itself, its query, a header or a body: they may hold anything.
"""

import logging
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest

from oottam.common import replies
from oottam.common.entropy import random_bytes
from oottam.common.request_context import ROUTE, request_id
from oottam.common.tracebacks import trace

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

logger = logging.getLogger("oottam.access")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
WATCHED = {"/healthz", "/readyz", "/metrics"}  # every few seconds; worth a line only when it fails
_GIVEN_ID = re.compile(r"[0-9A-Za-z\-]{16,64}")
BROKEN = replies.refusal(500, "Something went wrong on our side. Please try again.").body


class AccessLog:
    """WSGI layer that names every request (X-Request-ID), logs it, and survives what fails below."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """The application's reply with its request's id; a JSON 500 when there is none."""
        began = time.perf_counter()
        identity = identify(environ)
        named = request_id.set(identity)
        status, size = 500, "-"

        def start(line: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
            nonlocal status, size
            status = int(line[:3])
            size = next((text for name, text in headers if name == "Content-Length"), "-")
            return start_response(line, [*headers, ("X-Request-ID", identity)], exc_info)

        try:
            return self.application(environ, start)
        except Exception as error:  # noqa: BLE001 - the server would log the address with it
            logger.error("%s failed: %s", _route(environ), trace(error))  # noqa: TRY400
            start(
                "500 Internal Server Error",
                [("Content-Type", replies.CONTENT_TYPE), ("Content-Length", str(len(BROKEN)))],
            )
            return [BROKEN]
        finally:
            write(environ, status, size, time.perf_counter() - began)
            request_id.reset(named)


class RouteMiddleware:
    """Tells the log which of Django's views answers."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        """Nothing to do before the view is known."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """The pattern, whose parts stand for whatever the address holds there."""
        if request.resolver_match:
            request.META[ROUTE] = f"/{request.resolver_match.route}"


def write(environ: "WSGIEnvironment", status: int, size: str, seconds: float) -> None:
    """The line of a request that is answered; `size` as it stands in Content-Length."""
    route = _route(environ)
    level = logging.DEBUG if route in WATCHED and status < 400 else logging.INFO
    if not logger.isEnabledFor(level):
        return
    method = environ["REQUEST_METHOD"]
    fields = {
        "method": method if method in METHODS else "OTHER",
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "bytes": int(size) if size.isdigit() else None,
    }
    logger.log(
        level,
        "%s %s %d %.1f ms %s bytes",
        fields["method"],
        route,
        status,
        fields["ms"],
        size,
        extra={"fields": fields},
    )


def _route(environ: "WSGIEnvironment") -> str:
    """Set by whoever answered; "-" for an address that nobody knows."""
    route: str = environ.get(ROUTE, "-")
    return route


def identify(environ: "WSGIEnvironment") -> str:
    """The id that the trusted proxy gave, else a new one.

    Waitress takes X-Forwarded-For away from everybody but that proxy.
    """
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    trusted = "HTTP_X_FORWARDED_FOR" in environ
    return given if trusted and _GIVEN_ID.fullmatch(given) else random_bytes(8).hex()
