"""The response to too many attempts at a password or code."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from oottam.accounts import hashing, throttling

TOO_MANY = "backoffice/access/too_many_attempts.html"


def limit_attempts(view: "Callable[..., HttpResponse]") -> "Callable[..., HttpResponse]":
    """Return 429 with the waiting time after too many attempts at a password or code."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except throttling.TooManyAttemptsError as error:
            return _wait(request, error.seconds)
        except hashing.BusyError:
            return _wait(request, hashing.RETRY_SECONDS, busy=True)

    return respond


def _wait(request: HttpRequest, seconds: int, *, busy: bool = False) -> HttpResponse:
    context = {"title": "Please wait", "minutes": -(-seconds // 60), "busy": busy}
    response = render(request, TOO_MANY, context, status=429)
    response["Retry-After"] = str(seconds)
    return response
