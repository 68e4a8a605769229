"""Staff members of the day test, who log in with password and second factor and submit page forms."""

import base64
import re
from collections.abc import Callable
from datetime import datetime
from html import unescape
from time import monotonic, sleep
from typing import Any

import requests
from django_otp.oath import TOTP

from system_tests.support.shop import Shop
from system_tests.support.staff import Staff

PASSWORD = "long words of a system test"
RETRY_SECONDS = 0.05
UNTIL_ANSWERED_SECONDS = 60


class StaffClient(Staff):
    """A staff member with an account; `now` returns the shop's time."""

    def __init__(self, shop: Shop, name: str, role: str, now: Callable[[], datetime]) -> None:
        super().__init__(shop.port)
        self.name = name
        self._now = now
        self._key = b""
        shop.manage("staff_account", name, "--role", role, sent=f"{PASSWORD}\n")

    def log_in(self) -> None:
        """Log in with password and TOTP code; set up the second factor the first time."""
        self._http.cookies.clear()
        self.page("login/")
        asked = self.request("login/", {"username": self.name, "password": PASSWORD})
        if self._key:
            self.request(asked.url, {"code": self._code()})
            return
        self.request("account/second-factor/begin", {"password": PASSWORD})
        match = re.search(r'class="key">([A-Z2-7 ]+)<', self.page("account/second-factor/"))
        if match is None:
            raise LookupError(f"{self.name} is shown no key for the app")
        self._key = base64.b32decode(match[1].replace(" ", ""))
        self.request("account/second-factor/on", {"code": self._code()})

    def press(self, page: str, button: str) -> None:
        """Press a button by id: it submits its value to its form action."""
        found = re.search(rf'<button[^>]*\bid="{button}"[^>]*>', self.page(page))
        if found is None:
            raise LookupError(f"{page} has no button {button}")
        attributes = {
            name: unescape(value) for name, value in re.findall(r'(\w+)="([^"]*)"', found[0])
        }
        self.request(attributes["formaction"], {attributes["name"]: attributes["value"]})

    def send(self, path: str, sent: Any) -> Any:
        """Send JSON as the page's script does; return the response."""
        headers = {
            "Accept": "application/json",
            "X-CSRFToken": str(self._http.cookies["csrftoken"]),
        }
        return self.request(path, json=sent, headers=headers).json()

    def send_until_answered(self, path: str, sent: Any) -> Any:
        """Retry `send` until the server responds; raises TimeoutError."""
        deadline = monotonic() + UNTIL_ANSWERED_SECONDS
        while monotonic() < deadline:
            try:
                return self.send(path, sent)
            except requests.RequestException:
                sleep(RETRY_SECONDS)
        raise TimeoutError(f"{path} was not answered in {UNTIL_ANSWERED_SECONDS} s")

    def _code(self) -> str:
        """The current TOTP code (RFC 6238)."""
        codes = TOTP(self._key)
        codes.time = self._now().timestamp()
        return f"{codes.token():06}"
