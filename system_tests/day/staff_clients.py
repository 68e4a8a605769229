"""Staff members of the day test, who log in with password and second factor and submit page forms."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from html import unescape
from http.client import HTTPException
from http.cookiejar import CookieJar
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from system_tests.day.forms import Forms
from system_tests.support.shop import Shop

PASSWORD = "long words of a system test"
STEP_SECONDS = 30
RETRY_SECONDS = 0.05
TIMEOUT_SECONDS = 60


class RefusedError(Exception):
    """The shop refused an action; holds the path and the response."""


class StaffClient:
    """A staff member with an account and an HTTP client; `now` returns the shop's time."""

    def __init__(self, shop: Shop, name: str, role: str, now: Callable[[], datetime]) -> None:
        self.name = name
        self._site = f"http://127.0.0.1:{shop.port}/backoffice/"
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        self._now = now
        self._key = b""
        shop.manage("staff_account", name, "--role", role, sent=f"{PASSWORD}\n")

    def log_in(self) -> None:
        """Log in with password and TOTP code; set up the second factor the first time."""
        self._cookies.clear()
        self.page("login/")
        final_url = self._post("login/", {"username": self.name, "password": PASSWORD})
        if self._key:
            self._post(final_url, {"code": self._code()})
            return
        self._post("account/second-factor/begin", {"password": PASSWORD})
        match = re.search(r'class="key">([A-Z2-7 ]+)<', self.page("account/second-factor/"))
        if match is None:
            raise RefusedError(f"{self.name} is shown no key for the app")
        self._key = base64.b32decode(match[1].replace(" ", ""))
        self._post("account/second-factor/on", {"code": self._code()})

    def page(self, path: str) -> str:
        """The HTML at a path below the back office."""
        return self._send(Request(urljoin(self._site, path)))[1].decode()

    def file(self, path: str) -> bytes:
        """The bytes at a path, polling the progress page of a slow file."""
        final_url, content = self._send(Request(urljoin(self._site, path)))
        while "/backoffice/files/" in final_url:
            sleep(RETRY_SECONDS)
            if self.data(final_url)["state"] not in ("waiting", "running"):
                final_url, content = self._send(
                    Request(f"{final_url.removesuffix('content')}content")
                )
                break
        return content

    def data(self, path: str) -> Any:
        """The page's JSON data."""
        http_request = Request(urljoin(self._site, path), headers={"Accept": "application/json"})
        return json.loads(self._send(http_request)[1])

    def fill_in(self, page: str, action: str, **fields: Any) -> None:
        """Submit a page's form with these fields changed; raises RefusedError."""
        form = Forms(self.page(page)).to(action)
        address = form.action if form.action.startswith("/") else page
        self._post(address, {**form.fields, **fields})

    def press(self, page: str, button: str) -> None:
        """Press a button by id: it submits its value to its form action."""
        found = re.search(rf'<button[^>]*\bid="{button}"[^>]*>', self.page(page))
        if found is None:
            raise RefusedError(f"{page} has no button {button}")
        attributes = {
            name: unescape(value) for name, value in re.findall(r'(\w+)="([^"]*)"', found[0])
        }
        self._post(attributes["formaction"], {attributes["name"]: attributes["value"]})

    def send(self, path: str, sent: Any) -> Any:
        """Send JSON as the page's script does; return the response."""
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "X-CSRFToken": self._token(),
        }
        http_request = Request(urljoin(self._site, path), json.dumps(sent).encode(), headers)
        return json.loads(self._send(http_request)[1])

    def send_until_answered(self, path: str, sent: Any) -> Any:
        """Retry `send` until the server responds; raises TimeoutError."""
        deadline = monotonic() + TIMEOUT_SECONDS
        while monotonic() < deadline:
            try:
                return self.send(path, sent)
            except (OSError, HTTPException):
                sleep(RETRY_SECONDS)
        raise TimeoutError(f"{path} was not answered in {TIMEOUT_SECONDS} s")

    def _post(self, path: str, fields: Mapping[str, Any]) -> str:
        """Submit a form; return the final URL."""
        sent = {**fields, "csrfmiddlewaretoken": self._token()}
        body = urlencode(sent, doseq=True).encode()
        final_url, _ = self._send(Request(urljoin(self._site, path), body))
        return final_url

    def _send(self, http_request: Request) -> tuple[str, bytes]:
        """The final URL and its content."""
        try:
            with self._opener.open(http_request, timeout=60) as answer:
                final_url, body = answer.geturl(), answer.read()
        except HTTPError as error:
            body = error.read().decode(errors="replace")
            found = re.findall(r'class="(?:wrong|message error)[^>]*>(.*?)</', body, re.DOTALL)
            message = " ".join(re.sub(r"<[^>]+>|\s+", " ", each) for each in found) or body[:200]
            path = urlsplit(http_request.full_url).path
            raise RefusedError(f"{self.name}, {path}: {error.code}, {message}") from None
        refused = re.search(rb'class="message error"[^>]*>(.*?)</', body, re.DOTALL)
        if http_request.data is not None and refused:
            raise RefusedError(
                f"{self.name}, {http_request.full_url}: {refused[1].decode().strip()}"
            )
        return final_url, body

    def _token(self) -> str:
        return next(cookie.value or "" for cookie in self._cookies if cookie.name == "csrftoken")

    def _code(self) -> str:
        """The current TOTP code (RFC 6238)."""
        step = int(self._now().timestamp()) // STEP_SECONDS
        digest = hmac.digest(self._key, step.to_bytes(8, "big"), hashlib.sha1)
        at = digest[-1] & 15
        return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"
