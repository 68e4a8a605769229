"""Serves static files from memory: indexed at startup, read once, with conditional requests.

Responses share the bytes, so that a slow client costs no thread and hardly any memory. Range requests are not
supported: the files are small.
"""

import re
from dataclasses import dataclass
from email.utils import parsedate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from whitenoise import WhiteNoise
from whitenoise.responders import StaticFile

from oottam.core.request_context import ROUTE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_TAG = re.compile(r'(?:W/)?("[^"]*")')


@dataclass(frozen=True, slots=True)
class FileResponse:
    """Status, headers without Content-Length, and body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""


class Responder(Protocol):
    """Responds to GET and HEAD."""

    def respond(self, environ: "WSGIEnvironment") -> FileResponse:
        """Return the response."""


class File:
    """A file with its compressed variants."""

    def __init__(self, file: StaticFile) -> None:
        self._static_file = file
        self._contents: dict[str, bytes] = {}  # by the variant's path

    def respond(self, environ: "WSGIEnvironment") -> FileResponse:
        """Return the best variant that the client accepts, or a 304."""
        if self._is_unchanged(environ):
            return FileResponse(304, list(self._static_file.not_modified_response.headers))
        return self.respond_unconditionally(environ)

    def respond_unconditionally(self, environ: "WSGIEnvironment") -> FileResponse:
        """Return the file unconditionally, in the best accepted variant."""
        path, headers = self._static_file.get_path_and_headers(environ)
        content = self._contents.get(path)
        if content is None:
            content = self._contents[path] = Path(path).read_bytes()
        return FileResponse(200, list(headers), content)

    def _is_unchanged(self, environ: "WSGIEnvironment") -> bool:
        """Evaluate RFC 9110, section 13.2.2: ETags take precedence over times."""
        etags = environ.get("HTTP_IF_NONE_MATCH")
        if etags is not None:
            return etags.strip() == "*" or self._static_file.etag in _TAG.findall(etags)
        since: Any = parsedate(environ.get("HTTP_IF_MODIFIED_SINCE", ""))
        changed: Any = self._static_file.last_modified
        return bool(since and changed and since >= changed)


class StaticFiles(WhiteNoise):
    """WhiteNoise's index of files and headers, without a wrapped application."""

    def __init__(self, *, max_age: int | None) -> None:
        super().__init__(None, allow_all_origins=False, max_age=max_age)

    def respond(self, environ: "WSGIEnvironment") -> FileResponse | None:
        """Respond to GET or HEAD of a known file; None otherwise."""
        path = environ["PATH_INFO"]
        if path not in self.files or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return None
        environ[ROUTE] = path
        file: Responder = self.files[path]
        return file.respond(environ)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Built assets have a content hash in their name."""
        return "/assets/" in url

    def get_static_file(self, path: str, url: str, stat_cache: object = None) -> File:
        """Wrap WhiteNoise's file."""
        return File(super().get_static_file(path, url, stat_cache))
