"""Serves the prerendered storefront under /order/ (specification, section 2).

Answers GET and HEAD only, and never with a page where a file was asked for.
"""

import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.headers import Headers

from oottam.core import responses
from oottam.core.request_context import ROUTE
from oottam.serving.built_storefront import Routes, existing, read_routes
from oottam.serving.files import Answer, File, Files, Sent

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BASE = "/order"
ONE_YEAR = 31_536_000  # seconds


class Moved:
    """A redirect to a path of this host, the query kept."""

    def __init__(self, status: HTTPStatus, location: str) -> None:
        self.status = status
        self.location = location

    def to(self, environ: "WSGIEnvironment") -> Sent:
        """Only the location; there is no body."""
        query = environ.get("QUERY_STRING", "")
        location = f"{self.location}?{query}" if query else self.location
        return Sent(self.status, [("Location", location), ("Cache-Control", "no-cache")])


class NotFoundPage:
    """A page that is always sent whole and always says 404."""

    def __init__(self, page: File) -> None:
        self.page = page

    def to(self, environ: "WSGIEnvironment") -> Sent:
        """The page in the best encoding that the browser takes."""
        page = self.page.whole(environ)
        unconditional = [pair for pair in page.headers if pair[0] not in ("ETag", "Last-Modified")]
        return Sent(404, unconditional, page.body)


class Storefront(Files):
    """Answers /order and below, and sends / there."""

    def __init__(self, dist: Path) -> None:
        super().__init__(max_age=None)
        routes = read_routes(dist)
        site = dist / "site"
        self.add_files(str(site), prefix=BASE)
        # What browsers and crawlers look for at the root of a host: robots.txt, favicon.ico.
        self.add_files(str(dist / "root"))
        self._place_pages(site, routes)
        self.canonical = {page.lower(): BASE + page for page in routes.pages}
        self.bare_paths = {path.lower() for path in routes.bare_not_found}
        self.not_found = self._not_found_page(site / routes.not_found)
        self.bare_not_found = self._not_found_page(site / routes.bare_not_found_page)

    def answer(self, environ: "WSGIEnvironment") -> Sent | None:
        """None for what is not the storefront's."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "replace")
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if path in self.files:
            environ[ROUTE] = path
        if f"{path}/".lower().startswith(f"{BASE}/"):
            answer = self.find(path) or _MISSING_FILE
            return answer.to(environ) if reads else _NOT_ALLOWED
        if not reads:
            return None
        if path == "/":
            return Moved(HTTPStatus.FOUND, f"{BASE}/").to(environ)
        return super().answer(environ)

    def find(self, path: str) -> Answer | None:
        """What answers a path under /order; None where a file was asked for that is not there."""
        if path in self.files:
            found: Answer = self.files[path]
            return found
        route = path[len(BASE) :].rstrip("/").lower() or "/"
        if route in self.canonical:
            return Moved(HTTPStatus.PERMANENT_REDIRECT, self.canonical[route])
        if route in self.bare_paths:
            return self.bare_not_found
        if f"{route}/".startswith("/assets/") or "." in route.rsplit("/", 1)[-1]:
            return None
        return self.not_found

    def _place_pages(self, site: Path, routes: Routes) -> None:
        """Pages answer at their route only, not at the name of their file."""
        for url in [url for url in self.files if url.endswith(".html")]:
            del self.files[url]
        for page, file in routes.pages.items():
            url = BASE + page
            self.files[url] = self.get_static_file(str(existing(site / file)), url)

    def _not_found_page(self, file: Path) -> NotFoundPage:
        return NotFoundPage(self.get_static_file(str(existing(file)), BASE))

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        """Hashed assets never change; everything else is asked about again by its content's tag."""
        if url.startswith(f"{BASE}/assets/"):
            headers["Cache-Control"] = f"max-age={ONE_YEAR}, immutable"
        else:
            headers["Cache-Control"] = "no-cache"
            headers["ETag"] = f'"{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:32]}"'


class _MissingFile:
    """No cache may keep it: the file may come with the next build."""

    def to(self, environ: "WSGIEnvironment") -> Sent:
        """A word, and never a page."""
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        return Sent(404, headers, b"Not found\n")


_MISSING_FILE = _MissingFile()
_NOT_ALLOWED = Sent(
    405,
    [("Content-Type", responses.CONTENT_TYPE), ("Allow", "GET, HEAD")],
    responses.refusal(405, "This address shows pages and does not accept forms.").body,
)
