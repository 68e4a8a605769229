"""An HTTP client of a staff member in the back office."""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from http.cookiejar import Cookie, CookieJar
from time import sleep
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from system_tests.support.shop import Shop

NAME, PASSWORD = "priya", "pass of a system test"
POLL_SECONDS = 0.05


class Staff:
    """A staff account, created and logged in unless a session is given.

    `port` is the proxy's if there is one; `is_new` creates the account.
    """

    def __init__(
        self, shop: Shop, session: str = "", port: int = 0, *, is_new: bool = True
    ) -> None:
        self._connect(port or shop.port, session)
        if session:
            return
        if is_new:
            shop.manage("staff_account", NAME, sent=f"{PASSWORD}\n")
        self.log_in()

    @classmethod
    def of_session(cls, port: int, session: str) -> "Staff":
        """A client with an existing session of the shop at this port."""
        staff = cls.__new__(cls)
        staff._connect(port, session)
        return staff

    def _connect(self, port: int, session: str) -> None:
        self._site = f"http://127.0.0.1:{port}/backoffice/"
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        if session:
            self._cookies.set_cookie(_cookie("sessionid", session))
            self._cookies.set_cookie(_cookie("csrftoken", "c" * 32))

    def log_in(self) -> None:
        """Log in again, for example after the session ended."""
        self._cookies.clear()
        self.page("login/")
        self.page("login/?next=/backoffice/", self._form(username=NAME, password=PASSWORD))

    @property
    def session(self) -> str:
        """The session key, for further clients of the account."""
        return next(each.value or "" for each in self._cookies if each.name == "sessionid")

    def page(self, path: str, sent: bytes | None = None) -> str:
        """The HTML at a path below the back office; raises URLError on failure."""
        return self.fetch(path, sent).decode()

    def fetch(self, path: str, sent: bytes | None = None) -> bytes:
        """The bytes at a path below the back office; raises URLError on failure."""
        with self._opener.open(self._site + path, sent, timeout=60) as answer:
            found: bytes = answer.read()
        return found

    def request(self, path: str, fields: Mapping[str, Any] | None = None) -> tuple[str, bytes]:
        """Request a path or submit a form; return the final URL and content. Raises HTTPError."""
        sent = None if fields is None else self._form(**fields)
        with self._opener.open(self._site + path, sent, timeout=60) as answer:
            return answer.url, answer.read()

    def download(self, path: str, fields: Mapping[str, Any] | None = None) -> bytes:
        """Download a file, polling its progress page if it takes over a second. Raises HTTPError."""
        address, content = self.request(path, fields)
        if found := re.search(r"/backoffice/(files/[\w-]+/)$", address):
            while self.read_json(found[1])["state"] in ("waiting", "running"):
                sleep(POLL_SECONDS)
            _, content = self.request(f"{found[1]}content")
        return content

    def read_json(self, path: str) -> Any:
        """The page's JSON data; raises HTTPError."""
        http_request = Request(self._site + path, headers={"Accept": "application/json"})
        with self._opener.open(http_request, timeout=60) as answer:
            return json.loads(answer.read())

    def request_page(self, reference: str, *, health: bool = False) -> str:
        """The page of a request, with `health` also its health texts."""
        if health:
            return self.page(f"requests/{reference}/health", self._form())
        return self.page(f"requests/{reference}/")

    def submit(self, path: str, fields: Mapping[str, Any]) -> str:
        """Submit a form, requesting JSON; return the response. Raises HTTPError."""
        http_request = Request(
            self._site + path, self._form(**fields), {"Accept": "application/json"}
        )
        with self._opener.open(http_request, timeout=60) as answer:
            page: str = answer.read().decode()
        return page

    def _form(self, **fields: Any) -> bytes:
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        return urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True).encode()


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain="127.0.0.1",
        domain_specified=False,
        domain_initial_dot=False,
        path="/",
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )


class ParsedPage(HTMLParser):
    """A parsed page: its texts and the names of its tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self._texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(name for name, _ in attrs)}
        self._texts += [value for name, value in attrs if name == "value" and value]

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    def shows(self, text: str) -> bool:
        """Whether the visible text contains `text`, ignoring whitespace."""
        return _unbroken(text) in self._whole

    @property
    def _whole(self) -> str:
        return _unbroken("".join(self._texts))


def _unbroken(text: str) -> str:
    return re.sub(r"\s+", "", text)
