"""Which sites' pages may send calls: this shop's own, and the storefronts in ALLOWED_ORIGINS.

Browsers say where a page comes from; what says nothing (curl, a partner's server) is no browser,
and carries no visitor's rights that another site could borrow.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from oottam.intake import refusals

ONE_DAY = 86_400  # seconds
MAY_BE_SENT = "Content-Type, Idempotency-Key"
MAY_BE_READ = "Retry-After, X-Request-ID"


def require_known(request: HttpRequest) -> None:
    """RefusedError (403) for a page of a site that is not ours and not allowed.

    Sec-Fetch-Site is trusted first: browsers alone set it, and no proxy rewrites what it compares.
    """
    origin = request.META.get("HTTP_ORIGIN")
    if origin is None or origin in settings.ALLOWED_ORIGINS:
        return
    site = request.META.get("HTTP_SEC_FETCH_SITE")
    host = origin.partition("://")[2]
    same_host = host and host == request.META.get("HTTP_HOST")
    if not (site == "same-origin" if site else same_host):
        raise refusals.foreign_origin()


def preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks whether an allowed storefront may send; None otherwise."""
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not asks or request.headers.get("Origin") not in settings.ALLOWED_ORIGINS:
        return None
    return HttpResponse(
        status=204,
        headers={
            "Access-Control-Allow-Methods": "POST",
            "Access-Control-Allow-Headers": MAY_BE_SENT,
            "Access-Control-Max-Age": str(ONE_DAY),
        },
    )


def share(request: HttpRequest, response: HttpResponse) -> None:
    """Let pages of an allowed storefront read the reply."""
    if not settings.ALLOWED_ORIGINS:
        return
    patch_vary_headers(response, ["Origin"])
    origin = request.headers.get("Origin")
    if origin in settings.ALLOWED_ORIGINS:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = MAY_BE_READ
