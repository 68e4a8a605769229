"""Serves the prerendered storefront under /order/ (specification, section 2).

Allows GET and HEAD only; a form of a page whose scripts do not run gets a page that says so. A missing file is a
plain 404, never a page.
"""

import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.headers import Headers

from oottam.core import responses
from oottam.core.mangled_paths import trim_path
from oottam.core.request_context import ROUTE
from oottam.rendering import Rendering
from oottam.serving.built_storefront import Routes, read_routes, require_built
from oottam.serving.files import File, FileResponse, Responder, StaticFiles
from oottam.shop import views as shop

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BASE = "/order"
ONE_YEAR = 31_536_000  # seconds


class Redirect:
    """Redirects to a path of this host and keeps the query."""

    def __init__(self, status: HTTPStatus, location: str) -> None:
        self.status = status
        self.location = location

    def respond(self, environ: "WSGIEnvironment") -> FileResponse:
        query = environ.get("QUERY_STRING", "")
        location = f"{self.location}?{query}" if query else self.location
        return FileResponse(self.status, [("Location", location), ("Cache-Control", "no-cache")])


class NotFoundPage:
    """Sends a page with status 404, without conditional requests."""

    def __init__(self, page: File) -> None:
        self.page = page

    def respond(self, environ: "WSGIEnvironment") -> FileResponse:
        page = self.page.respond_unconditionally(environ)
        unconditional = [pair for pair in page.headers if pair[0] not in ("ETag", "Last-Modified")]
        return FileResponse(404, unconditional, page.body)


class Storefront(StaticFiles):
    """Serves /order and below; redirects / to it."""

    def __init__(self, dist: Path, rendering: Rendering | None = None) -> None:
        """Pages and files of `rendering` replace those of the build."""
        super().__init__(max_age=None)
        self.add_files(str(dist / "site"), prefix=BASE)
        routes, site = read_routes(dist), dist / "site"
        if rendering:
            routes, site = read_routes(rendering.folder), rendering.folder / "site"
            for folder in rendering.asset_folders():
                self.add_files(str(folder), prefix=f"{BASE}/assets")
            self.add_files(str(site), prefix=BASE)
        # Files that browsers and crawlers expect at the host's root.
        for name in ("robots.txt", "favicon.ico"):
            if file := self.files.get(f"{BASE}/{name}"):
                self.files[f"/{name}"] = file
        self._map_pages(site, routes)
        self.canonical = {page.lower(): BASE + page for page in routes.pages}
        self.bare_paths = {path.lower() for path in routes.bare_not_found}
        self.not_found = self._not_found_page(site / routes.not_found)
        self.bare_not_found = self._not_found_page(site / routes.bare_not_found_page)

    def respond(self, environ: "WSGIEnvironment") -> FileResponse | None:
        """Return the response; None if the path is not the storefront's."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "replace")
        is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if path in self.files:
            environ[ROUTE] = path
        if f"{path}/".lower().startswith(f"{BASE}/") or trim_path(path).lower() == BASE:
            responder = self.find_responder(path) or _MISSING_FILE
            return responder.respond(environ) if is_read else _refuse(environ)
        if not is_read:
            return None
        if path == "/":
            return Redirect(HTTPStatus.FOUND, f"{BASE}/").respond(environ)
        return super().respond(environ)

    def find_responder(self, path: str) -> Responder | None:
        """Return the responder for a path under /order; None for a missing file.

        Other spellings of a page's path (case, trailing slash, appended punctuation) redirect to it.
        """
        if path in self.files:
            responder: Responder = self.files[path]
            return responder
        route = path[len(BASE) :].rstrip("/").lower()
        if canonical := self.canonical.get(trim_path(route) or "/"):
            return Redirect(HTTPStatus.PERMANENT_REDIRECT, canonical)
        if route in self.bare_paths:
            return self.bare_not_found
        if f"{route}/".startswith("/assets/") or "." in route.rsplit("/", 1)[-1]:
            return None
        return self.not_found

    def _map_pages(self, site: Path, routes: Routes) -> None:
        """Map each page to its route, not to its file name."""
        for url in [url for url in self.files if url.endswith(".html")]:
            del self.files[url]
        for page, file in routes.pages.items():
            url = BASE + page
            self.files[url] = self.get_static_file(str(require_built(site / file)), url)

    def _not_found_page(self, file: Path) -> NotFoundPage:
        return NotFoundPage(self.get_static_file(str(require_built(file)), BASE))

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        """Cache hashed assets for a year; revalidate all other files by an ETag of their content."""
        if url.startswith(f"{BASE}/assets/"):
            headers["Cache-Control"] = f"max-age={ONE_YEAR}, immutable"
        else:
            headers["Cache-Control"] = "no-cache"
            headers["ETag"] = f'"{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:32]}"'


class _MissingFile:
    """Sends a plain-text 404, uncached: the next build may add the file."""

    def respond(self, environ: "WSGIEnvironment") -> FileResponse:
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        return FileResponse(404, headers, b"Not found\n")


_MISSING_FILE = _MissingFile()
_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


def _refuse(environ: "WSGIEnvironment") -> FileResponse:
    """Respond 405: a page to a browser's own form, JSON to everything else. What was sent is not read."""
    if environ.get("CONTENT_TYPE", "").startswith(_FORM_TYPES):
        page = shop.not_sent()
        return FileResponse(page.status_code, list(page.items()), page.content)
    return FileResponse(
        405,
        [("Content-Type", responses.CONTENT_TYPE), ("Allow", "GET, HEAD")],
        responses.refusal(405, "This address shows pages and does not accept forms.").body,
    )
