"""What those see whose passwords or codes are not looked at for a while."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from oottam.accounts import hashing, throttling

TOO_MANY = "backoffice/access/too_many_tries.html"


def counted(view: "Callable[..., HttpResponse]") -> "Callable[..., HttpResponse]":
    """For a page on which a password or a code is typed: after too many tries it is a 429 that says for how long."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except throttling.TooManyAttemptsError as error:
            return _wait(request, error.seconds)
        except hashing.BusyError:
            return _wait(request, hashing.RETRY_SECONDS, busy=True)

    return answer


def _wait(request: HttpRequest, seconds: int, *, busy: bool = False) -> HttpResponse:
    shown = {"title": "Please wait", "minutes": -(-seconds // 60), "busy": busy}
    answer = render(request, TOO_MANY, shown, status=429)
    answer["Retry-After"] = str(seconds)
    return answer
