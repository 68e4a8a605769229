"""A member of the staff: logs in to the back office and reads its pages."""

import re
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from drills.shop import Shop

NAME, PASSWORD = "priya", "pass of a drill"


class Staff:
    """An account of this shop's, logged in."""

    def __init__(self, shop: Shop) -> None:
        shop.manage("staff_account", NAME, sent=f"{PASSWORD}\n")
        self._site = f"http://127.0.0.1:{shop.port}/backoffice/"
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        self.log_in()

    def log_in(self) -> None:
        """Begin a session; the last one may have ended."""
        self._cookies.clear()
        self.page("login/")
        self.page("login/?next=/backoffice/", self._form(username=NAME, password=PASSWORD))

    def page(self, path: str, sent: bytes | None = None) -> str:
        """The HTML at a path below the back office; raises URLError when there is none."""
        with self._opener.open(self._site + path, sent, timeout=60) as answer:
            html: str = answer.read().decode()
        return html

    def request_page(self, reference: str, *, health: bool = False) -> str:
        """The page of one request, with its words about health where they are asked for."""
        if health:
            return self.page(f"requests/{reference}/health", self._form())
        return self.page(f"requests/{reference}/")

    def _form(self, **fields: str) -> bytes:
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        return urlencode({"csrfmiddlewaretoken": token, **fields}).encode()


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
