"""Middleware that sets the URL pattern for the access log."""

from typing import Any

from django.http import HttpRequest

from oottam.core.request_context import ROUTE


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
