"""From a name and a password to a session, with the second factor in between where an account has one.

Who has given the password alone is nobody: Django knows of no log-in until the second step is passed.
"""

import unicodedata
from datetime import datetime

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from oottam.accounts import hashing, throttling, totp, trusted_devices

BACKEND = "django.contrib.auth.backends.ModelBackend"
HALF = "password_only"  # in the session: whose password was right, and when
SECOND_STEP_SECONDS = 10 * 60
MAX_NAME_LENGTH = 150  # characters


def check_password(request: HttpRequest, name: str, password: str, now: datetime) -> User | None:
    """The account whose name and password these are, each try counted before it is looked at.

    Raises throttling.TooManyAttemptsError and hashing.BusyError.
    """
    device = trusted_devices.read(request)
    attempt = throttling.begin(name, request.META.get("REMOTE_ADDR", ""), device, now)
    name = unicodedata.normalize("NFKC", name[: MAX_NAME_LENGTH + 1])
    if not name or len(name) > MAX_NAME_LENGTH or "\0" in name or "\0" in password:
        return None
    try:
        with hashing.turns.turn():
            account = authenticate(request, username=name, password=password)
    except hashing.BusyError:
        attempt.was_not_looked_at()
        raise
    if not isinstance(account, User):
        return None
    attempt.was_right()
    return account


def enter(request: HttpRequest, account: User, now: datetime) -> bool:
    """Begin the session of somebody whose password was right; False when the second step comes first."""
    logout(request)  # whoever was logged in here is not any more
    with transaction.atomic():
        if not totp.lock_and_ask(account):
            login(request, account, backend=BACKEND)
            return True
    request.session[HALF] = {
        "account": account.pk,
        "at": int(now.timestamp()),
        "hash": account.get_session_auth_hash(),
    }
    return False


def half_way(request: HttpRequest, now: datetime) -> User | None:
    """Who has given the right password within the last ten minutes, and still lacks the second step."""
    held = request.session.get(HALF)
    if held is None or not 0 <= now.timestamp() - held["at"] < SECOND_STEP_SECONDS:
        return None
    account = User.objects.filter(pk=held["account"], is_active=True).first()
    if account and constant_time_compare(held["hash"], account.get_session_auth_hash()):
        return account
    return None


def take_second_step(request: HttpRequest, account: User, typed: str, now: datetime) -> bool:
    """Begin the session if the code is right; raises throttling.TooManyAttemptsError."""
    address, device = request.META.get("REMOTE_ADDR", ""), trusted_devices.read(request)
    attempt = throttling.begin_code(account, address, device, now)
    if not totp.take(account=account, typed=typed, now=now):
        return False
    attempt.was_right()
    request.session.flush()
    login(request, account, backend=BACKEND)
    request.session[totp.PASSED] = True
    return True
