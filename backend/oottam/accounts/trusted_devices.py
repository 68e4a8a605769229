"""Devices from which somebody of the staff has logged in: a signed cookie that says for which accounts.

Whoever has one is no stranger to those accounts, so that strangers who guess their passwords do not
lock that person out. It opens nothing: the password is asked for all the same.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from pydantic import TypeAdapter, ValidationError

COOKIE = "oottam_device"
KNOWN_FOR = timedelta(days=180)  # since the last log-in from there
MAX_ACCOUNTS = 8  # of one device: the newest ones stay
_SALT = "oottam.staff.device"


@dataclass(frozen=True, slots=True)
class Device:
    """A browser by a random name, and the digests of the accounts that have logged in there."""

    name: str
    accounts: tuple[int, ...] = ()

    def knows(self, account: int | None) -> bool:
        """Whether this account has logged in from here."""
        return account in self.accounts


_DEVICE = TypeAdapter(Device)


def read(request: HttpRequest) -> Device | None:
    """The device that sent the request; None when it is not known, or for too long."""
    try:
        held: Any = signing.loads(request.COOKIES.get(_cookie(), ""), salt=_SALT, max_age=KNOWN_FOR)
        return _DEVICE.validate_python(held)
    except (signing.BadSignature, ValidationError):
        return None


def remember(response: HttpResponse, device: Device | None, account: int | None) -> None:
    """Make the device known for the account, besides those that it is known for."""
    name = device.name if device else secrets.token_urlsafe(16)
    others = [other for other in device.accounts if other != account] if device else []
    accounts = [*others, account][-MAX_ACCOUNTS:]
    response.set_cookie(
        _cookie(),
        signing.dumps({"name": name, "accounts": accounts}, salt=_SALT),
        max_age=KNOWN_FOR,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _cookie() -> str:
    """Its name, as those of Django's cookies are chosen in the settings."""
    return f"__Secure-{COOKIE}" if settings.SESSION_COOKIE_SECURE else COOKIE
