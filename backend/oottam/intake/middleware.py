"""Sends calls straight to their view, before sessions, log-in and CSRF, which they do not use."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from oottam.intake import calls, refusals
from oottam.intake.view import receive, respond

READING = ("GET", "HEAD", "OPTIONS")
BACK_OFFICE = "/backoffice/"


class CallMiddleware:
    """Answers the paths of the calls, and whatever else is sent outside the back office."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """A call's reply; JSON too for forms sent to an address that takes none."""
        call = calls.find(request.path_info)
        if call:
            return receive(request, call)
        if request.method not in READING and not request.path_info.startswith(BACK_OFFICE):
            return respond(refusals.unknown_call())
        return self.get_response(request)
