"""Trusted devices: a signed cookie that lists the accounts that have logged in on a browser.

Attempts from a trusted device are throttled separately, so that strangers who guess passwords cannot lock its user out.
The cookie grants nothing else: the password is still required.
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
LIFETIME = timedelta(days=180)  # since the device's last log-in
MAX_ACCOUNTS = 8  # per device; the newest ones stay
_SALT = "oottam.staff.device"


@dataclass(frozen=True, slots=True)
class Device:
    """A browser by a random name, and the digests of the accounts that it is trusted for."""

    name: str
    accounts: tuple[int, ...] = ()

    def trusts(self, account: int | None) -> bool:
        """Return whether the device is trusted for the account of this digest."""
        return account in self.accounts


_DEVICE = TypeAdapter(Device)


def read(request: HttpRequest) -> Device | None:
    """Return the request's device; None without a valid, recent cookie."""
    try:
        stored: Any = signing.loads(
            request.COOKIES.get(_cookie_name(), ""), salt=_SALT, max_age=LIFETIME
        )
        return _DEVICE.validate_python(stored)
    except (signing.BadSignature, ValidationError):
        return None


def set_cookie(response: HttpResponse, device: Device | None, account: int | None) -> None:
    """Set the cookie, with the account of this digest added."""
    name = device.name if device else secrets.token_urlsafe(16)
    others = [other for other in device.accounts if other != account] if device else []
    accounts = [*others, account][-MAX_ACCOUNTS:]
    response.set_cookie(
        _cookie_name(),
        signing.dumps({"name": name, "accounts": accounts}, salt=_SALT),
        max_age=LIFETIME,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _cookie_name() -> str:
    """Return the cookie's name, with a prefix over HTTPS as the settings give Django's cookies."""
    return f"__Secure-{COOKIE}" if settings.SESSION_COOKIE_SECURE else COOKIE
