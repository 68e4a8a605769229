"""URLs and error handlers of the Django pages; endpoints and the storefront are served by serving/asgi.py."""

import logging
import sys

from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from oottam.backoffice.shared.decorators import BACKOFFICE_ROOT, error_page, server_error_page
from oottam.core.request_context import ROUTE
from oottam.core.tracebacks import trace
from oottam.shop import views as shop
from oottam.statuspage import ask, pages, paid, papers, plan, reminders, reorder, start
from oottam.statuspage import views as status

logger = logging.getLogger(__name__)

urlpatterns = [
    path("backoffice/", include("oottam.backoffice.urls")),
    path("shop", shop.not_found),
    path("shop/", shop.not_found),
    path("shop/licences", shop.licences, name="licences"),
    path("shop/menu", shop.menu, name="shop-menu"),
    path("shop/<path:name>", shop.text_page, name="shop"),
    path("status/<str:token>", status.show, name="status"),
    path("status/<str:token>/again/", reorder.show, name="status-again"),
    path("status/<str:token>/start/", start.show, name="status-start"),
    path("status/<str:token>/ask/", ask.show, name="status-ask"),
    path("status/<str:token>/paid/", paid.show, name="status-paid"),
    path("status/<str:token>/plan/", plan.show, name="status-plan"),
    path("status/<str:token>/reminders/", reminders.show, name="status-reminders"),
    path("status/<str:token>/papers/<path:number>", papers.show, name="status-paper"),
    path("status/<path:link>", status.redirect_mangled),
]


def _plain_text(status: int, message: str) -> HttpResponse:
    """Return plain text, uncached: caches may store a 404 by default, and the URL may exist later."""
    return HttpResponse(
        f"{message}\n",
        status=status,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond to a request that Django rejects, such as a host name not in ALLOWED_HOSTS.

    A staff form with too many selected rows gets a page that explains it.
    """
    if isinstance(exception, TooManyFieldsSent) and request.path.startswith(BACKOFFICE_ROOT):
        return error_page(request, 400, "layout/too_many_fields.html", "That is too much at once.")
    return _plain_text(400, "Bad request")


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond to staff without the permission."""
    return _plain_text(403, "Not allowed")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Replace Django's page, whose inline style violates the Content-Security-Policy."""
    message = "This form could not be verified, so nothing was saved."
    return error_page(request, 403, "layout/csrf_failed.html", message)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show a page to logged-in staff in the back office; elsewhere plain text."""
    if request.path.startswith(BACKOFFICE_ROOT) and request.user.is_authenticated:
        return error_page(request, 404, "layout/not_found.html", "Page not found.")
    return _plain_text(404, "Not found")


def handler500(request: HttpRequest) -> HttpResponse:
    """Log an unexpected error without the request's data, and show the failure page."""
    error = sys.exc_info()[1]
    if error:
        logger.error("%s failed: %s", request.META.get(ROUTE, "-"), trace(error))
    return (
        server_error_page(request, error)
        if request.path.startswith(BACKOFFICE_ROOT)
        else pages.server_error_page()
    )
