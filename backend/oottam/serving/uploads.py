"""Which requests may have a long body: photographs and workbooks that staff who are logged in upload."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, close_old_connections

from oottam.menu.photos import MAX_UPLOAD_BYTES
from oottam.serving.requests import MAX_BODY_BYTES

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_TIMEOUT_SECONDS = 30.0  # to receive a whole body
UPLOAD_TIMEOUT_SECONDS = 180.0
MAX_UPLOADS = 2  # at a time, each in memory
MULTIPART_BYTES = 64 * 1024  # the other fields of the form
_UPLOAD = re.compile(
    r"/backoffice/menu/(?:(?:dishes/[a-z]+|pictures)/[a-z0-9-]+/photo|spreadsheet/read)"
)


class Uploads:
    """Admits uploads, a few at a time."""

    def __init__(self) -> None:
        self.running = 0

    async def limits(self, environ: "WSGIEnvironment") -> tuple[int, float]:
        """Return the most bytes of the body, and the seconds to receive it in."""
        if (
            environ["REQUEST_METHOD"] == "POST"
            and _UPLOAD.fullmatch(environ["PATH_INFO"])
            and self.running < MAX_UPLOADS
            and await asyncio.to_thread(is_logged_in, environ.get("HTTP_COOKIE", ""))
        ):
            return MAX_UPLOAD_BYTES + MULTIPART_BYTES, UPLOAD_TIMEOUT_SECONDS
        return MAX_BODY_BYTES, BODY_TIMEOUT_SECONDS

    @contextmanager
    def counted(self, limit: int) -> Iterator[None]:
        """Count an upload while its body is received."""
        is_upload = limit > MAX_BODY_BYTES
        self.running += is_upload
        try:
            yield
        finally:
            self.running -= is_upload


def is_logged_in(cookies: str) -> bool:
    """Return whether the cookies name a session of somebody. The page itself asks for the permission, too. Blocks."""
    try:
        cookie = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return False
    if cookie is None:
        return False
    close_old_connections()
    try:
        return SESSION_KEY in SessionStore(cookie.value)
    except DatabaseError:
        return False
    finally:
        close_old_connections()
