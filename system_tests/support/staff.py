"""A member of the staff: logs in to the back office and reads its pages."""

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
    """An account of this shop's, which is made and logged in, unless it has a session already.

    `port` is that of a proxy in front, if they come through one; `is_new`: the account has to be made first.
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
        """Somebody with a session of a shop at this port, in whichever process."""
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
        """Begin a session; the last one may have ended."""
        self._cookies.clear()
        self.page("login/")
        self.page("login/?next=/backoffice/", self._form(username=NAME, password=PASSWORD))

    @property
    def session(self) -> str:
        """The session's key, for others of the same account."""
        return next(each.value or "" for each in self._cookies if each.name == "sessionid")

    def page(self, path: str, sent: bytes | None = None) -> str:
        """The HTML at a path below the back office; raises URLError when there is none."""
        return self.fetch(path, sent).decode()

    def fetch(self, path: str, sent: bytes | None = None) -> bytes:
        """What is at a path below the back office, as it comes; raises URLError when there is nothing."""
        with self._opener.open(self._site + path, sent, timeout=60) as answer:
            found: bytes = answer.read()
        return found

    def ask(self, path: str, fields: Mapping[str, Any] | None = None) -> tuple[str, bytes]:
        """Where a path or a form leads to, and what is there; raises HTTPError for a refusal."""
        sent = None if fields is None else self._form(**fields)
        with self._opener.open(self._site + path, sent, timeout=60) as answer:
            return answer.url, answer.read()

    def download(self, path: str, fields: Mapping[str, Any] | None = None) -> bytes:
        """A file; one that takes over a second is waited for on its page. Raises HTTPError where there is none."""
        address, content = self.ask(path, fields)
        if found := re.search(r"/backoffice/(files/[\w-]+/)$", address):
            while self.read_json(found[1])["state"] in ("waiting", "running"):
                sleep(POLL_SECONDS)
            _, content = self.ask(f"{found[1]}content")
        return content

    def read_json(self, path: str) -> Any:
        """What a page says to its script; raises HTTPError for a refusal."""
        http_request = Request(self._site + path, headers={"Accept": "application/json"})
        with self._opener.open(http_request, timeout=60) as answer:
            return json.loads(answer.read())

    def request_page(self, reference: str, *, health: bool = False) -> str:
        """The page of one request, with its words about health where they are asked for."""
        if health:
            return self.page(f"requests/{reference}/health", self._form())
        return self.page(f"requests/{reference}/")

    def do(self, path: str, fields: Mapping[str, Any]) -> str:
        """What is answered, as JSON where it can be, to a form that is sent; raises HTTPError for a refusal."""
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


class Seen(HTMLParser):
    """What a browser makes of a page: its texts, and the names of its tags and attributes."""

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
        """Whether the text stands there for people to read; how it is broken into lines is free."""
        return _unbroken(text) in self._whole

    @property
    def _whole(self) -> str:
        return _unbroken("".join(self._texts))


def _unbroken(text: str) -> str:
    return re.sub(r"\s+", "", text)
