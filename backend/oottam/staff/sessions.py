"""Sessions end: after a working day in any case, and sooner when nobody uses them."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

BEGAN, USED = "began_at", "used_at"  # seconds since 1970, in the session
NOTED_EVERY_SECONDS = 60  # a page's view need not be written each time


class SessionLimits:
    """Ends a session whose time is over; for Django, behind its AuthenticationMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whoever comes too late is nobody, and is led to the log-in."""
        if request.user.is_authenticated:
            now = int(time.time())
            if _is_over(request, now):
                logout(request)
            elif not 0 <= now - request.session[USED] < NOTED_EVERY_SECONDS:
                request.session[USED] = now
        return self._get_response(request)


@receiver(user_logged_in)
def _begin(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    request.session[BEGAN] = request.session[USED] = int(time.time())


def _is_over(request: HttpRequest, now: int) -> bool:
    """Also when it does not say since when it is there, as sessions of an older server."""
    began, used = request.session.get(BEGAN), request.session.get(USED)
    if began is None or used is None:
        return True
    end = min(began + settings.SESSION_COOKIE_AGE, used + settings.SESSION_IDLE_MINUTES * 60)
    return bool(now >= end)
