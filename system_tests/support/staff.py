"""An HTTP client of a staff member in the back office."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from html.parser import HTMLParser
from time import sleep
from typing import Any
from urllib.parse import urljoin

import requests

from system_tests.support.shop import Shop

NAME, PASSWORD = "priya", "pass of a system test"
POLL_SECONDS = 0.05
TIMEOUT_SECONDS = 60


class RefusedError(Exception):
    """The shop refused an action; holds the path, the status and what the page says."""

    def __init__(self, path: str, status: int, content: bytes) -> None:
        body = content.decode(errors="replace")
        found = re.search(r'class="(?:wrong|message error)[^>]*>(.{1,600})', body, re.DOTALL)
        message = re.sub(r"(<[^>]*>|\s)+", " ", found[1] if found else body)
        super().__init__(f"{path}: {status}, {message[:200].strip()}")
        self.status, self.content = status, content


class Staff:
    """An account's browser. What is not answered raises requests.RequestException, which is an OSError."""

    def __init__(self, port: int, session: str = "") -> None:
        """`session` is the key of one that exists; else `log_in` begins one."""
        self._site = f"http://127.0.0.1:{port}/backoffice/"
        self._http = requests.Session()
        self._http.trust_env = False
        self._http.headers["Connection"] = "close"  # servers are killed, and started again
        for name, value in (("sessionid", session), ("csrftoken", "c" * 32)) if session else ():
            self._http.cookies.set(name, value, domain="127.0.0.1", path="/backoffice/")

    @classmethod
    def of_new_owner(cls, shop: Shop, port: int = 0) -> "Staff":
        """Create an account and log in, at the proxy's `port` if there is one."""
        shop.manage("staff_account", NAME, sent=f"{PASSWORD}\n")
        staff = cls(port or shop.port)
        staff.log_in()
        return staff

    @property
    def session(self) -> str:
        """The session key, for further clients of the account."""
        return str(self._http.cookies["sessionid"])

    def log_in(self) -> None:
        """Log in, also again after the session ended."""
        self._http.cookies.clear()
        self.page("login/")
        self.request("login/?next=/backoffice/", {"username": NAME, "password": PASSWORD})

    def request(
        self, path: str, fields: Mapping[str, Any] | None = None, **options: Any
    ) -> requests.Response:
        """Fetch a path below the back office, or an address there, or submit a form's fields to it.

        Raises RefusedError also for a page that says so after a form.
        """
        if fields is not None:
            fields = {"csrfmiddlewaretoken": self._http.cookies["csrftoken"], **fields}
        method = "GET" if fields is None and "json" not in options else "POST"
        response = self._http.request(
            method, urljoin(self._site, path), data=fields, timeout=TIMEOUT_SECONDS, **options
        )
        says_so = fields is not None and b'class="message error"' in response.content
        if response.status_code >= 400 or says_so:
            raise RefusedError(path, response.status_code, response.content)
        return response

    def page(self, path: str) -> str:
        """The HTML at a path."""
        return self.request(path).content.decode()

    def data(self, path: str) -> Any:
        """The page's JSON data."""
        return self.request(path, headers={"Accept": "application/json"}).json()

    def submit(self, path: str, fields: Mapping[str, Any]) -> requests.Response:
        """Submit a form as a page's script does."""
        return self.request(path, fields, headers={"Accept": "application/json"})

    def file(self, path: str, fields: Mapping[str, Any] | None = None) -> bytes:
        """Download a file, polling its progress page if it takes over a second."""
        response = self.request(path, fields)
        if found := re.search(r"/backoffice/(files/[\w-]+/)$", response.url):
            while self.data(found[1])["state"] in ("waiting", "running"):
                sleep(POLL_SECONDS)
            response = self.request(f"{found[1]}content")
        return response.content

    def request_page(self, reference: str, *, health: bool = False) -> str:
        """The page of a request, with `health` also its health texts."""
        shown = self.request(f"requests/{reference}/health", {}) if health else None
        return shown.content.decode() if shown else self.page(f"requests/{reference}/")

    def fill_in(self, page: str, action: str, **fields: Any) -> None:
        """Submit a page's form with these fields changed."""
        form = ParsedPage(self.page(page)).form_to(action)
        address = form.action if form.action.startswith("/") else page
        self.request(address, {**form.fields, **fields})

    def confirm(self, reference: str, start: date, time: str) -> None:
        """Fill in what an order lacks, and confirm it: a vegetarian's breakfasts, lunches and dinners from `start` on."""
        page = f"requests/{reference}/"
        details = {
            "start_date": str(start),
            **{f"{meal}_time": time for meal in ("breakfast", "lunch", "dinner")},
            "address": "12 Beach Road, Besant Nagar, Chennai 600090",
            "pin": "600090",
            "zone_ok": "true",
            "diet": "veg",
            "allergens": "none",
        }
        self.fill_in(page, f"{page}facts", **details)
        agreed = {"clash": "on", "clash_reason": "Agreed", "not_known": "on"}
        self.fill_in(page, f"{page}confirm", **agreed)


@dataclass
class Form:
    """A form's action and its fields with all values."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class ParsedPage(HTMLParser):
    """A parsed page: its forms in document order, its texts, and the names of its tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.names: set[str] = set()
        self._texts: list[str] = []
        self._form: Form | None = None
        self._select = self._text = ""
        self._options: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def form_to(self, action: str) -> Form:
        """The first form whose action ends with `action` ("" for the page's own URL); raises LookupError."""
        for form in self.forms:
            address = form.action.partition("#")[0]
            if address.endswith(action) if action else not address:
                return form
        raise LookupError(f"no form to {action} among {[form.action for form in self.forms]}")

    def shows(self, text: str) -> bool:
        """Whether the visible text contains `text`, ignoring whitespace."""
        return _unbroken(text) in _unbroken("".join(self._texts))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        name = attributes.get("name", "")
        self.names |= {tag, *attributes}
        self._texts.append(attributes.get("value", ""))
        if tag == "form":
            self._form = Form(attributes.get("action", ""))
            self.forms.append(self._form)
        elif tag == "input" and name:
            is_choice = attributes.get("type") in ("checkbox", "radio")
            if attributes.get("type") != "submit" and (not is_choice or "checked" in attributes):
                self._put(name, attributes.get("value", "on" if is_choice else ""))
        elif tag == "select":
            self._select, self._options = name, []
        elif tag == "option":
            self._options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "textarea":
            self._text = name
            self._put(name, "")

    def handle_data(self, data: str) -> None:
        self._texts.append(data)
        if self._text and self._form:
            values = self._form.fields[self._text]
            values[-1] += data if values[-1] else data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._text = ""
        elif tag == "select" and self._select:
            first = [value for value, _ in self._options[:1]]
            chosen = [value for value, is_chosen in self._options if is_chosen]
            for value in chosen or first:
                self._put(self._select, value)
            self._select = ""

    def _put(self, name: str, value: str) -> None:
        if self._form:
            self._form.fields.setdefault(name, []).append(value)


def _unbroken(text: str) -> str:
    return re.sub(r"\s+", "", text)
