"""What Django itself answers: the back office, the status page and the shop's texts. The calls and the storefront come before it."""

import logging
import sys

from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from oottam.backoffice.layout.decorators import BACKOFFICE_ROOT, failure, problem
from oottam.core.request_context import ROUTE
from oottam.core.tracebacks import trace
from oottam.shop import views as shop
from oottam.statuspage import reorder, start
from oottam.statuspage import views as status

logger = logging.getLogger(__name__)

urlpatterns = [
    path("backoffice/", include("oottam.backoffice.urls")),
    path("shop", shop.missing),
    path("shop/", shop.missing),
    path("shop/licences", shop.licences, name="licences"),
    path("shop/<path:name>", shop.show, name="shop"),
    path("status/<str:token>", status.show, name="status"),
    path("status/<str:token>/again/", reorder.show, name="status-again"),
    path("status/<str:token>/start/", start.show, name="status-start"),
]


def _plain(status: int, sentence: str) -> HttpResponse:
    """No cache may keep it: unless told, one may keep a 404, and the address may come to be."""
    return HttpResponse(
        f"{sentence}\n",
        status=status,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django itself refuses, as one for a host name not in ALLOWED_HOSTS.

    A form that ticks too much at once is a form of ours: its page says what to do.
    """
    if isinstance(exception, TooManyFieldsSent) and request.path.startswith(BACKOFFICE_ROOT):
        return problem(request, 400, "layout/too_many.html", "That is too much at once.")
    return _plain(400, "Bad request")


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A back-office page that this member of staff may not see."""
    return _plain(403, "Not allowed")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """In place of Django's own page, whose inline style the Content-Security-Policy forbids."""
    sentence = "This form could not be verified, so nothing was saved."
    return problem(request, 403, "layout/unchecked.html", sentence)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Below the back office a page of its own to those who are logged in; elsewhere there is none to show."""
    if request.path.startswith(BACKOFFICE_ROOT) and request.user.is_authenticated:
        return problem(request, 404, "layout/missing.html", "Page not found.")
    return _plain(404, "Not found")


def handler500(request: HttpRequest) -> HttpResponse:
    """An unexpected failure; the log learns where, and nothing of what was sent."""
    error = sys.exc_info()[1]
    if error:
        logger.error("%s failed: %s", request.META.get(ROUTE, "-"), trace(error))
    return (
        failure(request) if request.path.startswith(BACKOFFICE_ROOT) else status.server_error_page()
    )
