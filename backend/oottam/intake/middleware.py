"""Sends calls straight to their view, before sessions, log-in and CSRF, which they do not use."""

import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from oottam.common import metrics
from oottam.common.request_context import ROUTE
from oottam.intake import calls, origins, refusals
from oottam.intake.calls import Call
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
            return _answer(request, call)
        if request.method not in READING and not request.path_info.startswith(BACK_OFFICE):
            return respond(refusals.unknown_call())
        return self.get_response(request)


def _answer(request: HttpRequest, call: Call[Any]) -> HttpResponse:
    began = time.perf_counter()
    request.META[ROUTE] = call.path
    response = origins.preflight(request) or receive(request, call)
    origins.share(request, response)
    metrics.call_answered(call.kind.value, response.status_code, time.perf_counter() - began)
    return response
