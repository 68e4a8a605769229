"""One line per request: method, pattern of the address, status, milliseconds, bytes, and its id.

Never the address itself, its query, a header or a body: they may hold anything.
"""

import logging
import re
from typing import TYPE_CHECKING

from oottam.core.random_pool import random_bytes
from oottam.core.request_context import ROUTE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

logger = logging.getLogger("oottam.access")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
WATCHED = {"/healthz", "/readyz", "/metrics"}  # every few seconds; worth a line only when it fails
_GIVEN_ID = re.compile(r"[0-9A-Za-z\-]{16,64}")


def write(environ: "WSGIEnvironment", status: int, size: int | None, seconds: float) -> None:
    """The line of a request that is answered with a body of `size` bytes, if that is known."""
    route = route_of(environ)
    level = logging.DEBUG if route in WATCHED and status < 400 else logging.INFO
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
    """Set by whoever answered; "-" for an address that nobody knows."""
    route: str = environ.get(ROUTE, "-")
    return route


def identify(environ: "WSGIEnvironment") -> str:
    """The id that the trusted proxy gave, else a new one.

    X-Forwarded-For is taken away from everybody but that proxy (environment.py).
    """
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    trusted = "HTTP_X_FORWARDED_FOR" in environ
    return given if trusted and _GIVEN_ID.fullmatch(given) else random_bytes(8).hex()
