"""Writes one line per request: method, URL pattern, status, milliseconds, bytes and request id.

URLs, queries, headers and bodies are never logged: they may contain personal data.
"""

import logging
import re
import secrets
from typing import TYPE_CHECKING

from oottam.core.request_context import ROUTE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

logger = logging.getLogger("oottam.access")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
# Polled every few seconds; logged at INFO only when failing.
PROBES = {"/healthz", "/readyz", "/metrics"}
_PROXY_ID = re.compile(r"[0-9A-Za-z\-]{16,64}")


def write(environ: "WSGIEnvironment", status: int, size: int | None, seconds: float) -> None:
    """Log one request; `size` of the body in bytes, None if unknown."""
    route = route_of(environ)
    level = logging.DEBUG if route in PROBES and status < 400 else logging.INFO
    if not logger.isEnabledFor(level):
        return
    method = environ["REQUEST_METHOD"]
    fields = {
        "method": method if method in METHODS else "OTHER",
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "bytes": size,
    }
    logger.log(
        level,
        "%s %s %d %.1f ms %s bytes",
        fields["method"],
        route,
        status,
        fields["ms"],
        "-" if size is None else size,
        extra={"fields": fields},
    )


def route_of(environ: "WSGIEnvironment") -> str:
    """Return the route that the responder set; "-" for an unknown path."""
    route: str = environ.get(ROUTE, "-")
    return route


def choose_request_id(environ: "WSGIEnvironment") -> str:
    """Return the trusted proxy's id, else a new one.

    TrustedProxy removes X-Forwarded-For from all other requests.
    """
    proxy_id: str = environ.get("HTTP_X_REQUEST_ID", "")
    is_trusted = "HTTP_X_FORWARDED_FOR" in environ
    return proxy_id if is_trusted and _PROXY_ID.fullmatch(proxy_id) else secrets.token_hex(8)
