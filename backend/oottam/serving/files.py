"""Files as they are sent: found when the server starts, read once, conditional, always whole.

Their bytes are shared by all who ask for them, so that a client who reads slowly keeps no thread and
hardly any memory. Ranges are not offered: our files are small.
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
class Sent:
    """What goes back: a status, headers without the length, and the body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""


class Answer(Protocol):
    """Anything that can answer a GET or HEAD."""

    def to(self, environ: "WSGIEnvironment") -> Sent:
        """What to send."""


class File:
    """A file and its compressed forms."""

    def __init__(self, found: StaticFile) -> None:
        self._found = found
        self._read: dict[str, bytes] = {}  # by the path of its form

    def to(self, environ: "WSGIEnvironment") -> Sent:
        """The form that the client takes best, or that nothing has changed."""
        if self._unchanged(environ):
            return Sent(304, list(self._found.not_modified_response.headers))
        return self.whole(environ)

    def whole(self, environ: "WSGIEnvironment") -> Sent:
        """Whatever the client has already."""
        path, headers = self._found.get_path_and_headers(environ)
        content = self._read.get(path)
        if content is None:
            content = self._read[path] = Path(path).read_bytes()
        return Sent(200, list(headers), content)

    def _unchanged(self, environ: "WSGIEnvironment") -> bool:
        """As RFC 9110, section 13.2.2 has it: tags count more than times."""
        known = environ.get("HTTP_IF_NONE_MATCH")
        if known is not None:
            return known.strip() == "*" or self._found.etag in _TAG.findall(known)
        since: Any = parsedate(environ.get("HTTP_IF_MODIFIED_SINCE", ""))
        changed: Any = self._found.last_modified
        return bool(since and changed and since >= changed)


class Files(WhiteNoise):
    """WhiteNoise's list of files and their headers; there is no application behind it."""

    def __init__(self, *, max_age: int | None) -> None:
        super().__init__(None, allow_all_origins=False, max_age=max_age)

    def answer(self, environ: "WSGIEnvironment") -> Sent | None:
        """To a GET or HEAD for a file; None for everything else."""
        path = environ["PATH_INFO"]
        if path not in self.files or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return None
        environ[ROUTE] = path
        found: Answer = self.files[path]
        return found.to(environ)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Files that are built have their content's hash in their name."""
        return "/assets/" in url

    def get_static_file(self, path: str, url: str, stat_cache: object = None) -> File:
        """The file as we send it."""
        return File(super().get_static_file(path, url, stat_cache))
