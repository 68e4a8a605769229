"""Calls that come through Django, before sessions, log-in and CSRF, which they do not use.

Short ones are answered by the server itself (config/lane.py); what comes here has a thread to wait in.
"""

import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, UnreadablePostError

from oottam.common import metrics
from oottam.common.replies import Reply
from oottam.common.request_context import ROUTE
from oottam.intake import calls, idempotency, origins, reception, refusals, storage
from oottam.intake.calls import Call
from oottam.intake.reception import Answer, UnfitFormError

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
            return _receive(request, call)
        if request.method not in READING and not request.path_info.startswith(BACK_OFFICE):
            return _respond(reception.unknown_call(request.META))
        return self.get_response(request)


def _receive(request: HttpRequest, call: Call[Any]) -> HttpResponse:
    began = time.perf_counter()
    request.META[ROUTE] = call.path
    if headers := origins.preflight(request.META):
        response = HttpResponse(status=204, headers=headers)
    elif request.method != "POST":
        response = _respond(reception.wrong_method(request.META))
    else:
        response = _respond(_take(request, call))
    metrics.call_answered(call.kind.value, response.status_code, time.perf_counter() - began)
    return response


def _take(request: HttpRequest, call: Call[Any]) -> Answer:
    outcome: Reply | Exception
    try:
        outcome = _store(request, call)
    except Exception as error:  # noqa: BLE001 - customers get a sentence, staff the log
        outcome = error
    return reception.answer(call, request.META, outcome)


def _store(request: HttpRequest, call: Call[Any]) -> Reply:
    def read(size: int) -> bytes:
        try:
            body: bytes = request.read(size)
        except UnreadablePostError:
            raise refusals.arrived_in_part() from None
        return body

    try:
        return storage.save(reception.prepare(call, request.META, read))
    except UnfitFormError as unfit:
        # The catalogue may have changed since the first attempt, which was taken all the same.
        earlier = idempotency.replay(unfit.key) if unfit.key else None
        if earlier:
            return earlier
        raise


def _respond(answer: Answer) -> HttpResponse:
    length = {"Content-Length": str(len(answer.body))}
    return HttpResponse(answer.body, status=answer.status, headers={**answer.headers, **length})
