"""Middleware: the URL pattern for the access log, and compression of back-office responses."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from oottam.core.request_context import ROUTE

COMPRESSED = ("application/pdf", "application/zip", "application/vnd.openxmlformats")


class RouteMiddleware:
    """Sets ROUTE to the view's URL pattern."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Set the pattern, without the values in the URL."""
        if request.resolver_match:
            request.META[ROUTE] = f"/{request.resolver_match.route}"


class CompressionMiddleware(GZipMiddleware):
    """Adds GZipMiddleware's random padding against attacks on the response's length (BREACH)."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Skip compressed files: a 10 MB workbook would take a third of a second and save nothing."""
        if response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
