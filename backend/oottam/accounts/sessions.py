"""Session limits: an absolute one (SESSION_HOURS), an idle one (SESSION_IDLE_MINUTES), and ending on demand."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user, logout, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam.accounts.models import OpenSession

# The first match counts: most browsers name others as well.
_NAMES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_MAX_LENGTH = 500  # characters


def describe_browser(user_agent: str) -> str:
    """Return e.g. "Firefox on Android"; "Another browser" for an unknown one."""
    header = user_agent[:_MAX_LENGTH]
    name = next((name for part, name in _NAMES if part in header), "Another browser")
    system = next((system for part, system in _SYSTEMS if part in header), "")
    return f"{name} on {system}" if system else name


BEGAN, USED = "began_at", "used_at"  # session keys; Unix time
UPDATE_INTERVAL_SECONDS = 60  # so that not every page view writes


class SessionLimits:
    """Middleware that ends expired sessions; it comes after AuthenticationMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Log out an expired session, so that the view redirects to the log-in."""
        if request.user.is_authenticated:
            now = int(time.time())
            if _is_expired(request, now):
                logout(request)
            elif not 0 <= now - request.session[USED] < UPDATE_INTERVAL_SECONDS:
                request.session[USED] = now
                mine = OpenSession.objects.filter(key=request.session.session_key)
                mine.update(used_at=timezone.now())
        return self._get_response(request)


def user_of(session_key: str) -> User | AnonymousUser:
    """Return the user of an unexpired session; an anonymous one if there is none. Does not prolong the session."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    if user.is_authenticated and _is_expired(request, int(time.time())):
        return AnonymousUser()
    return user


def list_open(account: User, now: datetime) -> list[OpenSession]:
    """List the account's unexpired sessions, most recently used first, in one query."""
    max_age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    idle = timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    mine = OpenSession.objects.filter(account=account)
    return list(mine.filter(began_at__gt=now - max_age, used_at__gt=now - idle))


def end_one(account: User, number: int) -> bool:
    """End a session of the account by its primary key; return whether it existed."""
    return _delete(OpenSession.objects.filter(account=account, pk=number)) == 1


def end_all(account: User, *, exclude: str | None = None) -> int:
    """End the account's sessions immediately, except the one of the key `exclude`; return how many were ended."""
    return _delete(OpenSession.objects.filter(account=account).exclude(key=exclude or ""))


def rotate_key(request: HttpRequest, account: User) -> None:
    """Keep this session under a new key after its account's credentials changed."""
    before = request.session.session_key
    update_session_auth_hash(request, account)
    OpenSession.objects.filter(key=before).update(key=request.session.session_key)


def purge(now: datetime) -> int:
    """Delete expired sessions; return how many."""
    ended, _ = Session.objects.filter(expire_date__lt=now).delete()
    OpenSession.objects.exclude(key__in=Session.objects.values("session_key")).delete()
    return ended


def _delete(sessions: Any) -> int:
    with transaction.atomic():
        keys = list(sessions.values_list("key", flat=True))
        Session.objects.filter(session_key__in=keys).delete()
        OpenSession.objects.filter(key__in=keys).delete()
    return len(keys)


@receiver(user_logged_in)
def _start(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    request.session[BEGAN] = request.session[USED] = int(time.time())
    if request.session.session_key is None:
        request.session.save()  # assigns its key
    now = timezone.now()
    OpenSession.objects.update_or_create(
        key=request.session.session_key or "",
        defaults={
            "account": user,
            "browser": describe_browser(request.META.get("HTTP_USER_AGENT", "")),
            "began_at": now,
            "used_at": now,
        },
    )


@receiver(user_logged_out)
def _end_current(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    OpenSession.objects.filter(key=request.session.session_key).delete()


def _is_expired(request: HttpRequest, now: int) -> bool:
    """Also true for a session without its start time, as of an older release."""
    began, used = request.session.get(BEGAN), request.session.get(USED)
    if began is None or used is None:
        return True
    end = min(began + settings.SESSION_COOKIE_AGE, used + settings.SESSION_IDLE_MINUTES * 60)
    return bool(now >= end)
