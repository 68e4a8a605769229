"""Tells the log which of Django's views answers."""

from typing import Any

from django.http import HttpRequest

from oottam.core.request_context import ROUTE


class RouteMiddleware:
    """Notes the view's pattern for the log."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        """Nothing to do before the view is known."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """The pattern, whose parts stand for whatever the address holds there."""
        if request.resolver_match:
            request.META[ROUTE] = f"/{request.resolver_match.route}"
