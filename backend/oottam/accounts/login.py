"""Log-in with name and password, and with the second factor where an account has one.

After the password alone the request stays anonymous: Django's `login` is called after the second step.
"""

import unicodedata
from datetime import datetime

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from oottam.accounts import passwords, throttling, totp, trusted_devices

BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "password_only"  # session key: account, time and password hash of a log-in that awaits the second step
SECOND_STEP_SECONDS = 10 * 60
MAX_NAME_LENGTH = 150  # characters


def check_password(request: HttpRequest, name: str, password: str, now: datetime) -> User | None:
    """Return the account if the password is right; each attempt is counted before it is checked.

    Raises throttling.TooManyAttemptsError and passwords.BusyError.
    """
    device = trusted_devices.read(request)
    attempt = throttling.begin(name, request.META.get("REMOTE_ADDR", ""), device, now)
    name = unicodedata.normalize("NFKC", name[: MAX_NAME_LENGTH + 1])
    if not name or len(name) > MAX_NAME_LENGTH or "\0" in name or "\0" in password:
        return None
    try:
        with passwords.hashing_queue.slot():
            account = authenticate(request, username=name, password=password)
    except passwords.BusyError:
        attempt.cancel_attempt()
        raise
    if not isinstance(account, User):
        return None
    attempt.succeed()
    return account


def start_session(request: HttpRequest, account: User, now: datetime) -> bool:
    """Log in an account whose password was right; return False if the second step is still required."""
    logout(request)
    with transaction.atomic():
        if not totp.lock_and_check(account):
            login(request, account, backend=BACKEND)
            return True
    request.session[PENDING] = {
        "account": account.pk,
        "at": int(now.timestamp()),
        "hash": account.get_session_auth_hash(),
    }
    return False


def pending_account(request: HttpRequest, now: datetime) -> User | None:
    """Return the account that passed the password within the last ten minutes and awaits the second step."""
    held = request.session.get(PENDING)
    if held is None or not 0 <= now.timestamp() - held["at"] < SECOND_STEP_SECONDS:
        return None
    account = User.objects.filter(pk=held["account"], is_active=True).first()
    if account and constant_time_compare(held["hash"], account.get_session_auth_hash()):
        return account
    return None


def verify_second_step(request: HttpRequest, account: User, typed: str, now: datetime) -> bool:
    """Log in if the code is right; raises throttling.TooManyAttemptsError."""
    address, device = request.META.get("REMOTE_ADDR", ""), trusted_devices.read(request)
    attempt = throttling.begin_code(account, address, device, now)
    if not totp.verify(account=account, typed=typed, now=now):
        return False
    attempt.succeed()
    request.session.flush()
    login(request, account, backend=BACKEND)
    request.session[totp.PASSED] = True
    return True
