"""Which sites' pages may send calls: this shop's own, and the storefronts in ALLOWED_ORIGINS.

Browsers say where a page comes from; what says nothing (curl, a partner's server) is no browser,
and carries no visitor's rights that another site could borrow.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from oottam.api import errors

ONE_DAY = 86_400  # seconds
MAY_BE_SENT = "Content-Type, Idempotency-Key"
MAY_BE_READ = "Retry-After, X-Request-ID"
Environ = Mapping[str, Any]  # of WSGI


def require_known(environ: Environ) -> None:
    """RequestRejectedError (403) for a page of a site that is not ours and not allowed.

    Sec-Fetch-Site is trusted first: browsers alone set it, and no proxy rewrites what it compares.
    """
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin in settings.ALLOWED_ORIGINS:
        return
    site = environ.get("HTTP_SEC_FETCH_SITE")
    host = origin.partition("://")[2]
    same_host = host and host == environ.get("HTTP_HOST")
    if not (site == "same-origin" if site else same_host):
        raise errors.foreign_origin()


def preflight(environ: Environ) -> dict[str, str]:
    """The headers for a browser that asks whether an allowed storefront may send; else none."""
    asks = (
        environ["REQUEST_METHOD"] == "OPTIONS"
        and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
        and environ.get("HTTP_ORIGIN") in settings.ALLOWED_ORIGINS
    )
    if not asks:
        return {}
    return {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": MAY_BE_SENT,
        "Access-Control-Max-Age": str(ONE_DAY),
        **sharing(environ),
    }


def sharing(environ: Environ) -> dict[str, str]:
    """The headers that let pages of an allowed storefront read a reply."""
    if not settings.ALLOWED_ORIGINS:
        return {}
    origin = environ.get("HTTP_ORIGIN")
    if origin not in settings.ALLOWED_ORIGINS:
        return {"Vary": "Origin"}
    return {
        "Vary": "Origin",
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": MAY_BE_READ,
    }
