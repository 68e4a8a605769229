"""Sessions end: after a working day in any case, sooner when nobody uses them, and at once when somebody ends them."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam.accounts.models import OpenSession
from oottam.accounts.user_agent import browser

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
                mine = OpenSession.objects.filter(key=request.session.session_key)
                mine.update(used_at=timezone.now())
        return self._get_response(request)


def seen_by(account: User, now: datetime) -> list[OpenSession]:
    """The account's sessions that are open, the one used last first; by one query."""
    longest = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    idle = timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    mine = OpenSession.objects.filter(account=account)
    return list(mine.filter(began_at__gt=now - longest, used_at__gt=now - idle))


def end_one(account: User, number: int) -> bool:
    """End a session of the account's by its number; whether there was one."""
    return _end(OpenSession.objects.filter(account=account, pk=number)) == 1


def end_all(account: User, *, but: str | None = None) -> int:
    """End the account's sessions at once, but the one of that key; how many there were."""
    return _end(OpenSession.objects.filter(account=account).exclude(key=but or ""))


def go_on(request: HttpRequest, account: User) -> None:
    """Keep this session after a change of what lets its account in, under another key."""
    before = request.session.session_key
    update_session_auth_hash(request, account)
    OpenSession.objects.filter(key=before).update(key=request.session.session_key)


def purge(now: datetime) -> int:
    """Forget sessions that have ended; how many of Django's."""
    ended, _ = Session.objects.filter(expire_date__lt=now).delete()
    OpenSession.objects.exclude(key__in=Session.objects.values("session_key")).delete()
    return ended


def _end(found: Any) -> int:
    with transaction.atomic():
        keys = list(found.values_list("key", flat=True))
        Session.objects.filter(session_key__in=keys).delete()
        OpenSession.objects.filter(key__in=keys).delete()
    return len(keys)


@receiver(user_logged_in)
def _begin(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    request.session[BEGAN] = request.session[USED] = int(time.time())
    if request.session.session_key is None:
        request.session.save()  # it has no key before
    now = timezone.now()
    OpenSession.objects.update_or_create(
        key=request.session.session_key or "",
        defaults={
            "account": user,
            "browser": browser(request.META.get("HTTP_USER_AGENT", "")),
            "began_at": now,
            "used_at": now,
        },
    )


@receiver(user_logged_out)
def _end_this(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    OpenSession.objects.filter(key=request.session.session_key).delete()


def _is_over(request: HttpRequest, now: int) -> bool:
    """Also when it does not say since when it is there, as sessions of an older server."""
    began, used = request.session.get(BEGAN), request.session.get(USED)
    if began is None or used is None:
        return True
    end = min(began + settings.SESSION_COOKIE_AGE, used + settings.SESSION_IDLE_MINUTES * 60)
    return bool(now >= end)
