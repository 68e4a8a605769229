"""Serves the prerendered storefront under /order/ (specification, section 2).

Every file is found when the server starts. Answers GET and HEAD only, and never with a page where
a file was asked for.
"""

import hashlib
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from wsgiref.headers import Headers

from whitenoise import WhiteNoise
from whitenoise.responders import Response, StaticFile

from oottam.common import replies
from oottam.common.request_context import ROUTE
from oottam.config.built_storefront import Routes, existing, read_routes

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

BASE = "/order"
ONE_YEAR = 31_536_000  # seconds


class Answer(Protocol):
    """Anything that can answer a GET or HEAD."""

    def get_response(self, method: str, environ: "WSGIEnvironment") -> Response:
        """The response to one request."""


class Moved:
    """A redirect to a path of this host, the query kept."""

    def __init__(self, status: HTTPStatus, location: str) -> None:
        self.status = status
        self.location = location

    def get_response(self, method: str, environ: "WSGIEnvironment") -> Response:
        """Only the location; there is no body."""
        query = environ.get("QUERY_STRING", "")
        location = f"{self.location}?{query}" if query else self.location
        headers = [("Location", location), ("Content-Length", "0"), ("Cache-Control", "no-cache")]
        return Response(self.status, headers, None)


class NotFoundPage:
    """A page that is always sent whole and always says 404."""

    def __init__(self, page: StaticFile) -> None:
        self.page = page

    def get_response(self, method: str, environ: "WSGIEnvironment") -> Response:
        """The page in the best encoding that the browser takes."""
        path, headers = self.page.get_path_and_headers(environ)
        unconditional = [pair for pair in headers if pair[0] not in ("ETag", "Last-Modified")]
        file = Path(path).open("rb") if method == "GET" else None  # noqa: SIM115 - the server closes it
        return Response(HTTPStatus.NOT_FOUND, unconditional, file)


class Storefront(WhiteNoise):
    """WSGI layer in front of `application`: answers /order and below, and sends / there."""

    def __init__(self, application: "WSGIApplication", dist: Path) -> None:
        super().__init__(application, allow_all_origins=False, max_age=None)
        self.application: WSGIApplication = application
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

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer from the storefront, or hand over to the application."""
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if path in self.files:
            environ[ROUTE] = path
        if f"{path}/".lower().startswith(f"{BASE}/"):
            answer = self.find(path)
        elif path in self.files and reads:
            answer = self.files[path]
        elif path == "/" and reads:
            answer = Moved(HTTPStatus.FOUND, f"{BASE}/")
        else:
            return self.application(environ, start_response)
        if not reads:
            return _not_allowed(start_response)
        if answer is None:
            return _missing_file(start_response)
        served: Iterable[bytes] = self.serve(answer, environ, start_response)
        return served

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
            headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
        else:
            headers["Cache-Control"] = "no-cache"
            headers["ETag"] = f'"{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:32]}"'


def _missing_file(start_response: "StartResponse") -> Iterable[bytes]:
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
    return _short("404 Not Found", headers, b"Not found\n", start_response)


def _not_allowed(start_response: "StartResponse") -> Iterable[bytes]:
    headers = [("Content-Type", replies.CONTENT_TYPE), ("Allow", "GET, HEAD")]
    body = replies.refusal(405, "This address shows pages and takes no forms.").body
    return _short("405 Method Not Allowed", headers, body, start_response)


def _short(
    status: str, headers: list[tuple[str, str]], body: bytes, start_response: "StartResponse"
) -> Iterable[bytes]:
    start_response(status, [*headers, ("Content-Length", str(len(body)))])
    return [body]
